//! Tables in CSV (RFC 4180), for those who keep them in spreadsheets.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use http_kit::error::ApiError;
use http_kit::input::prefers;
use offload::offload;
use serde::Serialize;
use serde_json::Value;

/// The type of such an answer.
pub(crate) const CONTENT_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// Whether a request asks for a table rather than for JSON.
pub(crate) fn is_asked_for(request: &HttpRequest) -> bool {
    prefers(request, "text/csv")
}

/// A table that is written row by row.
pub(crate) struct Table(String);

impl Table {
    /// A table with these columns.
    pub(crate) fn with(columns: &[&str]) -> Self {
        let mut table = Self(String::new());
        table.row(columns);
        table
    }

    /// A table, or a part of one, without a row of headers.
    pub(crate) fn headless() -> Self {
        Self(String::new())
    }

    /// Appends a row.
    pub(crate) fn row(&mut self, cells: &[&str]) {
        for (place, cell) in cells.iter().enumerate() {
            if place > 0 {
                self.0.push(',');
            }
            self.cell(cell);
        }
        self.0.push_str("\r\n");
    }

    /// What a spreadsheet would take for a formula gets an apostrophe before it, so that nothing runs where the table is opened.
    fn cell(&mut self, cell: &str) {
        let formula = is_formula(cell);
        let quoted = cell.contains([',', '"', '\r', '\n']) || formula;
        if !quoted {
            return self.0.push_str(cell);
        }
        self.0.push('"');
        if formula {
            self.0.push('\'');
        }
        self.0.push_str(&cell.replace('"', "\"\""));
        self.0.push('"');
    }

    /// The whole table.
    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// Answers a list as a table: a row an entry, with the values at these places. The last part of a place is the name of its column.
///
/// Where the next part begins is told by the header `Next-Cursor`.
pub(crate) async fn answer<T: Serialize + Send + 'static>(
    weight: usize,
    places: &'static [&'static str],
    entries: impl FnOnce() -> Vec<T> + Send + 'static,
    next_cursor: Option<String>,
) -> Result<HttpResponse, ApiError> {
    let table = offload(weight, move || of(places, &entries())).await.map_err(ApiError::internal)?;
    let mut answer = HttpResponse::Ok();
    answer.content_type(CONTENT_TYPE).insert_header((header::VARY, "Accept"));
    if let Some(next) = next_cursor {
        answer.insert_header(("Next-Cursor", next));
    }
    Ok(answer.body(table.map_err(ApiError::internal)?))
}

fn of<T: Serialize>(places: &[&str], entries: &[T]) -> serde_json::Result<String> {
    let names: Vec<&str> = places.iter().map(|place| place.rsplit('/').next().unwrap_or(place)).collect();
    let mut table = Table::with(&names);
    for entry in entries {
        let entry = serde_json::to_value(entry)?;
        let cell = |place: &&str| match entry.pointer(&format!("/{place}")) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        let cells: Vec<String> = places.iter().map(cell).collect();
        table.row(&cells.iter().map(String::as_str).collect::<Vec<_>>());
    }
    Ok(table.finish())
}

/// Whether a spreadsheet would take a cell for a formula, but for apostrophes before it. A number is none.
fn is_formula(cell: &str) -> bool {
    let bare = cell.trim_start_matches('\'');
    bare.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
        && bare.parse::<f64>().is_err()
}

/// The text of a cell, without the apostrophe that [`Table`] has put before it.
pub(crate) fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|_| is_formula(cell)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be_and_formulas_are_defused() {
        for (cell, written) in [
            ("plain", "plain"),
            ("", ""),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("two\r\nlines", "\"two\r\nlines\""),
            ("=1+1", "\"'=1+1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("+cmd|' /C calc'!A0", "\"'+cmd|' /C calc'!A0\""),
            ("\tx", "\"'\tx\""),
            ("-5", "-5"),
            ("-5.5", "-5.5"),
            ("-a", "\"'-a\""),
            ("'=1", "\"''=1\""),
            ("'-5", "'-5"),
            ("\u{ff1d}1+1", "\"'\u{ff1d}1+1\""),
        ] {
            let mut table = Table::with(&["c"]);
            table.row(&[cell]);
            assert_eq!(table.finish(), format!("c\r\n{written}\r\n"), "{cell:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(cells in prop::collection::vec("['=+@a-c,\"0-9.\r\n -]{0,8}", 1..5)) {
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            let mut table = Table::with(&cells);
            table.row(&cells);
            let text = table.finish();
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            for record in reader.records() {
                let record = record.unwrap();
                prop_assert_eq!(record.iter().map(plain).collect::<Vec<_>>(), cells.clone());
                let safe = |cell: &str| !is_formula(cell) || cell.starts_with('\'');
                prop_assert!(record.iter().all(safe));
            }
        }
    }

    #[test]
    fn values_stand_in_the_columns_of_their_places() {
        let entries =
            [json!({ "id": 1, "title": "=a", "stats": { "scans": 2 } }), json!({ "id": 3, "title": null })];
        let table = of(&["id", "title", "stats/scans"], &entries).unwrap();
        assert_eq!(table, "id,title,scans\r\n1,\"'=a\",2\r\n3,,\r\n");
    }

    #[test]
    fn a_table_is_told_to_those_who_prefer_it() {
        for (accept, table) in [
            (None, false),
            (Some("text/csv"), true),
            (Some("text/csv; charset=utf-8"), true),
            (Some("application/json, text/csv;q=0.9"), false),
            (Some("text/csv, application/json;q=0.5"), true),
            (Some("*/*"), false),
        ] {
            let request = TestRequest::default();
            let request =
                accept.into_iter().fold(request, |request, accept| request.insert_header(("accept", accept)));
            assert_eq!(is_asked_for(&request.to_http_request()), table, "{accept:?}");
        }
    }
}
