//! `/qr` and everything below it: the addresses that are printed (decisions, section 8).

use actix_web::{HttpRequest, HttpResponse, web};
use kernel::Clock as _;
use touches::{Act, Source};

use super::answers;
use super::book::{Book, requested_host};
use super::client::Clients;
use super::counting::{Counting, Moment, SOURCE};
use super::landing::remember;
use crate::ports::SystemClock;

/// A scan: on to the landing page, with the label of the code if there is an active one at just this path. Print lives on,
/// so every other path redirects too, without a label.
pub(super) async fn scan(
    request: HttpRequest,
    book: web::Data<Book>,
    clients: web::Data<Clients>,
    counting: web::Data<Counting>,
) -> HttpResponse {
    let codes = match book.codes(&request).await {
        Ok(Some(codes)) => codes,
        Ok(None) => return answers::not_found(&request),
        // A printed code must lead somewhere whatever happens here; only its scan goes uncounted.
        Err(error) => {
            tracing::warn!(cause = ?error, "a printed code could not be looked up");
            return answers::redirect("/".to_owned());
        }
    };
    let Some(code) = codes.scanned(request.path()) else { return answers::redirect(onward("/", &request)) };
    let now = SystemClock.now();
    let Some(page) = book.host(&request) else { return answers::redirect("/".to_owned()) };
    let client = clients.client(&request, &page, now);
    let mut answer = answers::redirect(onward(&format!("/?{SOURCE}={}", code.source.as_str()), &request));
    remember(&mut answer, &clients, &client);
    let moment = Moment {
        owner: codes.stamp.owner,
        domain: &page,
        now,
        client,
        country: clients.country(&request),
        source: Source::parse(code.source.as_str()),
    };
    counting.write_down(&request, Counting::new_id(now), moment, Act::Scan { code: code.id.get() });
    answer
}
