//! Events of the engine.

mod fields;
mod parse;

use std::fmt;

use kernel::{AccountNumber, CountryCode, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum absolute amount of an event, in minor units. Nine million such amounts fit into a 64-bit sum.
pub const MAX_CENTS: i64 = 1_000_000_000_000;
/// Tolerated lead of an engine's clock, in seconds. An event further ahead is quarantined until its time.
pub const MAX_AHEAD_SECONDS: i64 = 600;
/// Maximum number of content items in a transaction.
pub const MAX_CONTENT: usize = 1_000;

kernel::words! {
    /// Reason why an event of a batch was rejected.
    RejectionCode {
        /// The JSON is not an event, or a value breaks a rule.
        InvalidEvent = "invalid_event",
    }
}

/// Rejection of one event in a batch; other events of the batch are still stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    /// Stable code for programs.
    pub code: RejectionCode,
    /// All errors with their paths.
    pub message: String,
}

impl Rejection {
    pub(crate) fn of(errors: &ValidationErrors) -> Self {
        Self { code: RejectionCode::InvalidEvent, message: errors.to_string() }
    }
}

/// Data about a fan from the engine. `Debug` prints only the id.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FanFacts {
    /// Id of the fan at the engine, 1-255 characters.
    pub fan_id: String,
    /// Name that the fan uses on the platform.
    pub username: Option<String>,
    /// Country of the fan; also `None` if the engine's value is not a country.
    pub country: Option<CountryCode>,
    /// E-mail address of the fan.
    pub email: Option<String>,
    /// Phone number of the fan.
    pub phone: Option<String>,
    /// First name of the fan.
    pub first_name: Option<String>,
    /// Last name of the fan.
    pub last_name: Option<String>,
}

impl fmt::Debug for FanFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FanFacts").field("fan_id", &self.fan_id).finish_non_exhaustive()
    }
}

kernel::words! {
    /// Kind of a transaction.
    TransactionKind {
        /// Payment for a subscription.
        Subscription = "subscription",
        /// Tip to the owner.
        Tip = "tip",
        /// Payment for a message.
        Message = "message",
        /// Payment for a post.
        Post = "post",
        /// Refund of an earlier payment.
        Refund = "refund",
    }
}

/// Payment or refund, with amounts in minor units of the currency. Amounts of a refund are at most 0, other amounts at
/// least 0. The net amount never exceeds the gross amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// Id of the transaction at the engine.
    pub transaction_id: String,
    /// Kind of the transaction.
    pub kind: TransactionKind,
    /// Amount that the fan paid.
    pub gross_cents: i64,
    /// Net amount for the owner.
    pub net_cents: i64,
    /// Code of [`kernel::Currency`].
    pub currency: String,
    /// Ids of the sold content.
    pub content_ids: Vec<i64>,
    /// Key of the bundle with the content, if any.
    pub bundle_key: Option<String>,
    /// Display name of the bundle.
    pub bundle_name: Option<String>,
    /// Number of media in the message.
    pub media_in_msg: i64,
}

impl Transaction {
    /// Creates a tip without fees, so net and gross are equal. `currency` is a code of [`kernel::Currency`].
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

/// Tracked link in the form of the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkFacts {
    /// Id of the link at the engine.
    pub provider_id: String,
    /// Offer in the engine's words: `paid` or `ftl`.
    pub offer: String,
    /// Kind in the engine's words: `tracking_link` or `free_trial`.
    pub kind: String,
    /// Display name of the link.
    pub name: String,
    /// Address of the link.
    pub url: String,
    /// Country that the link is for.
    pub country: Option<CountryCode>,
    /// Length of the trial, in days.
    pub trial_days: Option<i64>,
    /// Whether the link has neither an expiry nor a claim limit.
    pub permanent: bool,
    /// Whether the link is active.
    pub active: bool,
    /// Time of the creation.
    pub created_at: UnixTime,
}

