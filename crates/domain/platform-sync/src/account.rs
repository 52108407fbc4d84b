//! State of an account, and its changes by outcomes of calls.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::answer::Outcome;

kernel::words! {
    /// State of an account, as shown to its owner.
    AccountState {
        /// The account works.
        Connected = "connected",
        /// The first import runs.
        Importing = "importing",
        /// The creator has to log in again at the vendor.
        NeedsLogin = "needs_login",
        /// The vendor refuses the key, or the account is not under the key any more.
        Refused = "refused",
        /// The vendor's credits are used up.
        OutOfCredits = "out_of_credits",
        /// The owner disconnected the account.
        Disconnected = "disconnected",
    }
}

/// Proof that a successful call gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// The vendor accepts the key: any free call.
    Key,
    /// The vendor reads the platform with the creator's session, and takes credits: any paid call.
    Session,
}

/// Signal that changes an account's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// The owner connected the account, or replaced its key.
    Connected,
    /// The owner disconnected the account.
    Disconnected,
    /// An import started.
    ImportStarted,
    /// The import ended, well or not.
    ImportEnded,
    /// The vendor reports that the creator's session ended.
    SessionEnded,
    /// The vendor reports that the creator logged in again.
    SessionRestored,
    /// The balance is above 0 again.
    CreditsRestored,
    /// A call ended.
    Called {
        /// Outcome of the call.
        outcome: Outcome,
        /// Proof that the call gives if it succeeded.
        proof: Proof,
    },
}

/// Conditions of an account, each with the moment of its first observation. They hold independently, and
/// [`Account::state`] shows the most serious one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    connected_at: UnixTime,
    disconnected: Option<UnixTime>,
    refused: Option<UnixTime>,
    needs_login: Option<UnixTime>,
    out_of_credits: Option<UnixTime>,
    importing: Option<UnixTime>,
}

impl Account {
    /// Creates an account that was connected at `now`.
    pub const fn connected(now: UnixTime) -> Self {
        Self {
            connected_at: now,
            disconnected: None,
            refused: None,
            needs_login: None,
            out_of_credits: None,
            importing: None,
        }
    }

    /// Returns the state with the moment since which it holds.
    pub fn state(&self) -> (AccountState, UnixTime) {
        let conditions = [
            (AccountState::Disconnected, self.disconnected),
            (AccountState::Refused, self.refused),
            (AccountState::NeedsLogin, self.needs_login),
            (AccountState::OutOfCredits, self.out_of_credits),
            (AccountState::Importing, self.importing),
        ];
        let worst = conditions.into_iter().find_map(|(state, since)| Some((state, since?)));
        worst.unwrap_or((AccountState::Connected, self.connected_at))
    }

    /// Whether calls other than a check of the key make sense.
    pub fn is_usable(&self) -> bool {
        matches!(self.state().0, AccountState::Connected | AccountState::Importing)
    }

    /// Returns the account after a signal at `now`. Repeats keep the moment of the first observation. After a
    /// disconnect, only [`Signal::Connected`] has an effect.
    ///
    /// ```
    /// use kernel::UnixTime;
    /// use platform_sync::{Account, AccountState, Outcome, Proof, Signal};
    ///
    /// let now = UnixTime::from_seconds(1_800_000_000);
    /// let called = Signal::Called { outcome: Outcome::NeedsLogin, proof: Proof::Session };
    /// let account = Account::connected(now).after(called, now.plus_seconds(60));
    /// assert_eq!(account.state(), (AccountState::NeedsLogin, now.plus_seconds(60)));
    /// ```
    #[must_use]
    pub fn after(self, signal: Signal, now: UnixTime) -> Self {
        let first = |since: Option<UnixTime>| since.or(Some(now));
        match signal {
            Signal::Connected => Self { importing: self.importing, ..Self::connected(now) },
            _ if self.disconnected.is_some() => self,
            Signal::Disconnected => Self { disconnected: Some(now), importing: None, ..self },
            Signal::ImportStarted => Self { importing: first(self.importing), ..self },
            Signal::ImportEnded => Self { importing: None, ..self },
            Signal::SessionEnded => Self { needs_login: first(self.needs_login), ..self },
            Signal::SessionRestored => Self { needs_login: None, ..self },
            Signal::CreditsRestored => Self { out_of_credits: None, ..self },
            Signal::Called { outcome, proof } => self.called(outcome, proof, now),
        }
    }

