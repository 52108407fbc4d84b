//! Rows of link files, and the addresses in them.

use std::borrow::Cow;

use application::transfer::link_tables::TableRow;
use application::transfer::links::{KnownBy, LinkRow};
use kernel::{Hostname, ValidationErrors, is_blank, pasted};
use landing_draft::target::Target;
use landing_draft::text::Label;

use crate::convert::field;

/// Maximum number of rows of a file.
pub(crate) const MAX_ROWS: usize = 100_000;

/// Reason why a whole file is rejected.
#[derive(Debug, PartialEq)]
pub(super) enum Refusal {
    /// The message names the line.
    Unreadable(String),
    TooManyRows,
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self::Unreadable(message)
    }
}

/// Rows of a file.
#[derive(Debug)]
pub(crate) struct Links {
    pub(crate) by: KnownBy,
    pub(crate) rows: Vec<TableRow>,
    /// Line of each row in the file, from 1.
    pub(crate) lines: Vec<usize>,
    /// Number of entries that are no web address; only of bookmarks.
    pub(crate) passed_over: Option<usize>,
}

impl Links {
    pub(super) fn known_by(by: KnownBy) -> Self {
        Self { by, rows: Vec::new(), lines: Vec::new(), passed_over: None }
    }

    pub(super) fn add(&mut self, line: usize, row: TableRow) -> Result<(), Refusal> {
        if self.rows.len() >= MAX_ROWS {
            return Err(Refusal::TooManyRows);
        }
        self.rows.push(row);
        self.lines.push(line);
        Ok(())
    }
}

/// Builds a row with errors under these names of columns. A link without a label is named after its host.
pub(super) fn link(
    path: String,
    (label_name, label): (&str, &str),
    (url_name, address): (&str, &str),
    domain: Option<Hostname>,
) -> TableRow {
    let mut errors = ValidationErrors::none();
    let url = field(&mut errors, url_name, Target::parse(address));
    let words = label.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = if is_blank(&words) { host(address).to_owned() } else { words };
    let label: String = text.chars().filter(|character| !character.is_control()).take(Label::MAX).collect();
    let name = Some(label.clone()).filter(|name| !name.is_empty());
    // Without an address there is no host to name a link after.
    let is_nameless = url.is_none() && is_blank(&label);
    let label = if is_nameless { None } else { field(&mut errors, label_name, Label::parse(&label)) };
    let content = match (label, url) {
        (Some(label), Some(url)) => Ok(LinkRow { label, url, segment: None, position: None }),
        _ => Err(errors),
    };
    TableRow { path, name, domain, content }
}

fn host(address: &str) -> &str {
    let rest = address.split_once(':').map_or(address, |(_, rest)| rest).trim_start_matches('/');
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.strip_prefix("www.").unwrap_or(host)
}

/// Adds `https://` to an address that people write without it, such as `www.example.com/shop`.
pub(super) fn completed(address: &str) -> Cow<'_, str> {
    let address = pasted(address);
    let bare = address.strip_prefix("//").unwrap_or(&address);
    let host = bare.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, port) = host.rsplit_once(':').unwrap_or((host, "0"));
    let is_host = port.parse::<u16>().is_ok() && !name.contains('@') && Hostname::parse(name).is_ok();
    if is_host { format!("https://{bare}").into() } else { address }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_without_a_scheme_are_completed() {
        for (typed, expected) in [
            ("www.example.com/shop?a=b#c", "https://www.example.com/shop?a=b#c"),
            (" example.com\u{a0}", "https://example.com"),
            ("example.com:8080/x", "https://example.com:8080/x"),
            ("//cdn.example.com/x", "https://cdn.example.com/x"),
            ("münchen.example", "https://münchen.example"),
            ("https://example.com", "https://example.com"),
            ("mailto:me@example.com", "mailto:me@example.com"),
            ("me@example.com", "me@example.com"),
            ("tel:123", "tel:123"),
            ("funnel:paid", "funnel:paid"),
            ("javascript:alert(1)", "javascript:alert(1)"),
            ("localhost/x", "localhost/x"),
            ("10.0.0.1/x", "10.0.0.1/x"),
            ("two words.example", "two words.example"),
            ("", ""),
        ] {
            assert_eq!(completed(typed), expected, "{typed:?}");
        }
    }
}
