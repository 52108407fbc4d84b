//! Links of the platforms.

mod creation;
#[cfg(test)]
mod creation_tests;
mod duplicates;
mod id;
mod link;
mod name;
mod wire;

pub use creation::{
    BUSY_SECONDS, Claimed, Creation, CreationRow, CreationState, Ended, Looked, POST_SECONDS, Posted, Step,
};
pub use duplicates::{Duplicate, duplicates, may_delete};
pub use id::{LinkKind, PlatformLinkId};
pub use link::{Counters, LinkRevenue, PlatformLink, TrialLimits, campaign_url, is_permanent};
pub use name::{HASH_CHARACTERS, fit_name, slot_of_name};
pub use wire::{LinkError, fanvue_link, onlyfans_campaign, onlyfans_trial};
