//! The texts of source files and pages.

use std::fmt;

use crate::boundaries::File;

/// A doc comment, a paragraph or list item of a page, or one of its sentences.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Text {
    pub(super) path: String,
    /// Number of the first line; that of the paragraph for a sentence.
    pub(super) line: usize,
    pub(super) words: String,
}

impl Text {
    /// Folder of the crate, `docs`, or the file in the root.
    pub(super) fn folder(&self) -> &str {
        let ends = ["/src/", "/tests/", "/examples/", "/benches/", "/build.rs"];
        if self.path.starts_with("docs/") {
            return "docs";
        }
        ends.into_iter().find_map(|end| self.path.split_once(end)).map_or(&self.path, |(folder, _)| folder)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path, self.line, self.words)
    }
}

/// Second line of a generated file, whose comments come from the document of the API.
const GENERATED: &str = "\n// Written by `cargo xtask sdk`";

/// Returns the doc comments of source files that people write.
pub(super) fn comments(files: &[File]) -> Vec<Text> {
    let written = files.iter().filter(|file| !file.text.contains(GENERATED));
    written.flat_map(|file| collect(file, comment_line)).collect()
}

/// Returns the paragraphs and list items of pages, without headings, tables and code.
pub(super) fn paragraphs(pages: &[File]) -> Vec<Text> {
    pages.iter().flat_map(|page| collect(page, page_line)).collect()
}

/// Returns the sentences of [`paragraphs`].
pub(super) fn sentences(pages: &[File]) -> Vec<Text> {
    let all = paragraphs(pages);
    let split = |text: &Text| {
        let sentences: Vec<_> = text.words.split_inclusive(". ").map(str::trim).map(str::to_owned).collect();
        let (path, line) = (text.path.clone(), text.line);
        sentences.into_iter().map(move |words| Text { path: path.clone(), line, words })
    };
    all.iter().flat_map(split).collect()
}

/// A line as part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line<'a> {
    First(&'a str),
    Next(&'a str),
    Other,
}

/// Joins lines to texts, without the code between fences.
fn collect(file: &File, classify: fn(&str) -> Line<'_>) -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    let (mut is_open, mut is_code) = (false, false);
    for (number, line) in file.text.lines().enumerate() {
        let line = classify(line.trim());
        let (Line::First(words) | Line::Next(words)) = line else {
            is_open = false;
            continue;
        };
        if words.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        if is_code {
            continue;
        }
        match texts.last_mut().filter(|_| is_open && line == Line::Next(words)) {
            Some(text) => text.words = format!("{} {words}", text.words).trim().to_owned(),
            None => texts.push(Text { path: file.path.clone(), line: number + 1, words: words.to_owned() }),
        }
        is_open = true;
    }
    texts.retain(|text| !text.words.is_empty());
    texts
}

fn comment_line(line: &str) -> Line<'_> {
    let marked = line.strip_prefix("///").filter(|rest| !rest.starts_with('/'));
    match marked.or_else(|| line.strip_prefix("//!")) {
        Some(words) => Line::Next(words.trim()),
        None => Line::Other,
    }
}

fn page_line(line: &str) -> Line<'_> {
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|digit| digit.is_ascii_digit());
    if line.is_empty() || line.starts_with(['#', '|', '<']) {
        return Line::Other;
    }
    let item = line.strip_prefix("- ");
    let numbered = || line.split_once(". ").filter(|(before, _)| is_number(before)).map(|(_, words)| words);
    item.or_else(numbered).map_or(Line::Next(line), |words| Line::First(words.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(texts: &[Text]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn doc_comments_are_joined_without_their_code() {
        let source = "//! A crate\n//! of rules.\n\n/// One.\n///\n/// ```\n/// code();\n/// ```\n/// Two.\nfn one() {}\n\
            // No doc comment.\n//// Nor this.\n    /// A field.\n    field: u8,\n";
        let found = comments(&[File::new("a/src/lib.rs", source)]);
        let expected =
            ["a/src/lib.rs:1: A crate of rules.", "a/src/lib.rs:4: One. Two.", "a/src/lib.rs:13: A field."];
        assert_eq!(shown(&found), expected);
    }

    #[test]
    fn generated_files_are_left_out() {
        let file = File::new("a/src/lib.rs", format!("//! Types.{GENERATED}.\n/// One.\n"));
        assert!(comments(&[file]).is_empty());
    }

    #[test]
    fn a_page_has_paragraphs_and_list_items() {
        let page = "# Title\n\nFirst line\nsecond line. Another sentence.\n\n- item\n  goes on\n- next\n\n1. Step.\n\n\
            | a | table |\n\n```sh\ncode\n```\nAfter the code.\n";
        let page = [File::new("docs/x.md", page)];
        let expected = [
            "docs/x.md:3: First line second line. Another sentence.",
            "docs/x.md:6: item goes on",
            "docs/x.md:8: next",
            "docs/x.md:10: Step.",
            "docs/x.md:17: After the code.",
        ];
        assert_eq!(shown(&paragraphs(&page)), expected);
        let first: Vec<_> = shown(&sentences(&page)).into_iter().take(2).collect();
        assert_eq!(first, ["docs/x.md:3: First line second line.", "docs/x.md:3: Another sentence."]);
    }

    #[test]
    fn a_text_belongs_to_a_crate_or_to_the_pages() {
        for (path, folder) in [
            ("crates/application/src/intake/mod.rs", "crates/application"),
            ("crates/domain/kernel/tests/it/main.rs", "crates/domain/kernel"),
            ("sdk/rust/examples/a.rs", "sdk/rust"),
            ("apps/funnel/build.rs", "apps/funnel"),
            ("docs/adr/0001.md", "docs"),
            ("README.md", "README.md"),
        ] {
            let text = Text { path: path.to_owned(), line: 1, words: String::new() };
            assert_eq!(text.folder(), folder);
        }
    }
}
