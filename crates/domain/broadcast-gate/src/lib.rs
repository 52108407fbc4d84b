#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod audience;
#[cfg(feature = "use-cases")]
pub mod backlog;
pub mod campaign;
#[cfg(feature = "use-cases")]
pub mod campaigns;
#[cfg(feature = "use-cases")]
pub mod deliver;
pub mod forecast;
pub mod gate;
pub mod histogram;
pub mod ledger;
pub mod message;
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
mod mocks;
pub mod pace;
pub mod planning;
#[cfg(feature = "use-cases")]
pub mod ports;
pub mod preview;
pub mod progress;
pub mod quiet;
pub mod screening;
pub mod state;
pub mod stop;
pub mod text;
#[cfg(feature = "use-cases")]
mod walk;

pub use audience::{Audience, AudienceInput, Fan, FanStatus, FanTier};
pub use campaign::{Binding, Campaign, CampaignInput, Definition, Mode};
#[cfg(feature = "use-cases")]
pub use campaigns::{CampaignError, CampaignPorts, Campaigns, Overview};
#[cfg(feature = "use-cases")]
pub use deliver::{Attempt, Deliver, DeliveryPorts, LEASE_SECONDS, Next, ProcessedRow, Step};
pub use forecast::Forecast;
pub use gate::{ClosedBy, Gate, GateEpoch, GateState};
pub use histogram::Bucket;
pub use kernel::ParseError;
pub use ledger::{Claim, NewRow, Reaction, Report, RowState, Settlement, Terms, Ticket};
pub use message::{Message, MessageInput, Messages, TierInput};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use mocks::MockCampaignPorts;
pub use pace::{AccountPace, OwnPace, Pace, PaceInput, PacePolicy, Slot};
pub use planning::Reading;
#[cfg(feature = "use-cases")]
pub use ports::{
    Answer, CampaignStats, CampaignStore, FanDirectory, FanEvents, FanPage, FansError, GateKeeper, Ledger,
    Messenger,
};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{
    MockCampaignStats, MockCampaignStore, MockFanDirectory, MockFanEvents, MockGateKeeper, MockLedger,
    MockMessenger,
};
pub use preview::{Preview, PublishedPreview};
pub use progress::{Planning, Progress, Recent};
pub use quiet::QuietHours;
pub use screening::{Candidate, History, Reason, Screening, UnknownCountry, Verdict};
pub use state::{
    ActingKey, Actor, AuditEntry, FinishReason, InvalidTransition, PauseReason, Status, Transition,
};
pub use stop::{AutoStop, AutoStopInput};
pub use text::{AccountId, CampaignId, FanId, MediaId, MessageKey, Text, TextDigest, Title};

#[cfg(test)]
mod testing;
