//! `/qr` and everything below it: the addresses that are printed (decisions, section 8).

use actix_web::{HttpRequest, HttpResponse, web};
use kernel::Clock as _;
use landing_page::SOURCE;
use qr_catalog::live::LiveCode;
use runtime::SystemClock;
use touches::{Act, Source};

use super::answers;
use super::landing::remember;
use super::lookup::EdgeLookup;
use super::recorder::{Moment, TouchRecorder};
use super::visits::Visits;

/// A scan: on to where the code leads, with its label if it is active. Print lives on, so every other path redirects too, to the
/// landing page and without a label.
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
    let Some(code) = known.codes.printed(request.path()) else { return answers::redirect("/".to_owned()) };
    let target = target(&request, lookup, code).await;
    if !code.active {
        return answers::redirect(target);
    }
    let now = SystemClock.now();
    let client = clients.client(&request, &known.hostname, now);
    let mut answer = answers::redirect(format!("{target}?{SOURCE}={}", code.source.as_str()));
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

/// The path that a code leads to: that of its smart link, and the landing page while there is no active link of this slug.
async fn target(request: &HttpRequest, lookup: &EdgeLookup, code: &LiveCode) -> String {
    let Some(slug) = code.target.smart_link() else { return "/".to_owned() };
    match lookup.links(request).await {
        Ok(Some(known)) if known.links.active_link(slug.as_str()).is_some() => format!("/r/{slug}"),
        Ok(_) => "/".to_owned(),
        Err(error) => {
            tracing::warn!(cause = ?error, "the smart link of a printed code could not be looked up");
            "/".to_owned()
        }
    }
}
