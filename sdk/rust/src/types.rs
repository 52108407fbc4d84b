// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

//! The bodies of requests and answers, named as in the OpenAPI document.

mod api_keys;
mod appearance;
mod audit;
mod banner_presets;
mod banners;
mod broadcasts;
mod buttons;
mod content;
mod content_requests;
mod conversions;
mod destinations;
mod domains;
mod drafts;
mod funnel_links;
mod members;
mod pixel_deliveries;
mod pixels;
mod qr_codes;
mod segments;
mod sessions;
mod shared;
mod smart_links;
mod statistics;
mod transfer;
mod usage;
mod webhook_deliveries;
mod webhooks;
pub use self::api_keys::*;
pub use self::appearance::*;
pub use self::audit::*;
pub use self::banner_presets::*;
pub use self::banners::*;
pub use self::broadcasts::*;
pub use self::buttons::*;
pub use self::content::*;
pub use self::content_requests::*;
pub use self::conversions::*;
pub use self::destinations::*;
pub use self::domains::*;
pub use self::drafts::*;
pub use self::funnel_links::*;
pub use self::members::*;
pub use self::pixel_deliveries::*;
pub use self::pixels::*;
pub use self::qr_codes::*;
pub use self::segments::*;
pub use self::sessions::*;
pub use self::shared::*;
pub use self::smart_links::*;
pub use self::statistics::*;
pub use self::transfer::*;
pub use self::usage::*;
pub use self::webhook_deliveries::*;
pub use self::webhooks::*;

/// The name of [`Anchor`] before.
#[deprecated(note = "use `Anchor`, which is the same")]
pub type AnchorOut = Anchor;

/// The name of [`PlatformAnswer`] before.
#[deprecated(note = "use `PlatformAnswer`, which is the same")]
pub type AnswerOut = PlatformAnswer;

/// The name of [`Attribution`] before.
#[deprecated(note = "use `Attribution`, which is the same")]
pub type AttributionOut = Attribution;

/// The name of [`BroadcastAuditEntry`] before.
#[deprecated(note = "use `BroadcastAuditEntry`, which is the same")]
pub type AuditEntryOut = BroadcastAuditEntry;

/// The name of [`Background`] before.
#[deprecated(note = "use `Background`, which is the same")]
pub type BackgroundOut = Background;

/// The name of [`Banner`] before.
#[deprecated(note = "use `Banner`, which is the same")]
pub type BannerOut = Banner;

/// The name of [`BotStats`] before.
#[deprecated(note = "use `BotStats`, which is the same")]
pub type BotFigures = BotStats;

/// The name of [`Broadcast`] before.
#[deprecated(note = "use `Broadcast`, which is the same")]
pub type BroadcastOut = Broadcast;

/// The name of [`BulkCopyReport`] before.
#[deprecated(note = "use `BulkCopyReport`, which is the same")]
pub type BulkCopyOut = BulkCopyReport;

/// The name of [`ContentBundle`] before.
#[deprecated(note = "use `ContentBundle`, which is the same")]
pub type BundleOut = ContentBundle;

/// The name of [`Button`] before.
#[deprecated(note = "use `Button`, which is the same")]
pub type ButtonOut = Button;

/// The name of [`ChangedCanvasColor`] before.
#[deprecated(note = "use `ChangedCanvasColor`, which is the same")]
pub type CanvasColorOut = ChangedCanvasColor;

/// The name of [`ShareCard`] before.
#[deprecated(note = "use `ShareCard`, which is the same")]
pub type CardOut = ShareCard;

/// The name of [`DraftDifference`] before.
#[deprecated(note = "use `DraftDifference`, which is the same")]
pub type ChangeOut = DraftDifference;

/// The name of [`ContentItem`] before.
#[deprecated(note = "use `ContentItem`, which is the same")]
pub type ContentOut = ContentItem;

/// The name of [`Conversion`] before.
#[deprecated(note = "use `Conversion`, which is the same")]
pub type ConversionOut = Conversion;

