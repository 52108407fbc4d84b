//! Tables with a header row, as spreadsheets and other services write them.

use std::io::{Chain, Read as _};

use application::transfer::link_tables::TableRow;
use application::transfer::links::{KnownBy, LinkRow};
use kernel::{ErrorKind, Hostname, Location, ValidationErrors, is_blank};
use landing_draft::target::Target;
use landing_draft::text::Label;

use super::columns::Columns;
use super::rows::{Links, Refusal, completed, link};
use crate::convert::field;
use crate::csv::plain;

/// Separators to try, in this order.
const SEPARATORS: [u8; 4] = *b",;\t|";

/// Row behind the last one. An open quotation mark swallows it.
const END: &str = "\u{1f}";
const END_ROW: &[u8] = b"\n\x1f\n";

/// Returns whether a line is the header of a table.
pub(super) fn has_header(line: &str) -> bool {
    Sheet::open(line).is_ok()
}

/// Returns whether the first line of a text names the separator of a table.
pub(super) fn names_separator(text: &str) -> bool {
    NamedSeparator::of(text).is_ok_and(|named| named.is_some())
}

/// Parses the rows of a table. They belong to `asked`; without it, each row names its own domain.
pub(super) fn read(text: &str, asked: Option<&Hostname>) -> Result<Links, Refusal> {
    let Sheet { mut records, columns, separator } = Sheet::open(text)?;
    let mut links = Links::known_by(if columns.is_own { KnownBy::Label } else { KnownBy::Address });
    while let Some(found) = records.next()? {
        let line = found.line;
        let row = Row { found, columns: &columns, separator };
        links.add(line, row.read(asked))?;
    }
    Ok(links)
}

/// A table behind its header.
struct Sheet<'a> {
    records: Records<'a>,
    columns: Columns,
    separator: u8,
}

impl<'a> Sheet<'a> {
    /// Reads the header with the separator that the first line names, or else with the first that gives one.
    fn open(text: &'a str) -> Result<Self, Refusal> {
        let named = NamedSeparator::of(text)?;
        let (body, first) = match &named {
            Some(named) => (text.get(named.length..).unwrap_or_default(), 2),
            None => (text, 1),
        };
        let separators = named.map_or(SEPARATORS.to_vec(), |named| vec![named.separator]);
        // The separator with the most columns says best why the header can't be read.
        let mut refused = (0, String::new());
        for separator in separators {
            let mut records = Records::new(body, first, separator);
            let Some(header) = records.next()? else {
                let message = "must name the columns, such as label,url; the file has no rows";
                return Err(Refusal::Unreadable(format!("line {first} {message}")));
            };
            let (line, cells) = (header.line, header.cells.len());
            match Columns::read(header.cells) {
                // A header of one column shows no separator, so commas belong to the addresses.
                Ok(columns) if cells == 1 && separator == b',' => {
                    let mut records = Records::new(body, first, b'\t');
                    records.next()?;
                    return Ok(Self { records, columns, separator: b'\t' });
                }
                Ok(columns) => return Ok(Self { records, columns, separator }),
                Err(reason) if cells > refused.0 => refused = (cells, format!("line {line} {reason}")),
                Err(_) => {}
            }
        }
        Err(Refusal::Unreadable(refused.1))
    }
}

/// First line of a file for Excel, such as `sep=;`.
struct NamedSeparator {
    separator: u8,
    length: usize,
}

impl NamedSeparator {
    fn of(text: &str) -> Result<Option<Self>, Refusal> {
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
        let separator = separator.ok_or_else(|| Refusal::Unreadable(reason.to_owned()))?;
        Ok(Some(Self { separator, length: line.len() }))
    }
}

/// A row with at least one cell that is not blank.
struct Found<'a> {
    line: usize,
    cells: &'a csv::StringRecord,
    /// Whether a quotation mark in the row is still open at the end of the file.
    is_open: bool,
}

/// Rows of a table with their lines.
struct Records<'a> {
    reader: csv::Reader<Chain<&'a [u8], &'static [u8]>>,
    body: &'a [u8],
    /// Position in the body whose line is known.
    at: usize,
    line: usize,
    cells: csv::StringRecord,
}

impl<'a> Records<'a> {
    fn new(body: &'a str, line: usize, separator: u8) -> Self {
        let body = body.as_bytes();
        let mut options = csv::ReaderBuilder::new();
        options.has_headers(false).flexible(true).delimiter(separator);
        let reader = options.from_reader(body.chain(END_ROW));
        Self { reader, body, at: 0, line, cells: csv::StringRecord::new() }
    }

