//! Printed codes: `/qr` and every path below (decisions, section 8).

use actix_web::{HttpRequest, HttpResponse};
use application::routing::{Passed, ScanRoute};
use kernel::UnixTime;
use touches::{Act, Source};

use super::answers;
use super::landing::remember;
use super::recorder::{Moment, TouchRecorder};
use super::services::EdgeServices;

/// Handles a scan: redirects to the target, with the code's label if it is active. Printed codes
/// can't change, so unknown paths also redirect, to the landing page without a label.
pub(super) async fn scan(
    request: &HttpRequest,
    path: &str,
    now: UnixTime,
    services: &EdgeServices,
) -> HttpResponse {
    let EdgeServices { lookup, clients, recorder, .. } = services;
    let known = match lookup.codes(request).await {
        Ok(Some(known)) => known,
        Ok(None) => return answers::not_found(request),
        // A printed code must always lead somewhere; only this scan is not counted.
        Err(error) => {
            tracing::warn!(cause = ?error, "a printed code could not be looked up");
            let query = Passed::of(request.query_string(), |_| false);
            let separator = if query.as_str().is_empty() { "" } else { "?" };
            return answers::redirect(format!("/{separator}{}", query.as_str()));
        }
    };
    let printed = known.codes.printed(path);
    let needs_links = printed.is_some_and(|code| code.target.smart_link().is_some());
    let links = if needs_links { lookup.links_if_available(request).await } else { None };
    let passed = Passed::of(request.query_string(), |label| known.codes.bears(label));
    let links = links.as_ref().map(|known| &known.links);
    let route = ScanRoute::of(printed, links, &passed, &known.hostname);
    let mut answer = answers::redirect(route.location);
    let Some(code) = route.counted else { return answer };
    let client = clients.client(request, &known.hostname, now);
    remember(&mut answer, clients, &client);
    let moment = Moment {
        owner: known.codes.stamp.owner,
        domain: &known.hostname,
        now,
        client,
        country: clients.country(request),
        source: Source::parse(code.source.as_str()),
        arm: None,
    };
    recorder.record(request, TouchRecorder::new_id(now), moment, Act::Scan { code: code.id.get() });
    answer
}
