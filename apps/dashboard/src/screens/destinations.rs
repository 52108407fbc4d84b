//! Destination health: whether the addresses of pages and links still work.

use actix_web::web::Query;
use funnel_sdk::types::{Destination, DestinationCheck, DestinationSwitch};
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use crate::context::Context;
use crate::form::Form;
use crate::text::Text;
use crate::view::{self, Kind, Section, act, enc};
use crate::words::word;

const PATH: &str = "/links/health";

/// States in the filter; the empty one stands for all.
const STATES: [&str; 4] = ["", "broken", "ok", "unknown"];

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    #[serde(default)]
    state: String,
    cursor: Option<String>,
}

pub(crate) async fn list(cx: Context, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let mut request = cx.api.destinations().list().limit(50);
    if let Some(state) = word(&shown.state).filter(|_| !shown.state.is_empty()) {
        request = request.state(state);
    }
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let list = request.send().await?.into_inner();
    let may_write = cx.may("links", "create");
    let options = STATES.map(|state| {
        let word = text.word("destination", if state.is_empty() { "all" } else { state });
        (format!("{PATH}?state={state}"), word, shown.state == state)
    });
    let body = html! {
        p.muted { (text.t("destinations-words")) }
        @if list.enabled {
            section.card.card-flush {
                div.pad { (view::segmented(&text.t("destinations-states"), &options)) }
                @if list.items.is_empty() { (view::empty("pulse", &text.t("destinations-empty-title"), &text.t("destinations-empty-words"), html! {})) }
                @else { ul.list { @for one in &list.items { (row(text, one, may_write)) } } }
            }
            (view::pager(text, &format!("{PATH}?state={}", enc(&shown.state)), list.next_cursor.as_deref()))
            @if may_write {
                section.card { div.spread {
                    div.body { h2 { (text.t("destinations-end")) } p.small.muted { (text.t("destinations-end-words")) } }
                    (act(&cx, PATH, "danger", &text.t("destinations-end"), Some(&text.t("destinations-end-sure")), &[]))
                } }
            }
        } @else {
            section.card { (view::empty("pulse", &text.t("destinations-off-title"), &text.t("destinations-off-words"), html! {
                @if may_write { (act(&cx, PATH, "primary", &text.t("destinations-begin"), None, &[("enabled", "1")])) }
            })) }
        }
    };
    let crumb = html! { a.button.quiet href="/links" { (text.t("nav-links")) } };
    Ok(view::page(&cx, Section::Links, &text.t("destinations"), crumb, body))
}

fn row(text: Text, one: &Destination, may_write: bool) -> Markup {
    let kind = match one.state.as_str() {
        "broken" => Kind::Bad,
        "ok" => Kind::Good,
        _ => Kind::Plain,
    };
    html! {
        li {
            div.body {
                span.row {
                    a.strong.clip href=(one.url) rel="noreferrer" translate="no" { (one.url) }
                    (view::pill(kind, &text.word("destination", &one.state)))
                }
                span.small.muted {
                    (found(text, one))
                    @if let Some(at) = &one.checked_at { " · " (text.moment_of(at)) }
                    @if let Some(since) = &one.broken_since { " · " (text.t("destination-since")) " " (text.moment_of(since)) }
                }
                span.small.muted translate="no" { (one.domains.join(", ")) }
            }
            @if may_write {
                form method="post" action={ (PATH) "/check" } {
                    (view::hidden(&[("url", &one.url)]))
                    button.button.quiet type="submit" { (text.t("destination-check")) span.visually-hidden translate="no" { " " (one.url) } }
                }
            }
        }
    }
}

/// Renders the result of the last check.
fn found(text: Text, one: &Destination) -> Markup {
    match (one.last_status, &one.last_error) {
        (Some(status), _) => html! { span translate="no" { "HTTP " (status) } },
        (None, Some(word)) => html! { (text.word("no-answer", word)) },
        (None, None) => html! { (text.t("destination-not-yet")) },
    }
}

pub(crate) async fn switch(cx: Context, form: Form) -> Answer {
    let enabled = form.ticked("enabled");
    cx.api.destinations().switch(&DestinationSwitch { enabled }).send().await?;
    let said = cx.text.t(if enabled { "destinations-began" } else { "destinations-ended" });
    Ok(view::see_saying(&cx, PATH, said))
}

pub(crate) async fn check(cx: Context, form: Form) -> Answer {
    let asked = DestinationCheck { url: form.text("url").to_owned() };
    let one = cx.api.destinations().check(&asked).send().await?.into_inner();
    let said = cx.text.word("destination-checked", &one.state);
    Ok(view::see_saying(&cx, PATH, said))
}
