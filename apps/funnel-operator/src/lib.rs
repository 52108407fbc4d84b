#![doc = include_str!("../README.md")]

pub mod backup;
pub mod console;
pub mod doctor;
pub mod engine;
pub mod events;
pub mod fan;
pub mod gate;
pub mod secrets;
#[cfg(test)]
mod testing;
pub mod touches;

use jiff::Timestamp;
use kernel::UnixTime;

/// Formats a time as RFC 3339 in UTC, in whole seconds.
fn rfc3339(time: UnixTime) -> String {
    Timestamp::from_second(time.seconds()).map_or_else(|_| String::new(), |moment| moment.to_string())
}
