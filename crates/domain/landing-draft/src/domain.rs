//! Landing domains and the states of their infrastructure.

use kernel::{Hostname, UnixTime};
use serde::{Deserialize, Serialize};

use crate::text::DisplayName;

/// A registered landing domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Domain {
    /// Its name, unique in the whole system.
    pub hostname: Hostname,
    /// What its owner calls it.
    pub display_name: DisplayName,
    /// When it was registered.
    pub created_at: UnixTime,
    /// How many buttons its draft has.
    pub button_count: u32,
    /// Revision of its draft.
    pub revision: Revision,
    /// How far its provisioning is.
    pub infra: Infra,
}

/// A domain to be registered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewDomain {
    /// Its name.
    pub hostname: Hostname,
    /// What its owner calls it.
    pub display_name: DisplayName,
    /// The moment of registration, and of the first attempt to provision it.
    pub created_at: UnixTime,
    /// Whether the owner has proved that the name is theirs.
    pub is_proven: bool,
}

/// How far the provisioning of a domain is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Infra {
    /// The state.
    #[serde(flatten)]
    pub state: InfraState,
    /// Why the last attempt failed.
    pub error: Option<String>,
    /// When the last attempt began; `None` before the first.
    pub attempted_at: Option<UnixTime>,
    /// How many attempts were made since registration or the last restart.
    pub attempts: u32,
}

/// The states of a domain's infrastructure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum InfraState {
    /// Waiting for the attempt that is due at this moment.
    Pending {
        /// When the next attempt may begin.
        next_attempt_at: UnixTime,
    },
    /// Serving.
    Active,
    /// Given up; a person may start it again.
    Failed,
}

impl InfraState {
    /// The word of the interface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending { .. } => "pending",
            Self::Active => "active",
            Self::Failed => "failed",
        }
    }
}

/// Seconds to wait after the first, second ... failed attempt. The attempt after the last wait is the last.
const BACK_OFF: [i64; 4] = [60, 5 * 60, 30 * 60, 2 * 60 * 60];

impl Infra {
    /// The state of a domain that was registered at `now`.
    pub fn registered(now: UnixTime) -> Self {
        Self {
            state: InfraState::Pending { next_attempt_at: now },
            error: None,
            attempted_at: None,
            attempts: 0,
        }
    }

    /// The state after one more attempt, which began at `began` and ended at `now` with `outcome`.
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

    /// The state of a domain that no attempt can make active.
    #[must_use]
    pub fn given_up(&self, began: UnixTime, why: String) -> Self {
        let attempts = self.attempts.saturating_add(1);
        Self { state: InfraState::Failed, error: Some(why), attempted_at: Some(began), attempts }
    }

    /// The state when a person asks to try again; `None` unless provisioning has failed.
    pub fn restarted(&self, now: UnixTime) -> Option<Self> {
        (self.state == InfraState::Failed).then_some(Self {
            state: InfraState::Pending { next_attempt_at: now },
            error: None,
            attempted_at: self.attempted_at,
            attempts: 0,
        })
    }
}

/// Why a name can never lead anywhere, for its owner; `None` for every name that may.
pub fn why_unreachable(hostname: &Hostname) -> Option<String> {
    let reserved = hostname.as_str().ends_with(".invalid");
    reserved
        .then(|| format!("{hostname} never resolves, because names below `invalid` are reserved (RFC 6761)"))
}

/// How many domains an owner may register, by plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanCaps {
    /// For the plan `free`.
    pub free: u32,
    /// For the plan `pro`.
    pub pro: u32,
    /// For the plan `agency`.
    pub agency: u32,
}

impl Default for PlanCaps {
    fn default() -> Self {
        Self { free: 3, pro: 25, agency: 500 }
    }
}

impl PlanCaps {
    /// The same with one domain less for every plan.
    #[must_use]
    pub fn less_one(self) -> Self {
        let Self { free, pro, agency } = self;
        let less = |cap: u32| cap.saturating_sub(1);
        Self { free: less(free), pro: less(pro), agency: less(agency) }
    }

    /// The cap of the plan with this word; an unknown plan may register nothing.
    pub fn of(&self, plan: &str) -> u32 {
        match plan {
            "free" => self.free,
            "pro" => self.pro,
            "agency" => self.agency,
            _ => 0,
        }
    }
}

/// How many domains an owner has, and on which plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanUse {
    /// The word of the plan.
    pub plan: String,
    /// The registered domains.
    pub domains: u64,
}

/// How much of something an owner has, and how much they may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// What there is.
    pub used: u64,
    /// What there may be; `None` for any number.
    pub allowed: Option<u64>,
}

/// The number of a draft's state, which grows with every change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Revision(pub i64);

impl Revision {
    /// The revision of a draft that was never changed.
    pub const FIRST: Self = Self(1);
}

/// The number of a published version, from 1 for each domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Version(pub i32);

impl Version {
    /// How many versions a domain keeps. Whoever goes back further than a thousand publications has a backup.
    pub const KEPT: i32 = 1_000;

    /// The oldest version that is kept when this one is the newest.
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
