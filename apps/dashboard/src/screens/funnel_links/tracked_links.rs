//! Tracked links and their pixels.

use std::cmp::Ordering;

use actix_web::web::{Path, Query};
use funnel_sdk::Secret;
use funnel_sdk::types::{Pixel, PixelDelivery, PixelPut, PixelTest, Platform, TrackedLink};
use maud::{Markup, html};
use serde::Deserialize;

use crate::context::Context;
use crate::failure::Failure;
use crate::faults::{Refused, Typed};
use crate::form::Form;
use crate::screens::Answer;
use crate::text::Text;
use crate::view::{self, Input, Kind, Section, enc, input};

#[derive(Deserialize)]
pub(crate) struct Shown {
    #[serde(default)]
    q: String,
    #[serde(default)]
    sort: String,
    cursor: Option<String>,
}

/// Maps the API's places and codes to fields of a pixel.
const PLACES: [(&str, &str); 4] = [
    ("body.pixel_id", "pixel_id"),
    ("invalid_pixel_id", "pixel_id"),
    ("body.access_token", "access_token"),
    ("token_required", "access_token"),
];

/// Sort orders of the links.
const SORTS: [&str; 3] = ["revenue", "clicks", "name"];

const PLATFORMS: [(&str, &str); 2] = [("meta", "Meta"), ("tiktok", "TikTok")];

pub(crate) async fn list(cx: Context, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let mut request = cx.api.funnel_links().list().limit(100);
    if !shown.q.trim().is_empty() {
        request = request.search(shown.q.trim());
    }
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let list = match request.send().await.map_err(Failure::from) {
        Ok(list) => list.into_inner(),
        Err(failure) if failure.code() == Some("engine_not_connected") => {
            let words =
                view::empty("links", &text.t("engine-none-title"), &text.t("engine-none-words"), html! {});
            // Checks of typed addresses need no account.
            let actions = html! { a.button.quiet href="/links/health" { (text.t("destinations")) } };
            let body = html! { section.card { (words) } };
            return Ok(view::page(&cx, Section::Links, &text.t("nav-links"), actions, body));
        }
        Err(failure) => return Err(failure),
    };
    let mut found = list.items;
    let sort = SORTS.into_iter().find(|known| *known == shown.sort).unwrap_or("revenue");
    found.sort_by(|one, other| in_order(sort, one, other));
    let address = |sort: &str| format!("/links?q={}&sort={sort}", enc(&shown.q));
    let sorts = SORTS.map(|known| (address(known), text.word("sort", known), known == sort));
    let body = html! {
        p.muted { (text.t("links-words")) }
        div.spread {
            (view::search(text, "/links", &shown.q, &text.t("links-search"), &[("sort", sort)]))
            (view::segmented(&text.t("sort-label"), &sorts))
        }
        div #results {
            section.card.card-flush {
                @if found.is_empty() { (view::empty("links", &text.t("nothing-found"), &text.t("links-empty-words"), html! {})) }
                @else { (table(&cx, &found, false)) }
            }
        }
        (view::pager(text, &address(sort), list.next_cursor.as_deref()))
    };
    let actions = html! { a.button.quiet href="/links/health" { (text.t("destinations")) } };
    Ok(view::page(&cx, Section::Links, &text.t("nav-links"), actions, body))
}

/// Compares two links: largest first, or by name from A to Z.
fn in_order(sort: &str, one: &TrackedLink, other: &TrackedLink) -> Ordering {
    match sort {
        "name" => one.name.cmp(&other.name),
        "clicks" => other.vendor.clicks.cmp(&one.vendor.clicks),
        _ => other.conversions.revenue_net_cents.cmp(&one.conversions.revenue_net_cents),
    }
}

