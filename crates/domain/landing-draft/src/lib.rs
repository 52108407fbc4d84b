#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod age_gate;
pub mod appearance;
pub mod banner;
pub mod button;
#[cfg(feature = "use-cases")]
pub mod context;
pub mod copying;
#[cfg(feature = "use-cases")]
pub mod cpu;
pub mod diff;
pub mod dns;
mod document;
pub mod domain;
#[cfg(feature = "use-cases")]
pub mod domains;
#[cfg(feature = "use-cases")]
pub mod editing;
mod escapes;
pub mod experiment;
pub mod file;
pub mod id;
pub mod in_app;
#[cfg(feature = "use-cases")]
pub mod labels;
pub mod landing;
#[cfg(feature = "use-cases")]
pub mod library;
pub mod ownership;
#[cfg(feature = "use-cases")]
pub mod ports;
pub mod preset;
#[cfg(feature = "use-cases")]
pub mod provisioning;
#[cfg(feature = "use-cases")]
pub mod publishing;
pub mod reach;
mod reading;
pub mod rule;
pub mod schedule;
pub mod segment;
pub mod selection;
pub mod settings;
pub mod stamping;
pub mod target;
pub mod text;
#[cfg(feature = "transfer")]
pub mod transfer;
#[cfg(feature = "use-cases")]
pub mod uploads;
pub mod visitor;
mod weight;

pub use appearance::{Appearance, Font, Ui, UiPatch};
pub use banner::{Banner, BannerPatch};
pub use button::{Button, ButtonPatch, NewButton};
#[cfg(feature = "use-cases")]
pub use context::Context;
pub use copying::{CopyPart, CopyParts};
#[cfg(feature = "use-cases")]
pub use cpu::Cpu;
pub use diff::{Change, ChangeOp, diff};
pub use domain::{Domain, Infra, InfraState, NewDomain, PlanCaps, Revision, Version};
#[cfg(feature = "use-cases")]
pub use domains::{DomainError, Domains};
#[cfg(feature = "use-cases")]
pub use editing::{AtRevision, EditDraft, EditError};
pub use experiment::{ArmId, Experiment, Variant, Variants};
pub use file::{Admission, FileName, FileQuota};
pub use id::{ButtonId, Ids, PresetId, SegmentId};
#[cfg(feature = "use-cases")]
pub use labels::Labels;
pub use landing::{BrokenLanding, Landing, LandingError};
#[cfg(feature = "use-cases")]
pub use library::{Library, LibraryError};
#[cfg(feature = "use-cases")]
pub use ports::{Draft, DraftStore, SaveError, VersionStore};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockDomainStore, MockDraftStore, MockPresetStore, MockVersionStore};
pub use preset::{Preset, PresetName, PresetPatch};
#[cfg(feature = "use-cases")]
pub use provisioning::ProvisionDomains;
#[cfg(feature = "use-cases")]
pub use publishing::{DraftAfter, Pending, PublishError, Published, Publishing};
pub use reach::{Reach, ReachPatch};
pub use rule::{LeafVerdict, Rule, Truth};
pub use schedule::{Schedule, ScheduleChange, Timing};
pub use segment::{NewSegment, Segment, SegmentPatch};
pub use selection::{ButtonVerdict, SegmentVerdict, Selection, ShownButton};
pub use settings::SettingsPatch;
pub use target::{FunnelSlot, Target};
pub use text::{DisplayName, Icon, Label, SegmentName};
#[cfg(feature = "use-cases")]
pub use uploads::Uploads;
pub use visitor::{Browser, Channel, Device, InApp, Os, Visitor, VisitorToken};

#[cfg(test)]
mod testing;
