// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Statistics;
use crate::operations::operations;
use crate::types;

operations! {
    Statistics:

    /// List the experiments of a live page.
    ///
    /// Each arm with its visitors and what came of them, how sure its rate is, and how likely it is the best one.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn experiments_list(path domain: &str) -> json types::ExperimentList {
        StatisticsExperimentsList = GET "/api/admin/domains/{domain}/experiments"
            as "statistics_experiments_list";
        /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
        "range" range: &str;
        /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
        "from_ts" from_ts: i64;
        /// The last second of the window, Unix seconds; now by default.
        "to_ts" to_ts: i64;
        /// Goal whose share of visitors `rate` is; `subs` by default.
        "goal" goal: &str;
    }

    /// List the paying fans of a funnel link.
    ///
    /// Those of all time. The platform's own counters are shown beside ours, as they were last pulled; no engine is called. With
    /// `Accept: text/csv` the answer is a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor`
    /// holds the cursor of the next.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `link_id`: The number of a funnel link
    fn link_spenders_list(path domain: &str, path link_id: &str) -> json types::LinkSpenders {
        StatisticsLinkSpendersList = GET "/api/admin/domains/{domain}/links/{link_id}/spenders"
            as "statistics_link_spenders_list", Paged(spenders: types::LinkSpenderOut);
        /// A part of the fan's name or id, whatever the case. The totals stay those of all fans.
        "search" search: &str;
        /// How many at most.
        "limit" limit: i64;
        /// Where the part before ended.
        "cursor" cursor: &str;
    }

    /// Show a domain's statistics.
    ///
    /// By day and by source, and with `by` split once more. A range ends now, so that its first day is a part of one. With
    /// `Accept: text/csv` the answer is the table of days, or with `by` that of the keys, in CSV (RFC 4180).
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn show(path domain: &str) -> json types::DomainStats {
        StatisticsShow = GET "/api/admin/domains/{domain}/stats" as "statistics_show";
        /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
        "range" range: &str;
        /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
        "from_ts" from_ts: i64;
        /// The last second of the window, Unix seconds; now by default.
        "to_ts" to_ts: i64;
        /// Adds `items`, one for each country, device and so on, and `bots`.
        "by" by: &str;
    }

    /// List the paying fans of a domain.
    ///
    /// Those who bought in the range, with what they spent after they were first seen on the domain. With `Accept: text/csv` the answer is
    /// a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor` holds the cursor of the next.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn spenders_list(path domain: &str) -> json types::DomainSpenders {
        StatisticsSpendersList = GET "/api/admin/sources/{domain}/spenders"
            as "statistics_spenders_list", Paged(spenders: types::DomainSpenderOut);
        /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
        "range" range: &str;
        /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
        "from_ts" from_ts: i64;
        /// The last second of the window, Unix seconds; now by default.
        "to_ts" to_ts: i64;
        /// Shows the money of all time instead of the window's; the list stays the same.
        "full" full: bool;
        /// A part of the fan's name or id, whatever the case. The totals stay those of all fans.
        "search" search: &str;
        /// How many at most.
        "limit" limit: i64;
        /// Where the part before ended.
        "cursor" cursor: &str;
    }

    /// Explain a fan's statistics.
    ///
    /// All their events in order, the effect of each on their statistics on the domain, and what made them a fan of it.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `fan_id`: The id of a fan at the engine
    fn spender_explain(path domain: &str, path fan_id: &str) -> json types::FanExplained {
        StatisticsSpenderExplain = GET "/api/admin/sources/{domain}/spenders/{fan_id}/explain"
            as "statistics_spender_explain";
        /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
        "range" range: &str;
        /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
        "from_ts" from_ts: i64;
        /// The last second of the window, Unix seconds; now by default.
        "to_ts" to_ts: i64;
    }

    /// Show the statistics of all domains.
    ///
    /// Of whole days in UTC, by day or by domain, with the totals of as many days just before. Programs are not counted.
    fn overview_show() -> json types::OverviewOut {
        StatisticsOverviewShow = GET "/api/admin/stats/overview" as "statistics_overview_show";
        /// A second of the first day, Unix seconds; 29 days before the last one by default.
        "from_ts" from_ts: i64;
        /// A second of the last day, Unix seconds; now by default.
        "to_ts" to_ts: i64;
        /// `day` by default.
        "by" by: &str;
    }
}
