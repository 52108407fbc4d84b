use std::collections::{BTreeMap, BTreeSet};

use kernel::{AccountNumber, Currency, Location, OwnerId, UnixTime, ValidationErrors};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};

use crate::text::{account_id, secret};
use crate::{AccountId, BaseUrl};

/// For how long a replaced event secret is still accepted, in seconds: a day.
pub const OVERLAP_SECONDS: i64 = 24 * 60 * 60;

/// A connection as it is typed in, nothing of it checked.
#[derive(Debug, Clone)]
pub struct NewConnectionText {
    /// The address of the engine.
    pub base_url: String,
    /// The engine's name for the account.
    pub account: String,
    /// The token that calls to the engine carry.
    pub token: SecretString,
    /// The secret that the engine signs its events with.
    pub event_secret: SecretString,
}

/// A connection that is to be made, each value valid.
#[derive(Debug, Clone)]
pub struct NewConnection {
    /// The address of the engine.
    pub base_url: BaseUrl,
    /// The engine's name for the account.
    pub account: AccountId,
    /// The token that calls to the engine carry.
    pub token: SecretString,
    /// The secret that the engine signs its events with.
    pub event_secret: SecretString,
    /// The currency of the account's money; `None` leaves it as it is.
    pub currency: Option<Currency>,
}

impl NewConnection {
    /// The same with the currency of the account's money.
    #[must_use]
    pub fn in_currency(self, currency: Option<Currency>) -> Self {
        Self { currency, ..self }
    }

    /// Checks what was typed in, and reports all errors at once.
    ///
    /// ```
    /// use engine_link::{NewConnection, NewConnectionText};
    ///
    /// let typed = NewConnectionText {
    ///     base_url: "https://engine.example.com/".into(),
    ///     account: "acct_1".into(),
    ///     token: "hidden".into(),
    ///     event_secret: "not visible ASCII only".into(),
    /// };
    /// let errors = NewConnection::parse(typed).unwrap_err();
    /// assert_eq!(errors.iter().count(), 1, "spaces are refused");
    /// ```
    pub fn parse(text: NewConnectionText) -> Result<Self, ValidationErrors> {
        let (mut errors, root) = (ValidationErrors::none(), Location::root());
        let base_url = errors.take(&root, BaseUrl::parse(&text.base_url));
        let account = errors.take(&root, account_id(&text.account));
        let token = errors.take(&root, secret("token", text.token));
        let event_secret = errors.take(&root, secret("event_secret", text.event_secret));
        match (base_url, account, token, event_secret) {
            (Some(base_url), Some(account), Some(token), Some(event_secret)) => {
                Ok(Self { base_url, account, token, event_secret, currency: None })
            }
            _ => Err(errors),
        }
    }
}

/// The revision of a connection: a new random number each time an owner connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Revision(i64);

impl Revision {
    /// The revision with this stored number.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// The stored number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// Whether the engine accepts the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// As far as is known, it does.
    Connected,
    /// It answered that the token is not valid.
    Refused {
        /// When it first answered so.
        since: UnixTime,
    },
}

/// A stored connection.
#[derive(Debug, Clone)]
pub struct EngineConnection {
    /// Changes each time the owner connects anew.
    pub revision: Revision,
    /// The address of the engine.
    pub base_url: BaseUrl,
    /// The engine's name for the account.
    pub account: AccountId,
    /// Which of the owner's accounts it is.
    pub number: AccountNumber,
    /// The currency of its money.
    pub currency: Currency,
    /// The token that calls to the engine carry.
    pub token: SecretString,
    /// Whether the engine accepts it.
    pub state: LinkState,
    /// When it was connected last.
    pub connected_at: UnixTime,
}

/// What pushed events may be signed with.
#[derive(Debug, Clone)]
pub struct EventSecrets {
    /// The secret of the connection.
    pub current: SecretString,
    /// The one before it, if there was one.
    pub previous: Option<SecretString>,
    /// When the current one replaced it.
    pub changed_at: UnixTime,
}

impl EventSecrets {
    /// Whether an event secret of another connection is one of these, or was until lately. `v1` of a signature does not name the account, so
    /// that what is signed for one account would be accepted as another one's.
    ///
    /// ```
    /// use engine_link::EventSecrets;
    /// use kernel::UnixTime;
    ///
    /// let changed_at = UnixTime::from_seconds(1_800_000_000);
    /// let secrets = EventSecrets { current: "new".into(), previous: Some("old".into()), changed_at };
    /// assert!(secrets.shares(&"new".into()) && secrets.shares(&"old".into()));
    /// assert!(!secrets.shares(&"another".into()));
    /// ```
    pub fn shares(&self, other: &SecretString) -> bool {
        let known = [Some(&self.current), self.previous.as_ref()];
        known.into_iter().flatten().any(|secret| secret.expose_secret() == other.expose_secret())
    }

