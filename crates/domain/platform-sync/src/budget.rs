//! Credits: what may be spent, and what work will cost.

mod estimate;
mod purse;
#[cfg(test)]
mod simulation_tests;

pub use estimate::{
    AccountSize, CampaignEstimate, DayEstimate, ImportPart, ImportPlan, ImportStep, Prices,
    campaign_estimate, day_estimate, import_plan,
};
pub use purse::{MinuteWindow, Purse, RESERVATION_SECONDS, Refusal, Spent, Ticket, Urgency};
