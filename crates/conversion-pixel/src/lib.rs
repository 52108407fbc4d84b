#![doc = include_str!("../README.md")]

mod conversion_type;
mod event_map;
mod pixel;
pub mod pixels;
mod platform;
pub mod ports;

pub use conversion_type::ConversionType;
pub use event_map::EventMap;
pub use pixel::{AccessToken, Pixel, PixelChange, PixelId};
pub use platform::Platform;

#[cfg(test)]
mod testing;
