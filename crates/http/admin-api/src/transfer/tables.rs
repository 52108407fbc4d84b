//! Link files: CSV tables, plain lists of addresses, and browser bookmarks.

use application::transfer::link_tables::TableRow;
use application::transfer::links::{KnownBy, LinkRow};
use html5gum::{DefaultEmitter, Token, Tokenizer};
use http_kit::error::ApiError;
use http_kit::wire::ErrorCode;
use kernel::{ErrorKind, Hostname, Location, ValidationErrors};
use landing_draft::target::Target;
use landing_draft::text::Label;

use crate::convert::field;
use crate::csv::plain;

/// Maximum number of rows of a file.
pub(super) const MAX_ROWS: usize = 100_000;

/// Columns of an exported table.
pub(super) const COLUMNS: [&str; 5] = ["domain", "label", "url", "segment", "position"];

/// Format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// Table with a header row.
    Csv,
    /// One address per line.
    List,
    /// Bookmarks exported by a browser.
    Bookmarks,
}

impl Format {
    /// Returns the format of a media type; without one, a table.
    pub(super) fn of(media_type: Option<&str>) -> Option<Self> {
        match media_type {
            None | Some("text/csv" | "application/octet-stream") => Some(Self::Csv),
            Some("text/plain") => Some(Self::List),
            Some("text/html") => Some(Self::Bookmarks),
            Some(_) => None,
        }
    }

    pub(super) fn known_by(self) -> KnownBy {
        if self == Self::Csv { KnownBy::Label } else { KnownBy::Address }
    }

