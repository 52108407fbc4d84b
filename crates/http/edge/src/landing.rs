//! The landing page.

use actix_web::{HttpRequest, HttpResponse};
use kernel::UnixTime;
use landing_draft::visitor::{Channel, Visitor};
use touches::Act;

use super::answers;
use super::arrival::Arrival;
use super::client::Clients;
use super::in_app;
use super::recorder::{Moment, TouchRecorder};
use super::services::EdgeServices;

/// Responds with the host's live page for this visitor.
pub(super) async fn landing(request: &HttpRequest, now: UnixTime, services: &EdgeServices) -> HttpResponse {
    let EdgeServices { lookup, clients, recorder, escapes, .. } = services;
    let page = match lookup.page(request).await {
        Ok(Some(page)) => page,
        Ok(None) => return answers::not_found(request),
        Err(error) => return answers::unavailable(request, &error),
    };
    let host = &page.live().hostname;
    let client = clients.client(request, host, now);
    let Arrival { source, passed } = Arrival::of(request, lookup).await;
    // Most pages look the same to everybody, so nothing more about the visitor is needed.
    let rendering = match page.for_everybody().filter(|_| source.is_none()) {
        Some(rendering) => Ok(rendering),
        None => {
            let mut visitor = Visitor { escapes: *escapes, ..clients.visitor(request, &client, now) };
            if !client.bot {
                in_app::count(request, &page.live().landing, &visitor);
            }
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
    let mut answer = answers::live(request, &rendering, &passed);
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

/// Sets the visitor's cookie, if cookies are allowed.
pub(super) fn remember(answer: &mut HttpResponse, clients: &Clients, client: &super::client::Client) {
    if let Some(cookie) = clients.cookie_for(client) {
        answer.headers_mut().insert(actix_web::http::header::SET_COOKIE, cookie);
    }
}
