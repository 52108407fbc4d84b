//! Events of the engine, read from plain data.

mod fields;
mod parse;

use std::fmt;

use kernel::{CountryCode, Node, UnixTime};

/// What is wrong with one event of a batch; the others are taken all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The stable word for machines.
    pub code: &'static str,
    /// What is wrong, with places.
    pub message: String,
}

/// What the engine says of a fan. It prints without what identifies him.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct FanFacts {
    /// His id at the engine, 1-255 characters.
    pub fan_id: String,
    /// What he calls himself.
    pub username: Option<String>,
    /// Where he is; `None` also where the engine's word is no country.
    pub country: Option<CountryCode>,
    /// His e-mail address.
    pub email: Option<String>,
    /// His telephone number.
    pub phone: Option<String>,
    /// His given name.
    pub first_name: Option<String>,
    /// His family name.
    pub last_name: Option<String>,
}

impl fmt::Debug for FanFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FanFacts").field("fan_id", &self.fan_id).finish_non_exhaustive()
    }
}

/// What was paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum TransactionKind {
    /// A subscription.
    Subscription,
    /// A tip.
    Tip,
    /// A paid message.
    Message,
    /// A paid post.
    Post,
    /// Money given back.
    Refund,
}

impl TransactionKind {
    /// The word of the engine.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// A payment or a refund. Amounts are in minor units of the currency; refunds are not positive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transaction {
    /// Its id at the engine.
    pub transaction_id: String,
    /// What for.
    pub kind: TransactionKind,
    /// What the fan paid.
    pub gross_cents: i64,
    /// What is left for the owner.
    pub net_cents: i64,
    /// Three letters, upper case.
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

/// A tracked link as the engine knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// The fan subscribed.
    NewSubscriber {
        /// Whether by a free trial.
        trial: bool,
        /// The price, in minor units.
        price_cents: i64,
    },
    /// The fan paid, or got money back.
    NewTransaction(Transaction),
    /// The fan wrote.
    MessageReceived {
        /// The message.
        message_id: Option<String>,
    },
    /// The fan came online.
    FanOnline,
    /// The fan wants no messages any more.
    FanOptedOut,
    /// The fan asked for content.
    ContentRequestCreated {
        /// The request.
        request_id: i64,
        /// What he wants.
        text: String,
        /// What he offers, in minor units.
        offered_cents: i64,
    },
    /// A link was changed at the engine.
    LinkChanged(LinkFacts),
    /// Something that this version does not know; it is kept as it came.
    Unknown {
        /// Its type.
        kind: String,
        /// The whole event.
        raw: Node,
    },
}

impl Happening {
    /// The engine's word for it.
    pub fn word(&self) -> &str {
        match self {
            Self::NewSubscriber { .. } => "new_subscriber",
            Self::NewTransaction(_) => "new_transaction",
            Self::MessageReceived { .. } => "message_received",
            Self::FanOnline => "fan_online",
            Self::FanOptedOut => "fan_opted_out",
            Self::ContentRequestCreated { .. } => "content_request_created",
            Self::LinkChanged(_) => "link_changed",
            Self::Unknown { kind, .. } => kind,
        }
    }

    /// Whether it can be attributed to a click or a link, and so anchor a fan.
    pub const fn is_conversion(&self) -> bool {
        matches!(self, Self::NewSubscriber { .. } | Self::NewTransaction(_) | Self::MessageReceived { .. })
    }
}

/// One event of the engine.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineEvent {
    /// Its id, 1-255 characters: an event is taken once.
    pub event_id: String,
    /// When it happened; for an unknown type without a readable time, `None`.
    pub occurred_at: Option<UnixTime>,
    /// Who; always there but for changed links and unknown types.
    pub fan: Option<FanFacts>,
    /// The tracked link that upstream names.
    pub provider_id: Option<String>,
    /// The click that our redirect marked.
    pub click_ref: Option<String>,
    /// What.
    pub happening: Happening,
}

impl EngineEvent {
    /// Reads one event, or tells all that is wrong with it. Unknown fields are ignored, an unknown type is kept raw.
    pub fn parse(node: &Node) -> Result<Self, Rejection> {
        parse::event(node).map_err(|faults| Rejection { code: "invalid_event", message: faults.to_string() })
    }

    /// Whether its type is not known to this version.
    pub const fn is_unknown(&self) -> bool {
        matches!(self.happening, Happening::Unknown { .. })
    }
}

#[cfg(test)]
mod tests;
