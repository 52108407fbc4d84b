//! Tables with a header row, as spreadsheets and other services write them.

use application::transfer::link_tables::TableRow;
use application::transfer::links::{KnownBy, LinkRow};
use kernel::{ErrorKind, Hostname, Location, ValidationErrors, is_blank};
use landing_draft::target::Target;
use landing_draft::text::Label;

use super::columns::Columns;
use super::rows::{Links, Refusal, completed, link};
use crate::convert::field;
use crate::csv::{Found, NamedSeparator, Records, plain};

/// Separators to try, in this order.
const SEPARATORS: [u8; 4] = *b",;\t|";

/// Returns whether a line is the header of a table.
pub(super) fn has_header(line: &str) -> bool {
    Sheet::open(line).is_ok()
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
                return Err(format!("line {first} {message}").into());
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
        Err(refused.1.into())
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
