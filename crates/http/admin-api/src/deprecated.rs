//! What of the API is to be removed.

use http_kit::deprecation::{Deprecation, Part};
use kernel::UnixTime;

/// All of it. The document marks what is listed here, and the answers of what uses it carry `Deprecation` and `Sunset`; an entry
/// stays until the part is removed, in a new major version and six months later at the earliest.
pub const DEPRECATED: &[Deprecation] = &[
    since_november(Part::Field("WebhookOut", "created_at_iso"), "use `created_at`"),
    since_november(Part::Field("WebhookDelivery", "created_at_iso"), "use `created_at`"),
    since_november(Part::Field("WebhookDelivery", "webhook_id"), "use `message_id`"),
    since_november(Part::Field("DeliveryOut", "created_at_iso"), "use `created_at`"),
];

/// Deprecated since 27 November 2026; it stays until 1 June 2027 at the least.
const fn since_november(part: Part, instead: &'static str) -> Deprecation {
    let (since, sunset) = (UnixTime::from_seconds(1_795_737_600), UnixTime::from_seconds(1_811_808_000));
    Deprecation { part, since, sunset, instead }
}
