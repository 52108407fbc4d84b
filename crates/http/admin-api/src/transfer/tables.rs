//! Link files: tables, plain lists of addresses, and browser bookmarks.

mod bookmarks;
pub(super) mod columns;
pub(super) mod rows;
mod sheet;

use application::transfer::links::KnownBy;
use http_kit::error::ApiError;
use http_kit::wire::ErrorCode;
use kernel::{ErrorKind, Hostname, Location, ValidationErrors};

use rows::{Links, MAX_ROWS, Refusal, completed, link};

use crate::csv;

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

/// Domain of a file's links, and the treatment of rows with errors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    /// Domain of all rows; without it, each row names its own.
    pub(super) domain: Option<&'a Hostname>,
    /// Whether a row without a usable domain fails alone. Otherwise it fails the file.
    pub(super) partial: bool,
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

    /// Parses the rows of a file.
    pub(super) fn read(self, file: &[u8], asked: Asked<'_>) -> Result<Links, ApiError> {
        let text = csv::decoded(file).map_err(|message| rejected(message.into()))?;
        let links = match (self, asked.domain) {
            (Self::Csv, domain) => sheet::read(&text, domain),
            // Excel saves tables as "Unicode text" with the ending `.txt`.
            (Self::List, domain) if is_table(&text) => sheet::read(&text, domain),
            (Self::List, Some(domain)) => list(&text, domain),
            (Self::Bookmarks, Some(domain)) => bookmarks::read(&text, domain),
            (_, None) => {
                let at = Location::root().at("domain");
                return Err(ApiError::query(ValidationErrors::one(at, ErrorKind::Missing, "is required")));
            }
        };
        let links = links.map_err(rejected)?;
        let mut rows = links.rows.iter().zip(&links.lines);
        match rows.find(|(row, _)| row.domain.is_none() && !asked.partial) {
            Some((row, line)) => {
                let errors = row.content.as_ref().err().map(ToString::to_string).unwrap_or_default();
                Err(rejected(Refusal::Unreadable(format!("line {line}: {errors}"))))
            }
            None => Ok(links),
        }
    }
}

fn rejected(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::Unreadable(message) => ApiError::coded(ErrorCode::InvalidFile, message),
        Refusal::TooManyRows => {
            let message = format!("the file has more than {MAX_ROWS} rows");
            ApiError::coded(ErrorCode::PayloadTooLarge, message)
        }
    }
}

/// Returns whether the first line of a list names columns instead of an address.
fn is_table(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_comment = first.trim_start().starts_with('#');
    !is_comment && (csv::names_separator(text) || sheet::has_header(first))
}

/// Parses one address per line; skips empty lines and those that start with `#`.
fn list(text: &str, domain: &Hostname) -> Result<Links, Refusal> {
    let mut links = Links::known_by(KnownBy::Address);
    for (line, address) in (1..).zip(text.lines().map(str::trim)) {
        if !address.is_empty() && !address.starts_with('#') {
            let path = format!("lines.{line}");
            let row = link(path, ("label", ""), ("url", &completed(address)), Some(domain.clone()));
            links.add(line, row)?;
        }
    }
    Ok(links)
}

#[cfg(test)]
mod tests;
