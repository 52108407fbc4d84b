//! Events of the engine, read from plain data.

mod fields;
mod parse;

use std::fmt;

use kernel::{AccountNumber, CountryCode, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The largest amount of an event, up or down, in minor units. Nine million of them add up to what 64 bits hold.
pub const MAX_CENTS: i64 = 1_000_000_000_000;
/// Tolerated lead of an engine's clock, in seconds. An event further ahead is set aside until its time.
pub const MAX_AHEAD_SECONDS: i64 = 600;
/// How many pieces of content a transaction sells at most.
pub const MAX_CONTENT: usize = 1_000;

kernel::words! {
    /// Why an event of a batch is not taken.
    RejectionCode {
        /// It is no event, or one of its values breaks a rule.
        InvalidEvent = "invalid_event",
    }
}

/// What is wrong with one event of a batch; the others are taken all the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    /// The stable word for machines.
    pub code: RejectionCode,
    /// What is wrong, with places.
    pub message: String,
}

impl Rejection {
    pub(crate) fn of(errors: &ValidationErrors) -> Self {
        Self { code: RejectionCode::InvalidEvent, message: errors.to_string() }
    }
}

/// What the engine says of a fan. It prints without what identifies them.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FanFacts {
    /// Their id at the engine, 1-255 characters.
    pub fan_id: String,
    /// What they call themselves.
    pub username: Option<String>,
    /// Where they are; `None` also where the engine's word is no country.
    pub country: Option<CountryCode>,
    /// Their e-mail address.
    pub email: Option<String>,
    /// Their telephone number.
    pub phone: Option<String>,
    /// Their given name.
    pub first_name: Option<String>,
    /// Their family name.
    pub last_name: Option<String>,
}

impl fmt::Debug for FanFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FanFacts").field("fan_id", &self.fan_id).finish_non_exhaustive()
    }
}

kernel::words! {
    /// What was paid for.
    TransactionKind {
        /// A subscription.
        Subscription = "subscription",
        /// A tip.
        Tip = "tip",
        /// A paid message.
        Message = "message",
        /// A paid post.
        Post = "post",
        /// Money given back.
        Refund = "refund",
    }
}

/// A payment or a refund. Amounts are in minor units of the currency: those of a refund are not positive, all others not negative,
/// and net is never more than gross.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// Its id at the engine.
    pub transaction_id: String,
    /// What for.
    pub kind: TransactionKind,
    /// What the fan paid.
    pub gross_cents: i64,
    /// What is left for the owner.
    pub net_cents: i64,
    /// A code of [`kernel::Currency`].
    pub currency: String,
    /// The content that was sold.
    pub content_ids: Vec<i64>,
    /// The bundle that it was sold in.
    pub bundle_key: Option<String>,
    /// What the bundle is called.
    pub bundle_name: Option<String>,
    /// How many media the message held.
    pub media_in_msg: i64,
}

impl Transaction {
    /// A tip of which all is left for the owner; `currency` is a code of [`kernel::Currency`].
    pub fn tip(transaction_id: impl Into<String>, cents: i64, currency: impl Into<String>) -> Self {
        Self {
            transaction_id: transaction_id.into(),
            kind: TransactionKind::Tip,
            gross_cents: cents,
            net_cents: cents,
            currency: currency.into(),
            content_ids: Vec::new(),
            bundle_key: None,
            bundle_name: None,
            media_in_msg: 0,
        }
    }
}

/// A tracked link as the engine knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkFacts {
    /// Its id at the engine.
    pub provider_id: String,
    /// `paid` or `ftl`, as the engine says it.
    pub offer: String,
    /// `tracking_link` or `free_trial`, as the engine says it.
    pub kind: String,
    /// What it is called.
    pub name: String,
    /// Where it leads.
    pub url: String,
    /// For which country.
    pub country: Option<CountryCode>,
    /// How long the trial is, in days.
    pub trial_days: Option<i64>,
    /// Whether it has neither expiry nor claim limit.
    pub permanent: bool,
    /// Whether it is switched on.
    pub active: bool,
    /// When it was made.
    pub created_at: UnixTime,
}

/// What a fan did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FanAction {
    /// They subscribed.
    NewSubscriber {
        /// Whether by a free trial.
        trial: bool,
        /// The price, in minor units.
        price_cents: i64,
    },
    /// They paid, or got money back.
    NewTransaction(Transaction),
    /// They wrote.
    MessageReceived {
        /// The message.
        message_id: Option<String>,
    },
    /// They came online.
    FanOnline,
    /// They want no messages any more.
    FanOptedOut,
    /// They asked for content.
    ContentRequestCreated {
        /// The account that the request was made to.
        account: AccountNumber,
        /// The request.
        request_id: i64,
        /// What they want, at most 10,000 characters.
        text: String,
        /// What they offer, in minor units.
        offered_cents: i64,
    },
}

impl FanAction {
    /// The engine's word for it.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::NewSubscriber { .. } => "new_subscriber",
            Self::NewTransaction(_) => "new_transaction",
            Self::MessageReceived { .. } => "message_received",
            Self::FanOnline => "fan_online",
            Self::FanOptedOut => "fan_opted_out",
            Self::ContentRequestCreated { .. } => "content_request_created",
        }
    }

    /// Whether it can be attributed to a click or a link, and so anchor a fan.
    pub const fn is_conversion(&self) -> bool {
        matches!(self, Self::NewSubscriber { .. } | Self::NewTransaction(_) | Self::MessageReceived { .. })
    }
}

