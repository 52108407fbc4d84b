use std::fs;
use std::process::Command;

use anyhow::{Context as _, ensure};

use super::Violation;
use super::layers::Crate;
use crate::workspace::root;

/// Maximum number of lines of a file. Longer files hold more than one idea.
const LONGEST: usize = 500;

pub(crate) fn check_crates(crates: &[Crate]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for one in crates {
        if !one.inherits_lints {
            let fix = "add `[lints]` with `workspace = true` to its Cargo.toml";
            violations.push(Violation::new(&one.name, "it does not inherit the lints of the workspace", fix));
        }
        if one.folder.starts_with("crates/") && !one.has_readme {
            let fix = "write one (purpose and invariants) and include it as the crate's documentation";
            violations.push(Violation::new(&one.name, "it has no README.md", fix));
        }
    }
    violations
}

/// A tracked file.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn new(path: &str, text: impl Into<String>) -> Self {
        Self { path: path.to_string(), text: text.into() }
    }

    /// Whether the file is a test, a benchmark or an example, and not delivered.
    pub(crate) fn is_test(&self) -> bool {
        let is_folder = |part| matches!(part, "tests" | "benches" | "examples");
        self.path.split('/').any(is_folder) || self.path.ends_with("tests.rs")
    }

    fn is_generated(&self) -> bool {
        self.text.lines().take(3).any(|line| line.starts_with("// Written by `cargo xtask "))
    }
}

/// Returns the tracked files that match one of the patterns of git.
pub(crate) fn tracked_files(patterns: &[&str]) -> anyhow::Result<Vec<File>> {
    let mut git = Command::new("git");
    // The clone may belong to another user than the one who runs the check.
    git.args(["-c", "safe.directory=*", "ls-files", "-z", "--"]).args(patterns).current_dir(root());
    let output = git.output().context("git is needed to list the source files")?;
    ensure!(output.status.success(), "`git ls-files` failed: {}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8_lossy(&output.stdout);
    let files = listed.split('\0').filter_map(|path| {
        // A file that is deleted but not committed can't be read.
        let text = fs::read_to_string(root().join(path)).ok()?;
        Some(File::new(path, text))
    });
    Ok(files.collect())
}

pub(crate) fn check_files(files: &[File]) -> Vec<Violation> {
    let written = files.iter().filter(|file| !file.is_test() && !file.is_generated());
    let lengths = written.map(|file| (file, file.text.lines().count()));
    let long = lengths.filter(|(_, lines)| *lines > LONGEST);
    let rule = |lines: usize| format!("it has {lines} lines, more than {LONGEST}");
    long.map(|(file, lines)| Violation::new(&file.path, rule(lines), "split it by idea")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_files_that_are_no_tests_count() {
        let file = |path: &str, lines| File::new(path, "\n".repeat(lines));
        let files = [
            file("a/src/x.rs", 501),
            file("a/src/y.rs", 500),
            file("a/tests/z.rs", 900),
            file("a/src/x/tests.rs", 900),
            File::new("a/src/types.rs", format!("// Written by `cargo xtask sdk`.\n{}", "\n".repeat(900))),
        ];
        let found = check_files(&files);
        assert_eq!(
            found,
            [Violation::new("a/src/x.rs", "it has 501 lines, more than 500", "split it by idea")]
        );
    }

    #[test]
    fn a_library_needs_lints_and_a_readme_and_an_app_only_lints() {
        let of = |folder: &str| Crate {
            name: "some".to_string(),
            folder: folder.to_string(),
            dependencies: Vec::new(),
            inherits_lints: false,
            has_readme: false,
        };
        let (library, app) = (of("crates/domain/some"), of("apps/some"));
        assert_eq!(check_crates(std::slice::from_ref(&library)).len(), 2);
        assert_eq!(check_crates(&[app]).len(), 1);
        assert!(check_crates(&[Crate { inherits_lints: true, has_readme: true, ..library }]).is_empty());
    }
}
