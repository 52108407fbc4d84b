#![doc = include_str!("../README.md")]

pub mod answer;
mod conversion_type;
pub mod delivery;
pub mod event;
mod event_map;
pub mod forwarding;
pub mod identity;
pub mod money;
mod pixel;
pub mod pixels;
mod platform;
pub mod ports;
mod test_event;

pub use conversion_type::ConversionType;
pub use event_map::EventMap;
pub use pixel::{AccessToken, Pixel, PixelChange, PixelId};
pub use platform::Platform;
pub use test_event::TestCode;

#[cfg(test)]
mod testing;
