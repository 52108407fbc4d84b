//! The pages of docs/: a book, their links, and what their tutorials say to type.

pub(crate) mod tutorials;

use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, ensure};
use clap::Args;

use crate::build::Build;
use crate::checks::git;
use crate::process::{run as run_command, say};
use crate::tools::{Source, wheels};
use crate::workspace::root;

const MDBOOK: Source = Source {
    name: "mdbook",
    version: "0.5.4",
    options: &["--no-default-features", "--features", "search"],
    seconds: 70,
    fast: false,
};

/// The checker of links.
const WHEELS: &str = "xtask/docs.txt";

/// The table of contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Runs the commands of the tutorials and of the README against a service of their own, and compares what they print.
    #[arg(long)]
    test: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    if options.test {
        return tutorials::test(Build::Alone);
    }
    build()?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the book, and checks the links of all pages. Addresses of others are left alone: they fail for reasons of their own.
pub(crate) fn build() -> anyhow::Result<()> {
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
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_page_of_the_folder_is_in_the_book() {
        let pages = ["README.md", "docs/SUMMARY.md", "docs/a.md", "docs/adr/a.md"];
        assert_eq!(missing(&pages, "- [A](a.md)"), ["docs/adr/a.md"]);
        assert!(missing(&pages, "- [A](a.md)\n- [B](adr/a.md)").is_empty());
    }

    /// The hops of a walk: file and function.
    fn hops(walk: &str) -> impl Iterator<Item = (&str, &str)> {
        walk.lines().filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            cells.next()?.parse::<u32>().ok()?;
            Some((cells.next()?.trim_matches('`'), cells.next()?.trim_matches('`')))
        })
    }

    #[test]
    fn walks_pass_functions_that_exist_and_count_them() {
        let page = fs::read_to_string(root().join("docs/walks.md")).unwrap();
        let walks: Vec<&str> = page.split("\n## ").skip(1).collect();
        assert!(walks.len() >= 7, "{}", walks.len());
        for walk in walks {
            let hops: Vec<_> = hops(walk).collect();
            for (file, function) in &hops {
                let source = fs::read_to_string(root().join(file)).unwrap_or_default();
                let declared = ["(", "<"].map(|next| format!("fn {function}{next}"));
                assert!(declared.iter().any(|words| source.contains(words)), "{file} has no {function}");
            }
            let files: BTreeSet<_> = hops.iter().map(|(file, _)| file).collect();
            let count = format!("\n{} hops in {} files", hops.len(), files.len());
            assert!(walk.contains(&count), "{count}");
        }
    }

    #[test]
    fn every_noun_is_where_the_page_says() {
        let page = fs::read_to_string(root().join("docs/nouns.md")).unwrap();
        let rows = page.lines().filter(|line| line.starts_with("| "));
        let rows: Vec<Vec<&str>> = rows.map(|row| row.split('|').collect()).collect();
        let (head, nouns) = rows.split_first().unwrap();
        assert!(nouns.len() >= 22, "{}", nouns.len());
        for noun in nouns {
            assert_eq!(noun.len(), head.len(), "{noun:?}");
            for (cell, column) in noun.iter().zip(head) {
                let folder = column.split('`').nth(1).unwrap_or_default();
                for place in cell.split('`').skip(1).step_by(2) {
                    let paths = [root().join(folder).join(place), root().join(place)];
                    assert!(
                        paths.iter().any(|path| path.exists()),
                        "{}: there is no {place}",
                        noun[1].trim()
                    );
                }
            }
        }
    }
}
