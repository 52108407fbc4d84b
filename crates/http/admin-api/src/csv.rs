//! CSV output (RFC 4180), for spreadsheets.

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::{StreamExt as _, stream};
use http_kit::error::ApiError;
use http_kit::input::prefers;
use offload::offload;
use runtime::InFlight;
use serde::Serialize;
use serde_json::Value;

/// Media type of CSV responses.
pub(crate) const CONTENT_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// Returns whether a request prefers CSV to JSON.
pub(crate) fn is_asked_for(request: &HttpRequest) -> bool {
    prefers(request, "text/csv")
}

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
    fn headed(places: &[&'static str]) -> Self {
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
    fn entries<T: Serialize>(&mut self, places: &[&'static str], entries: &[T]) -> serde_json::Result<()> {
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

/// A page of a list: a function that builds its entries, their approximate size in bytes, and the
/// cursor of the next page.
pub(crate) struct Part<F> {
    pub(crate) weight: usize,
    pub(crate) entries: F,
    pub(crate) next: Option<String>,
}

impl<T: Serialize, F: FnOnce() -> Vec<T> + Send + 'static> Part<F> {
    /// Appends the entries to a table, with the values at these JSON paths.
    async fn append_to(self, mut table: Table, places: &'static [&'static str]) -> Result<Bytes, ApiError> {
        let write = move || table.entries(places, &(self.entries)()).map(|()| table.finish());
        let written = offload(self.weight, write).await.map_err(ApiError::internal)?;
        written.map(Bytes::from).map_err(ApiError::internal)
    }
}

/// Responds with entries of an unpaged list as CSV.
pub(crate) async fn answer<T: Serialize + 'static>(
    weight: usize,
    places: &'static [&'static str],
    entries: impl FnOnce() -> Vec<T> + Send + 'static,
) -> Result<HttpResponse, ApiError> {
    let whole = Part { weight, entries, next: None };
    Ok(response().body(whole.append_to(Table::headed(places), places).await?))
}

/// Responds with a list as CSV, starting at a cursor.
///
/// A request with a `limit` gets one page, and the next cursor in the header `Next-Cursor`. Any
/// other request gets all remaining entries. Each page is read once the previous one was sent, so a
/// table of any length needs the memory of two pages. A stopping process waits for the end of the
/// table, as for every request.
pub(crate) async fn list<T, F, R>(
    request: &HttpRequest,
    places: &'static [&'static str],
    cursor: Option<String>,
    read: R,
) -> Result<HttpResponse, ApiError>
where
    T: Serialize + 'static,
    F: FnOnce() -> Vec<T> + Send + 'static,
    R: AsyncFn(Option<String>) -> Result<Part<F>, ApiError> + 'static,
{
    let mut first = read(cursor).await?;
    let next = first.next.take();
    let head = first.append_to(Table::headed(places), places).await?;
    let mut response = response();
    let Some(next) = next else { return Ok(response.body(head)) };
    if has_limit(request) {
        return Ok(response.insert_header(("Next-Cursor", next)).body(head));
    }
    let entered = request.app_data::<web::Data<InFlight>>().map(|in_flight| in_flight.enter());
    let state = (read, Some(next), entered);
    let others = stream::try_unfold(state, async move |(read, next, entered)| {
        let Some(cursor) = next else { return Ok(None) };
        let mut part = read(Some(cursor)).await?;
        let next = part.next.take();
        let rows = part.append_to(Table::headless(), places).await?;
        Ok::<_, ApiError>(Some((rows, (read, next, entered))))
    });
    let parts = stream::once(async { Ok(head) }).chain(others);
    Ok(response.streaming(Box::pin(parts)))
}

fn response() -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response.content_type(CONTENT_TYPE).insert_header((header::VARY, "Accept"));
    response
}

/// Returns whether a request has a `limit`.
fn has_limit(request: &HttpRequest) -> bool {
    let pairs = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    pairs.is_ok_and(|pairs| pairs.iter().any(|(name, _)| name == "limit"))
}

/// Characters at which spreadsheets may start a new cell. Depending on settings these are commas,
/// semicolons, tabs or bars, and line ends if they misread a quote.
const SEPARATORS: [char; 6] = [',', ';', '\t', '|', '\r', '\n'];

/// First characters of a formula, including the full-width ones of East Asian keyboards.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Returns whether a spreadsheet skips this character before a formula. Apostrophes are skipped
/// too, so that a cell with an apostrophe gets another and is read back unchanged.
fn is_passed(letter: char) -> bool {
    matches!(letter, '\'' | '"') || (letter.is_whitespace() && !SEPARATORS.contains(&letter))
}

