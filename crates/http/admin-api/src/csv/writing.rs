//! Tables as text (RFC 4180).

use serde::Serialize;
use serde_json::Value;

use super::formulas::{SEPARATORS, defused};

/// A CSV table.
pub(crate) struct Table(String);

impl Table {
    /// Creates a table with these columns.
    pub(crate) fn with(columns: &[&str]) -> Self {
        let mut table = Self(String::new());
        table.row(columns);
        table
    }

    /// Creates a table with a column for each JSON path.
    pub(super) fn headed(places: &[&'static str]) -> Self {
        Self::with(&places.iter().map(|place| column(place).0).collect::<Vec<_>>())
    }

    /// Creates a table without a header row, for later parts of a table.
    pub(crate) fn headless() -> Self {
        Self(String::new())
    }

    pub(crate) fn row(&mut self, cells: &[&str]) {
        for (place, cell) in cells.iter().enumerate() {
            if place > 0 {
                self.0.push(',');
            }
            self.cell(cell);
        }
        self.0.push_str("\r\n");
    }

    /// Appends a row for each entry, with the values at these JSON paths.
    pub(super) fn entries<T: Serialize>(
        &mut self,
        places: &[&'static str],
        entries: &[T],
    ) -> serde_json::Result<()> {
        for entry in entries {
            let entry = serde_json::to_value(entry)?;
            let cell = |place: &&'static str| match entry.pointer(&format!("/{}", column(place).1)) {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => text.clone(),
                Some(other) => other.to_string(),
            };
            let cells: Vec<String> = places.iter().map(cell).collect();
            self.row(&cells.iter().map(String::as_str).collect::<Vec<_>>());
        }
        Ok(())
    }

    /// Appends a cell with its formulas neutralized. Quotes cells that contain any spreadsheet's
    /// separator, so that the first cell of a row stays whole even with another separator setting.
    fn cell(&mut self, cell: &str) {
        let defused = defused(cell);
        if defused == cell && !cell.contains('"') && !cell.contains(SEPARATORS) {
            return self.0.push_str(cell);
        }
        self.0.push('"');
        self.0.push_str(&defused.replace('"', "\"\""));
        self.0.push('"');
    }

    /// Returns the CSV text.
    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// Returns the name of a column, and the path of its values in an entry. The path is `stats/scans`,
/// or `subject/id as subject_id` if the name differs from the last part.
fn column(place: &'static str) -> (&'static str, &'static str) {
    match place.split_once(" as ") {
        Some((place, name)) => (name, place),
        None => (place.rsplit('/').next().unwrap_or(place), place),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::csv::formulas::{SIGNS, is_formula, plain};

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
            // For spreadsheets that split at semicolons, tabs or bars, or that read a quote within a cell
            // as text.
            ("a;=1+1", "\"a;'=1+1\""),
            ("a; \"=1+1", "\"a;' \"\"=1+1\""),
            ("a\t@SUM(A1)", "\"a\t'@SUM(A1)\""),
            ("a|+1", "\"a|'+1\""),
            ("a,-5", "\"a,'-5\""),
            ("a\n=1", "\"a\n'=1\""),
            (";=1;=2", "\";'=1;'=2\""),
            ("a;'=1", "\"a;''=1\""),
            (" =1", "\"' =1\""),
            ("a;b", "\"a;b\""),
            ("a-b;c=d", "\"a-b;c=d\""),
        ] {
            let mut table = Table::with(&["c"]);
            table.row(&[cell]);
            assert_eq!(table.finish(), format!("c\r\n{written}\r\n"), "{cell:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(cells in prop::collection::vec("['=+@a-c,;|\t\"0-9.\r\n -]{0,8}", 1..5)) {
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

        #[test]
        fn no_spreadsheet_finds_a_formula_wherever_it_splits(cell in "['=+@a-c,;|\t\"0-9\r\n -]{0,12}") {
            let mut table = Table::headless();
            table.row(&["id", &cell, "end"]);
            let text = table.finish();
            let (_, cell) = text.split_once(',').unwrap();
            // The part before the first separator belongs to the first cell, or is a number.
            for part in cell.split(SEPARATORS).skip(1) {
                let seen = part.trim_start_matches(['"', ' ']);
                prop_assert!(!seen.starts_with(SIGNS), "{text:?}");
            }
        }
    }

    #[test]
    fn values_stand_in_the_columns_of_their_places() {
        let entries =
            [json!({ "id": 1, "title": "=a", "stats": { "scans": 2 } }), json!({ "id": 3, "title": null })];
        let places = ["id", "title as name", "stats/scans"];
        let mut table = Table::headed(&places);
        table.entries(&places, &entries).unwrap();
        assert_eq!(table.finish(), "id,name,scans\r\n1,\"'=a\",2\r\n3,,\r\n");
    }
}
