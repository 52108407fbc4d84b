//! Smart links: `/r/<slug>` (decisions, section 3).

use actix_web::{HttpRequest, HttpResponse};
use application::routing::Passed;
use kernel::{Hostname, UnixTime};
use smartlink_policy::expiry::AfterEnd;
use smartlink_policy::slots::Destination;
use touches::{Act, AdClickIds, Click};

use super::answers;
use super::arrival::Arrival;
use super::landing::remember;
use super::lookup::EdgeLookup;
use super::recorder::{Moment, TouchRecorder};
use super::services::EdgeServices;

/// Handles a visitor of a smart link: redirects to the upstream link that its policy chooses.
pub(super) async fn smart_link(
    request: &HttpRequest,
    slug: &str,
    now: UnixTime,
    services: &EdgeServices,
) -> HttpResponse {
    let EdgeServices { lookup, clients, recorder, .. } = services;
    let known = match lookup.links(request).await {
        Ok(Some(known)) => known,
        Ok(None) => return answers::not_found(request),
        Err(error) => return answers::unavailable(request, &error),
    };
    let links = &known.links;
    let Some(link) = links.active_link(slug) else { return answers::not_found(request) };
    let Arrival { source, passed } = Arrival::by_link(request, lookup).await;
    let client = clients.client(request, &links.hostname, now);
    let shared = match client.preview {
        true => Box::pin(preview(request, lookup, &links.hostname, slug, &passed)).await,
        false => None,
    };
    // No await follows here, because values held across an await enlarge every request.
    let country = clients.country(request);
    let route = links.route(link, country, client.token.bytes());
    let touch = TouchRecorder::new_id(now);
    let (location, upstream) = match (link.expiry.after_end(now), route.destination) {
        (Some(AfterEnd::Address(url)), _) => {
            (passed.added_to(url.as_str(), source.as_ref(), &links.hostname), None)
        }
        (None, Destination::Link(_, upstream)) => {
            let url = upstream.url.with_click(passed.as_str(), Some(&touch.to_string()));
            (url, Some(upstream.link_id.get()))
        }
        (Some(AfterEnd::LandingPage), _) | (None, Destination::LandingPage) => {
            (passed.added_to("/", source.as_ref(), &links.hostname), None)
        }
    };
    let mut answer = shared.unwrap_or_else(|| answers::redirect(location));
    remember(&mut answer, clients, &client);
    let ids = AdClickIds::of_query(passed.as_str());
    let click = Click { smart_link: Some(link.id.get()), link: upstream, ids, ..Click::default() };
    let (owner, domain) = (links.owner, &links.hostname);
    let moment = Moment { owner, domain, now, client, country, source, arm: None };
    recorder.record(request, touch, moment, Act::Click(click));
    answer
}

/// Returns the preview of the host's page for a program that previews a shared address, if the
/// owner set one. The request counts as a program's click, like a redirect.
async fn preview(
    request: &HttpRequest,
    lookup: &EdgeLookup,
    host: &Hostname,
    slug: &str,
    passed: &Passed<'_>,
) -> Option<HttpResponse> {
    let page = lookup.page(request).await.ok().flatten()?;
    let rendering = page.preview(&format!("https://{host}/r/{slug}"), passed.as_str())?;
    Some(answers::preview(request, &rendering))
}
