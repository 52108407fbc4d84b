#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod address;
pub mod config;
pub mod decision;
pub mod expiry;
pub mod host;
pub mod link;
#[cfg(feature = "use-cases")]
pub mod listing;
pub mod plan;
pub mod policy;
#[cfg(feature = "use-cases")]
pub mod ports;
#[cfg(feature = "use-cases")]
pub mod provisioning;
pub mod recorded;
pub mod simulation;
pub mod slot;
pub mod slots;
pub mod slug;
pub mod smart_link;
#[cfg(feature = "use-cases")]
pub mod smart_links;
pub mod stamping;
#[cfg(feature = "use-cases")]
pub mod syncing;
mod text;
pub mod upstream;

pub use address::LinkUrl;
pub use config::{PaidCountries, ProvisionConfig, ProvisionRequest};
pub use decision::{CompiledPolicy, Decision, ExclusionReason, Roll, Split, TrialCountries};
pub use expiry::{AfterEnd, Expiry, ExpiryChange};
pub use host::{EdgeLink, HostLinks, Route};
pub use link::{FunnelLinkId, LinkKind, Offer, ProviderId, SmartLinkId};
#[cfg(feature = "use-cases")]
pub use listing::{LinkListing, ListingError, TrackedLink, TrackedLinkPage};
pub use policy::{Arm, Arms, GeoRule, Policy, PolicyError};
#[cfg(feature = "use-cases")]
pub use ports::{FunnelEngine, FunnelLinkStore, InsertError, SmartLinkStore};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockFunnelEngine, MockFunnelLinkStore, MockSmartLinkStore};
#[cfg(feature = "use-cases")]
pub use provisioning::{ProvisionError, Provisioned, Provisioning};
pub use recorded::{DomainLinks, RecordedLink};
pub use simulation::{Samples, Simulation, simulate};
pub use slot::Slot;
pub use slots::{Destination, SlotLink, Slots, StampReason};
pub use slug::{LinkName, Slug, SlugError};
pub use smart_link::{NewSmartLink, SmartLink, SmartLinkChange};
#[cfg(feature = "use-cases")]
pub use smart_links::{SmartLinkError, SmartLinkPage, SmartLinks};
#[cfg(feature = "use-cases")]
pub use syncing::{SyncError, SyncLinks, Synced};
pub use upstream::{EngineLink, UpstreamLink};

#[cfg(test)]
mod testing;

#[cfg(test)]
mod serde_tests;
