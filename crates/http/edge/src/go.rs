//! Clicks on the buttons of a page and on its banner.

use actix_web::{HttpRequest, HttpResponse};
use application::routing::{Campaign, ClickTarget, Leaving, clicked_arm};
use kernel::UnixTime;
use landing_draft::id::ButtonId;
use landing_page::BANNER;
use smartlink_policy::link::FunnelLinkId;
use touches::{Act, AdClickIds, Click};

use super::answers;
use super::arrival::Arrival;
use super::client::kept_user_agent;
use super::landing::remember;
use super::recorder::{Moment, TouchRecorder};
use super::services::EdgeServices;

/// Handles a click on a button or the banner: redirects to its target.
pub(super) async fn go(
    request: &HttpRequest,
    target: &str,
    now: UnixTime,
    services: &EdgeServices,
) -> HttpResponse {
    let EdgeServices { lookup, clients, recorder, .. } = services;
    let id = ButtonId::parse(target);
    if id.is_none() && target != BANNER {
        return answers::not_found(request);
    }
    let page = match lookup.page(request).await {
        Ok(Some(page)) => page,
        Ok(None) => return answers::not_found(request),
        Err(error) => return answers::unavailable(request, &error),
    };
    let host = &page.live().hostname;
    let client = clients.client(request, host, now);
    let visitor = clients.visitor(request, &client, now);
    let known = lookup.links_if_available(request).await;
    let links = known.as_ref().map(|known| &known.links);
    let agreed = known.as_ref().is_some_and(|known| known.keeps_user_agents());
    let Arrival { source, passed } = Arrival::by_link(request, lookup).await;
    let touch = TouchRecorder::new_id(now);
    let landing = &page.live().landing;
    let leaving = Leaving { click: touch, passed: &passed };
    let click_target = match &id {
        Some(id) => ClickTarget::of_button(landing, id, &visitor, links.map(|links| &links.slots), leaving),
        None => ClickTarget::of_banner(landing, links, &visitor, leaving),
    };
    let campaign = Campaign::of(landing, id.as_ref(), target);
    let (location, link) = click_target.location(source.as_ref(), &passed, host, campaign);
    let mut answer = match client.preview {
        true => answers::preview(request, &page.preview(&format!("https://{host}/go/{target}"), &location)),
        false => answers::redirect(location),
    };
    remember(&mut answer, clients, &client);
    let click = Click {
        button: Some(target.to_owned()),
        link: link.map(FunnelLinkId::get),
        ids: AdClickIds::of_query(passed.as_str()),
        user_agent: kept_user_agent(request, agreed, &client),
        ..Click::default()
    };
    let owner = page.live().stamp.owner;
    let arm = id.as_ref().and_then(|id| clicked_arm(landing, id, &visitor));
    let moment = Moment { owner, domain: host, now, client, country: visitor.country, source, arm };
    recorder.record(request, touch, moment, Act::Click(click));
    answer
}
