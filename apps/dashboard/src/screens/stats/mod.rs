//! Statistics of a domain: days, sources, spenders, and the reason why each spender counts.

pub(crate) mod days;
pub(crate) mod splits;

use actix_web::HttpResponse;
use actix_web::body::BodyStream;
use actix_web::http::header;
use actix_web::web::{Path, Query};
use funnel_sdk::raw::{Call, Method};
use funnel_sdk::types::{Attribution, DomainSpenders, StatsBy, TrafficSourceStats};
use futures_util::StreamExt as _;
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;

use crate::context::Context;
use crate::failure::Failure;
use crate::screens::stats::days::{METRICS, Period, Window};
use crate::system;
use crate::text::Text;
use crate::view::{self, DomainTab, Kind, enc};

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    days: Option<String>,
    metric: Option<String>,
    #[serde(default)]
    by: String,
    #[serde(default)]
    q: String,
    cursor: Option<String>,
}

impl Shown {
    /// Returns the shown days.
    fn window(&self) -> Window {
        Window::of_days(days::days_of(self.days.as_deref().unwrap_or_default()), system::now())
    }

    /// Returns the call of an operation on a domain for the shown days.
    fn call(&self, path: &str, domain: &str) -> Result<Call, Failure> {
        let Window { from_ts, to_ts } = self.window();
        let call = Call::new(Method::GET, path, &[domain])?;
        Ok(call.query("from_ts", &from_ts.to_string()).query("to_ts", &to_ts.to_string()))
    }
}

fn path(domain: &str) -> String {
    format!("/domains/{}/statistics", enc(domain))
}

pub(crate) async fn screen(cx: Context, domain: Path<String>, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let days = days::days_of(shown.days.as_deref().unwrap_or_default());
    let metric = shown.metric.as_deref().filter(|metric| METRICS.contains(metric)).unwrap_or("revenue");
    let now = system::now();
    let window = Window::of_days(days, now);
    let (Window { from_ts, to_ts }, before) = (window, window.with_before());
    let statistics = cx.api.statistics();
    let mut spenders = statistics.spenders_list(&domain).from_ts(from_ts).to_ts(to_ts).limit(25);
    if !shown.q.trim().is_empty() {
        spenders = spenders.search(shown.q.trim());
    }
    if let Some(cursor) = &shown.cursor {
        spenders = spenders.cursor(cursor);
    }
    let by = splits::TRAITS.into_iter().find(|known| *known == shown.by).unwrap_or("country");
    let split = StatsBy::parse(by).unwrap_or(StatsBy::Country);
    let (long, short, experiments, spenders) = tokio::try_join!(
        statistics.show(&domain).from_ts(before.from_ts).to_ts(before.to_ts).send(),
        statistics.show(&domain).from_ts(from_ts).to_ts(to_ts).by(split).send(),
        statistics.experiments_list(&domain).from_ts(from_ts).to_ts(to_ts).send(),
        spenders.send(),
    )?;
    let period = Period::of(&long.days, days, now);
    let base = path(&domain);
    let periods = [7, 30, 90].map(|known| {
        (
            format!("{base}?days={known}&metric={metric}"),
            text.with("days", [("n", known.into())]),
            known == days,
        )
    });
    let metrics = METRICS.map(|known| {
        (format!("{base}?days={days}&metric={known}"), text.word("metric", known), known == metric)
    });
    let actions = html! {
        (view::segmented(&text.t("period"), &periods))
        a.button.quiet href={ "/conversions?domain=" (enc(&domain)) } { (text.t("conversions")) }
        a.button href={ (base) "/days.csv?days=" (days) } hx-boost="false" download { (view::icon("download")) (view::raw("CSV")) }
    };
    let body = html! {
        (days::tiles(text, &period))
        (days::other_currencies(text, &short.other_currencies))
        section.card { div.stack {
            div.card-head { h2 { (text.word("metric", metric)) } (view::segmented(&text.t("chart-of"), &metrics)) }
            (days::chart(text, &period, metric))
        } }
        (splits::experiments(&cx, &domain, &experiments.items))
        (splits::card(text, &base, days, by, &short))
        (sources(text, &short.sources))
        (spenders_card(&cx, &domain, days, &shown, &spenders))
    };
    Ok(view::page_of(&cx, &domain, DomainTab::Statistics, actions, body))
}

