// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

//! The methods of the API, by noun.

use crate::client::Client;

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

impl Client {
    /// Keys of the API: their scopes, restrictions and ends of life.
    pub fn api_keys(&self) -> ApiKeys {
        ApiKeys { client: self.clone() }
    }

    /// The look of a landing page and its background pictures.
    pub fn appearance(&self) -> Appearance {
        Appearance { client: self.clone() }
    }

    /// Who changed what.
    pub fn audit(&self) -> Audit {
        Audit { client: self.clone() }
    }

    /// Banners that are kept for several landing pages.
    pub fn banner_presets(&self) -> BannerPresets {
        BannerPresets { client: self.clone() }
    }

    /// The banner of a landing page.
    pub fn banners(&self) -> Banners {
        Banners { client: self.clone() }
    }

    /// Messages to an audience, behind a safety gate.
    pub fn broadcasts(&self) -> Broadcasts {
        Broadcasts { client: self.clone() }
    }

    /// The buttons that a segment of visitors sees.
    pub fn buttons(&self) -> Buttons {
        Buttons { client: self.clone() }
    }

    /// What sells of the vault.
    pub fn content(&self) -> Content {
        Content { client: self.clone() }
    }

    /// What fans request, and the answers.
    pub fn content_requests(&self) -> ContentRequests {
        ContentRequests { client: self.clone() }
    }

    /// What fans did, one by one, and where it belongs.
    pub fn conversions(&self) -> Conversions {
        Conversions { client: self.clone() }
    }

    /// Whether the addresses that pages and links lead to still work.
    pub fn destinations(&self) -> Destinations {
        Destinations { client: self.clone() }
    }

    /// Domains, their provisioning, and copies of drafts between them.
    pub fn domains(&self) -> Domains {
        Domains { client: self.clone() }
    }

    /// The draft of a landing page: differences, preview, publication, versions.
    pub fn drafts(&self) -> Drafts {
        Drafts { client: self.clone() }
    }

    /// Tracked links of the connected engine, one for each offer and country.
    pub fn funnel_links(&self) -> FunnelLinks {
        FunnelLinks { client: self.clone() }
    }

    /// The people of the team and their rights.
    pub fn members(&self) -> Members {
        Members { client: self.clone() }
    }

    /// What was sent to a pixel's platform, and what it answered.
    pub fn pixel_deliveries(&self) -> PixelDeliveries {
        PixelDeliveries { client: self.clone() }
    }

    /// Server-side conversion pixels of a funnel link.
    pub fn pixels(&self) -> Pixels {
        Pixels { client: self.clone() }
    }

    /// Printed codes with a design, and their scans.
    pub fn qr_codes(&self) -> QrCodes {
        QrCodes { client: self.clone() }
    }

    /// Groups of visitors of a landing page, by conditions.
    pub fn segments(&self) -> Segments {
        Segments { client: self.clone() }
    }

    /// Sign-ins to the dashboard with the calling key.
    pub fn sessions(&self) -> Sessions {
        Sessions { client: self.clone() }
    }

    /// Links that split visitors between offers by weight and country.
    pub fn smart_links(&self) -> SmartLinks {
        SmartLinks { client: self.clone() }
    }

    /// Visits, clicks, subscriptions and revenue, and who paid.
    pub fn statistics(&self) -> Statistics {
        Statistics { client: self.clone() }
    }

    /// What an owner has, given out as one document and taken in again.
    pub fn transfer(&self) -> Transfer {
        Transfer { client: self.clone() }
    }

    /// How much of what is limited is used.
    pub fn usage(&self) -> Usage {
        Usage { client: self.clone() }
    }

    /// What was sent to a webhook, and what it answered.
    pub fn webhook_deliveries(&self) -> WebhookDeliveries {
        WebhookDeliveries { client: self.clone() }
    }

    /// What happens, reported to the owner's own servers in signed messages.
    pub fn webhooks(&self) -> Webhooks {
        Webhooks { client: self.clone() }
    }
}
