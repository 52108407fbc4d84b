//! Tables in CSV (RFC 4180), for those who keep them in spreadsheets.

use actix_web::HttpRequest;
use actix_web::http::header::{self, Header as _};

/// The type of such an answer.
pub(crate) const CONTENT_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// Whether a request asks for a table rather than for JSON.
pub(crate) fn is_asked_for(request: &HttpRequest) -> bool {
    let Ok(accepted) = header::Accept::parse(request) else { return false };
    accepted.ranked().first().is_some_and(|first| first.essence_str() == "text/csv")
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
        let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
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

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

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
        ] {
            let mut table = Table::with(&["c"]);
            table.row(&[cell]);
            assert_eq!(table.finish(), format!("c\r\n{written}\r\n"), "{cell:?}");
        }
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
