//! Daily statistics: sums over domains, days without events, and the period before.

use std::collections::BTreeMap;

use funnel_sdk::types::{DayStats, OverviewItem};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use maud::{Markup, html};
use serde_json::json;

use crate::assets;
use crate::text::Text;
use crate::view;

/// Metrics of the chart.
pub(crate) const METRICS: [&str; 4] = ["visits", "clicks", "subs", "revenue"];

/// Statistics of one or more days.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stats {
    pub(crate) visits: i64,
    pub(crate) clicks: i64,
    pub(crate) subs: i64,
    pub(crate) revenue: i64,
}

impl Stats {
    pub(crate) fn of(self, metric: &str) -> i64 {
        match metric {
            "clicks" => self.clicks,
            "subs" => self.subs,
            "revenue" => self.revenue,
            _ => self.visits,
        }
    }

    /// Returns the statistics of a day or a domain of an overview.
    pub(crate) fn of_item(item: &OverviewItem) -> Self {
        Self { visits: item.visits, clicks: item.clicks, subs: item.subs, revenue: item.revenue_cents }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            visits: self.visits + other.visits,
            clicks: self.clicks + other.clicks,
            subs: self.subs + other.subs,
            revenue: self.revenue + other.revenue,
        }
    }
}

/// A day in a response of the API.
pub(crate) trait OfDay {
    /// Day in the form `YYYY-MM-DD`.
    fn day(&self) -> &str;
    fn stats(&self) -> Stats;
}

impl OfDay for DayStats {
    fn day(&self) -> &str {
        &self.day
    }

    fn stats(&self) -> Stats {
        Stats { visits: self.visits, clicks: self.clicks, subs: self.subs, revenue: self.revenue_cents }
    }
}

impl OfDay for OverviewItem {
    fn day(&self) -> &str {
        self.day.as_deref().unwrap_or_default()
    }

    fn stats(&self) -> Stats {
        Stats::of_item(self)
    }
}

/// A period that ends today, and the period of the same length before it.
pub(crate) struct Period {
    pub(crate) days: Vec<(Date, Stats)>,
    pub(crate) before: Vec<Stats>,
}

impl Period {
    /// Builds the period of `length` days up to `now`.
    pub(crate) fn of<'a, D: OfDay + 'a>(
        stats: impl IntoIterator<Item = &'a D>,
        length: i64,
        now: i64,
    ) -> Self {
        let mut by_day: BTreeMap<Date, Stats> = BTreeMap::new();
        for of_day in stats {
            if let Ok(day) = of_day.day().parse() {
                let sum = by_day.entry(day).or_default();
                *sum = sum.plus(of_day.stats());
            }
        }
        let moment = Timestamp::from_second(now).unwrap_or_default();
        let today = moment.to_zoned(jiff::tz::TimeZone::UTC).date();
        let back = |days: i64| today.checked_sub(days.days()).unwrap_or(today);
        let at = |day: Date| by_day.get(&day).copied().unwrap_or_default();
        let days = (0..length).rev().map(|days| (back(days), at(back(days)))).collect();
        let before = (length..length * 2).rev().map(|days| at(back(days))).collect();
        Self { days, before }
    }

    pub(crate) fn total(&self) -> Stats {
        self.days.iter().fold(Stats::default(), |sum, (_, day)| sum.plus(*day))
    }

    pub(crate) fn total_before(&self) -> Stats {
        self.before.iter().fold(Stats::default(), |sum, day| sum.plus(*day))
    }
}

const DAY: i64 = 86_400;

/// Whole UTC days up to today, in the API's form. All statistics of a screen cover the same days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) from_ts: i64,
    pub(crate) to_ts: i64,
}

impl Window {
    /// Returns the window of `days` days up to `now`.
    pub(crate) fn of_days(days: i64, now: i64) -> Self {
        let today = now.div_euclid(DAY) * DAY;
        Self { from_ts: (today - (days - 1) * DAY).max(0), to_ts: today + DAY - 1 }
    }

    /// Extends the window by as many days before it.
    pub(crate) fn with_before(self) -> Self {
        let length = self.to_ts + 1 - self.from_ts;
        Self { from_ts: (self.from_ts - length).max(0), ..self }
    }
}

