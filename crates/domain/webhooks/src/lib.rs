#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod answer;
pub mod delivery;
mod endpoint;
#[cfg(feature = "use-cases")]
pub mod endpoints;
mod event;
mod maker;
mod message;
mod pace;
#[cfg(feature = "use-cases")]
pub mod ports;
mod secret;
#[cfg(feature = "use-cases")]
pub mod sending;
mod state;
mod url;

pub use answer::{Answer, NoAnswer, Verdict};
pub use delivery::{Attempt, DeliveryState, Progress, SCHEDULE};
pub use endpoint::{Description, Endpoint, EndpointChange, EndpointId, NewEndpoint, Rotation};
#[cfg(feature = "use-cases")]
pub use endpoints::{EndpointInput, WebhookError, Webhooks};
pub use event::{Destination, Event, EventFilter, EventType, LinkChange, LinkKind};
pub use maker::{Actor, MadeBy, Maker, MakerKey, OwnedEndpoint, Readable};
pub use message::{Message, SignedMessage, TEST_TYPE};
pub use pace::Pace;
#[cfg(feature = "use-cases")]
pub use ports::{
    Delivery, DeliveryId, DeliveryLog, DeliveryQueue, EndpointStore, InsertError, Lane, Makers, Room,
    Settlement, Target, Task, WebhookSender,
};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockDeliveryLog, MockDeliveryQueue, MockEndpointStore, MockMakers, MockWebhookSender};
pub use secret::{Secret, Secrets};
#[cfg(feature = "use-cases")]
pub use sending::Sending;
pub use state::{DisabledReason, EndpointState, FAILING_SECONDS};
pub use url::EndpointUrl;

#[cfg(test)]
mod serde_tests;
