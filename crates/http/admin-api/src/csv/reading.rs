//! Rows of tables, as spreadsheets and other services write them.

use std::io::{Chain, Read as _};

use kernel::is_blank;

/// Row behind the last one. An open quotation mark swallows it.
const END: &str = "\u{1f}";
const END_ROW: &[u8] = b"\n\x1f\n";

/// Returns whether the first line of a text names the separator of a table.
pub(crate) fn names_separator(text: &str) -> bool {
    NamedSeparator::of(text).is_ok_and(|named| named.is_some())
}

/// First line of a file for Excel, such as `sep=;`.
pub(crate) struct NamedSeparator {
    pub(crate) separator: u8,
    /// Length of the line, in bytes.
    pub(crate) length: usize,
}

impl NamedSeparator {
    /// Reads the line. Fails if it names no usable separator.
    pub(crate) fn of(text: &str) -> Result<Option<Self>, String> {
        let line = text.split_inclusive('\n').next().unwrap_or_default();
        let bare = line.trim_start_matches(['\u{feff}', ' ', '"']).trim_end_matches('\n');
        let Some((start, named)) = bare.split_at_checked(4) else { return Ok(None) };
        if !start.eq_ignore_ascii_case("sep=") {
            return Ok(None);
        }
        let named = named.trim_start_matches('"');
        let separator = match named.bytes().next() {
            _ if named.starts_with("\\t") || named.eq_ignore_ascii_case("tab") => Some(b'\t'),
            Some(byte) if byte == b'\t' || byte.is_ascii_punctuation() => Some(byte),
            _ => None,
        };
        let reason = "line 1 must name one character as separator, such as sep=; or sep= and a tab";
        let separator = separator.ok_or(reason)?;
        Ok(Some(Self { separator, length: line.len() }))
    }
}

/// A row with at least one cell that is not blank.
pub(crate) struct Found<'a> {
    pub(crate) line: usize,
    pub(crate) cells: &'a csv::StringRecord,
    /// Whether a quotation mark in the row is still open at the end of the file.
    pub(crate) is_open: bool,
}

/// Rows of a table with their lines.
pub(crate) struct Records<'a> {
    reader: csv::Reader<Chain<&'a [u8], &'static [u8]>>,
    body: &'a [u8],
    /// Position in the body whose line is known.
    at: usize,
    line: usize,
    cells: csv::StringRecord,
}

impl<'a> Records<'a> {
    pub(crate) fn new(body: &'a str, line: usize, separator: u8) -> Self {
        let body = body.as_bytes();
        let mut options = csv::ReaderBuilder::new();
        options.has_headers(false).flexible(true).delimiter(separator);
        let reader = options.from_reader(body.chain(END_ROW));
        Self { reader, body, at: 0, line, cells: csv::StringRecord::new() }
    }

    /// Returns the next row. Rows without content are passed over, but their lines count.
    pub(crate) fn next(&mut self) -> Result<Option<Found<'_>>, String> {
        loop {
            if !self.reader.read_record(&mut self.cells).map_err(|error| error.to_string())? {
                return Ok(None);
            }
            let start = self.cells.position().map_or(0, csv::Position::byte);
            self.go_to(usize::try_from(start).unwrap_or(usize::MAX));
            let end = usize::try_from(self.reader.position().byte()).unwrap_or(usize::MAX);
            let is_behind = end > self.body.len().saturating_add(1);
            if is_behind && self.cells.len() == 1 && self.cells.get(0) == Some(END) {
                return Ok(None);
            }
            if is_behind || !self.cells.iter().all(is_blank) {
                return Ok(Some(Found { line: self.line, cells: &self.cells, is_open: is_behind }));
            }
        }
    }

    /// Counts the lines up to a row. The parser's position is before the empty lines that it skips.
    fn go_to(&mut self, start: usize) {
        let passed = self.body.get(self.at..start).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.at = self.at.max(start);
        while self.body.get(self.at) == Some(&b'\n') {
            self.line += 1;
            self.at += 1;
        }
    }
}
