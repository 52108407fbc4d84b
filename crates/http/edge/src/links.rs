//! Smart links: `/r/<slug>` (decisions, section 3).

use actix_web::{HttpRequest, HttpResponse};
use application::routing::with_source;
use kernel::UnixTime;
use landing_page::{SOURCE, bare_preview};
use smartlink_policy::expiry::AfterEnd;
use smartlink_policy::slots::Destination;
use touches::{Act, Click};

use super::answers;
use super::landing::{remember, source};
use super::recorder::{Moment, TouchRecorder, click_of};
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
    let source = source(request, lookup).await;
    let client = clients.client(request, &links.hostname, now);
    let page = match client.preview {
        true => Box::pin(lookup.page(request)).await.ok().flatten(),
        false => None,
    };
    // No await follows here, because values held across an await enlarge every request.
    let country = clients.country(request);
    let route = links.route(link, country, client.token.bytes());
    let (touch, query) = (TouchRecorder::new_id(now), request.query_string());
    let (location, upstream) = match (link.expiry.after_end(now), route.destination) {
        (Some(AfterEnd::Address(url)), _) => {
            (with_source(url.as_str(), source.as_ref(), &links.hostname), None)
        }
        (None, Destination::Link(_, upstream)) => {
            let url = upstream.url.with_click(&without_label(query), Some(&touch.to_string()));
            (url, Some(upstream.link_id.get()))
        }
        (Some(AfterEnd::LandingPage), _) | (None, Destination::LandingPage) => {
            (with_source("/", source.as_ref(), &links.hostname), None)
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
    let click = Click { smart_link: Some(link.id.get()), link: upstream, ..click_of(query) };
    let (owner, domain) = (links.owner, &links.hostname);
    let moment = Moment { owner, domain, now, client, country, source, arm: None };
    recorder.record(request, touch, moment, Act::Click(click));
    answer
}

/// Removes the label of a printed code from the query, because it is internal; everything else is
/// passed on.
fn without_label(query: &str) -> std::borrow::Cow<'_, str> {
    if !query.contains(SOURCE) {
        return query.into();
    }
    let is_label = |pair: &&str| pair.split('=').next() != Some(SOURCE);
    query.split('&').filter(is_label).collect::<Vec<_>>().join("&").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_the_label_is_passed_on() {
        for (query, expected) in [
            ("", ""),
            ("a=1&src=qr&b=2", "a=1&b=2"),
            ("src=qr", ""),
            ("xsrc=1&srcx=2", "xsrc=1&srcx=2"),
            ("a=src", "a=src"),
        ] {
            assert_eq!(without_label(query), expected, "{query}");
        }
    }
}
