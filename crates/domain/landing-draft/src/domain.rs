//! Landing domains and the state of their infrastructure.

use kernel::{Hostname, UnixTime};
use serde::{Deserialize, Serialize};

use crate::text::DisplayName;

/// Registered landing domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Domain {
    /// Hostname, unique in the whole system.
    pub hostname: Hostname,
    /// Name for the owner and the page.
    pub display_name: DisplayName,
    /// Registration time.
    pub created_at: UnixTime,
    /// Number of buttons in the draft.
    pub button_count: u32,
    /// Revision of the domain's draft.
    pub revision: Revision,
    /// State of the provisioning.
    pub infra: Infra,
}

/// Domain to register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewDomain {
    /// Hostname of the domain.
    pub hostname: Hostname,
    /// Name for the owner and the page.
    pub display_name: DisplayName,
    /// Registration time, which is also due time of the first provisioning attempt.
    pub created_at: UnixTime,
    /// Whether the owner has proved control of the hostname.
    pub is_proven: bool,
}

/// Provisioning state of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Infra {
    /// Current state.
    #[serde(flatten)]
    pub state: InfraState,
    /// Error of the last attempt, if it failed.
    pub error: Option<String>,
    /// Start of the last attempt; `None` before the first.
    pub attempted_at: Option<UnixTime>,
    /// Number of attempts since registration or the last restart.
    pub attempts: u32,
}

/// State of a domain's infrastructure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum InfraState {
    /// Waiting for the next attempt.
    Pending {
        /// Earliest moment of the next attempt.
        next_attempt_at: UnixTime,
    },
    /// The domain serves visitors.
    Active,
    /// Provisioning failed permanently; a person may restart it.
    Failed,
}

impl InfraState {
    /// Word of the state in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending { .. } => "pending",
            Self::Active => "active",
            Self::Failed => "failed",
        }
    }
}

/// Seconds to wait after the first, second ... failed attempt. After the last wait follows the last attempt.
const BACK_OFF: [i64; 4] = [60, 5 * 60, 30 * 60, 2 * 60 * 60];

impl Infra {
    /// Returns the state of a domain registered at `now`.
    pub fn registered(now: UnixTime) -> Self {
        Self {
            state: InfraState::Pending { next_attempt_at: now },
            error: None,
            attempted_at: None,
            attempts: 0,
        }
    }

    /// Returns the state after an attempt that started at `began` and ended at `now` with `outcome`.
    #[must_use]
    pub fn after_attempt(&self, began: UnixTime, now: UnixTime, outcome: Result<(), String>) -> Self {
        let attempts = self.attempts.saturating_add(1);
        let wait = usize::try_from(self.attempts).ok().and_then(|done| BACK_OFF.get(done));
        let state = match (&outcome, wait) {
            (Ok(()), _) => InfraState::Active,
            (Err(_), Some(wait)) => InfraState::Pending { next_attempt_at: now.plus_seconds(*wait) },
            (Err(_), None) => InfraState::Failed,
        };
        Self { state, error: outcome.err(), attempted_at: Some(began), attempts }
    }

    /// Returns the state of a domain that can't become active.
    #[must_use]
    pub fn given_up(&self, began: UnixTime, why: String) -> Self {
        let attempts = self.attempts.saturating_add(1);
        Self { state: InfraState::Failed, error: Some(why), attempted_at: Some(began), attempts }
    }

    /// Returns the state after a restart by a person; `None` unless provisioning has failed.
    pub fn restarted(&self, now: UnixTime) -> Option<Self> {
        (self.state == InfraState::Failed).then_some(Self {
            state: InfraState::Pending { next_attempt_at: now },
            error: None,
            attempted_at: self.attempted_at,
            attempts: 0,
        })
    }
}

/// Returns the reason why a hostname can never resolve, as a message for its owner; `None` if it may resolve.
pub fn why_unreachable(hostname: &Hostname) -> Option<String> {
    let reserved = hostname.as_str().ends_with(".invalid");
    reserved
        .then(|| format!("{hostname} never resolves, because names below `invalid` are reserved (RFC 6761)"))
}

