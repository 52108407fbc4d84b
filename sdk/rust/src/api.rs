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
    /// Keys of the API: their scopes, restrictions and ends of life.
    api_keys: ApiKeys;

    /// The look of a landing page and its background pictures.
    appearance: Appearance;

    /// Who changed what.
    audit: Audit;

    /// Banners that are kept for several landing pages.
    banner_presets: BannerPresets;

    /// The banner of a landing page.
    banners: Banners;

    /// Messages to an audience, behind a safety gate.
    broadcasts: Broadcasts;

    /// The buttons that a segment of visitors sees.
    buttons: Buttons;

    /// What sells of the vault.
    content: Content;

    /// What fans request, and the answers.
    content_requests: ContentRequests;

    /// What fans did, one by one, and where it belongs.
    conversions: Conversions;

    /// Whether the addresses that pages and links lead to still work.
    destinations: Destinations;

    /// Domains, their provisioning, and copies of drafts between them.
    domains: Domains;

    /// The draft of a landing page: differences, preview, publication, versions.
    drafts: Drafts;

    /// Tracked links of the connected engine, one for each offer and country.
    funnel_links: FunnelLinks;

    /// The people of the team and their rights.
    members: Members;

    /// What was sent to a pixel's platform, and what it answered.
    pixel_deliveries: PixelDeliveries;

    /// Server-side conversion pixels of a funnel link.
    pixels: Pixels;

    /// Printed codes with a design, and their scans.
    qr_codes: QrCodes;

    /// Groups of visitors of a landing page, by conditions.
    segments: Segments;

    /// Sign-ins to the dashboard with the calling key.
    sessions: Sessions;

    /// Links that split visitors between offers by weight and country.
    smart_links: SmartLinks;

    /// Visits, clicks, subscriptions and revenue, and who paid.
    statistics: Statistics;

    /// What an owner has, given out as one document and taken in again.
    transfer: Transfer;

    /// How much of what is limited is used.
    usage: Usage;

    /// What was sent to a webhook, and what it answered.
    webhook_deliveries: WebhookDeliveries;

    /// What happens, reported to the owner's own servers in signed messages.
    webhooks: Webhooks;
}