    /// The secrets that a signature may be made with at `now`, the current one first.
    ///
    /// ```
    /// use engine_link::{EventSecrets, OVERLAP_SECONDS};
    /// use kernel::UnixTime;
    ///
    /// let changed_at = UnixTime::from_seconds(1_800_000_000);
    /// let secrets = EventSecrets { current: "new".into(), previous: Some("old".into()), changed_at };
    /// assert_eq!(secrets.accepted_at(changed_at).count(), 2);
    /// assert_eq!(secrets.accepted_at(changed_at.plus_seconds(OVERLAP_SECONDS)).count(), 1);
    /// ```
    pub fn accepted_at(&self, now: UnixTime) -> impl Iterator<Item = &SecretString> {
        let overlaps = now < self.changed_at.plus_seconds(OVERLAP_SECONDS);
        [Some(&self.current), self.previous.as_ref().filter(|_| overlaps)].into_iter().flatten()
    }
}

/// Owners whose connections accept a common event secret at `now`. Connections are refused a secret that is taken, but older ones may
/// share one.
///
/// ```
/// use engine_link::{EventSecrets, owners_with_shared_secrets};
/// use kernel::{OwnerId, UnixTime};
///
/// let now = UnixTime::from_seconds(1_800_000_000);
/// let secrets = |text: &str| EventSecrets { current: text.into(), previous: None, changed_at: now };
/// let connections = [(1, "a"), (2, "b"), (3, "a")].map(|(owner, text)| (OwnerId::new(owner), secrets(text)));
/// assert_eq!(owners_with_shared_secrets(&connections, now), [OwnerId::new(1), OwnerId::new(3)]);
/// ```
pub fn owners_with_shared_secrets(connections: &[(OwnerId, EventSecrets)], now: UnixTime) -> Vec<OwnerId> {
    let mut holders: BTreeMap<&str, BTreeSet<OwnerId>> = BTreeMap::new();
    for (owner, secrets) in connections {
        for secret in secrets.accepted_at(now) {
            holders.entry(secret.expose_secret()).or_default().insert(*owner);
        }
    }
    let shared: BTreeSet<OwnerId> =
        holders.into_values().filter(|owners| owners.len() > 1).flatten().collect();
    shared.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);

    #[test]
    fn all_errors_of_a_connection_are_reported() {
        let text = NewConnectionText {
            base_url: "ftp://e.example".into(),
            account: String::new(),
            token: "with space".into(),
            event_secret: "".into(),
        };
        let errors = NewConnection::parse(text).err().unwrap();
        let places: Vec<_> = errors.iter().map(|error| error.location.to_string()).collect();
        assert_eq!(places, ["base_url", "account", "token", "event_secret"]);
        assert!(!errors.to_string().contains("with space"));
    }

    #[test]
    fn secrets_do_not_print() {
        let text = NewConnectionText {
            base_url: "https://e.example".into(),
            account: "acct_1".into(),
            token: "tok-hidden".into(),
            event_secret: "sec-hidden".into(),
        };
        let printed = format!("{text:?} {:?}", NewConnection::parse(text.clone()));
        assert!(!printed.contains("-hidden"), "{printed}");
    }

    #[test]
    fn a_secret_is_shared_while_both_connections_accept_it() {
        let of = |owner, current: &str, previous: Option<&str>| {
            let secrets =
                EventSecrets { current: current.into(), previous: previous.map(Into::into), changed_at: NOW };
            (OwnerId::new(owner), secrets)
        };
        let connections = [of(1, "new", Some("old")), of(2, "old", None), of(3, "own", Some("own"))];
        let shared = |after| owners_with_shared_secrets(&connections, NOW.plus_seconds(after));
        assert_eq!(shared(0), [OwnerId::new(1), OwnerId::new(2)]);
        assert_eq!(shared(OVERLAP_SECONDS), []);
    }

    #[test]
    fn a_replaced_event_secret_is_accepted_for_a_day() {
        let old = Some("old");
        for (previous, seconds, accepted) in [
            (None, 0, &["new"][..]),
            (old, 0, &["new", "old"]),
            (old, OVERLAP_SECONDS - 1, &["new", "old"]),
            (old, OVERLAP_SECONDS, &["new"]),
        ] {
            let previous = previous.map(SecretString::from);
            let secrets = EventSecrets { current: "new".into(), previous, changed_at: NOW };
            let found: Vec<_> =
                secrets.accepted_at(NOW.plus_seconds(seconds)).map(|s| s.expose_secret()).collect();
            assert_eq!(found, accepted, "after {seconds} s");
        }
    }
}
