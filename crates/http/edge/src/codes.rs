//! `/qr` and everything below it: the addresses that are printed (decisions, section 8).

use actix_web::{HttpRequest, HttpResponse, web};
use kernel::Clock as _;
use landing_page::SOURCE;
use runtime::SystemClock;
use touches::{Act, Source};

use super::answers;
use super::landing::remember;
use super::recorder::{Moment, TouchRecorder};
use super::visits::Visits;

/// A scan: on to the landing page, with the label of the code if there is an active one at just this path. Print lives on,
/// so every other path redirects too, without a label.
pub(super) async fn scan(request: HttpRequest, visits: web::Data<Visits>) -> HttpResponse {
    let Visits { lookup, clients, recorder } = visits.get_ref();
    let known = match lookup.codes(&request).await {
        Ok(Some(known)) => known,
        Ok(None) => return answers::not_found(&request),
        // A printed code must lead somewhere whatever happens here; only its scan goes uncounted.
        Err(error) => {
            tracing::warn!(cause = ?error, "a printed code could not be looked up");
            return answers::redirect("/".to_owned());
        }
    };
    let Some(code) = known.codes.scanned(request.path()) else { return answers::redirect("/".to_owned()) };
    let now = SystemClock.now();
    let client = clients.client(&request, &known.hostname, now);
    let mut answer = answers::redirect(format!("/?{SOURCE}={}", code.source.as_str()));
    remember(&mut answer, clients, &client);
    let moment = Moment {
        owner: known.codes.stamp.owner,
        domain: &known.hostname,
        now,
        client,
        country: clients.country(&request),
        source: Source::parse(code.source.as_str()),
        arm: None,
    };
    recorder.record(&request, TouchRecorder::new_id(now), moment, Act::Scan { code: code.id.get() });
    answer
}
