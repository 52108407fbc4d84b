//! Rules of queries.

use application::audit;
use attribution::overview::Period;
use attribution::window::{asked_for, between};
use content_vault::listing::window;
use http_kit::extract::checked;

use super::{Ruled, now, only};
use crate::audit::wire::AuditQuery;
use crate::conversions::wire::ConversionQuery;
use crate::overview::experiments::ExperimentQuery;
use crate::overview::wire::OverviewQuery;
use crate::preview::convert::visitor;
use crate::preview::wire::SimulateQuery;
use crate::qr::convert::code_ids;
use crate::stats::wire::{RangeQuery, SpenderQuery, StatsQuery};
use crate::vault::wire::ContentQuery;

pub(crate) fn audit_actor(text: &str) -> Ruled {
    checked(only("actor", audit::AuditQuery::parse(Some(text), None, None, None, None)))
}

pub(crate) fn audit_action(text: &str) -> Ruled {
    checked(only("action", audit::AuditQuery::parse(None, Some(text), None, None, None)))
}

pub(crate) fn audit_subject(text: &str) -> Ruled {
    checked(only("subject", audit::AuditQuery::parse(None, None, Some(text), None, None)))
}

pub(crate) fn audit_window(query: &AuditQuery) -> Ruled {
    checked(audit::AuditQuery::parse(None, None, None, query.from_ts, query.to_ts))
}

pub(crate) fn conversion_window(query: &ConversionQuery) -> Ruled {
    checked(between(query.from_ts, query.to_ts))
}

pub(crate) fn experiment_range(query: &ExperimentQuery) -> Ruled {
    checked(asked_for(query.range.as_deref(), query.from_ts, query.to_ts, now()))
}

pub(crate) fn query_range(query: &RangeQuery) -> Ruled {
    checked(asked_for(query.range.as_deref(), query.from_ts, query.to_ts, now()))
}

pub(crate) fn stats_range(query: &StatsQuery) -> Ruled {
    checked(asked_for(query.range.as_deref(), query.from_ts, query.to_ts, now()))
}

pub(crate) fn spender_range(query: &SpenderQuery) -> Ruled {
    checked(asked_for(query.range.as_deref(), query.from_ts, query.to_ts, now()))
}

pub(crate) fn overview_period(query: &OverviewQuery) -> Ruled {
    checked(Period::parse(query.from_ts, query.to_ts, now()))
}

pub(crate) fn content_window(query: &ContentQuery) -> Ruled {
    checked(window(query.from_ts, query.to_ts))
}

pub(crate) fn sheet_ids(text: &str) -> Ruled {
    checked(only("ids", code_ids(text)))
}

/// Defines rules of the fields of a simulated visitor.
macro_rules! simulated {
    ($($rule:ident => $field:ident,)*) => {$(
        pub(crate) fn $rule(text: &str) -> Ruled {
            let query = SimulateQuery { $field: Some(text.to_owned()), ..SimulateQuery::default() };
            checked(only(stringify!($field), visitor(&query, now())))
        }
    )*};
}

simulated! {
    simulated_device => device,
    simulated_os => os,
    simulated_browser => browser,
    simulated_in_app => in_app,
    simulated_lang => lang,
    simulated_referrer => referrer,
    simulated_channel => channel,
}
