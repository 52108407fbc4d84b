//! History of a fan: conversions in a fixed order.

use std::collections::BTreeMap;

use kernel::{CountryCode, Currency, Hostname, ParseError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::assign::{Attribution, LinkId};
use crate::event::{EngineEvent, FanAction, Transaction, TransactionKind};

/// Money of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Net amount for the owner, in minor units; negative for a refund.
    pub net_cents: i64,
    /// Whether the transaction is of kind refund.
    pub refund: bool,
    /// Currency of the money if it differs from the currency of the sums. Such money is in no sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<Currency>,
}

impl Payment {
    /// Builds a payment in the currency of the sums from its stored kind. A kind that only a later version knows is not
    /// a refund.
    pub fn stored(kind: &str, net_cents: i64) -> Self {
        let refund = TransactionKind::parse(kind) == Some(TransactionKind::Refund);
        Self { net_cents, refund, apart: None }
    }

    /// Amount added to sums.
    pub const fn counted_cents(&self) -> i64 {
        if self.apart.is_some() { 0 } else { self.net_cents }
    }

    /// Whether the fan bought something: not a refund, and with a positive amount, in any currency.
    pub const fn is_purchase(&self) -> bool {
        !self.refund && self.net_cents > 0
    }
}

impl From<&Transaction> for Payment {
    fn from(transaction: &Transaction) -> Self {
        let refund = transaction.kind == TransactionKind::Refund;
        Self { net_cents: transaction.net_cents, refund, apart: None }
    }
}

/// Stored conversion with its attribution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    /// Id of the event.
    pub event_id: String,
    /// Id of the fan.
    pub fan_id: String,
    /// Time of the event.
    pub occurred_at: UnixTime,
    /// Attribution; `None` if no known click or link was found.
    pub attribution: Option<Attribution>,
    /// Money of a transaction.
    pub payment: Option<Payment>,
    /// Username of the fan at that time.
    pub username: Option<String>,
    /// Country of the fan at that time.
    pub country: Option<CountryCode>,
}

impl Conversion {
    /// Builds the conversion of an event; `None` for an event that is no conversion.
    ///
    /// ```
    /// use attribution::{Conversion, EngineEvent, FanAction, FanEvent, Transaction};
    /// use kernel::UnixTime;
    ///
    /// let event = |action| EngineEvent::from(FanEvent::new("e1", "ann", UnixTime::from_seconds(0), action));
    /// let tip = event(FanAction::NewTransaction(Transaction::tip("t1", 500, "USD")));
    /// let payment = Conversion::of(&tip, None).and_then(|conversion| conversion.payment);
    /// assert_eq!(payment.map(|payment| payment.net_cents), Some(500));
    /// assert_eq!(Conversion::of(&event(FanAction::FanOnline), None), None);
    /// ```
    pub fn of(event: &EngineEvent, attribution: Option<Attribution>) -> Option<Self> {
        let EngineEvent::Fan(event) = event else { return None };
        event.action.is_conversion().then(|| Self {
            event_id: event.event_id.clone(),
            fan_id: event.fan.fan_id.clone(),
            occurred_at: event.occurred_at,
            attribution,
            payment: match &event.action {
                FanAction::NewTransaction(transaction) => Some(transaction.into()),
                _ => None,
            },
            username: event.fan.username.clone(),
            country: event.fan.country,
        })
    }

    /// Sort key of events: time, then id.
    fn order(&self) -> (UnixTime, &str) {
        (self.occurred_at, &self.event_id)
    }

    pub(crate) fn is_on(&self, domain: &Hostname) -> bool {
        self.attribution.as_ref().is_some_and(|attribution| attribution.domain == *domain)
    }

    pub(crate) fn is_of(&self, link: LinkId) -> bool {
        self.attribution.as_ref().is_some_and(|attribution| attribution.link == Some(link))
    }