/// The name of [`LinkConversions`] before.
#[deprecated(note = "use `LinkConversions`, which is the same")]
pub type ConversionsOut = LinkConversions;

/// The name of [`CountryCode`] before.
#[deprecated(note = "use `CountryCode`, which is the same")]
pub type CountryIn = CountryCode;

/// The name of [`DayStats`] before.
#[deprecated(note = "use `DayStats`, which is the same")]
pub type DayFigures = DayStats;

/// The name of [`PixelDelivery`] before.
#[deprecated(note = "use `PixelDelivery`, which is the same")]
pub type DeliveryOut = PixelDelivery;

/// The name of [`PageDesignChange`] before.
#[deprecated(note = "use `PageDesignChange`, which is the same")]
pub type DesignIn = PageDesignChange;

/// The name of [`PageDesign`] before.
#[deprecated(note = "use `PageDesign`, which is the same")]
pub type DesignOut = PageDesign;

/// The name of [`Destination`] before.
#[deprecated(note = "use `Destination`, which is the same")]
pub type DestinationOut = Destination;

/// The name of [`DraftDiff`] before.
#[deprecated(note = "use `DraftDiff`, which is the same")]
pub type DiffOut = DraftDiff;

/// The name of [`DnsRecord`] before.
#[deprecated(note = "use `DnsRecord`, which is the same")]
pub type DnsRecordOut = DnsRecord;

/// The name of [`DomainLinks`] before.
#[deprecated(note = "use `DomainLinks`, which is the same")]
pub type DomainLinksOut = DomainLinks;

/// The name of [`Domain`] before.
#[deprecated(note = "use `Domain`, which is the same")]
pub type DomainOut = Domain;

/// The name of [`DomainSpender`] before.
#[deprecated(note = "use `DomainSpender`, which is the same")]
pub type DomainSpenderOut = DomainSpender;

/// The name of [`DryRunItem`] before.
#[deprecated(note = "use `DryRunItem`, which is the same")]
pub type DryRunItemOut = DryRunItem;

/// The name of [`DryRun`] before.
#[deprecated(note = "use `DryRun`, which is the same")]
pub type DryRunOut = DryRun;

/// The name of [`ExperimentResult`] before.
#[deprecated(note = "use `ExperimentResult`, which is the same")]
pub type ExperimentOut = ExperimentResult;

/// The name of [`FunnelStats`] before.
#[deprecated(note = "use `FunnelStats`, which is the same")]
pub type FunnelFiguresOut = FunnelStats;

/// The name of [`FunnelLink`] before.
#[deprecated(note = "use `FunnelLink`, which is the same")]
pub type FunnelLinkOut = FunnelLink;

/// The name of [`FunnelStats`] before.
#[deprecated(note = "use `FunnelStats`, which is the same")]
pub type FunnelStatsOut = FunnelStats;

/// The name of [`ImportReport`] before.
#[deprecated(note = "use `ImportReport`, which is the same")]
pub type ImportOut = ImportReport;

/// The name of [`ApiKey`] before.
#[deprecated(note = "use `ApiKey`, which is the same")]
pub type KeyOut = ApiKey;

/// The name of [`ChangedLandingUi`] before.
#[deprecated(note = "use `ChangedLandingUi`, which is the same")]
pub type LandingUiOut = ChangedLandingUi;

/// The name of [`LinkSpender`] before.
#[deprecated(note = "use `LinkSpender`, which is the same")]
pub type LinkSpenderOut = LinkSpender;

/// The name of [`LinkTotals`] before.
#[deprecated(note = "use `LinkTotals`, which is the same")]
pub type LinkTotalsOut = LinkTotals;

/// The name of [`Member`] before.
#[deprecated(note = "use `Member`, which is the same")]
pub type MemberOut = Member;

/// The name of [`OverviewStats`] before.
#[deprecated(note = "use `OverviewStats`, which is the same")]
pub type OverviewFigures = OverviewStats;

/// The name of [`Overview`] before.
#[deprecated(note = "use `Overview`, which is the same")]
pub type OverviewOut = Overview;

