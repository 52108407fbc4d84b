// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

//! The methods of the API, by noun.

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
pub use self::smart_links::*;
pub use self::statistics::*;
pub use self::transfer::*;
pub use self::usage::*;
pub use self::webhook_deliveries::*;
pub use self::webhooks::*;

use crate::operations::nouns;

nouns! {
    /// API keys with scopes, restrictions and end dates.
    api_keys: ApiKeys;

    /// The look of a landing page and its background pictures.
    appearance: Appearance;

    /// Audit log of changes.
    audit: Audit;

    /// Reusable banners for several landing pages.
    banner_presets: BannerPresets;

    /// The banner of a landing page.
    banners: Banners;

    /// Messages to an audience, behind a safety gate.
    broadcasts: Broadcasts;

    /// Buttons for a segment of visitors.
    buttons: Buttons;

    /// Content of the vault and its sales.
    content: Content;

    /// Content requests of fans, and the responses.
    content_requests: ContentRequests;

    /// Single conversions of fans with their attribution.
    conversions: Conversions;

    /// Health checks of the addresses that pages and links lead to.
    destinations: Destinations;

    /// Domains, their provisioning, and copies of drafts between them.
    domains: Domains;

    /// The draft of a landing page: differences, preview, publication, versions.
    drafts: Drafts;

    /// Tracked links of the connected engine, one for each offer and country.
    funnel_links: FunnelLinks;

    /// The people of the team and their rights.
    members: Members;

    /// Events sent to a pixel's platform, and its answers.
    pixel_deliveries: PixelDeliveries;

    /// Server-side conversion pixels of a funnel link.
    pixels: Pixels;

    /// Printed codes with a design, and their scans.
    qr_codes: QrCodes;

    /// Groups of visitors of a landing page, by conditions.
    segments: Segments;

    /// Dashboard sessions of the calling key.
    sessions: Sessions;

    /// Links that split visitors between offers by weight and country.
    smart_links: SmartLinks;

    /// Visits, clicks, subscriptions, revenue and paying fans.
    statistics: Statistics;

    /// Export and import of an owner's data.
    transfer: Transfer;

    /// Usage and limits of the plan.
    usage: Usage;

    /// Messages sent to a webhook, and its answers.
    webhook_deliveries: WebhookDeliveries;

    /// Signed event messages to the owner's servers.
    webhooks: Webhooks;
}
