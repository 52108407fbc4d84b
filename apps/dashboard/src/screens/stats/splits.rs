//! Statistics of a domain split by a trait, and its experiments.

use std::collections::BTreeMap;

use funnel_sdk::types::{DomainStats, ExperimentArm, ExperimentResult, SplitItem};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use maud::{Markup, html};

use crate::context::Context;
use crate::screens::stats::days;
use crate::text::Text;
use crate::view::{self, Kind, enc};

/// Traits of the API that split statistics.
pub(super) const TRAITS: [&str; 7] = ["country", "device", "browser", "referrer", "button", "arm", "hour"];

/// Maximum number of shown rows.
const ROWS: usize = 12;

/// Renders the rows of one trait, with a bar for their clicks or visits.
pub(super) fn card(text: Text, base: &str, days: i64, by: &str, stats: &DomainStats) -> Markup {
    let options = TRAITS.map(|known| {
        (format!("{base}?days={days}&by={known}#splits"), text.word("split", known), known == by)
    });
    let rows = rows(text, by, stats.items.as_deref().unwrap_or_default());
    // Buttons have no visits.
    let size = |visits: i64, clicks: i64| if by == "button" { clicks } else { visits };
    let greatest = rows.iter().map(|row| size(row.visits, row.clicks)).max().unwrap_or_default();
    html! {
        section.card.card-flush #splits {
            div.card-head {
                h2 { (text.t("splits")) }
                (view::segmented(&text.t("split-by"), &options))
            }
            @if rows.is_empty() { (view::empty("pulse", &text.t("sources-empty-title"), &text.t("sources-empty-words"), html! {})) }
            @else {
                table.fold {
                    thead { tr { th scope="col" { (text.word("split", by)) } @for metric in ["visits", "clicks", "subs", "revenue"] { th.num scope="col" { (text.word("metric", metric)) } } } }
                    tbody { @for row in &rows { tr {
                        th scope="row" { span { (row.name) } (view::bar(size(row.visits, row.clicks), greatest)) }
                        @for (metric, value) in [("visits", row.visits), ("clicks", row.clicks), ("subs", row.subs), ("revenue", row.revenue_cents)] {
                            td.num data-label=(text.word("metric", metric)) { (days::shown(text, metric, value)) }
                        }
                    } } }
                }
            }
            @if let Some(bots) = stats.bots.as_ref().filter(|bots| bots.visits + bots.clicks > 0) {
                p.pad.small.muted { (text.with("split-bots", [("visits", bots.visits.into()), ("clicks", bots.clicks.into())])) }
            }
        }
    }
}

/// A named row.
struct Row {
    name: Markup,
    visits: i64,
    clicks: i64,
    subs: i64,
    revenue_cents: i64,
}

impl Row {
    fn of(name: Markup, items: &[&SplitItem]) -> Self {
        let sum = |of: fn(&SplitItem) -> i64| items.iter().map(|item| of(item)).sum();
        Self {
            name,
            visits: sum(|item| item.visits),
            clicks: sum(|item| item.clicks),
            subs: sum(|item| item.subs),
            revenue_cents: sum(|item| item.revenue_cents),
        }
    }
}

/// Returns the rows to show: hours of a day, or the largest rows and the sum of the rest.
fn rows(text: Text, by: &str, items: &[SplitItem]) -> Vec<Row> {
    if by == "hour" {
        let mut hours: BTreeMap<i8, Vec<&SplitItem>> = BTreeMap::new();
        for item in items {
            if let Ok(moment) = item.key.parse::<Timestamp>() {
                hours.entry(moment.to_zoned(TimeZone::UTC).hour()).or_default().push(item);
            }
        }
        return hours.iter().map(|(hour, items)| Row::of(text.hour(*hour), items)).collect();
    }
    let named = items.iter().take(ROWS).map(|item| Row::of(key(text, by, &item.key), &[item]));
    let others: Vec<&SplitItem> = items.iter().skip(ROWS).collect();
    let rest = (!others.is_empty())
        .then(|| Row::of(html! { (text.with("split-others", [("n", others.len().into())])) }, &others));
    named.chain(rest).collect()
}

fn key(text: Text, by: &str, key: &str) -> Markup {
    match by {
        _ if key.is_empty() => html! { (text.t("split-unknown")) },
        "country" => view::country(key),
        "device" => html! { (text.word("value", key)) },
        // Format `<segment>/<arm>/<experiment>`; the segment's id is meaningless to people.
        "arm" => match key.splitn(3, '/').collect::<Vec<_>>().as_slice() {
            [_, arm, experiment] => view::raw(format!("{experiment} · {arm}")),
            _ => view::raw(key),
        },
        _ => view::raw(key),
    }
}

/// Renders each experiment with the results of its arms.
pub(super) fn experiments(cx: &Context, domain: &str, items: &[ExperimentResult]) -> Markup {
    let text = cx.text;
    html! {
        @for experiment in items {
            section.card.card-flush {
                div.card-head {
                    h2 { (text.t("experiment")) " " span translate="no" { (experiment.key) } }
                    @if experiment.enough { (view::pill(Kind::Good, &text.t("experiment-enough"))) }
                    @else { (view::pill(Kind::Plain, &text.t("experiment-early"))) }
                }
                table.fold {
                    thead { tr {
                        th scope="col" { (text.t("experiment-arm")) }
                        @for metric in ["visits", "subs", "revenue"] { th.num scope="col" { (text.word("metric", metric)) } }
                        th.num scope="col" { (text.t("experiment-rate")) }
                        th.num scope="col" { (text.t("experiment-best")) }
                    } }
                    tbody { @for arm in &experiment.arms { (arm_row(text, arm)) } }
                }
                p.pad.small.muted {
                    (text.t("experiment-words")) " "
                    @if cx.opens(&format!("/domains/{}/page", enc(domain))) { a href={ "/domains/" (enc(domain)) "/page" } { (text.t("experiment-edit")) } }
                }
            }
        }
    }
}

fn arm_row(text: Text, arm: &ExperimentArm) -> Markup {
    let percent = |share: f64| text.percent(share * 100.0);
    let interval = match arm.interval.as_slice() {
        [low, high] => format!("{} – {}", percent(*low), percent(*high)),
        _ => String::new(),
    };
    html! {
        tr {
            th scope="row" translate="no" { (arm.id) }
            @for (metric, value) in [("visits", arm.visitors), ("subs", arm.subs), ("revenue", arm.revenue_cents)] {
                td.num data-label=(text.word("metric", metric)) { (days::shown(text, metric, value)) }
            }
            td.num data-label=(text.t("experiment-rate")) { (view::raw(percent(arm.rate))) " " span.small.muted translate="no" { (interval) } }
            td.num data-label=(text.t("experiment-best")) {
                @match arm.probability_best { Some(share) => { (view::raw(percent(share))) } None => { "–" } }
            }
        }
    }
}