/// Something that a fan did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FanEvent {
    /// Its id, 1-255 characters: an event is taken once.
    pub event_id: String,
    /// When it happened.
    pub occurred_at: UnixTime,
    /// Who.
    pub fan: FanFacts,
    /// The tracked link that upstream names.
    pub provider_id: Option<String>,
    /// The click that our redirect marked.
    pub click_ref: Option<String>,
    /// What.
    pub action: FanAction,
}

impl FanEvent {
    /// What a fan did, of whom nothing but the id is known. It carries no click and names no link.
    pub fn new(
        event_id: impl Into<String>,
        fan_id: impl Into<String>,
        occurred_at: UnixTime,
        action: FanAction,
    ) -> Self {
        Self {
            event_id: event_id.into(),
            occurred_at,
            fan: FanFacts { fan_id: fan_id.into(), ..FanFacts::default() },
            provider_id: None,
            click_ref: None,
            action,
        }
    }
}

impl From<FanEvent> for EngineEvent {
    fn from(event: FanEvent) -> Self {
        Self::Fan(event)
    }
}

/// A link that was changed at the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkEvent {
    /// Its id.
    pub event_id: String,
    /// When it happened.
    pub occurred_at: UnixTime,
    /// The link as it is now.
    pub link: LinkFacts,
}

/// An event of a type that this version does not know, kept as it came. It holds no U+0000.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnknownEvent {
    /// Its id.
    pub event_id: String,
    /// Its type.
    pub kind: String,
    /// The whole event.
    pub raw: Value,
}

impl UnknownEvent {
    /// Whom it names where known types name their fan.
    pub fn fan_id(&self) -> Option<&str> {
        let Value::Object(event) = &self.raw else { return None };
        let Value::Object(fan) = event.get("fan")? else { return None };
        let Value::String(id) = fan.get("fan_id")? else { return None };
        Some(id)
    }
}

/// One event of the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineEvent {
    /// Of a fan.
    Fan(FanEvent),
    /// Of a link.
    Link(LinkEvent),
    /// Of something else.
    Unknown(UnknownEvent),
}

impl EngineEvent {
    /// Reads one event, or reports all that is wrong with it. Unknown fields are ignored; of an unknown type only what
    /// identifies it has to be right.
    pub fn parse(node: &Value) -> Result<Self, Rejection> {
        parse::event(node).map_err(|errors| Rejection::of(&errors))
    }

    /// The same as an event of this account: its id and that of its link become keys of the account, so that another account's
    /// differ from them.
    #[must_use]
    pub fn of_account(mut self, account: AccountNumber) -> Self {
        let keyed = |id: &mut String| *id = account.key(id).into_owned();
        match &mut self {
            Self::Fan(event) => {
                keyed(&mut event.event_id);
                event.provider_id.iter_mut().for_each(keyed);
                if let FanAction::ContentRequestCreated { account: of, .. } = &mut event.action {
                    *of = account;
                }
            }
            Self::Link(event) => {
                keyed(&mut event.event_id);
                keyed(&mut event.link.provider_id);
            }
            Self::Unknown(event) => keyed(&mut event.event_id),
        }
        self
    }

    /// What it is kept under: the engine's id of it, or a key of that.
    pub fn event_id(&self) -> &str {
        match self {
            Self::Fan(event) => &event.event_id,
            Self::Link(event) => &event.event_id,
            Self::Unknown(event) => &event.event_id,
        }
    }

    /// When it happened; `None` for a type that is not known.
    pub fn occurred_at(&self) -> Option<UnixTime> {
        match self {
            Self::Fan(event) => Some(event.occurred_at),
            Self::Link(event) => Some(event.occurred_at),
            Self::Unknown(_) => None,
        }
    }

    /// From when on it can be taken in; `None` for at once. What happens further ahead than clocks differ waits until then, so that
    /// an engine whose clock is ahead loses nothing and no sum counts what lies in the future.
    ///
    /// ```
    /// use attribution::{EngineEvent, FanAction, FanEvent};
    /// use kernel::UnixTime;
    ///
    /// let now = UnixTime::from_seconds(1_795_176_000);
    /// let at = |ahead| EngineEvent::from(FanEvent::new("e1", "ann", now.plus_seconds(ahead), FanAction::FanOnline));
    /// assert_eq!(at(600).waits_until(now), None);
    /// assert_eq!(at(660).waits_until(now), Some(now.plus_seconds(60)));
    /// ```
    pub fn waits_until(&self, now: UnixTime) -> Option<UnixTime> {
        let due = self.occurred_at()?.plus_seconds(-MAX_AHEAD_SECONDS);
        (due > now).then_some(due)
    }

    /// The fan whom it is about, if it names one.
    pub fn fan_id(&self) -> Option<&str> {
        match self {
            Self::Fan(event) => Some(&event.fan.fan_id),
            Self::Link(_) => None,
            Self::Unknown(event) => event.fan_id(),
        }
    }

    /// The engine's word for its type.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Fan(event) => event.action.as_str(),
            Self::Link(_) => "link_changed",
            Self::Unknown(event) => &event.kind,
        }
    }

    /// Whether its type is not known to this version.
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }
}

#[cfg(test)]
mod tests;