    /// Parses the rows of a file. They belong to `domain`; without it, each row names its own.
    pub(super) fn read(self, file: &[u8], domain: Option<&Hostname>) -> Result<Vec<TableRow>, ApiError> {
        let text = std::str::from_utf8(file).map_err(|error| {
            let line = file.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count() + 1;
            refused(format!("line {line} is not UTF-8"))
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match (self, domain) {
            (Self::Csv, _) => table(text, domain),
            (Self::List, Some(domain)) => list(text, domain),
            (Self::Bookmarks, Some(domain)) => bookmarks(text, domain),
            (_, None) => {
                let at = Location::root().at("domain");
                Err(ApiError::query(ValidationErrors::one(at, ErrorKind::Missing, "is required")))
            }
        }
    }
}

fn refused(message: String) -> ApiError {
    ApiError::coded(ErrorCode::InvalidFile, message)
}

fn room(rows: &[TableRow]) -> Result<(), ApiError> {
    if rows.len() < MAX_ROWS {
        return Ok(());
    }
    let message = format!("the file has more than {MAX_ROWS} rows");
    Err(ApiError::coded(ErrorCode::PayloadTooLarge, message))
}

/// Positions of the columns in a table.
struct Header(Vec<&'static str>);

impl Header {
    fn read(names: &csv::StringRecord) -> Result<Self, ApiError> {
        let mut columns = Vec::new();
        for name in names {
            let known = COLUMNS.iter().find(|column| column.eq_ignore_ascii_case(name.trim()));
            let known = known.ok_or_else(|| {
                let name: String = name.chars().take(40).collect();
                refused(format!("the column {name:?} is not known; there are {}", COLUMNS.join(", ")))
            })?;
            if columns.contains(known) {
                return Err(refused(format!("there are two columns {known}")));
            }
            columns.push(*known);
        }
        match ["label", "url"].iter().find(|needed| !columns.contains(*needed)) {
            Some(missing) => Err(refused(format!("the first line names no column {missing}"))),
            None => Ok(Self(columns)),
        }
    }

    /// Returns the cell of a column, without the apostrophes that neutralize formulas.
    fn cell(&self, record: &csv::StringRecord, column: &str) -> Option<String> {
        let at = self.0.iter().position(|known| *known == column)?;
        record.get(at).map(plain).filter(|cell| !cell.is_empty())
    }
}

fn table(text: &str, domain: Option<&Hostname>) -> Result<Vec<TableRow>, ApiError> {
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let unreadable = |error: csv::Error| refused(error.to_string());
    let header = Header::read(reader.headers().map_err(unreadable)?)?;
    let mut rows = Vec::new();
    // Counts like spreadsheets, whose row 1 holds the headers.
    for (record, number) in reader.records().zip(2..) {
        room(&rows)?;
        rows.push(row(number, &header, &record.map_err(unreadable)?, domain)?);
    }
    Ok(rows)
}

fn row(
    number: usize,
    header: &Header,
    record: &csv::StringRecord,
    asked: Option<&Hostname>,
) -> Result<TableRow, ApiError> {
    let cell = |column: &str| header.cell(record, column);
    let named = cell("domain").as_deref().map(Hostname::parse).transpose();
    let named = named.map_err(|error| refused(format!("row {number}: domain {error}")))?;
    let domain = match (named, asked) {
        (Some(named), Some(asked)) if named != *asked => {
            return Err(refused(format!("row {number} is for {named}, and the request for {asked}")));
        }
        (Some(named), _) => named,
        (None, Some(asked)) => asked.clone(),
        (None, None) => return Err(refused(format!("row {number} names no domain, and the request none"))),
    };
    let mut errors = ValidationErrors::none();
    let label = field(&mut errors, "label", Label::parse(&cell("label").unwrap_or_default()));
    let url = field(&mut errors, "url", Target::parse(&cell("url").unwrap_or_default()));
    let position = cell("position").as_deref().map(str::parse::<usize>).transpose().map_err(|_| {
        ValidationErrors::one(Location::root(), ErrorKind::IntType, "must be a whole number of at least 0")
    });
    let position = field(&mut errors, "position", position);
    let segment = cell("segment");
    let content = match (label, url, position) {
        (Some(label), Some(url), Some(position)) => Ok(LinkRow { label, url, segment, position }),
        _ => Err(errors),
    };
    let name = cell("label").map(|label| label.chars().take(200).collect());
    Ok(TableRow { path: format!("rows.{number}"), name, domain, content })
}

/// Parses one address per line; skips empty lines and those that start with `#`.
fn list(text: &str, domain: &Hostname) -> Result<Vec<TableRow>, ApiError> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let address = line.trim();
        if !address.is_empty() && !address.starts_with('#') {
            room(&rows)?;
            rows.push(link(format!("lines.{}", index + 1), None, address, domain));
        }
    }
    Ok(rows)
}

/// Extracts addresses and texts of a page's links. Follows no link, and keeps only text.
fn bookmarks(text: &str, domain: &Hostname) -> Result<Vec<TableRow>, ApiError> {
    let (mut rows, mut open): (Vec<TableRow>, Option<(String, String)>) = (Vec::new(), None);
    let mut finish = |open: Option<(String, String)>| {
        let Some((address, label)) = open else { return Ok(()) };
        room(&rows)?;
        rows.push(link(format!("links.{}", rows.len() + 1), Some(&label), &address, domain));
        Ok::<_, ApiError>(())
    };
    // Content of scripts and styles is not parsed as markup.
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::StartTag(tag) if tag.name == b"a" => {
                finish(open.take())?;
                let address = tag.attributes.get(b"href".as_slice());
                let text = |address: &[u8]| String::from_utf8_lossy(address).trim().to_owned();
                open = address.map(|address| (text(address), String::new()));
            }
            Token::EndTag(tag) if tag.name == b"a" => finish(open.take())?,
            Token::String(text) => {
                if let Some((_, label)) = &mut open {
                    label.push_str(&String::from_utf8_lossy(&text));
                }
            }
            _ => {}
        }
    }
    finish(open)?;
    Ok(rows)
}

/// Builds a row. A link without a label is named after its host.
fn link(path: String, label: Option<&str>, address: &str, domain: &Hostname) -> TableRow {
    let mut errors = ValidationErrors::none();
    let url = field(&mut errors, "url", Target::parse(address));
    let words = label.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let text = if words.is_empty() { host(address) } else { words };
    let label: String = text.chars().filter(|character| !character.is_control()).take(200).collect();
    let name = Some(label.clone());
    let label = field(&mut errors, "label", Label::parse(&label));
    let content = match (label, url) {
        (Some(label), Some(url)) => Ok(LinkRow { label, url, segment: None, position: None }),
        _ => Err(errors),
    };
    TableRow { path, name, domain: domain.clone(), content }
}

fn host(address: &str) -> String {
    let rest = address.split_once(':').map_or(address, |(_, rest)| rest).trim_start_matches('/');
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}

#[cfg(test)]
mod tests;
