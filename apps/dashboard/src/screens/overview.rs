//! The first screen: current results, and things that need attention.

use actix_web::web::Query;
use funnel_sdk::types::{Domain, OverviewItem, OverviewSplit};
use futures_util::future::join_all;
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use crate::context::Context;
use crate::screens::stats::days;
use crate::screens::stats::days::{METRICS, Period, Stats, Window};
use crate::system;
use crate::view::{self, Kind, Section, enc};

/// Maximum number of drafts and links checked for hints.
const LOOKED_AT: usize = 20;

#[derive(Deserialize)]
pub(crate) struct Shown {
    days: Option<String>,
    metric: Option<String>,
}

pub(crate) async fn screen(cx: Context, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let days = days::days_of(shown.days.as_deref().unwrap_or_default());
    let metric = shown.metric.as_deref().filter(|metric| METRICS.contains(metric)).unwrap_or("revenue");
    let conversions = html! { @if cx.opens("/conversions") { a.button.quiet href="/conversions" { (text.t("conversions")) } } };
    if !cx.may("landings", "view") || !cx.may("stats", "overview") {
        let words = view::note(Kind::Plain, text.t("overview-no-right"));
        return Ok(view::page(&cx, Section::Overview, &text.t("nav-overview"), conversions, words));
    }
    let domains = cx.api.domains().list().send().await?.into_inner().items;
    if domains.is_empty() {
        return Ok(view::page(&cx, Section::Overview, &text.t("nav-overview"), html! {}, first_step(&cx)));
    }
    let now = system::now();
    let window = Window::of_days(days, now);
    let statistics = cx.api.statistics();
    let (by_day, by_domain) = tokio::try_join!(
        statistics
            .overview_show()
            .from_ts(window.with_before().from_ts)
            .to_ts(window.to_ts)
            .by(OverviewSplit::Day)
            .send(),
        statistics
            .overview_show()
            .from_ts(window.from_ts)
            .to_ts(window.to_ts)
            .by(OverviewSplit::Domain)
            .send(),
    )?;
    let period = Period::of(&by_day.items, days, now);
    let option = |days_: i64| {
        (format!("/?days={days_}&metric={metric}"), text.with("days", [("n", days_.into())]), days_ == days)
    };
    let actions = html! { (view::segmented(&text.t("period"), &[7, 30, 90].map(option))) (conversions) };
    let metrics = METRICS
        .map(|known| (format!("/?days={days}&metric={known}"), text.word("metric", known), known == metric));
    let body = html! {
        (days::tiles(text, &period))
        (days::other_currencies(text, &by_domain.other_currencies))
        section.card { div.stack {
            div.card-head {
                h2 { (text.word("metric", metric)) }
                (view::segmented(&text.t("chart-of"), &metrics))
            }
            (days::chart(text, &period, metric))
        } }
        div.cols {
            (top(&cx, &by_domain.items, metric))
            section.card.card-flush {
                div.card-head { h2 { (text.t("attention-title")) } }
                div hx-get="/overview/attention" hx-trigger="load" hx-target="this" hx-select="#attention" hx-swap="innerHTML" hx-push-url="false" hx-select-oob="unset" {
                    div.empty { p { a href="/overview/attention" { (text.t("attention-look")) } } }
                }
            }
        }
    };
    Ok(view::page(&cx, Section::Overview, &text.t("nav-overview"), actions, body))
}

fn first_step(cx: &Context) -> Markup {
    let text = cx.text;
    html! {
        section.card {
            (view::empty("domains", &text.t("domains-empty-title"), &text.t("domains-empty-words"), html! {
                @if cx.sends("/domains") { a.button.primary href="/domains#add-form" hx-boost="false" { (text.t("domains-add")) } }
            }))
        }
    }
}

fn top(cx: &Context, items: &[OverviewItem], metric: &str) -> Markup {
    let text = cx.text;
    let mut rows: Vec<_> = items
        .iter()
        .filter_map(|item| Some((item.domain.as_deref()?, Stats::of_item(item).of(metric))))
        .collect();
    rows.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    let greatest = rows.first().map_or(0, |(_, value)| *value);
    html! {
        section.card.card-flush {
            div.card-head { h2 { (text.t("top-domains")) } a.small href="/domains" { (text.t("all")) } }
            ul.list {
                @for (name, value) in rows.into_iter().take(6) {
                    li {
                        div.body {
                            div.spread {
                                span.clip { (view::link(cx, &format!("/domains/{}/statistics", enc(name)), view::raw(name))) }
                                span.num { (days::shown(text, metric, value)) }
                            }
                            (view::bar(value, greatest))
                        }
                    }
                }
            }
        }
    }
}