/// Action of a fan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FanAction {
    /// The fan subscribed.
    NewSubscriber {
        /// Whether the subscription is a free trial.
        trial: bool,
        /// Price in minor units.
        price_cents: i64,
    },
    /// The fan paid, or got a refund.
    NewTransaction(Transaction),
    /// The fan wrote a message.
    MessageReceived {
        /// Id of the message at the engine.
        message_id: Option<String>,
    },
    /// The fan came online.
    FanOnline,
    /// The fan opted out of messages.
    FanOptedOut,
    /// The fan requested content.
    ContentRequestCreated {
        /// Account that received the request.
        account: AccountNumber,
        /// Id of the request at the engine.
        request_id: i64,
        /// Text of the request, at most 10,000 characters.
        text: String,
        /// Offered price, in minor units.
        offered_cents: i64,
    },
}

impl FanAction {
    /// Type of the event in the engine's words.
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

    /// Whether the action is a conversion, which can be attributed and so anchor a fan on a domain.
    pub const fn is_conversion(&self) -> bool {
        matches!(self, Self::NewSubscriber { .. } | Self::NewTransaction(_) | Self::MessageReceived { .. })
    }
}

/// Event about a fan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FanEvent {
    /// Id of the event, 1-255 characters. An event is stored once per id.
    pub event_id: String,
    /// Time of the event.
    pub occurred_at: UnixTime,
    /// Data about the fan.
    pub fan: FanFacts,
    /// Engine id of the tracked link, if the engine names one.
    pub provider_id: Option<String>,
    /// Reference of the click, which the redirect added to the link.
    pub click_ref: Option<String>,
    /// Action of the fan.
    pub action: FanAction,
}

impl FanEvent {
    /// Creates an event of a fan with nothing but an id, without click and link.
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

/// Event about a link that changed at the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkEvent {
    /// Id of the event.
    pub event_id: String,
    /// Time of the event.
    pub occurred_at: UnixTime,
    /// State of the link after the change.
    pub link: LinkFacts,
}

/// Event of a type that this version does not know, stored unchanged. Contains no U+0000.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnknownEvent {
    /// Id of the event.
    pub event_id: String,
    /// Type of the event in the engine's words.
    pub kind: String,
    /// JSON of the whole event.
    pub raw: Value,
}

impl UnknownEvent {
    /// Id of the fan, if the event has one in the same place as known types.
    pub fn fan_id(&self) -> Option<&str> {
        let Value::Object(event) = &self.raw else { return None };
        let Value::Object(fan) = event.get("fan")? else { return None };
        let Value::String(id) = fan.get("fan_id")? else { return None };
        Some(id)
    }
}

/// Event of the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineEvent {
    /// Event about a fan.
    Fan(FanEvent),
    /// Event about a link.
    Link(LinkEvent),
    /// Event of an unknown type.
    Unknown(UnknownEvent),
}

impl EngineEvent {
    /// Parses an event, or returns all errors. Unknown fields are ignored. For an unknown type, only the ids, the type,
    /// the size and the absence of U+0000 are checked.
    pub fn parse(node: &Value) -> Result<Self, Rejection> {
        parse::event(node).map_err(|errors| Rejection::of(&errors))
    }

    /// Qualifies the event's id and its link's id by the account, so that ids of different accounts differ.
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

    /// Id under which the event is stored: the engine's id, qualified by the account.
    pub fn event_id(&self) -> &str {
        match self {
            Self::Fan(event) => &event.event_id,
            Self::Link(event) => &event.event_id,
            Self::Unknown(event) => &event.event_id,
        }
    }

    /// Time of the event; `None` for an unknown type.
    pub fn occurred_at(&self) -> Option<UnixTime> {
        match self {
            Self::Fan(event) => Some(event.occurred_at),
            Self::Link(event) => Some(event.occurred_at),
            Self::Unknown(_) => None,
        }
    }

    /// Time at which the event can be stored; `None` for now. An event further ahead than clocks may differ waits. So
    /// an engine with a fast clock loses no events, and no sum includes the future.
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

    /// Id of the fan, if the event names one.
    pub fn fan_id(&self) -> Option<&str> {
        match self {
            Self::Fan(event) => Some(&event.fan.fan_id),
            Self::Link(_) => None,
            Self::Unknown(event) => event.fan_id(),
        }
    }

    /// Type of the event in the engine's words.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Fan(event) => event.action.as_str(),
            Self::Link(_) => "link_changed",
            Self::Unknown(event) => &event.kind,
        }
    }

    /// Whether this version does not know the event's type.
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }
}

#[cfg(test)]
mod tests;
