//! Responses in CSV.

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::{StreamExt as _, stream};
use http_kit::error::ApiError;
use http_kit::input::prefers;
use offload::offload;
use runtime::InFlight;
use serde::Serialize;

use super::writing::Table;

/// Media type of CSV responses.
pub(crate) const CONTENT_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// Returns whether a request prefers CSV to JSON.
pub(crate) fn is_asked_for(request: &HttpRequest) -> bool {
    prefers(request, "text/csv")
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;
    use serde_json::json;

    use super::*;

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