/// Something that needs attention.
struct Hint {
    kind: Kind,
    path: String,
    name: String,
    words: String,
}

pub(crate) async fn attention(cx: Context) -> Answer {
    let text = cx.text;
    let domains = cx.api.domains().list().send().await?.into_inner().items;
    let mut hints: Vec<Hint> = domains
        .iter()
        .filter(|domain| domain.infra_state == "failed")
        .map(|domain| Hint {
            kind: Kind::Bad,
            path: format!("/domains/{}/setup", enc(&domain.hostname)),
            name: domain.hostname.clone(),
            words: text.t("attention-failed"),
        })
        .collect();
    let (drafts, pixels, campaigns) = tokio::join!(drafts(&cx, &domains), pixels(&cx), campaigns(&cx));
    hints.extend(drafts);
    hints.extend(pixels);
    hints.extend(campaigns);
    let body = html! {
        div #attention {
            @if hints.is_empty() {
                div.empty { (view::icon("check")) p { (text.t("attention-none")) } }
            } @else {
                ul.list {
                    @for hint in &hints {
                        li {
                            (view::icon(if hint.kind == Kind::Bad { "warn" } else { "info" }))
                            div.body {
                                a href=(hint.path) translate="no" { (hint.name) }
                                span.small.muted { (hint.words) }
                            }
                        }
                    }
                }
            }
        }
    };
    Ok(view::page(&cx, Section::Overview, &text.t("attention-title"), html! {}, body))
}

async fn drafts(cx: &Context, domains: &[Domain]) -> Vec<Hint> {
    let text = cx.text;
    let one = |domain: &Domain| {
        let (name, request) = (domain.hostname.clone(), cx.api.drafts().diff(&domain.hostname));
        async move {
            let diff = request.send().await.ok()?;
            let count = diff.changes.len();
            let path = format!("/domains/{}/publish", enc(&name));
            let words = text.with("attention-draft", [("n", count.into())]);
            (count > 0).then_some(Hint { kind: Kind::Plain, path, name, words })
        }
    };
    join_all(domains.iter().take(LOOKED_AT).map(one)).await.into_iter().flatten().collect()
}

async fn pixels(cx: &Context) -> Vec<Hint> {
    let text = cx.text;
    if !cx.opens("/links") || !cx.opens("/links/any/pixels") {
        return Vec::new();
    }
    let links = match cx.api.funnel_links().list().limit(LOOKED_AT as i64).send().await {
        Ok(links) => links.into_inner().items,
        Err(error) if error.code() == Some("engine_not_connected") => {
            let (path, name) = ("/links".to_owned(), text.t("engine"));
            return vec![Hint { kind: Kind::Bad, path, name, words: text.t("attention-engine") }];
        }
        Err(_) => return Vec::new(),
    };
    let one = |link: funnel_sdk::types::TrackedLink| {
        let request = cx.api.pixels().list(&link.provider_id);
        async move {
            let pixels = request.send().await.ok()?;
            let waits = pixels.items.iter().any(|pixel| pixel.active && !pixel.has_token);
            let failed = pixels.items.iter().any(|pixel| pixel.active && pixel.last_error.is_some());
            let words = text.t(if waits { "attention-token" } else { "attention-pixel" });
            let path = format!("/links/{}/pixels", enc(&link.provider_id));
            (waits || failed).then_some(Hint { kind: Kind::Plain, path, name: link.name, words })
        }
    };
    join_all(links.into_iter().map(one)).await.into_iter().flatten().collect()
}

async fn campaigns(cx: &Context) -> Vec<Hint> {
    let text = cx.text;
    if !cx.opens("/broadcasts") {
        return Vec::new();
    }
    let Ok(list) = cx.api.broadcasts().list().send().await else { return Vec::new() };
    let paused = list.into_inner().items.into_iter().filter(|campaign| campaign.status == "paused");
    paused
        .map(|campaign| Hint {
            kind: Kind::Plain,
            path: format!("/broadcasts/{}", campaign.id),
            words: text.word(
                "pause-reason",
                campaign.pause_reason.as_ref().map_or("operator", |reason| reason.as_str()),
            ),
            name: campaign.title,
        })
        .collect()
}
