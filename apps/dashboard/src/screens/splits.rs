//! Figures of a domain split by a trait, and its experiments.

use funnel_sdk::types::{DomainStats, ExperimentArm, ExperimentOut};
use maud::{Markup, html};

use super::figures;
use crate::text::Text;
use crate::view::{self, Kind, enc};

/// What figures can be split by, as the API names it.
pub(super) const TRAITS: [&str; 7] = ["country", "device", "browser", "referrer", "button", "arm", "hour"];

/// Most rows that are shown of a split.
const ROWS: usize = 12;

/// The rows of one trait, with a bar for how many clicks or visits each had.
pub(super) fn card(text: Text, base: &str, days: i64, by: &str, stats: &DomainStats) -> Markup {
    let options = TRAITS.map(|known| {
        (format!("{base}?days={days}&by={known}#splits"), text.word("split", known), known == by)
    });
    let rows = stats.items.as_deref().unwrap_or_default();
    // Buttons have no visits of their own.
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
                    tbody { @for row in rows.iter().take(ROWS) { tr {
                        th scope="row" { span translate="no" { (key(text, by, &row.key)) } (view::bar(size(row.visits, row.clicks), greatest)) }
                        @for (metric, value) in [("visits", row.visits), ("clicks", row.clicks), ("subs", row.subs), ("revenue", row.revenue_cents)] {
                            td.num data-label=(text.word("metric", metric)) { (figures::shown(text, metric, value)) }
                        }
                    } } }
                }
            }
            @if let Some(bots) = &stats.bots {
                p.body.small.muted { (text.with("split-bots", [("visits", bots.visits.into()), ("clicks", bots.clicks.into())])) }
            }
        }
    }
}

fn key(text: Text, by: &str, key: &str) -> Markup {
    match by {
        _ if key.is_empty() => html! { (text.t("split-unknown")) },
        "hour" => text.moment_of(key),
        // `<segment>/<arm>/<experiment>`: the segment's id tells people nothing.
        "arm" => match key.splitn(3, '/').collect::<Vec<_>>().as_slice() {
            [_, arm, experiment] => html! { (experiment) " · " (arm) },
            _ => html! { (key) },
        },
        _ => html! { (key) },
    }
}

/// Each experiment with what is known of its arms.
pub(super) fn experiments(text: Text, domain: &str, items: &[ExperimentOut]) -> Markup {
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
                p.body.small.muted {
                    (text.t("experiment-words")) " "
                    a href={ "/domains/" (enc(domain)) "/page" } { (text.t("experiment-edit")) }
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
                td.num data-label=(text.word("metric", metric)) { (figures::shown(text, metric, value)) }
            }
            td.num data-label=(text.t("experiment-rate")) { (view::raw(percent(arm.rate))) " " span.small.muted translate="no" { (interval) } }
            td.num data-label=(text.t("experiment-best")) {
                @match arm.probability_best { Some(share) => { (view::raw(percent(share))) } None => { "–" } }
            }
        }
    }
}
