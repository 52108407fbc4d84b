//! What of the API is to be removed.

use http_kit::deprecation::{Deprecation, Part};
use kernel::UnixTime;

/// All of it. The document marks what is listed here, and the answers of what uses it carry `Deprecation` and `Sunset`; an entry
/// stays until the part is removed, in a new major version and six months later at the earliest.
pub const DEPRECATED: &[Deprecation] = &[
    in_seconds(Part::Field("WebhookOut", "created_at_iso")),
    in_seconds(Part::Field("WebhookDelivery", "created_at_iso")),
    in_seconds(Part::Field("DeliveryOut", "created_at_iso")),
];

/// A time in RFC 3339 beside the one in Unix seconds, for those who read `created_at` as a text.
const fn in_seconds(part: Part) -> Deprecation {
    // 27 November 2026 and 1 June 2027.
    let (since, sunset) = (UnixTime::from_seconds(1_795_737_600), UnixTime::from_seconds(1_811_808_000));
    Deprecation { part, since, sunset, instead: "use `created_at`" }
}