    /// Returns the next row. Rows without content are passed over, but their lines count.
    fn next(&mut self) -> Result<Option<Found<'_>>, Refusal> {
        loop {
            let unreadable = |error: csv::Error| Refusal::Unreadable(error.to_string());
            if !self.reader.read_record(&mut self.cells).map_err(unreadable)? {
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

/// A row and what its table says about it.
struct Row<'a> {
    found: Found<'a>,
    columns: &'a Columns,
    separator: u8,
}

impl Row<'_> {
    fn read(&self, asked: Option<&Hostname>) -> TableRow {
        let domain = self.domain(asked);
        let misshapen = self.misshapen();
        let path = format!("rows.{}", self.found.line);
        let mut row = if self.columns.is_own { self.own(path) } else { self.foreign(path) };
        // Other errors of a row whose cells are shifted would mislead.
        if let Some(error) = misshapen {
            row.content = Err(error);
        }
        match domain {
            Ok(domain) => row.domain = Some(domain),
            Err(error) => row.content = Err(error),
        }
        row
    }

    fn misshapen(&self) -> Option<ValidationErrors> {
        let (cells, width) = (self.found.cells, self.columns.width);
        let message = if self.found.is_open {
            "a quotation mark that opens in this row is never closed; within a quoted cell, write it twice"
                .to_owned()
        } else if cells.iter().skip(width).all(is_blank) {
            return None;
        } else {
            let count =
                (1..).zip(cells).filter(|(_, cell)| !is_blank(cell)).last().map_or(0, |(count, _)| count);
            let mark = match self.separator {
                b',' => "comma".to_owned(),
                b';' => "semicolon".to_owned(),
                b'\t' => "tab".to_owned(),
                other => format!("{:?}", char::from(other)),
            };
            format!(
                "has {count} cells, and the header {width} columns; put a cell with a {mark} in quotation marks"
            )
        };
        Some(ValidationErrors::one(Location::root(), ErrorKind::Value, message))
    }

    /// Returns the domain of the row. Other services have domains of their own, which count only if the request names none.
    fn domain(&self, asked: Option<&Hostname>) -> Result<Hostname, ValidationErrors> {
        let place = |at: Option<usize>| Location::root().at(at.map_or("domain", |at| self.columns.name(at)));
        let named = self.columns.domain.and_then(|at| self.found.cells.get(at)).map(str::trim);
        let named = named.filter(|cell| !is_blank(cell) && (self.columns.is_own || asked.is_none()));
        let Some(named) = named else {
            let missing = "is missing; name the domain here or in the request";
            let none = || ValidationErrors::one(place(self.columns.domain), ErrorKind::Missing, missing);
            return asked.cloned().ok_or_else(none);
        };
        let refused =
            |message: String| ValidationErrors::one(place(self.columns.domain), ErrorKind::Value, message);
        let named = Hostname::parse(&plain(named)).map_err(|error| refused(error.to_string()))?;
        match asked {
            Some(asked) if *asked != named => {
                Err(refused(format!("is {named}, but the request is for {asked}")))
            }
            _ => Ok(named),
        }
    }

    /// Parses a row of our own export. Its cells have apostrophes that neutralize formulas.
    fn own(&self, path: String) -> TableRow {
        let columns = self.columns;
        let cell = |at: usize| self.found.cells.get(at).map(plain).filter(|cell| !cell.is_empty());
        let label_cell = columns.labels.first().and_then(|at| cell(*at)).unwrap_or_default();
        let mut errors = ValidationErrors::none();
        let label = field(&mut errors, "label", Label::parse(&label_cell));
        let address = cell(columns.url).unwrap_or_default();
        let url = field(&mut errors, "url", Target::parse(&completed(&address)));
        let position = columns.position.and_then(cell).filter(|cell| !is_blank(cell));
        let position = position.map(|cell| cell.trim().parse::<usize>()).transpose().map_err(|_| {
            ValidationErrors::one(
                Location::root(),
                ErrorKind::IntType,
                "must be a whole number of at least 0",
            )
        });
        let position = field(&mut errors, "position", position);
        let segment = columns.segment.and_then(cell).filter(|cell| !is_blank(cell));
        let content = match (label, url, position) {
            (Some(label), Some(url), Some(position)) => Ok(LinkRow { label, url, segment, position }),
            _ => Err(errors),
        };
        let name =
            Some(label_cell.chars().take(Label::MAX).collect()).filter(|name: &String| !name.is_empty());
        TableRow { path, name, domain: None, content }
    }

    /// Parses a row of another service's export.
    fn foreign(&self, path: String) -> TableRow {
        let columns = self.columns;
        let cell = |at: usize| self.found.cells.get(at).unwrap_or_default();
        // MySQL writes `NULL` or `\N` for a title that YOURLS does not know.
        let is_empty = |text: &str| is_blank(text) || matches!(text.trim(), "NULL" | "\\N");
        let label = columns.labels.iter().copied().find(|at| !is_empty(cell(*at)));
        let label = label.map_or(("label", ""), |at| (columns.name(at), cell(at)));
        let address = completed(cell(columns.url));
        link(path, label, (columns.name(columns.url), &address), None)
    }
}