/// Renders amounts in other currencies, which no total includes.
pub(crate) fn other_currencies(text: Text, others: &BTreeMap<String, i64>) -> Markup {
    let amounts: Vec<_> = others.iter().map(|(code, minor)| text.in_currency(code).money(*minor)).collect();
    html! {
        @if !amounts.is_empty() {
            (view::note(view::Kind::Plain, text.with("other-currencies", [("money", amounts.join(" · ").into())])))
        }
    }
}

/// Parses the number of days of a query such as `30`.
pub(crate) fn days_of(text: &str) -> i64 {
    match text {
        "7" => 7,
        "90" => 90,
        _ => 30,
    }
}

/// Renders the four metrics, compared with the period before.
pub(crate) fn tiles(text: Text, period: &Period) -> Markup {
    let (now, before) = (period.total(), period.total_before());
    html! {
        dl.stats {
            @for metric in METRICS {
                div.stat {
                    dt { (text.word("metric", metric)) }
                    dd { (shown(text, metric, now.of(metric))) div { (view::delta(text, now.of(metric), before.of(metric))) } }
                }
            }
        }
    }
}

/// Renders the value of a metric.
pub(crate) fn shown(text: Text, metric: &str, value: i64) -> Markup {
    view::raw(if metric == "revenue" { text.money(value) } else { text.number(value) })
}

/// Renders a chart, and its data as a table for screen readers.
pub(crate) fn chart(text: Text, period: &Period, metric: &str) -> Markup {
    let start =
        |day: Date| day.to_zoned(jiff::tz::TimeZone::UTC).map_or(0, |moment| moment.timestamp().as_second());
    let data = json!({
        "days": period.days.iter().map(|(day, _)| start(*day)).collect::<Vec<_>>(),
        "values": period.days.iter().map(|(_, stats)| stats.of(metric)).collect::<Vec<_>>(),
        "ghost": period.before.iter().map(|stats| stats.of(metric)).collect::<Vec<_>>(),
        "label": text.word("metric", metric),
        "before": text.t("chart-before"),
        "money": metric == "revenue",
        "currency": text.currency(),
        "units": if metric == "revenue" { text.minor_units() } else { 1 },
    });
    html! {
        div.stack-s {
            div.spread.small.muted {
                span { span.dot {} " " (text.t("chart-now")) " " span.dot.ghost {} " " (text.t("chart-before")) }
                span data-chart-tip translate="no" aria-hidden="true" {}
            }
            div.chart data-chart=(data.to_string()) data-library=(assets::path("uplot.js")) data-sheet=(assets::path("uplot.css"))
                role="img" aria-label=(text.with("chart-label", [("metric", text.word("metric", metric).into()), ("days", period.days.len().into())])) data-needs-script {}
            details.more {
                summary { (text.t("chart-table")) }
                div.table-wrap tabindex="0" role="region" aria-label=(text.t("chart-table")) {
                    table {
                        thead { tr { th scope="col" { (text.t("day")) } @for metric in METRICS { th.num scope="col" { (text.word("metric", metric)) } } } }
                        tbody {
                            @for (day, stats) in period.days.iter().rev() {
                                tr {
                                    th scope="row" translate="no" { (day) }
                                    @for metric in METRICS { td.num { (shown(text, metric, stats.of(metric))) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: &str, visits: i64) -> DayStats {
        let stats =
            json!({"day": day, "visits": visits, "clicks": 0, "subs": 0, "scans": 0, "revenue_cents": 0});
        serde_json::from_value(stats).unwrap()
    }

    #[test]
    fn a_window_is_made_of_whole_days() {
        let noon = 1_795_435_200;
        let week = Window::of_days(7, noon);
        assert_eq!(week, Window { from_ts: noon - 43_200 - 6 * DAY, to_ts: noon + 43_199 });
        assert_eq!(week.with_before().from_ts, week.from_ts - 7 * DAY);
        assert_eq!(week.with_before().to_ts, week.to_ts);
    }

    #[test]
    fn a_period_has_each_day_once_and_the_period_before_beside_it() {
        let stats = [
            day("2026-11-23", 5),
            day("2026-11-23", 2),
            day("2026-11-17", 3),
            day("2026-11-16", 9),
            day("2026-11-01", 100),
        ];
        // 2026-11-23T12:00:00Z
        let period = Period::of(&stats, 7, 1_795_435_200);
        assert_eq!(period.days.len(), 7);
        assert_eq!(period.days[0].0.to_string(), "2026-11-17");
        assert_eq!(period.days[6].1.visits, 7);
        assert_eq!((period.total().visits, period.total_before().visits), (10, 9));
    }
}