/// Returns whether a spreadsheet would evaluate the whole cell as a formula, apart from leading
/// apostrophes. Numbers are not formulas.
fn is_formula(cell: &str) -> bool {
    let bare = cell.trim_start_matches(is_passed);
    (bare.starts_with(SIGNS) && bare.parse::<f64>().is_err())
        || cell.trim_start_matches('\'').starts_with(['\t', '\r', '\n'])
}

/// Returns the positions in a cell where a spreadsheet may see a formula. After a separator,
/// numbers count too, because the rest of the row would join them there.
fn formulas(cell: &str) -> impl Iterator<Item = usize> + '_ {
    let hidden = cell.match_indices(SEPARATORS).filter_map(|(at, separator)| {
        let behind = at.saturating_add(separator.len());
        cell.get(behind..)?.trim_start_matches(is_passed).starts_with(SIGNS).then_some(behind)
    });
    is_formula(cell).then_some(0).into_iter().chain(hidden)
}

/// Adds an apostrophe before each formula, so that a spreadsheet runs none.
fn defused(cell: &str) -> String {
    let (mut text, mut rest, mut from) = (String::new(), cell, 0);
    for at in formulas(cell) {
        let Some((before, behind)) = rest.split_at_checked(at.saturating_sub(from)) else { break };
        text.push_str(before);
        text.push('\'');
        (rest, from) = (behind, at);
    }
    text + rest
}

/// Removes the apostrophes that [`defused`] adds.
pub(crate) fn plain(cell: &str) -> String {
    let (mut text, mut rest, mut from) = (String::new(), cell, 0);
    for at in formulas(cell) {
        let Some((before, behind)) = rest.split_at_checked(at.saturating_sub(from)) else { break };
        text.push_str(before);
        (rest, from) = match behind.strip_prefix('\'') {
            Some(bare) => (bare, at.saturating_add(1)),
            None => (behind, at),
        };
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use actix_web::body::to_bytes;
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

    /// Requests a CSV table of the numbers 0 to 4, in pages of two. Also returns the number of pages read
    /// before the response started.
    async fn numbers(query: &str, fails_at: usize) -> (usize, Result<HttpResponse, ApiError>) {
        let request = TestRequest::with_uri(&format!("/numbers?{query}")).to_http_request();
        let reads = Arc::new(AtomicUsize::new(0));
        let read = {
            let reads = Arc::clone(&reads);
            async move |cursor: Option<String>| {
                let from = cursor.map_or(0, |cursor| cursor.parse::<usize>().unwrap());
                reads.fetch_add(1, Ordering::Relaxed);
                if from == fails_at {
                    return Err(ApiError::internal("the database is unavailable"));
                }
                let items: Vec<_> = (from..5).take(2).map(|id| json!({ "id": id })).collect();
                let next = (from + 2 < 5).then(|| (from + 2).to_string());
                Ok(Part { weight: 1, entries: move || items, next })
            }
        };
        let answer = list(&request, &["id"], None, read).await;
        (reads.load(Ordering::Relaxed), answer)
    }

    #[actix_web::test]
    async fn a_list_is_sent_whole_unless_a_part_of_it_is_asked_for() {
        let (reads, whole) = numbers("", 9).await;
        let whole = whole.unwrap();
        assert_eq!(
            (reads, whole.headers().get("next-cursor")),
            (1, None),
            "later parts are read when they are sent"
        );
        assert_eq!(to_bytes(whole.into_body()).await.unwrap(), "id\r\n0\r\n1\r\n2\r\n3\r\n4\r\n");

        let part = numbers("x=1&limit=2", 9).await.1.unwrap();
        assert_eq!(part.headers().get("next-cursor").unwrap(), "2");
        assert_eq!(to_bytes(part.into_body()).await.unwrap(), "id\r\n0\r\n1\r\n");
    }

    #[actix_web::test]
    async fn a_list_that_can_t_be_read_to_its_end_is_no_whole_table() {
        assert!(numbers("", 0).await.1.is_err(), "nothing was sent yet, so the error is the answer");
        let cut = numbers("", 4).await.1.unwrap();
        assert!(to_bytes(cut.into_body()).await.is_err(), "the connection breaks off");
    }

    #[test]
    fn a_table_is_for_those_who_prefer_it() {
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