/// The name of [`Pixel`] before.
#[deprecated(note = "use `Pixel`, which is the same")]
pub type PixelOut = Pixel;

/// The name of [`PresetChange`] before.
#[deprecated(note = "use `PresetChange`, which is the same")]
pub type PresetIn = PresetChange;

/// The name of [`Preset`] before.
#[deprecated(note = "use `Preset`, which is the same")]
pub type PresetOut = Preset;

/// The name of [`AudiencePreview`] before.
#[deprecated(note = "use `AudiencePreview`, which is the same")]
pub type PreviewOut = AudiencePreview;

/// The name of [`Provisioned`] before.
#[deprecated(note = "use `Provisioned`, which is the same")]
pub type ProvisionedOut = Provisioned;

/// The name of [`Publication`] before.
#[deprecated(note = "use `Publication`, which is the same")]
pub type PublishOut = Publication;

/// The name of [`QrCode`] before.
#[deprecated(note = "use `QrCode`, which is the same")]
pub type QrOut = QrCode;

/// The name of [`QrPreset`] before.
#[deprecated(note = "use `QrPreset`, which is the same")]
pub type QrPresetOut = QrPreset;

/// The name of [`ContentRequest`] before.
#[deprecated(note = "use `ContentRequest`, which is the same")]
pub type RequestOut = ContentRequest;

/// The name of [`AnsweredRequest`] before.
#[deprecated(note = "use `AnsweredRequest`, which is the same")]
pub type RespondedOut = AnsweredRequest;

/// The name of [`ContentSale`] before.
#[deprecated(note = "use `ContentSale`, which is the same")]
pub type SaleOut = ContentSale;

/// The name of [`Segment`] before.
#[deprecated(note = "use `Segment`, which is the same")]
pub type SegmentOut = Segment;

/// The name of [`Session`] before.
#[deprecated(note = "use `Session`, which is the same")]
pub type SessionOut = Session;

/// The name of [`SmartLink`] before.
#[deprecated(note = "use `SmartLink`, which is the same")]
pub type SmartLinkOut = SmartLink;

/// The name of [`TrafficSourceStats`] before.
#[deprecated(note = "use `TrafficSourceStats`, which is the same")]
pub type SourceFigures = TrafficSourceStats;

/// The name of [`BackgroundUpload`] before.
#[deprecated(note = "use `BackgroundUpload`, which is the same")]
pub type SourceOut = BackgroundUpload;

/// The name of [`TrafficSourceStats`] before.
#[deprecated(note = "use `TrafficSourceStats`, which is the same")]
pub type SourceStats = TrafficSourceStats;

/// The name of [`BackgroundFiles`] before.
#[deprecated(note = "use `BackgroundFiles`, which is the same")]
pub type SourcesOut = BackgroundFiles;

/// The name of [`SplitItem`] before.
#[deprecated(note = "use `SplitItem`, which is the same")]
pub type SplitFigures = SplitItem;

/// The name of [`ToggledLink`] before.
#[deprecated(note = "use `ToggledLink`, which is the same")]
pub type ToggledOut = ToggledLink;

/// The name of [`TrackedLink`] before.
#[deprecated(note = "use `TrackedLink`, which is the same")]
pub type TrackedLinkOut = TrackedLink;

/// The name of [`PlanUsage`] before.
#[deprecated(note = "use `PlanUsage`, which is the same")]
pub type UsageOut = PlanUsage;

/// The name of [`UsedOfLimit`] before.
#[deprecated(note = "use `UsedOfLimit`, which is the same")]
pub type UsedOut = UsedOfLimit;

/// The name of [`VendorCounters`] before.
#[deprecated(note = "use `VendorCounters`, which is the same")]
pub type VendorOut = VendorCounters;

/// The name of [`Version`] before.
#[deprecated(note = "use `Version`, which is the same")]
pub type VersionOut = Version;

/// The name of [`Webhook`] before.
#[deprecated(note = "use `Webhook`, which is the same")]
pub type WebhookOut = Webhook;
