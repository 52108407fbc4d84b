//! The landing page.

use actix_web::{HttpRequest, HttpResponse};
use kernel::UnixTime;
use landing_draft::visitor::Channel;
use landing_page::SOURCE;
use touches::{Act, Source};

use super::answers;
use super::client::Clients;
use super::lookup::EdgeLookup;
use super::recorder::{Moment, TouchRecorder};
use super::services::EdgeServices;

/// Responds with the host's live page for this visitor.
pub(super) async fn landing(request: &HttpRequest, now: UnixTime, services: &EdgeServices) -> HttpResponse {
    let EdgeServices { lookup, clients, recorder, .. } = services;
    let page = match lookup.page(request).await {
        Ok(Some(page)) => page,
        Ok(None) => return answers::not_found(request),
        Err(error) => return answers::unavailable(request, &error),
    };
    let host = &page.live().hostname;
    let client = clients.client(request, host, now);
    let source = source(request, lookup).await;
    // Most pages look the same to everybody, so nothing more about the visitor is needed.
    let rendering = match page.for_everybody().filter(|_| source.is_none()) {
        Some(rendering) => Ok(rendering),
        None => {
            let mut visitor = clients.visitor(request, &client, now);
            if let Some(source) = &source {
                visitor.channel = Channel::Qr(source.as_str().to_owned());
            }
            Box::pin(lookup.rendering(&page, visitor)).await
        }
    };
    let rendering = match rendering {
        Ok(rendering) => rendering,
        Err(error) => return answers::unavailable(request, &error),
    };
    let mut answer = answers::live(request, &rendering);
    remember(&mut answer, clients, &client);
    let moment = Moment {
        owner: page.live().stamp.owner,
        domain: host,
        now,
        client,
        country: clients.country(request),
        source,
        arm: rendering.arm.clone(),
    };
    recorder.record(request, TouchRecorder::new_id(now), moment, Act::Visit);
    answer
}

/// Returns the label of a printed code in the request, if the host has that code. Returns `None` if
/// codes can't be looked up, because the page matters more than its statistics.
pub(super) async fn source(request: &HttpRequest, lookup: &EdgeLookup) -> Option<Source> {
    let query = request.query_string();
    if !query.contains(SOURCE) {
        return None;
    }
    Box::pin(known_source(query, request, lookup)).await
}

async fn known_source(query: &str, request: &HttpRequest, lookup: &EdgeLookup) -> Option<Source> {
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    let label = pairs.find_map(|(name, value)| (name == SOURCE).then_some(value))?;
    let source = Source::parse(&label)?;
    let known = lookup.codes(request).await.ok().flatten();
    known.is_some_and(|known| known.codes.bears(source.as_str())).then_some(source)
}

/// Sets the visitor's cookie, if cookies are allowed.
pub(super) fn remember(answer: &mut HttpResponse, clients: &Clients, client: &super::client::Client) {
    if let Some(cookie) = clients.cookie_for(client) {
        answer.headers_mut().insert(actix_web::http::header::SET_COOKIE, cookie);
    }
}
