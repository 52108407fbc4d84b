//! The methods of statistics.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Operation, Paged, Request, read};
use crate::types;

/// Visits, clicks, subscriptions and revenue, and who paid.
#[derive(Debug, Clone)]
pub struct Statistics {
    pub(super) client: Client,
}

impl Statistics {
    /// List the experiments of a live page.
    ///
    /// Each arm with its visitors and what came of them, how sure its rate is, and how likely it is the best one.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn experiments_list(&self, domain: &str) -> Request<StatisticsExperimentsList> {
        Request::new(&self.client, &[domain])
    }

    /// List the paying fans of a funnel link.
    ///
    /// Those of all time. The platform's own counters are shown beside ours, as they were last pulled; no engine is called. With
    /// `Accept: text/csv` the answer is a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor`
    /// holds the cursor of the next.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `link_id`: The number of a funnel link
    pub fn link_spenders_list(&self, domain: &str, link_id: &str) -> Request<StatisticsLinkSpendersList> {
        Request::new(&self.client, &[domain, link_id])
    }

    /// Show a domain's statistics.
    ///
    /// By day and by source, and with `by` split once more. A range ends now, so that its first day is a part of one. With
    /// `Accept: text/csv` the answer is the table of days, or with `by` that of the keys, in CSV (RFC 4180).
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn show(&self, domain: &str) -> Request<StatisticsShow> {
        Request::new(&self.client, &[domain])
    }

    /// List the paying fans of a domain.
    ///
    /// Those who bought in the range, with what they spent after they were first seen on the domain. With `Accept: text/csv` the answer is
    /// a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor` holds the cursor of the next.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn spenders_list(&self, domain: &str) -> Request<StatisticsSpendersList> {
        Request::new(&self.client, &[domain])
    }

    /// Explain a fan's statistics.
    ///
    /// All their events in order, the effect of each on their statistics on the domain, and what made them a fan of it.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `fan_id`: The id of a fan at the engine
    pub fn spender_explain(&self, domain: &str, fan_id: &str) -> Request<StatisticsSpenderExplain> {
        Request::new(&self.client, &[domain, fan_id])
    }

    /// Show the statistics of all domains.
    ///
    /// Of whole days in UTC, by day or by domain, with the totals of as many days just before. Programs are not counted.
    pub fn overview_show(&self) -> Request<StatisticsOverviewShow> {
        Request::new(&self.client, &[])
    }
}

/// `GET /api/admin/domains/{domain}/experiments`
#[derive(Debug, Clone, Copy)]
pub enum StatisticsExperimentsList {}

impl Operation for StatisticsExperimentsList {
    type Output = types::ExperimentList;
    const ID: &'static str = "statistics_experiments_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains/{domain}/experiments";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ExperimentList, Error> {
        read::json(&body)
    }
}

impl Request<StatisticsExperimentsList> {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    pub fn range(self, value: &str) -> Self {
        self.with_query("range", value)
    }

    /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
    pub fn from_ts(self, value: i64) -> Self {
        self.with_query("from_ts", &value.to_string())
    }

    /// The last second of the window, Unix seconds; now by default.
    pub fn to_ts(self, value: i64) -> Self {
        self.with_query("to_ts", &value.to_string())
    }

    /// Goal whose share of visitors `rate` is; `subs` by default.
    pub fn goal(self, value: &str) -> Self {
        self.with_query("goal", value)
    }
}

/// `GET /api/admin/domains/{domain}/links/{link_id}/spenders`
#[derive(Debug, Clone, Copy)]
pub enum StatisticsLinkSpendersList {}

impl Operation for StatisticsLinkSpendersList {
    type Output = types::LinkSpenders;
    const ID: &'static str = "statistics_link_spenders_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains/{domain}/links/{link_id}/spenders";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::LinkSpenders, Error> {
        read::json(&body)
    }
}

impl Paged for StatisticsLinkSpendersList {
    type Item = types::LinkSpenderOut;

    fn split(page: types::LinkSpenders) -> (Vec<types::LinkSpenderOut>, Option<String>) {
        (page.spenders, page.next_cursor)
    }

