use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};

use crate::breaking;
use crate::build::{Build, program};
use crate::process::{run as run_command, say};
use crate::tools;
use crate::workspace::root;

const FILE: &str = "docs/openapi.json";

/// Linter of the document, with its rules.
const LINTER: &str = "xtask/redocly";

/// Lints the committed document, and fails at breaking changes that the change log does not name.
pub(crate) fn lint() -> anyhow::Result<()> {
    let programs = tools::npm("redocly", LINTER)?;
    let mut command = Command::new(programs.join("redocly"));
    command.args(["lint", "--config"]).arg(root().join(LINTER).join("redocly.yaml"));
    command.args(["--max-problems", "50"]).arg(FILE).current_dir(root()).stdin(Stdio::null());
    command.env("REDOCLY_TELEMETRY", "off").env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
    run_command(&mut command).context("the document has faults")?;
    let document = fs::read_to_string(root().join(FILE)).context(FILE)?;
    breaking::check(&serde_json::from_str(&document).context(FILE)?)
}

/// Stores the committed document as the document of the next release. Later changes are compared with it.
pub(crate) fn release() -> anyhow::Result<()> {
    let document = fs::read_to_string(root().join(FILE)).context(FILE)?;
    let mut document: serde_json::Value = serde_json::from_str(&document).context(FILE)?;
    breaking::strip(&mut document);
    fs::write(root().join(breaking::RELEASED), format!("{document}\n")).context(breaking::RELEASED)
}

/// Writes the document that the program prints to `docs/openapi.json`, or compares the two.
pub(crate) fn run(check: bool, build: Build) -> anyhow::Result<()> {
    run_command(build.of(&["funnel"]).arg("--quiet"))?;
    let mut command = Command::new(program("funnel")?);
    command.arg("openapi").current_dir(root()).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().context("can't run `funnel openapi`")?;
    ensure!(output.status.success(), "`funnel openapi` failed with {}", output.status);
    let current = String::from_utf8(output.stdout).context("`funnel openapi` printed no text")?;
    ensure!(!current.trim().is_empty(), "`funnel openapi` printed nothing");
    let path = root().join(FILE);
    if !check {
        fs::create_dir_all(root().join("docs"))?;
        fs::write(&path, current).with_context(|| format!("writing {FILE}"))?;
        say(&format!("wrote {FILE}"));
        return Ok(());
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    if let Some((line, old, new)) = first_difference(&committed, &current) {
        bail!(
            "{FILE} is out of date, first at line {line}:\n  committed: {old}\n  program:   {new}\n\
             run `cargo xtask openapi` and commit the file"
        );
    }
    Ok(())
}

/// Returns the number of the first line that differs, and both versions of the line.
fn first_difference<'a>(old: &'a str, new: &'a str) -> Option<(usize, &'a str, &'a str)> {
    if old == new {
        return None;
    }
    let (mut old_lines, mut new_lines) = (old.lines(), new.lines());
    for number in 1.. {
        match (old_lines.next(), new_lines.next()) {
            (None, None) => return Some((number, "(another line ending)", "(another line ending)")),
            (one, other) if one == other => {}
            (one, other) => return Some((number, one.unwrap_or("(end)"), other.unwrap_or("(end)"))),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_first_line_that_differs() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some((2, "b", "c")));
        assert_eq!(first_difference("", "a\n"), Some((1, "(end)", "a")));
        assert_eq!(first_difference("a", "a\n").map(|found| found.0), Some(2));
    }
}
