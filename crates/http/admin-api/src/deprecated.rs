//! Deprecated parts of the API.

use http_kit::deprecation::{Deprecation, Part};
use kernel::UnixTime;

/// All deprecated parts. The document marks them, and responses that involve them have
/// `Deprecation` and `Sunset` headers. An entry stays until its removal in a new major version, at
/// least six months later.
pub const DEPRECATED: &[Deprecation] = &[
    since_november(Part::Field("Webhook", "created_at_iso"), "use `created_at`"),
    since_november(Part::Field("WebhookDelivery", "created_at_iso"), "use `created_at`"),
    since_november(Part::Field("WebhookDelivery", "webhook_id"), "use `message_id`"),
    since_november(Part::Field("PixelDelivery", "created_at_iso"), "use `created_at`"),
];

/// Builds a deprecation of 27 November 2026 with a sunset on 1 June 2027.
const fn since_november(part: Part, instead: &'static str) -> Deprecation {
    let (since, sunset) = (UnixTime::from_seconds(1_795_737_600), UnixTime::from_seconds(1_811_808_000));
    Deprecation { part, since, sunset, instead }
}
