#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod answer;
mod conversion_type;
pub mod delivery;
pub mod envelope;
pub mod event;
mod event_id;
mod event_map;
#[cfg(feature = "use-cases")]
pub mod forwarding;
pub mod identity;
pub mod money;
mod pixel;
#[cfg(feature = "use-cases")]
pub mod pixels;
mod platform;
#[cfg(feature = "use-cases")]
pub mod ports;
mod test_event;

pub use answer::{Answer, Body, NoAnswer, Verdict};
pub use conversion_type::ConversionType;
pub use delivery::{DeliveryState, ParkReason, Progress};
pub use event::{ClickData, Conversion, Event, Fan, Source, Withheld};
pub use event_id::{Occurrence, event_id};
pub use event_map::EventMap;
#[cfg(feature = "use-cases")]
pub use forwarding::{Forwarding, ForwardingError, PixelLog, TestResult};
#[cfg(feature = "phone-numbers")]
pub use identity::load_numbering_plans;
pub use identity::{Field, Hashed, hash, hash_in};
pub use kernel::ParseError;
pub use money::{Currency, Money};
pub use pixel::{AccessToken, Pixel, PixelChange, PixelId, Switches};
#[cfg(feature = "use-cases")]
pub use pixels::{PixelError, PixelInput, Pixels};
pub use platform::Platform;
#[cfg(feature = "use-cases")]
pub use ports::{
    Deliveries, Delivery, DeliveryId, DeliveryLog, Destination, PixelSender, PixelStore, PutPixelError,
    Refusal, Settlement, Task, TestTarget,
};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockDeliveries, MockDeliveryLog, MockPixelSender, MockPixelStore};
pub use secrecy::SecretString;
pub use test_event::TestCode;

#[cfg(test)]
mod testing;

#[cfg(test)]
mod serde_tests;