/// Maximum number of domains per owner, by plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanCaps {
    /// Limit of the plan `free`.
    pub free: u32,
    /// Limit of the plan `pro`.
    pub pro: u32,
    /// Limit of the plan `agency`.
    pub agency: u32,
}

impl Default for PlanCaps {
    fn default() -> Self {
        Self { free: 3, pro: 25, agency: 500 }
    }
}

impl PlanCaps {
    /// Returns the limits reduced by one domain for every plan.
    #[must_use]
    pub fn less_one(self) -> Self {
        let Self { free, pro, agency } = self;
        let less = |cap: u32| cap.saturating_sub(1);
        Self { free: less(free), pro: less(pro), agency: less(agency) }
    }

    /// Returns the limit of the plan with this word; 0 for an unknown plan.
    pub fn of(&self, plan: &str) -> u32 {
        match plan {
            "free" => self.free,
            "pro" => self.pro,
            "agency" => self.agency,
            _ => 0,
        }
    }
}

/// Plan of an owner and the number of domains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanUse {
    /// Word of the plan.
    pub plan: String,
    /// Number of registered domains.
    pub domains: u64,
}

/// Usage of a limited resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// Amount in use.
    pub used: u64,
    /// Limit; `None` if unlimited.
    pub allowed: Option<u64>,
}

/// Revision of a draft, which grows with every change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Revision(pub i64);

impl Revision {
    /// Revision of a draft that was never changed.
    pub const FIRST: Self = Self(1);
}

/// Number of a published version, starting at 1 for each domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Version(pub i32);

impl Version {
    /// Number of versions that a domain keeps. For older versions, owners need a backup.
    pub const KEPT: i32 = 1_000;

    /// Returns the oldest kept version if `self` is the newest.
    pub fn keeps(self) -> Self {
        Self(self.0.saturating_sub(Self::KEPT).saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::NOW;

    #[test]
    fn the_back_off_is_a_minute_five_thirty_two_hours_then_failure() {
        let mut infra = Infra::registered(NOW);
        let mut now = NOW;
        for wait in [60, 300, 1_800, 7_200] {
            infra = infra.after_attempt(now, now, Err("no such name".to_owned()));
            assert_eq!(infra.state, InfraState::Pending { next_attempt_at: now.plus_seconds(wait) });
            assert_eq!(infra.error.as_deref(), Some("no such name"));
            now = now.plus_seconds(wait);
        }
        infra = infra.after_attempt(now, now, Err("no such name".to_owned()));
        assert_eq!((infra.state, infra.attempts), (InfraState::Failed, 5));
    }

    #[test]
    fn success_at_any_attempt_is_active_and_clears_the_error() {
        let failed_once = Infra::registered(NOW).after_attempt(NOW, NOW, Err("no".to_owned()));
        let active = failed_once.after_attempt(NOW, NOW, Ok(()));
        assert_eq!((active.state, active.error, active.attempted_at), (InfraState::Active, None, Some(NOW)));
    }

    #[test]
    fn names_that_never_resolve_are_reported() {
        for (name, unreachable) in
            [("shop.invalid", true), ("a.shop.invalid", true), ("invalid.example", false)]
        {
            assert_eq!(why_unreachable(&Hostname::parse(name).unwrap()).is_some(), unreachable, "{name}");
        }
    }

    #[test]
    fn only_what_has_failed_can_be_restarted() {
        let pending = Infra::registered(NOW);
        let active = pending.after_attempt(NOW, NOW, Ok(()));
        let failed = Infra { state: InfraState::Failed, attempts: 5, ..pending.clone() };
        assert_eq!((pending.restarted(NOW), active.restarted(NOW)), (None, None));
        let restarted = failed.restarted(NOW).unwrap();
        assert_eq!((restarted.state, restarted.attempts), (InfraState::Pending { next_attempt_at: NOW }, 0));
    }
}