    pub(crate) fn is_purchase(&self) -> bool {
        self.payment.is_some_and(|payment| payment.is_purchase())
    }

    /// Amount added to sums.
    pub(crate) fn counted_cents(&self) -> i64 {
        self.payment.map_or(0, |payment| payment.counted_cents())
    }
}

/// All conversions of one fan: each event once, ordered by time, then by id. The order of arrival does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredHistory")]
pub struct FanHistory {
    fan_id: String,
    events: Vec<Conversion>,
}

/// Stored form of a history, which is sorted again when read.
#[derive(Deserialize)]
struct StoredHistory {
    fan_id: String,
    events: Vec<Conversion>,
}

impl TryFrom<StoredHistory> for FanHistory {
    type Error = ParseError;

    fn try_from(stored: StoredHistory) -> Result<Self, ParseError> {
        let mut histories = Self::of_all(stored.events);
        let whole = histories.pop().filter(|history| histories.is_empty() && history.fan_id == stored.fan_id);
        whole.ok_or(ParseError::needs("a history of at least one event, all of one fan"))
    }
}

impl FanHistory {
    /// Builds the histories of all fans among these conversions, by fan id. The first of several conversions with the
    /// same event id is kept.
    pub fn of_all(conversions: impl IntoIterator<Item = Conversion>) -> Vec<Self> {
        let mut fans: BTreeMap<String, BTreeMap<String, Conversion>> = BTreeMap::new();
        for conversion in conversions {
            let events = fans.entry(conversion.fan_id.clone()).or_default();
            events.entry(conversion.event_id.clone()).or_insert(conversion);
        }
        let history = |(fan_id, events): (String, BTreeMap<_, Conversion>)| {
            let mut events: Vec<_> = events.into_values().collect();
            events.sort_by(|one, other| one.order().cmp(&other.order()));
            Self { fan_id, events }
        };
        fans.into_iter().map(history).collect()
    }

    /// Id of the fan.
    pub fn fan_id(&self) -> &str {
        &self.fan_id
    }

    /// Conversions of the fan in order.
    pub fn events(&self) -> &[Conversion] {
        &self.events
    }

    /// Anchor of the fan on a domain: the first event attributed to the domain.
    pub fn anchor(&self, domain: &Hostname) -> Option<&Conversion> {
        self.events.iter().find(|event| event.is_on(domain))
    }

    /// Latest username of the fan.
    pub fn username(&self) -> Option<&str> {
        self.events.iter().rev().find_map(|event| event.username.as_deref())
    }

    /// Latest country of the fan.
    pub fn country(&self) -> Option<CountryCode> {
        self.events.iter().rev().find_map(|event| event.country)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{event, host};

    #[test]
    fn an_anchor_is_the_first_by_time_then_by_id() {
        let a = Some(("a.example", 1));
        let events =
            [event("z", "f", 5, a), event("b", "f", 9, a), event("a", "f", 9, a), event("0", "f", 20, None)];
        let history = FanHistory::of_all(events).remove(0);
        let anchor = history.anchor(&host("a.example")).map(|anchor| anchor.event_id.as_str());
        assert_eq!(anchor, Some("a"));
        assert_eq!(history.anchor(&host("b.example")), None);
    }

    #[test]
    fn the_last_word_on_a_fan_wins_by_time_and_silence_says_nothing() {
        let said = |id: &str, hours, name: Option<&str>, country: Option<&str>| Conversion {
            username: name.map(str::to_owned),
            country: country.and_then(CountryCode::parse),
            ..event(id, "f", hours, None)
        };
        let events = [
            said("new", 1, None, Some("at")),
            said("middle", 5, Some("jo"), Some("de")),
            said("old", 9, Some("joe"), Some("ch")),
        ];
        let history = FanHistory::of_all(events).remove(0);
        assert_eq!(history.username(), Some("jo"));
        assert_eq!(history.country().as_ref().map(CountryCode::as_str), Some("AT"));
    }
}
