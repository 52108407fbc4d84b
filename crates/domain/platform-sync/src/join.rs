//! Join of fans with the links that they subscribed through, and the stamping of links on events.

mod desk;
#[cfg(test)]
mod desk_tests;
mod pauses;
mod run;
mod subscriptions;

pub use desk::{FanDesk, HOLD_SECONDS, Held, Released, Waiting};
pub use pauses::{Pauses, PausesError};
pub use run::{
    Counted, Found, Growth, JoinResult, JoinRun, JoinStep, MAX_LINK_PAGES, MAX_UNEXPLAINED, Seen, grown,
};
pub use subscriptions::{How, Note, SLACK_SECONDS, Stamp, Subscription, Subscriptions};
