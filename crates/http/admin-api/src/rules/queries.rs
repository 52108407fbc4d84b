use api_contract::appearance;
use api_contract::audit::AuditQuery;
use api_contract::broadcasts::BroadcastQuery;
use api_contract::conversions::ConversionQuery;
use api_contract::deliveries::DeliveryQuery;
use api_contract::destinations::DestinationQuery;
use api_contract::landing::{DomainQuery, SegmentDeleteQuery, SimulateQuery, VersionQuery};
use api_contract::links::{SmartLinkQuery, TrackedLinkQuery};
use api_contract::paging::PageQuery;
use api_contract::qr::{QrPrintQuery, QrSheetQuery, QrSizeQuery};
use api_contract::sessions::SessionEndQuery;
use api_contract::stats::{
    ExperimentQuery, LinkSpenderQuery, OverviewQuery, RangeQuery, SpenderQuery, StatsQuery,
};
use api_contract::transfer::{ArchiveImportQuery, ExportQuery, LinkExportQuery, LinkImportQuery};
use api_contract::vault::{ContentQuery, RequestQuery};
use attribution::overview::Period;
use attribution::ports::PageRequest;
use attribution::window::{asked_for, between};
use content_vault::listing::{Limit, window};
use http_kit::extract::{Faults, RulesOf};
use kernel::{Location, UnixTime};

use super::{Rules, rules, without_rules};
use crate::convert::qr::sheet_request;
use crate::convert::simulation;

without_rules! {
    ArchiveImportQuery,
    BroadcastQuery,
    DeliveryQuery,
    DestinationQuery,
    DomainQuery,
    ExportQuery,
    LinkExportQuery,
    LinkImportQuery,
    PageQuery,
    QrPrintQuery,
    QrSizeQuery,
    RequestQuery,
    SegmentDeleteQuery,
    SessionEndQuery,
    SmartLinkQuery,
    TrackedLinkQuery,
    VersionQuery,
    appearance::DomainQuery,
    appearance::SourceQuery,
}

rules! {
    Rules: AuditQuery => |query, _| auth_scopes::audit::AuditQuery::parse(
        query.actor.as_deref(),
        query.action.as_deref(),
        query.subject.as_deref(),
        query.from_ts,
        query.to_ts,
    ),
    Rules: ContentQuery => |query, _| content(query),
    Rules: ConversionQuery => |query, _| between(query.from_ts, query.to_ts),
    Rules: ExperimentQuery => |query, now| asked_for(query.range.as_deref(), query.from_ts, query.to_ts, now),
    Rules: LinkSpenderQuery => |query, _| PageRequest::parse(query.limit, None, None),
    Rules: OverviewQuery => |query, now| Period::parse(query.from_ts, query.to_ts, now),
    Rules: RangeQuery => |query, now| asked_for(query.range.as_deref(), query.from_ts, query.to_ts, now),
    Rules: StatsQuery => |query, now| asked_for(query.range.as_deref(), query.from_ts, query.to_ts, now),
    Rules: QrSheetQuery => |query, _| sheet_request(query),
    Rules: SimulateQuery => |query, now| simulation::visitor(query, now),
    Rules: SpenderQuery => |query, now| spenders(query, now),
}

fn content(query: &ContentQuery) -> Faults {
    let (mut faults, here) = (Faults::none(), Location::root());
    faults.note(&here, window(query.from_ts, query.to_ts));
    faults.note(&here, Limit::parse(query.limit));
    faults
}

fn spenders(query: &SpenderQuery, now: UnixTime) -> Faults {
    let (mut faults, here) = (Faults::none(), Location::root());
    faults.note(&here, asked_for(query.range.as_deref(), query.from_ts, query.to_ts, now));
    faults.note(&here, PageRequest::parse(query.limit, None, None));
    faults
}
