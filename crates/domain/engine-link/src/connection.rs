use std::collections::{BTreeMap, BTreeSet};

use kernel::{AccountNumber, Currency, Location, OwnerId, UnixTime, ValidationErrors};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};

use crate::text::{account_id, secret};
use crate::{AccountId, BaseUrl};

/// Time for which a replaced event secret is still accepted, in seconds: one day.
pub const OVERLAP_SECONDS: i64 = 24 * 60 * 60;

/// Unchecked connection, as typed.
#[derive(Debug, Clone)]
pub struct NewConnectionText {
    /// Address of the engine.
    pub base_url: String,
    /// Id of the account at the engine.
    pub account: String,
    /// Token for calls to the engine.
    pub token: SecretString,
    /// Secret with which the engine signs its events.
    pub event_secret: SecretString,
}

/// Checked connection to be created.
#[derive(Debug, Clone)]
pub struct NewConnection {
    /// Address of the engine.
    pub base_url: BaseUrl,
    /// Id of the account at the engine.
    pub account: AccountId,
    /// Token for calls to the engine.
    pub token: SecretString,
    /// Secret with which the engine signs its events.
    pub event_secret: SecretString,
    /// Currency of the account's money; `None` keeps the current one.
    pub currency: Option<Currency>,
}

impl NewConnection {
    /// Sets the currency of the account's money.
    #[must_use]
    pub fn in_currency(self, currency: Option<Currency>) -> Self {
        Self { currency, ..self }
    }

    /// Checks a typed connection, and returns all errors.
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

/// Revision of a connection: a new random number each time an owner connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Revision(i64);

impl Revision {
    /// Creates a revision from its stored number.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// Stored number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// State of a connection: whether the engine accepts the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// The engine accepts the token, as far as known.
    Connected,
    /// The engine rejected the token.
    Refused {
        /// Time of the first rejection.
        since: UnixTime,
    },
}

/// Stored connection.
#[derive(Debug, Clone)]
pub struct EngineConnection {
    /// Number that changes each time the owner reconnects.
    pub revision: Revision,
    /// Address of the engine.
    pub base_url: BaseUrl,
    /// Id of the account at the engine.
    pub account: AccountId,
    /// Number of the account among the owner's accounts.
    pub number: AccountNumber,
    /// Currency of the account's money.
    pub currency: Currency,
    /// Token for calls to the engine.
    pub token: SecretString,
    /// Whether the engine accepts the token.
    pub state: LinkState,
    /// Time of the last connect.
    pub connected_at: UnixTime,
}

/// Secrets that may sign pushed events.
#[derive(Debug, Clone)]
pub struct EventSecrets {
    /// Current secret of the connection.
    pub current: SecretString,
    /// Previous secret, if any.
    pub previous: Option<SecretString>,
    /// Time at which the current secret replaced the previous one.
    pub changed_at: UnixTime,
}

impl EventSecrets {
    /// Whether an event secret of another connection equals the current or previous secret. Signatures of version `v1`
    /// do not name the account. So with a shared secret, an event signed for one account would be accepted for the
    /// other.
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

    /// Secrets accepted for signatures at `now`, the current one first.
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

/// Owners whose connections accept a common event secret at `now`. New connections must use an unused secret, but older
/// connections may share one.
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
