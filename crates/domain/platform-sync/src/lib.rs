#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod account;
mod answer;
mod capability;
mod kind;
mod links;
mod money;
mod paging;
mod time;

pub use account::{Account, AccountState, Proof, Signal};
pub use answer::{
    Answer, DEFAULT_WAIT_SECONDS, LINE_WAIT_SECONDS, MAX_WAIT_SECONDS, Outcome, Subject, judge,
};
pub use capability::{
    AttributionBasis, Buyers, Capabilities, CapabilityMissing, ContentIds, Costs, CountrySupport, Flag,
    FlagValue, Freshness, KindSettings, LinkAddress, LinkSupport, Need, Once, Pull, Push, Revenue,
    SoldContent, StatsSince, Toggle,
};
pub use kind::PlatformKind;
pub use links::{
    BUSY_SECONDS, Claimed, Counters, Creation, CreationRow, CreationState, Duplicate, Ended, HASH_CHARACTERS,
    LinkKind, LinkRevenue, Looked, POST_SECONDS, PlatformLink, PlatformLinkId, Posted, Step, TrialLimits,
    campaign_url, duplicates, fit_name, is_permanent, may_delete, slot_of_name,
};
pub use money::{Dollars, MAX_CENTS, MoneyError, cents, computed_cents, shown_cents};
pub use paging::{Next, PageFacts, Position, Walk};
pub use time::{Day, Moment, TimeError, moment};