/// Renders links with their statistics. With `switched`, links of a domain's slots get a switch.
pub(super) fn table(cx: &Context, links: &[TrackedLink], switched: bool) -> Markup {
    let text = cx.text;
    html! {
        table.fold {
            thead { tr {
                th scope="col" { (text.t("link")) } th.num scope="col" { (text.t("metric-clicks")) }
                th.num scope="col" { (text.t("metric-subs")) } th.num scope="col" { (text.t("spenders")) }
                th.num scope="col" { (text.t("metric-revenue")) } th.num scope="col" { (text.t("per-sub")) }
                th scope="col" { span.visually-hidden { (text.t("actions")) } }
            } }
            tbody { @for link in links {
                tr {
                    th scope="row" { div.body {
                        span.row { span translate="no" { (link.name) } @if !link.active { (view::pill(Kind::Warn, &text.t("paused"))) } }
                        span.small.muted { (text.word("arm", &link.offer)) @if let Some(state) = &link.state { " · " (text.word("drift", state)) } }
                    } }
                    td.num data-label=(text.t("metric-clicks")) { (view::raw(text.number(link.vendor.clicks))) }
                    td.num data-label=(text.t("metric-subs")) { (view::raw(text.number(link.vendor.subscribers))) }
                    td.num data-label=(text.t("spenders")) { (view::raw(text.number(link.vendor.spenders))) }
                    td.num data-label=(text.t("metric-revenue")) { (view::raw(text.money(link.conversions.revenue_net_cents))) }
                    td.num data-label=(text.t("per-sub")) { (view::raw(text.money(link.arps_cents))) }
                    td { div.actions {
                        @if switched { (switch(cx, link)) }
                        @if cx.opens(&path(&link.provider_id)) { a.button.quiet href=(path(&link.provider_id)) { (text.t("pixels")) span.visually-hidden translate="no" { " " (link.name) } } }
                    } }
                }
            } }
        }
    }
}

/// Renders the button that pauses or resumes a link. Links of a previously connected account have
/// none.
fn switch(cx: &Context, link: &TrackedLink) -> Markup {
    let text = cx.text;
    let Some(domain) = link.domain.as_deref().filter(|_| link.state.is_none()) else { return html! {} };
    let action = format!("/domains/{}/funnel-links/{}", enc(domain), link.link_id);
    html! {
        @if cx.sends(&action) {
            form method="post" action=(action) {
                (view::hidden(&[("active", if link.active { "" } else { "1" })]))
                button.button.quiet type="submit" {
                    (text.t(if link.active { "pause" } else { "resume" })) span.visually-hidden translate="no" { " " (link.name) }
                }
            }
        }
    }
}

fn path(link: &str) -> String {
    format!("/links/{}/pixels", enc(link))
}

fn name(platform: &str) -> &str {
    PLATFORMS.iter().find(|(word, _)| *word == platform).map_or(platform, |(_, name)| name)
}

/// Returns the platform of a path.
fn known(platform: &str) -> Result<Platform, Failure> {
    Platform::parse(platform).ok_or(Failure::NotFound)
}

pub(crate) async fn pixels(cx: Context, link: Path<String>) -> Answer {
    show(&cx, &link, None, html! {}).await
}

async fn show(cx: &Context, link: &str, refused: Option<&Refused>, said: Markup) -> Answer {
    let text = cx.text;
    let (pixels, name) = tokio::join!(cx.api.pixels().list(link).send(), name_of(cx, link));
    let pixels = pixels?.into_inner().items;
    let body = html! {
        @if let Some(refused) = refused { (refused.faults.unplaced()) }
        (said)
        p.muted { (text.t("pixels-words")) }
        div.cols { @for (platform, _) in PLATFORMS { (pixel(cx, link, platform, pixels.iter().find(|pixel| pixel.platform == platform), Typed::of(refused, platform))) } }
    };
    let actions = html! { @if cx.opens("/links") { a.button.quiet href="/links" { (text.t("nav-links")) } } };
    Ok(view::page(cx, Section::Links, &text.with("pixels-of", [("link", name.into())]), actions, body))
}

/// Returns the name of a link, or its platform id if the lookup fails.
async fn name_of(cx: &Context, link: &str) -> String {
    let listed = cx.api.funnel_links().list().limit(100).send().await;
    let links = listed.map(|links| links.into_inner().items).unwrap_or_default();
    let found = links.into_iter().find(|known| known.provider_id == link);
    found.map_or_else(|| link.to_owned(), |found| found.name)
}

