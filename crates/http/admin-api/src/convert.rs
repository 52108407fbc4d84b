//! From the wire to the domain and back, by noun.

/// Campaigns on the wire.
pub mod broadcasts;
/// Conversions on the wire.
pub mod conversions;
/// Deliveries on the wire.
pub mod deliveries;
/// Destinations and their health.
pub mod destinations;
pub mod keys;
/// Domains, segments and buttons on the wire.
pub mod landing;
/// Smart links and funnel links on the wire.
pub mod links;
pub mod members;
/// Overviews and experiments.
pub mod overview;
/// QR codes on the wire.
pub mod qr;
/// Sessions of the dashboard on the wire.
pub mod sessions;
/// What a visitor would get, on the wire.
pub mod simulation;
/// Documents that are given out and taken in.
pub mod transfer;
/// Content and requests on the wire.
pub mod vault;
/// Webhooks on the wire.
pub mod webhooks;

/// Statistics on the wire.
pub mod stats;

use jiff::Timestamp;
use kernel::{Location, UnixTime, ValidationErrors};

/// A moment as RFC 3339 in UTC, in whole seconds.
pub fn rfc3339(time: UnixTime) -> String {
    Timestamp::from_second(time.seconds()).map_or_else(|_| String::new(), |moment| moment.to_string())
}

/// A body's field, read by the domain; its errors are at the field's name.
pub fn field<T>(errors: &mut ValidationErrors, name: &str, result: Result<T, ValidationErrors>) -> Option<T> {
    errors.take(&Location::root().at(name), result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_whole_seconds() {
        assert_eq!(rfc3339(UnixTime::from_millis(1_795_176_000_999)), "2026-11-20T12:00:00Z");
    }
}