fn sources(text: Text, sources: &[TrafficSourceStats]) -> Markup {
    html! {
        section.card.card-flush {
            div.card-head { h2 { (text.t("sources")) } }
            @if sources.is_empty() { (view::empty("pulse", &text.t("sources-empty-title"), &text.t("sources-empty-words"), html! {})) }
            @else {
                table.fold {
                    thead { tr { th scope="col" { (text.t("source")) } @for metric in ["scans", "visits", "clicks", "subs", "revenue"] { th.num scope="col" { (text.word("metric", metric)) } } } }
                    tbody { @for source in sources { tr {
                        th scope="row" { @if source.source.is_empty() { (text.t("source-direct")) } @else { (view::raw(&source.source)) } }
                        @for (metric, value) in [("scans", source.scans), ("visits", source.visits), ("clicks", source.clicks), ("subs", source.subs), ("revenue", source.revenue_cents)] {
                            td.num data-label=(text.word("metric", metric)) { (days::shown(text, metric, value)) }
                        }
                    } } }
                }
            }
        }
    }
}

fn spenders_card(cx: &Context, domain: &str, days: i64, shown: &Shown, list: &DomainSpenders) -> Markup {
    let text = cx.text;
    let base = path(domain);
    let found = &list.spenders;
    let days_text = days.to_string();
    html! {
        section.card.card-flush {
            div.card-head {
                div.body {
                    h2 { (text.t("spenders")) }
                    p.small.muted { (text.with("spenders-total", [("n", list.totals.spenders.into()), ("money", text.money(list.totals.revenue_cents).into())])) }
                }
                (view::search(text, &base, &shown.q, &text.t("spenders-search"), &[("days", &days_text)]))
                a.button href={ (base) "/spenders.csv?days=" (days) } hx-boost="false" download { (view::icon("download")) (view::raw("CSV")) }
            }
            div #results {
                @if found.is_empty() && !shown.q.trim().is_empty() { (view::none_found(text, true, &format!("{base}?days={days}"))) }
                @else if found.is_empty() { (view::empty("team", &text.t("spenders-empty-title"), &text.t("spenders-empty-words"), html! {})) }
                @else {
                    table.fold {
                        thead { tr { th scope="col" { (text.t("fan")) } th.num scope="col" { (text.t("spent")) } th.num scope="col" { (text.t("purchases")) } th scope="col" { (text.t("country")) } th scope="col" { (text.t("last-purchase")) } th scope="col" { span.visually-hidden { (text.t("actions")) } } } }
                        tbody { @for fan in found { tr {
                            th scope="row" { span.row { span translate="no" { (fan.fan_username) } @if fan.is_returning { (view::pill(Kind::Plain, &text.t("returning"))) } } }
                            td.num data-label=(text.t("spent")) { (view::raw(text.money(fan.total_net_cents))) }
                            td.num data-label=(text.t("purchases")) { (view::raw(text.number(fan.purchases))) }
                            td.short data-label=(text.t("country")) { (view::country(&fan.country)) }
                            td data-label=(text.t("last-purchase")) { (text.moment_of(&fan.last_at)) }
                            td { a.button.quiet href={ (base) "/fans/" (enc(&fan.fan_id)) "?days=" (days) } { (text.t("explain")) span.visually-hidden translate="no" { " " (fan.fan_username) } } }
                        } } }
                    }
                }
                div.pad { (view::pager(text, &format!("{base}?days={days}&q={}", enc(&shown.q)), list.next_cursor.as_deref())) }
            }
        }
    }
}