fn health(text: Text, pixel: &Pixel) -> Markup {
    if !pixel.active {
        view::pill(Kind::Plain, &text.t("paused"))
    } else if !pixel.has_token {
        view::pill(Kind::Warn, &text.t("pixel-waiting"))
    } else if pixel.last_error.is_some() {
        view::pill(Kind::Bad, &text.t("pixel-failing"))
    } else {
        view::pill(Kind::Good, &text.t("pixel-healthy"))
    }
}

fn pixel(cx: &Context, link: &str, platform: &str, pixel: Option<&Pixel>, typed: Typed<'_>) -> Markup {
    let text = cx.text;
    let base = format!("{}/{platform}", path(link));
    let scope = format!("{platform}-");
    let has_token = pixel.is_some_and(|pixel| pixel.has_token);
    let sends_user_agent = pixel.is_some_and(|pixel| pixel.send_user_agent);
    html! {
        section.card { div.stack {
            div.spread { h2 translate="no" { (name(platform)) } @match pixel { Some(pixel) => { (health(text, pixel)) } None => { (view::pill(Kind::Plain, &text.t("pixel-none"))) } } }
            @if let Some(error) = pixel.and_then(|pixel| pixel.last_error.as_ref()) { (view::note(Kind::Bad, view::raw(error))) }
            @if sends_user_agent { p { span.tag { (text.t("pixel-sends-user-agent")) } } }
            @if cx.sends(&base) { form.stack method="post" action=(base) {
                (view::hidden(&[("form", platform)]))
                (input(&Input { name: "pixel_id", label: &text.t("pixel-id"), value: typed.value("pixel_id", pixel.map_or("", |pixel| &pixel.pixel_id)), required: true, scope: &scope, faults: typed.faults(), ..Input::default() }))
                (input(&Input { name: "access_token", label: &text.t("pixel-token"), hint: &text.t(if has_token { "pixel-token-kept" } else { "pixel-token-hint" }), kind: "password", scope: &scope, faults: typed.faults(), ..Input::default() }))
                (view::check("active", "1", text.t("pixel-active"), typed.ticked("active", pixel.is_none_or(|pixel| pixel.active))))
                (view::check("send_user_agent", "1", text.t("pixel-user-agent"), typed.ticked("send_user_agent", sends_user_agent)))
                p.small.muted { (text.t("pixel-user-agent-hint")) }
                div.row { button.button.primary type="submit" { (text.t("save")) } }
            } }
            @if pixel.is_some() {
                div.actions {
                    a.button href={ (base) "/deliveries" } { (text.t("deliveries")) }
                    (view::act(cx, &format!("{base}/test"), "", &text.t("pixel-test"), None, &[]))
                    (view::act(cx, &format!("{base}/delete"), "danger", &text.t("delete"), Some(&text.t("pixel-delete-sure")), &[]))
                }
            }
        } }
    }
}

pub(crate) async fn save(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (link, platform) = at.into_inner();
    let asked = PixelPut {
        platform: known(&platform)?,
        pixel_id: form.text("pixel_id").trim().into(),
        access_token: form.optional("access_token").map(Secret::from),
        active: Some(form.ticked("active")),
        send_user_agent: Some(form.ticked("send_user_agent")),
        event_map_json: None,
    };
    match cx.api.pixels().set(&link, &asked).send().await.map_err(Failure::from) {
        Ok(_) => Ok(view::see_saying(&cx, &path(&link), cx.text.t("said-saved"))),
        Err(failure) => {
            let refused = Refused::of(cx.text, form, failure, &PLACES)?;
            show(&cx, &link, Some(&refused), html! {}).await
        }
    }
}

pub(crate) async fn delete(cx: Context, at: Path<(String, String)>, _: Form) -> Answer {
    let (link, platform) = at.into_inner();
    cx.api.pixels().delete(&link, known(&platform)?).send().await?;
    Ok(view::see_saying(&cx, &path(&link), cx.text.t("pixel-deleted")))
}

