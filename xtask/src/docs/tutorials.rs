//! Commands of the tutorials and of the README, run in order against a new service.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};

use crate::build::{Build, program};
use crate::dev::{self, Up};
use crate::process::{end, say};
use crate::stop::Stop;
use crate::tools;
use crate::workspace::{root, target_folder};

/// Ports apart from those of `cargo xtask dev` and other tests.
const PORTS: u16 = 28_670;

const TUTORIALS: &str = "docs/tutorials";

/// Time limit of a page.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Line that is printed after the commands of each block.
const MARK: &str = "----- end of block";

/// Block of commands with its expected output.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Step {
    /// Line of the page at which the block begins.
    line: usize,
    commands: String,
    expected: Option<String>,
}

pub(crate) fn test(build: Build) -> anyhow::Result<ExitCode> {
    tools::debian("jq", "jq")?;
    let data_dir = target_folder()?.join("docs-test/data");
    let up = dev::Options { fresh: true, no_demo: false, port_base: PORTS, data_dir: Some(data_dir) };
    dev::run_with(&up, build, &[("FUNNEL_RATE_LIMIT_PER_MINUTE", "0")], |_, up, stop| {
        for page in pages()? {
            say(&format!("running the commands of {page}"));
            let text = fs::read_to_string(root().join(&page)).with_context(|| format!("reading {page}"))?;
            run(&page, &steps(&text), up, stop)?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn pages() -> anyhow::Result<Vec<String>> {
    let entries = root().join(TUTORIALS).read_dir().context("listing the tutorials")?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut pages = names.collect::<std::io::Result<Vec<_>>>()?;
    pages.sort();
    let mut pages: Vec<String> = pages.iter().map(|name| format!("{TUTORIALS}/{name}")).collect();
    pages.push("README.md".to_owned());
    Ok(pages)
}

/// Returns the blocks marked `sh`. A following block marked `text` is their expected output.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let block = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let block = block.fold(String::new(), |block, line| block + line + "\n");
        if language == "sh" {
            steps.push(Step { line: number + 1, commands: block, expected: None });
        } else if language == "text"
            && let Some(step) = steps.last_mut()
        {
            step.expected.get_or_insert(block);
        }
    }
    steps
}

/// Runs the blocks of a page in one shell, which ends at the first failing command. Later blocks use variables of
/// earlier ones.
fn script(steps: &[Step]) -> String {
    let begin = "set -euo pipefail\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n".to_owned();
    steps.iter().fold(begin, |script, step| script + &step.commands + "printf '\\n%s\\n' '" + MARK + "'\n")
}

fn run(page: &str, steps: &[Step], up: &Up, stop: &Stop) -> anyhow::Result<()> {
    let folder = target_folder()?.join("docs-test");
    let output = folder.join("output");
    let mut shell = shell(&folder, up)?;
    fs::write(folder.join("script"), script(steps))?;
    shell.arg("script").stdout(File::create(&output)?);
    let mut child = shell.spawn().context("bash can't be started")?;
    let deadline = Instant::now() + TIMEOUT;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if stop.is_asked() || Instant::now() > deadline {
            end(&mut child, Duration::from_secs(5))?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let printed = fs::read_to_string(&output).context("reading what was printed")?;
    let mut parts: Vec<&str> = printed.split(MARK).collect();
    // Output after the last mark belongs to a failed block.
    let unfinished = parts.pop().unwrap_or_default();
    for (index, step) in steps.iter().enumerate() {
        let Some(part) = parts.get(index) else {
            bail!("{page}:{}: the commands ended with {status:?} after\n{unfinished}", step.line);
        };
        let expected = step.expected.as_deref().unwrap_or("…");
        ensure!(matches(expected, part), "{page}:{}: expected\n{expected}\nand got\n{part}", step.line);
    }
    Ok(())
}

/// Returns a shell in a new folder, with the program on the search path.
fn shell(folder: &Path, up: &Up) -> anyhow::Result<Command> {
    let key = up.key.as_deref().context("the demo owner has no key")?;
    let programs = program("funnel")?.parent().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<PathBuf> = programs.into_iter().chain(std::env::split_paths(&path)).collect();
    let mut shell = Command::new("bash");
    shell.current_dir(folder).stdin(Stdio::null()).env("PATH", std::env::join_paths(path)?);
    shell.env("FUNNEL_API_URL", &up.api).env("FUNNEL_EDGE_URL", &up.edge).env("FUNNEL_API_KEY", key);
    Ok(shell)
}

/// Whether a text matches the page: `…` stands for anything, and all white space is equal.
fn matches(expected: &str, printed: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (expected, printed) = (plain(expected), plain(printed));
    let mut pieces = expected.split('…').map(str::trim);
    let Some(mut rest) = pieces.next().and_then(|first| printed.strip_prefix(first)) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else { return rest.is_empty() };
    for piece in between {
        let Some((_, after)) = rest.split_once(piece) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_with_what_they_print() {
        let page = "# A\n```sh\na\nb\n```\nwords\n```text\n1\n```\n```console\n$ no\n```\n```sh\nc\n```\n";
        let step = |line, commands: &str, expected: Option<&str>| Step {
            line,
            commands: commands.to_owned(),
            expected: expected.map(str::to_owned),
        };
        assert_eq!(steps(page), [step(2, "a\nb\n", Some("1\n")), step(13, "c\n", None)]);
    }

    #[test]
    fn what_is_printed_is_compared_but_for_what_differs() {
        for (expected, printed, same) in [
            ("1\n", "\n1\n\n", true),
            ("{ \"a\": 1 }", "{\n  \"a\": 1\n}", true),
            ("{\"a\":…}", "{\"a\":17}", true),
            ("…true", "false\ntrue", true),
            ("…true", "true", true),
            ("a…b…c", "a1b2c", true),
            ("1", "12", false),
            ("…1", "12", false),
            ("a…b…c", "a1c", false),
            ("", "1", false),
        ] {
            assert_eq!(matches(expected, printed), same, "{expected} {printed}");
        }
    }

    #[test]
    fn a_script_stops_at_the_first_failure_and_marks_each_block() {
        let steps = steps("```sh\necho one\n```\n```sh\nfalse\necho two\n```\n");
        let output = Command::new("bash").args(["-c", &script(&steps)]).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed, format!("one\n\n{MARK}\n"));
        assert!(!output.status.success());
    }
}
