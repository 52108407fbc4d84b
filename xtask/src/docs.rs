use std::fs;
use std::process::Command;

use anyhow::{Context as _, ensure};

use crate::checks::git;
use crate::process::{run as run_command, say};
use crate::tools::{Source, wheels};
use crate::workspace::root;

const MDBOOK: Source = Source {
    name: "mdbook",
    version: "0.5.4",
    options: &["--no-default-features"],
    seconds: 70,
    fast: false,
};

/// The checker of links.
const WHEELS: &str = "xtask/docs.txt";

/// The table of contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Builds the book, and checks the links of all pages. Addresses of others are left alone: they fail for reasons of their own.
pub(crate) fn run() -> anyhow::Result<()> {
    let listed = git(&["ls-files", "--", "*.md"])?.context("git is needed to list the pages")?;
    let pages: Vec<&str> = listed.lines().filter(|page| !page.starts_with("xtask/")).collect();
    let summary = fs::read_to_string(root().join(SUMMARY)).with_context(|| format!("reading {SUMMARY}"))?;
    let missing = missing(&pages, &summary);
    ensure!(missing.is_empty(), "{SUMMARY} does not name {}", missing.join(", "));
    say("checking links");
    let mut links = Command::new(wheels("docs", WHEELS)?.join("lychee"));
    links.args(["--offline", "--include-fragments", "--no-progress"]).args(&pages);
    run_command(links.current_dir(root()))?;
    say("building the book");
    run_command(Command::new(MDBOOK.install()?).args(["build", "docs"]).current_dir(root()))?;
    say("the book is target/book/index.html");
    Ok(())
}

/// The pages of `docs/` that the table of contents forgets.
fn missing<'a>(pages: &[&'a str], summary: &str) -> Vec<&'a str> {
    let below = pages.iter().filter_map(|page| Some((page, page.strip_prefix("docs/")?)));
    let forgotten =
        below.filter(|(_, name)| *name != "SUMMARY.md" && !summary.contains(&format!("({name})")));
    forgotten.map(|(page, _)| *page).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_the_folder_is_in_the_book() {
        let pages = ["README.md", "docs/SUMMARY.md", "docs/a.md", "docs/adr/a.md"];
        assert_eq!(missing(&pages, "- [A](a.md)"), ["docs/adr/a.md"]);
        assert!(missing(&pages, "- [A](a.md)\n- [B](adr/a.md)").is_empty());
    }
}
