// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Statistics;
use crate::operations::operations;
use crate::types;

operations! {
    Statistics:

    /// List the experiments of a live page.
    ///
    /// Each arm of the live version's experiments with its visitors, conversions, the interval of its rate and the
    /// probability of being the best. A probability is null until every arm with a weight has 100 visitors. Another
    /// experiment `key` is another experiment.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn experiments_list(path domain: &str) -> json types::ExperimentList {
        StatisticsExperimentsList = GET "/api/admin/domains/{domain}/experiments"
            as "statistics_experiments_list";
        /// `24h`, `7d`, `30d` or `90d` back from now; any other value is all time.
        "range" range: types::StatsRange;
        /// First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored.
        "from_ts" from_ts: i64;
        /// Last second of the window, in Unix seconds; included. Now by default.
        "to_ts" to_ts: i64;
        /// Goal whose share of visitors `rate` is; `subs` by default.
        "goal" goal: types::ExperimentGoal;
    }

    /// List the paying fans of a funnel link.
    ///
    /// Paying fans of all time. The platform's counters are from the last pull, and 0 before the first pull; no engine is
    /// called. With `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is
    /// in the header `Next-Cursor`.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `link_id`: The number of a funnel link
    fn link_spenders_list(path domain: &str, path link_id: i64) -> json types::LinkSpenders {
        StatisticsLinkSpendersList = GET "/api/admin/domains/{domain}/links/{link_id}/spenders"
            as "statistics_link_spenders_list", Paged(spenders: types::LinkSpender);
        /// Part of the fan's name or id, ignoring case. Totals always cover all fans.
        "search" search: &str;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Show a domain's statistics.
    ///
    /// By day and by source, and with `by` also by one trait. `range` is a multiple of 24 hours that ends now, so the first
    /// day is partial; `from_ts` and `to_ts`, both inclusive, replace it. Days are in UTC; days and sources with only
    /// zeros, bots and repeated clicks are left out. The key of an unknown trait is empty, so items add up to the totals,
    /// except for `button` and `arm`. There are at most 1,000 items, and 2,400 hours. With `Accept: text/csv`, returns the
    /// days, or with `by` the items, as CSV (RFC 4180).
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn show(path domain: &str) -> json types::DomainStats {
        StatisticsShow = GET "/api/admin/domains/{domain}/stats" as "statistics_show";
        /// `24h`, `7d`, `30d` or `90d` back from now; any other value is all time.
        "range" range: types::StatsRange;
        /// First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored.
        "from_ts" from_ts: i64;
        /// Last second of the window, in Unix seconds; included. Now by default.
        "to_ts" to_ts: i64;
        /// Trait that splits the statistics; adds `items` and `bots` to the response.
        "by" by: types::StatsBy;
    }

    /// List the paying fans of a domain.
    ///
    /// Fans who bought in the range, with their spending after they were first seen on the domain. Needs a connection to an
    /// engine, though the engine is not called. `search` is part of the name or id; totals cover all fans, including
    /// refunds to fans who are not listed. A fan whose money changes between two pages may appear twice or not at all. With
    /// `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is in the
    /// header `Next-Cursor`.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn spenders_list(path domain: &str) -> json types::DomainSpenders {
        StatisticsSpendersList = GET "/api/admin/sources/{domain}/spenders"
            as "statistics_spenders_list", Paged(spenders: types::DomainSpender);
        /// `24h`, `7d`, `30d` or `90d` back from now; any other value is all time.
        "range" range: types::StatsRange;
        /// First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored.
        "from_ts" from_ts: i64;
        /// Last second of the window, in Unix seconds; included. Now by default.
        "to_ts" to_ts: i64;
        /// Whether to show all-time money instead of the window's; the list stays the same.
        "full" full: bool;
        /// Part of the fan's name or id, ignoring case. Totals always cover all fans.
        "search" search: &str;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Explain a fan's statistics.
    ///
    /// All events of the fan in order, also of other domains, the effect of each on the statistics of this domain, and the
    /// event that anchored the fan to it.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `fan_id`: The id of a fan at the engine
    fn spender_explain(path domain: &str, path fan_id: &str) -> json types::FanExplained {
        StatisticsSpenderExplain = GET "/api/admin/sources/{domain}/spenders/{fan_id}/explain"
            as "statistics_spender_explain";
        /// `24h`, `7d`, `30d` or `90d` back from now; any other value is all time.
        "range" range: types::StatsRange;
        /// First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored.
        "from_ts" from_ts: i64;
        /// Last second of the window, in Unix seconds; included. Now by default.
        "to_ts" to_ts: i64;
    }

    /// Show the statistics of all domains.
    ///
    /// Whole days in UTC, by default the last 30 and at most 1,100, by day or by domain, compared with as many days before.
    /// Sums over the domains that the owner has now. A fan who bought on two days counts once in the totals. Bots are not
    /// counted, and items with only zeros are left out.
    fn overview_show() -> json types::Overview {
        StatisticsOverviewShow = GET "/api/admin/stats/overview" as "statistics_overview_show";
        /// Any second of the first day, in Unix seconds; 29 days before the last day by default.
        "from_ts" from_ts: i64;
        /// Any second of the last day, in Unix seconds; today by default.
        "to_ts" to_ts: i64;
        /// `day` by default.
        "by" by: types::OverviewSplit;
    }
}
