//! What of the API is to be removed.

use http_kit::deprecation::{Deprecation, Part};
use kernel::UnixTime;

/// All of it. The document marks what is listed here, and the answers of what uses it carry `Deprecation` and `Sunset`; an entry
/// stays until the part is removed, in a new major version and six months later at the earliest.
pub const DEPRECATED: &[Deprecation] = &[Deprecation {
    part: Part::Field("WebhookDelivery", "webhook_id"),
    // 27 November 2026 and 1 June 2027.
    since: UnixTime::from_seconds(1_795_737_600),
    sunset: UnixTime::from_seconds(1_811_808_000),
    instead: "use `message_id`",
}];
