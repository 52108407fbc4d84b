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

/// The name of [`BotStats`] before.
#[deprecated(note = "use `BotStats`, which is the same")]
pub type BotFigures = BotStats;

/// The name of [`DayStats`] before.
#[deprecated(note = "use `DayStats`, which is the same")]
pub type DayFigures = DayStats;

/// The name of [`FunnelStatsOut`] before.
#[deprecated(note = "use `FunnelStatsOut`, which is the same")]
pub type FunnelFiguresOut = FunnelStatsOut;

/// The name of [`OverviewStats`] before.
#[deprecated(note = "use `OverviewStats`, which is the same")]
pub type OverviewFigures = OverviewStats;

/// The name of [`SourceStats`] before.
#[deprecated(note = "use `SourceStats`, which is the same")]
pub type SourceFigures = SourceStats;

/// The name of [`SplitItem`] before.
#[deprecated(note = "use `SplitItem`, which is the same")]
pub type SplitFigures = SplitItem;
