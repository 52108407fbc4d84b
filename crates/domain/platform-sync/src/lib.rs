#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod account;
mod answer;
mod budget;
mod capability;
mod engine_event;
mod inbox;
mod jobs;
mod join;
mod kind;
mod links;
mod mirror;
mod money;
mod paging;
mod reconcile;
mod send;
mod time;

pub use account::{Account, AccountState, Proof, Signal};
pub use answer::{
    Answer, DEFAULT_WAIT_SECONDS, LINE_WAIT_SECONDS, MAX_WAIT_SECONDS, Outcome, Subject, judge,
};
pub use budget::{
    AccountSize, CampaignEstimate, DayEstimate, ImportPart, ImportPlan, ImportStep, MinuteWindow, Prices,
    Purse, RESERVATION_SECONDS, Refusal, Spent, Ticket, Urgency, campaign_estimate, day_estimate,
    import_plan,
};
pub use capability::{
    AttributionBasis, Buyers, Capabilities, CapabilityMissing, ContentIds, Costs, CountrySupport, Flag,
    FlagValue, Freshness, KindSettings, LinkAddress, LinkSupport, Need, Once, Pull, Push, Revenue,
    SoldContent, StatsSince, Toggle,
};
pub use engine_event::EventHead;
pub use inbox::{
    Entry, Facts, FanRef, Hook, HookError, Movement, PlatformEvent, Sale, SaleFacts, SaleKind, SaleStatus,
    Tracking, WireId, fanvue_hook, fanvue_row, onlyfans_chargeback, onlyfans_hook, onlyfans_transaction,
};
pub use jobs::{Job, JobRow, SYNC_SECONDS, TURN_SECONDS, Turn, TurnEnd, due_jobs};
pub use join::{
    Counted, FanDesk, Found, Growth, HOLD_SECONDS, Held, How, JoinResult, JoinRun, JoinStep, MAX_LINK_PAGES,
    MAX_UNEXPLAINED, Note, Pauses, PausesError, Released, SLACK_SECONDS, Seen, Stamp, Subscription,
    Subscriptions, Waiting, grown,
};
pub use kind::PlatformKind;
pub use links::{
    BUSY_SECONDS, Claimed, Counters, Creation, CreationRow, CreationState, Duplicate, Ended, HASH_CHARACTERS,
    LinkError, LinkKind, LinkRevenue, Looked, POST_SECONDS, PlatformLink, PlatformLinkId, Posted, Step,
    TrialLimits, campaign_url, duplicates, fanvue_link, fit_name, is_permanent, may_delete,
    onlyfans_campaign, onlyfans_trial, slot_of_name,
};
pub use mirror::{MirrorFan, MirrorItem, RowError, Tier, WHALE_CENTS, onlyfans_fan, onlyfans_item, tier};
pub use money::{Dollars, MAX_CENTS, MoneyError, cents, computed_cents, shown_cents};
pub use paging::{Next, PageFacts, Position, Walk};
pub use reconcile::{
    DayComparison, DaySum, DayVerdict, Health, LinkComparison, LinkSums, Reason, SETTLED_SECONDS,
    TOLERANCE_CENTS, compare_days, compare_link, health,
};
pub use send::{
    ChatMessage, KEY_SECONDS, NO_CREDITS_SECONDS, Recovery, SendVerdict, find_sent, judge_send, price_text,
    recover,
};
pub use time::{Day, Moment, TimeError, moment};

#[cfg(test)]
mod serde_tests;
