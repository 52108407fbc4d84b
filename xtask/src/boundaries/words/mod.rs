//! The language of doc comments and pages: a check of their first words, and samples for a human reader (docs/STYLE.md).

mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use anyhow::{Context as _, bail};
use clap::Args;

use self::texts::Text;
use super::Violation;
use super::tidy::{File, tracked_files};
use crate::process::{print_line, say};
use crate::workspace::root;

/// First words that hide the subject of a sentence.
const REFUSED: [&str; 9] = ["How", "It", "Of", "That", "Those", "What", "Who", "Whom", "Whose"];

/// Number of texts per folder that still start with such a word. The numbers may only shrink.
const TABLE: &str = "xtask/words.txt";

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Prints this many random doc comments and checks nothing.
    #[arg(long, value_name = "NUMBER")]
    sample: Option<usize>,
    /// Selects the sample; the same seed selects the same texts.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Samples sentences of docs/, README and CHANGELOG instead of doc comments.
    #[arg(long, requires = "sample")]
    docs: bool,
    /// Lowers the numbers in xtask/words.txt to those of today.
    #[arg(long, conflicts_with = "sample")]
    lower: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    if let Some(count) = options.sample {
        let texts = if options.docs { texts::sentences(&pages()?) } else { texts::comments(&sources()?) };
        return print_all(&sample(texts, count, options.seed));
    }
    let offenders = offenders()?;
    if options.lower {
        let table = lowered(&read_table()?, &counts(&offenders));
        return fs::write(root().join(TABLE), table).context(TABLE);
    }
    print_all(&offenders)?;
    if let Some(violation) = excess(&offenders)?.first() {
        bail!("{violation}");
    }
    say(&format!("{} texts start with a refused word, as {TABLE} allows", offenders.len()));
    Ok(())
}

/// Returns the folders with more offenders than [`TABLE`] allows.
pub(super) fn check() -> anyhow::Result<Vec<Violation>> {
    excess(&offenders()?)
}

fn sources() -> anyhow::Result<Vec<File>> {
    tracked_files(&["*.rs"])
}

fn pages() -> anyhow::Result<Vec<File>> {
    tracked_files(&["docs/*.md", "README.md", "CHANGELOG.md"])
}

fn print_all(texts: &[Text]) -> anyhow::Result<()> {
    texts.iter().try_for_each(|text| print_line(&text.to_string()))
}

fn sample(mut texts: Vec<Text>, count: usize, seed: u64) -> Vec<Text> {
    texts.sort_by_cached_key(|text| {
        let mut hasher = DefaultHasher::new();
        (seed, text).hash(&mut hasher);
        hasher.finish()
    });
    texts.truncate(count);
    texts
}

fn offenders() -> anyhow::Result<Vec<Text>> {
    let mut texts = texts::comments(&sources()?);
    texts.extend(texts::paragraphs(&pages()?));
    texts.retain(|text| starts_badly(&text.words));
    Ok(texts)
}

fn starts_badly(words: &str) -> bool {
    let first = words.split(|character: char| !character.is_alphabetic()).next();
    first.is_some_and(|first| REFUSED.contains(&first))
}

fn excess(offenders: &[Text]) -> anyhow::Result<Vec<Violation>> {
    Ok(above(&counts(offenders), &allowed(&read_table()?)?))
}

fn read_table() -> anyhow::Result<String> {
    fs::read_to_string(root().join(TABLE)).context(TABLE)
}

fn counts(offenders: &[Text]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for offender in offenders {
        *counts.entry(offender.folder()).or_default() += 1;
    }
    counts
}

/// Reads the lines `folder number` of the table.
fn allowed(table: &str) -> anyhow::Result<BTreeMap<&str, usize>> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (folder, number) = line.split_once(' ').with_context(|| format!("{TABLE}: {line}"))?;
            Ok((folder, number.parse().with_context(|| format!("{TABLE}: {line}"))?))
        })
        .collect()
}

/// Returns the table with each number lowered to that in `counts`. Folders with 0 are removed.
fn lowered(table: &str, counts: &BTreeMap<&str, usize>) -> String {
    let line = |line: &str| {
        let Some((folder, number)) = line.split_once(' ').filter(|_| !line.starts_with('#')) else {
            return Some(format!("{line}\n"));
        };
        let now = counts.get(folder).copied().unwrap_or_default();
        let now = number.parse().map_or(now, |number: usize| number.min(now));
        (now > 0).then(|| format!("{folder} {now}\n"))
    };
    table.lines().filter_map(line).collect()
}

fn above(counts: &BTreeMap<&str, usize>, allowed: &BTreeMap<&str, usize>) -> Vec<Violation> {
    let most = |folder: &str| allowed.get(folder).copied().unwrap_or_default();
    let above = counts.iter().filter(|(folder, count)| **count > most(folder));
    let fix = "start with a noun or a third-person verb; `cargo xtask words` lists the texts";
    let violation = |(folder, count): (&&str, &usize)| {
        let rule = format!("{count} texts start with {}; {} may", REFUSED.join(", "), most(folder));
        Violation::new(*folder, rule, fix)
    };
    above.map(violation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str, words: &str) -> Text {
        Text { path: path.to_owned(), line: 1, words: words.to_owned() }
    }

    #[test]
    fn only_whole_first_words_are_refused() {
        for bad in ["What it has.", "It's gone.", "How often", "Of all"] {
            assert!(starts_badly(bad), "{bad}");
        }
        for good in ["Its number.", "Whatever comes.", "Offers", "`It`", "Number of what it has.", ""] {
            assert!(!starts_badly(good), "{good}");
        }
    }

    #[test]
    fn the_same_seed_selects_the_same_texts() {
        let texts: Vec<_> = (0..50).map(|number| text("a/src/lib.rs", &format!("Text {number}"))).collect();
        let reversed = texts.iter().rev().cloned().collect();
        let (one, other) = (sample(texts.clone(), 5, 1), sample(texts.clone(), 5, 2));
        assert_eq!(one, sample(reversed, 5, 1));
        assert_ne!(one, other);
        assert_eq!(sample(texts, 80, 1).len(), 50);
    }

    #[test]
    fn a_folder_may_have_fewer_offenders_than_the_table_but_not_more() {
        let offenders = [text("a/src/lib.rs", ""), text("a/tests/it/main.rs", ""), text("docs/x/y.md", "")];
        let found = |table| {
            let above = above(&counts(&offenders), &allowed(table).unwrap());
            above.iter().map(ToString::to_string).collect::<String>()
        };
        assert_eq!(found("# A comment.\na 2\ndocs 1\nother 9\n"), "");
        assert!(found("a 1\ndocs 1\n").starts_with("a: 2 texts start with How, It"));
        assert!(found("a 2\n").starts_with("docs: 1 texts"));
    }

    #[test]
    fn numbers_are_lowered_and_never_raised() {
        let counts = BTreeMap::from([("a", 3), ("b", 1), ("new", 1)]);
        assert_eq!(lowered("# A comment.\na 2\nb 5\nc 4\n", &counts), "# A comment.\na 2\nb 1\n");
    }

    #[test]
    fn the_table_has_lines_of_a_folder_and_a_number() {
        assert!(allowed("a\n").is_err());
        assert!(allowed("a few\n").is_err());
    }
}