    fn next_cursor(page: &types::LinkSpenders) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<StatisticsLinkSpendersList> {
    /// A part of the fan's name or id, whatever the case. The totals stay those of all fans.
    pub fn search(self, value: &str) -> Self {
        self.with_query("search", value)
    }

    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the part before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `GET /api/admin/domains/{domain}/stats`
#[derive(Debug, Clone, Copy)]
pub enum StatisticsShow {}

impl Operation for StatisticsShow {
    type Output = types::DomainStats;
    const ID: &'static str = "statistics_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains/{domain}/stats";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DomainStats, Error> {
        read::json(&body)
    }
}

impl Request<StatisticsShow> {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    pub fn range(self, value: &str) -> Self {
        self.with_query("range", value)
    }

    /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
    pub fn from_ts(self, value: i64) -> Self {
        self.with_query("from_ts", &value.to_string())
    }

    /// The last second of the window, Unix seconds; now by default.
    pub fn to_ts(self, value: i64) -> Self {
        self.with_query("to_ts", &value.to_string())
    }

    /// Adds `items`, one for each country, device and so on, and `bots`.
    pub fn by(self, value: &str) -> Self {
        self.with_query("by", value)
    }
}

/// `GET /api/admin/sources/{domain}/spenders`
#[derive(Debug, Clone, Copy)]
pub enum StatisticsSpendersList {}

impl Operation for StatisticsSpendersList {
    type Output = types::DomainSpenders;
    const ID: &'static str = "statistics_spenders_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/sources/{domain}/spenders";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DomainSpenders, Error> {
        read::json(&body)
    }
}

impl Paged for StatisticsSpendersList {
    type Item = types::DomainSpenderOut;

    fn split(page: types::DomainSpenders) -> (Vec<types::DomainSpenderOut>, Option<String>) {
        (page.spenders, page.next_cursor)
    }

    fn next_cursor(page: &types::DomainSpenders) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<StatisticsSpendersList> {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    pub fn range(self, value: &str) -> Self {
        self.with_query("range", value)
    }

    /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
    pub fn from_ts(self, value: i64) -> Self {
        self.with_query("from_ts", &value.to_string())
    }

    /// The last second of the window, Unix seconds; now by default.
    pub fn to_ts(self, value: i64) -> Self {
        self.with_query("to_ts", &value.to_string())
    }

    /// Shows the money of all time instead of the window's; the list stays the same.
    pub fn full(self, value: bool) -> Self {
        self.with_query("full", if value { "true" } else { "false" })
    }

    /// A part of the fan's name or id, whatever the case. The totals stay those of all fans.
    pub fn search(self, value: &str) -> Self {
        self.with_query("search", value)
    }

    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the part before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `GET /api/admin/sources/{domain}/spenders/{fan_id}/explain`
#[derive(Debug, Clone, Copy)]
pub enum StatisticsSpenderExplain {}

impl Operation for StatisticsSpenderExplain {
    type Output = types::FanExplained;
    const ID: &'static str = "statistics_spender_explain";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/sources/{domain}/spenders/{fan_id}/explain";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::FanExplained, Error> {
        read::json(&body)
    }
}

impl Request<StatisticsSpenderExplain> {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    pub fn range(self, value: &str) -> Self {
        self.with_query("range", value)
    }

    /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
    pub fn from_ts(self, value: i64) -> Self {
        self.with_query("from_ts", &value.to_string())
    }

    /// The last second of the window, Unix seconds; now by default.
    pub fn to_ts(self, value: i64) -> Self {
        self.with_query("to_ts", &value.to_string())
    }
}

/// `GET /api/admin/stats/overview`
#[derive(Debug, Clone, Copy)]
pub enum StatisticsOverviewShow {}

impl Operation for StatisticsOverviewShow {
    type Output = types::OverviewOut;
    const ID: &'static str = "statistics_overview_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/stats/overview";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::OverviewOut, Error> {
        read::json(&body)
    }
}

impl Request<StatisticsOverviewShow> {
    /// A second of the first day, Unix seconds; 29 days before the last one by default.
    pub fn from_ts(self, value: i64) -> Self {
        self.with_query("from_ts", &value.to_string())
    }

    /// A second of the last day, Unix seconds; now by default.
    pub fn to_ts(self, value: i64) -> Self {
        self.with_query("to_ts", &value.to_string())
    }

    /// `day` by default.
    pub fn by(self, value: &str) -> Self {
        self.with_query("by", value)
    }
}