pub(crate) async fn test(cx: Context, at: Path<(String, String)>, _: Form) -> Answer {
    let (link, platform) = at.into_inner();
    let tested = cx.api.pixels().test(&link, known(&platform)?, &PixelTest::default()).send().await;
    match tested.map_err(Failure::from) {
        Ok(tested) => {
            let good = tested.answer.verdict == "delivered" || tested.answer.verdict == "accepted";
            let said = view::note(
                if good { Kind::Good } else { Kind::Warn },
                html! {
                    p { (cx.text.with("pixel-tested", [("event", tested.event_name.clone().into())])) }
                    p translate="no" { (tested.answer.verdict) @if let Some(status) = tested.answer.status { " · HTTP " (status) } " · " (tested.test_event_code) }
                },
            );
            show(&cx, &link, None, said).await
        }
        Err(failure) => {
            let refused = Refused::of(cx.text, Form::default(), failure, &[])?;
            show(&cx, &link, Some(&refused), html! {}).await
        }
    }
}

pub(crate) async fn deliveries(cx: Context, at: Path<(String, String)>, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let (link, platform) = at.into_inner();
    let mut request = cx.api.pixel_deliveries().list(&link, known(&platform)?).limit(50);
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let list = request.send().await?.into_inner();
    let base = format!("{}/{}", path(&link), enc(&platform));
    let parked = list.items.iter().any(|delivery| delivery.state == "parked" && !delivery.test);
    let body = html! {
        section.card.card-flush {
            @if list.items.is_empty() { (view::empty("pulse", &text.t("deliveries-empty-title"), &text.t("deliveries-empty-words"), html! {})) }
            @else {
                table.fold {
                    thead { tr { th scope="col" { (text.t("event")) } th scope="col" { (text.t("state")) } th scope="col" { (text.t("last-answer")) } th.num scope="col" { (text.t("attempts")) } th scope="col" { (text.t("when")) } } }
                    tbody { @for delivery in &list.items { (delivery_row(text, delivery)) } }
                }
            }
        }
        (view::pager(text, &format!("{base}/deliveries"), list.next_cursor.as_deref()))
    };
    let actions = html! {
        a.button.quiet href=(path(&link)) { (text.t("pixels")) }
        @if parked { (view::act(&cx, &format!("{base}/redrive"), "primary", &text.t("redrive"), None, &[])) }
    };
    let title = text.with("deliveries-of", [("platform", name(&platform).to_owned().into())]);
    Ok(view::page(&cx, Section::Links, &title, actions, body))
}

fn delivery_row(text: Text, delivery: &PixelDelivery) -> Markup {
    let kind = match delivery.state.as_str() {
        "delivered" => Kind::Good,
        "parked" => Kind::Bad,
        "waiting_token" => Kind::Warn,
        _ => Kind::Accent,
    };
    html! {
        tr {
            th scope="row" { div.body { span.row { span translate="no" { (delivery.event_name) } @if delivery.test { span.tag { (text.t("event-test")) } } } span.small.muted.mono translate="no" { (delivery.event_id) } } }
            td data-label=(text.t("state")) { div.body { div { (view::pill(kind, &text.word("delivery", &delivery.state))) } @if let Some(reason) = &delivery.reason { span.small.muted { (text.word("parked", reason)) } } @if let Some(reason) = &delivery.action_source_reason { span.small.muted { (text.word("action-source", reason)) } } } }
            td data-label=(text.t("last-answer")) { @match &delivery.last_answer {
                Some(answer) => { div.body {
                    span translate="no" { (answer.verdict) @if let Some(status) = answer.status { " · HTTP " (status) } }
                    @if let Some(error) = &answer.error { span.small.muted { (text.word("no-answer", error)) } }
                } }
                None => { "–" }
            } }
            td.num data-label=(text.t("attempts")) { (view::raw(text.number(delivery.attempts))) }
            td data-label=(text.t("when")) { (text.moment_of(&delivery.event_time)) }
        }
    }
}

pub(crate) async fn redrive(cx: Context, at: Path<(String, String)>, _: Form) -> Answer {
    let (link, platform) = at.into_inner();
    let driven = cx.api.pixel_deliveries().redrive(&link, known(&platform)?).send().await?;
    let said = cx.text.with("redriven", [("n", driven.redriven.into())]);
    Ok(view::see_saying(&cx, &format!("{}/{}/deliveries", path(&link), enc(&platform)), said))
}