    fn called(self, outcome: Outcome, proof: Proof, now: UnixTime) -> Self {
        let accepted = Self { refused: None, ..self };
        match (outcome, proof) {
            (Outcome::KeyRefused | Outcome::AccountGone, _) => {
                Self { refused: self.refused.or(Some(now)), ..self }
            }
            (Outcome::NeedsLogin, _) => Self { needs_login: self.needs_login.or(Some(now)), ..accepted },
            (Outcome::OutOfCredits, _) => {
                Self { out_of_credits: self.out_of_credits.or(Some(now)), ..accepted }
            }
            (Outcome::Done, Proof::Key) => accepted,
            (Outcome::Done | Outcome::Absent, Proof::Session) => {
                Self { needs_login: None, out_of_credits: None, ..accepted }
            }
            // A restricted key may lack one operation and still be good; the rest says nothing about the account.
            (Outcome::LacksPermission | Outcome::Absent, _) => accepted,
            (Outcome::Wait { .. } | Outcome::Unknown | Outcome::OurFault, _) => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: UnixTime = UnixTime::from_seconds(1_800_000_000);

    fn called(outcome: Outcome, proof: Proof) -> Signal {
        Signal::Called { outcome, proof }
    }

    #[test]
    fn the_most_serious_condition_is_shown() {
        use AccountState::*;
        use Signal as S;
        let (key, session) = (Proof::Key, Proof::Session);
        let refused = called(Outcome::KeyRefused, session);
        let login = called(Outcome::NeedsLogin, session);
        let empty = called(Outcome::OutOfCredits, session);
        let wait = called(Outcome::Wait { seconds: 5 }, session);
        for (signals, expected) in [
            (&[][..], Connected),
            (&[S::ImportStarted], Importing),
            (&[S::ImportStarted, S::ImportEnded], Connected),
            (&[refused], Refused),
            (&[called(Outcome::AccountGone, session)], Refused),
            (&[refused, called(Outcome::Done, key)], Connected),
            (&[refused, wait], Refused),
            (&[refused, called(Outcome::Unknown, session)], Refused),
            (&[login], NeedsLogin),
            (&[login, called(Outcome::Done, key)], NeedsLogin),
            (&[login, called(Outcome::Done, session)], Connected),
            (&[S::SessionEnded, S::SessionRestored], Connected),
            (&[S::SessionEnded, refused], Refused),
            (&[S::SessionEnded, refused, called(Outcome::Done, key)], NeedsLogin),
            (&[empty], OutOfCredits),
            (&[empty, called(Outcome::Done, key)], OutOfCredits),
            (&[empty, S::CreditsRestored], Connected),
            (&[empty, called(Outcome::Done, session)], Connected),
            (&[S::ImportStarted, empty], OutOfCredits),
            (&[S::ImportStarted, empty, S::CreditsRestored], Importing),
            (&[called(Outcome::LacksPermission, session)], Connected),
            (&[called(Outcome::OurFault, session)], Connected),
            (&[S::Disconnected], Disconnected),
            (&[S::Disconnected, called(Outcome::Done, session), S::ImportStarted], Disconnected),
            (&[refused, S::Disconnected, S::Connected], Connected),
            (&[refused, login, empty, S::Connected], Connected),
        ] {
            let account = signals
                .iter()
                .fold(Account::connected(START), |account, signal| account.after(*signal, START));
            assert_eq!(account.state().0, expected, "{signals:?}");
        }
    }

    #[test]
    fn a_state_holds_since_its_first_observation() {
        let login = called(Outcome::NeedsLogin, Proof::Session);
        let account = Account::connected(START).after(login, START.plus_seconds(1));
        let later = account.after(login, START.plus_seconds(9));
        assert_eq!(later.state(), (AccountState::NeedsLogin, START.plus_seconds(1)));
        assert!(!later.is_usable());
    }

    fn signal() -> impl Strategy<Value = Signal> {
        let outcome = prop_oneof![
            Just(Outcome::Done),
            Just(Outcome::KeyRefused),
            Just(Outcome::NeedsLogin),
            Just(Outcome::OutOfCredits),
            Just(Outcome::Absent),
            Just(Outcome::Unknown),
        ];
        let proof = prop_oneof![Just(Proof::Key), Just(Proof::Session)];
        prop_oneof![
            Just(Signal::ImportStarted),
            Just(Signal::ImportEnded),
            Just(Signal::SessionEnded),
            Just(Signal::SessionRestored),
            Just(Signal::CreditsRestored),
            (outcome, proof).prop_map(|(outcome, proof)| Signal::Called { outcome, proof }),
        ]
    }

    proptest! {
        #[test]
        fn repeats_change_nothing_and_a_paid_success_heals(signals in prop::collection::vec(signal(), 0..12)) {
            let mut account = Account::connected(START);
            for (seconds, signal) in (0..).zip(&signals) {
                let now = START.plus_seconds(seconds);
                let once = account.after(*signal, now);
                prop_assert_eq!(once.after(*signal, now.plus_seconds(1)), once);
                account = once;
            }
            let healed = account.after(called(Outcome::Done, Proof::Session), START.plus_seconds(99));
            prop_assert!(healed.is_usable());
        }
    }
}
