//! Smart links: `/r/<slug>` (decisions, section 3).

use actix_web::{HttpRequest, HttpResponse};
use kernel::UnixTime;
use landing_page::bare_preview;
use smartlink_policy::expiry::AfterEnd;
use smartlink_policy::slots::Destination;
use touches::{Act, AdClickIds, Click};

use super::answers;
use super::arrival::Arrival;
use super::client::kept_user_agent;
use super::landing::remember;
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
    let page = match client.preview {
        true => Box::pin(lookup.page(request)).await.ok().flatten(),
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
    let mut answer = match client.preview {
        true => {
            let host = links.hostname.as_str();
            let address = format!("https://{host}/r/{slug}");
            let rendering = match &page {
                Some(page) => page.preview(&address, &location),
                None => bare_preview(host, &address, &location),
            };
            answers::preview(request, &rendering)
        }
        false => answers::redirect(location),
    };
    remember(&mut answer, clients, &client);
    let ids = AdClickIds::of_query(passed.as_str());
    let user_agent = kept_user_agent(request, known.keeps_user_agents(), &client);
    let click =
        Click { smart_link: Some(link.id.get()), link: upstream, ids, user_agent, ..Click::default() };
    let (owner, domain) = (links.owner, &links.hostname);
    let moment = Moment { owner, domain, now, client, country, source, arm: None };
    recorder.record(request, touch, moment, Act::Click(click));
    answer
}
