use crate::appearance::wire as appearance;
use crate::audit::wire::AuditQuery;
use crate::broadcasts::wire::BroadcastQuery;
use crate::conversions::wire::ConversionQuery;
use crate::destinations::wire::DestinationQuery;
use crate::domains::wire::DomainQuery;
use crate::funnel_links::wire::TrackedLinkQuery;
use crate::overview::experiments::ExperimentQuery;
use crate::overview::wire::OverviewQuery;
use crate::pixel_deliveries::wire::DeliveryQuery;
use crate::preview::wire::SimulateQuery;
use crate::publishing::wire::VersionQuery;
use crate::qr::wire::{QrPrintQuery, QrSheetQuery, QrSizeQuery};
use crate::requests::wire::RequestQuery;
use crate::segments::wire::SegmentDeleteQuery;
use crate::sessions::wire::SessionEndQuery;
use crate::smart_links::wire::SmartLinkQuery;
use crate::stats::wire::{LinkSpenderQuery, RangeQuery, SpenderQuery, StatsQuery};
use crate::transfer::wire::{ArchiveImportQuery, ExportQuery, LinkExportQuery, LinkImportQuery};
use crate::vault::wire::ContentQuery;
use attribution::overview::Period;
use attribution::ports::PageRequest;
use attribution::window::{asked_for, between};
use content_vault::listing::{Limit, window};
use http_kit::extract::{Faults, RulesOf};
use http_kit::wire::paging::PageQuery;
use kernel::{Location, UnixTime};

use super::{Rules, rules, without_rules};
use crate::preview::convert as simulation;
use crate::qr::convert::sheet_request;

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
