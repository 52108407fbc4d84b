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
use api_contract::stats::{
    ExperimentQuery, LinkSpenderQuery, OverviewQuery, RangeQuery, SpenderQuery, StatsQuery,
};
use api_contract::transfer::{ArchiveImportQuery, ExportQuery, LinkExportQuery, LinkImportQuery};
use api_contract::vault::{ContentQuery, RequestQuery};
use attribution::overview::Period;
use attribution::ports::PageRequest;
use content_vault::{Limit, Window};
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
    ExperimentQuery,
    ExportQuery,
    LinkExportQuery,
    LinkImportQuery,
    PageQuery,
    QrPrintQuery,
    QrSizeQuery,
    RangeQuery,
    RequestQuery,
    SegmentDeleteQuery,
    SmartLinkQuery,
    StatsQuery,
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
    Rules: ConversionQuery => |query, _| attribution::conversions::ConversionQuery::between(query.from_ts, query.to_ts),
    Rules: LinkSpenderQuery => |query, _| PageRequest::parse(query.limit, None, None),
    Rules: OverviewQuery => |query, now| Period::parse(query.from_ts, query.to_ts, now),
    Rules: QrSheetQuery => |query, _| sheet_request(query),
    Rules: SimulateQuery => |query, now| simulation::visitor(query, now),
    Rules: SpenderQuery => |query, _| PageRequest::parse(query.limit, None, None),
}

fn content(query: &ContentQuery) -> Faults {
    let (mut faults, here) = (Faults::none(), Location::root());
    let bound = |seconds: Option<i64>| seconds.map(UnixTime::from_seconds);
    faults.note(&here, Window::parse(bound(query.from_ts), bound(query.to_ts)));
    faults.note(&here, Limit::parse(query.limit));
    faults
}