pub(crate) async fn explain(cx: Context, at: Path<(String, String)>, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let (domain, fan) = at.into_inner();
    let Window { from_ts, to_ts } = shown.window();
    let explain = cx.api.statistics().spender_explain(&domain, &fan).from_ts(from_ts).to_ts(to_ts);
    let found = explain.send().await?.into_inner();
    let body = html! {
        section.card { div.stack {
            h2 { (text.with("explain-title", [("fan", found.fan_username.clone().into())])) }
            p.muted { (text.t("explain-words")) }
            dl.kv {
                dt { (text.t("country")) } dd { (view::country(&found.country)) }
                dt { (text.t("explain-model")) } dd { (text.word("model", &found.model)) }
                @if let Some(anchor) = &found.anchor {
                    dt { (text.t("explain-anchor")) } dd { (text.moment_of(&anchor.at)) " · " (basis(text, &anchor.attribution)) }
                }
            }
        } }
        section.card.card-flush {
            table.fold {
                thead { tr { th scope="col" { (text.t("when")) } th scope="col" { (text.t("explain-effect")) } th.num scope="col" { (text.t("money")) } th scope="col" { (text.t("explain-basis")) } } }
                tbody { @for event in &found.events { tr {
                    th scope="row" { (text.moment_of(&event.occurred_at)) }
                    td data-label=(text.t("explain-effect")) { (text.word("effect", &event.effect)) }
                    td.num data-label=(text.t("money")) { @match event.net_cents { Some(cents) => { (view::raw(text.in_currency(event.currency.as_deref().unwrap_or_default()).money(cents))) } None => { "–" } } }
                    td data-label=(text.t("explain-basis")) { @match &event.attribution { Some(attribution) => { (basis(text, attribution)) } None => { "–" } } }
                } } }
            }
        }
    };
    Ok(view::page_of(
        &cx,
        &domain,
        DomainTab::Statistics,
        html! { a.button.quiet href=(path(&domain)) { (text.t("back")) } },
        body,
    ))
}

fn basis(text: Text, attribution: &Attribution) -> Markup {
    html! { (text.word("basis", &attribution.basis)) " " span translate="no" { (attribution.domain) } }
}

/// Shows the spenders of one funnel link.
pub(crate) async fn link_spenders(cx: Context, at: Path<(String, i64)>, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let (domain, link) = at.into_inner();
    let mut request = cx.api.statistics().link_spenders_list(&domain, link).limit(50);
    if !shown.q.trim().is_empty() {
        request = request.search(shown.q.trim());
    }
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let list = request.send().await?.into_inner();
    let here = format!("/domains/{}/links/{link}/spenders", enc(&domain));
    let body = html! {
        section.card { div.stack {
            h2 translate="no" { (list.link.name) }
            dl.kv {
                dt { (text.t("link-ours")) } dd { (text.with("link-totals", [("n", list.our_totals.spenders.into()), ("money", text.money(list.our_totals.revenue_cents).into())])) (days::other_currencies(text, &list.other_currencies)) }
                dt { (text.t("link-theirs")) } dd { (text.with("link-totals", [("n", list.platformapi.spenders.into()), ("money", text.money(list.platformapi.revenue_cents).into())])) }
            }
        } }
        (view::search_of_list(text, &here, &shown.q, list.spenders.len(), &text.t("spenders-search")))
        div.stack #results {
            section.card.card-flush {
                @if list.spenders.is_empty() && !shown.q.trim().is_empty() { (view::none_found(text, true, &here)) }
                @else if list.spenders.is_empty() { (view::empty("team", &text.t("spenders-empty-title"), &text.t("spenders-empty-words"), html! {})) }
                ul.list { @for fan in &list.spenders { li { div.body { span.strong translate="no" { (fan.fan_username) } span.small.muted { (text.moment_of(&fan.last_at)) } } span.num translate="no" { (text.money(fan.total_net_cents)) } } } }
            }
            (view::pager(text, &format!("{here}?q={}", enc(&shown.q)), list.next_cursor.as_deref()))
        }
    };
    Ok(view::page_of(&cx, &domain, DomainTab::FunnelLinks, html! {}, body))
}

/// Streams a list of the API as a CSV file. The API keeps spreadsheets from running formulas of the cells.
pub(super) async fn table_file(cx: &Context, name: &str, call: Call) -> Answer {
    let table = cx.api.open(call.accept("text/csv")).await?.into_inner();
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")))
        .body(BodyStream::new(table.into_stream().boxed())))
}

pub(crate) async fn days_csv(cx: Context, domain: Path<String>, shown: Query<Shown>) -> Answer {
    table_file(&cx, "days", shown.call("/api/admin/domains/{domain}/stats", &domain)?).await
}

pub(crate) async fn spenders_csv(cx: Context, domain: Path<String>, shown: Query<Shown>) -> Answer {
    table_file(&cx, "spenders", shown.call("/api/admin/sources/{domain}/spenders", &domain)?).await
}
