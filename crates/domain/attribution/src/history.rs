//! What one fan did, in one order.

use std::collections::BTreeMap;

use kernel::{CountryCode, Currency, Hostname, ParseError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::assign::{Attribution, LinkId};
use crate::event::{EngineEvent, FanAction, Transaction, TransactionKind};

/// Money that moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// What is left for the owner, in minor units; negative for a refund.
    pub net_cents: i64,
    /// Whether it is a refund by name.
    pub refund: bool,
    /// Its currency, where it is another than that of the sums: it is in none of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<Currency>,
}

impl Payment {
    /// Money of the sums that is stored with the word of its kind. A kind that only a later version knows is no refund.
    pub fn stored(kind: &str, net_cents: i64) -> Self {
        let refund = TransactionKind::parse(kind) == Some(TransactionKind::Refund);
        Self { net_cents, refund, apart: None }
    }

    /// Amount added to sums.
    pub const fn counted_cents(&self) -> i64 {
        if self.apart.is_some() { 0 } else { self.net_cents }
    }

    /// Whether the fan bought: no refund, and not for nothing, in whatever currency.
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

/// A conversion as it was taken in, with what it was attributed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    /// The engine's id of the event.
    pub event_id: String,
    /// Who.
    pub fan_id: String,
    /// When.
    pub occurred_at: UnixTime,
    /// Where it belongs; `None` where nothing says so.
    pub attribution: Option<Attribution>,
    /// The money, for a transaction.
    pub payment: Option<Payment>,
    /// What the fan called themselves then.
    pub username: Option<String>,
    /// Where they were then.
    pub country: Option<CountryCode>,
}

impl Conversion {
    /// The conversion that an event is, with where it belongs; `None` for an event that is none.
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

    /// The one order of events: by time, then by id.
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

/// All conversions of one fan: each event once, by time, then by id. Whatever order they came in, it is the same history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredHistory")]
pub struct FanHistory {
    fan_id: String,
    events: Vec<Conversion>,
}

/// A history as it is stored: what it holds is put into its order again when it is read.
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
    /// The histories of all fans among these conversions, by fan id. Of one event that occurs twice the first counts.
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

    /// Whose history it is.
    pub fn fan_id(&self) -> &str {
        &self.fan_id
    }

    /// The conversions in order.
    pub fn events(&self) -> &[Conversion] {
        &self.events
    }

    /// The fan's anchor on a domain: the first event that is attributed to it.
    pub fn anchor(&self, domain: &Hostname) -> Option<&Conversion> {
        self.events.iter().find(|event| event.is_on(domain))
    }

    /// What the fan last called themselves.
    pub fn username(&self) -> Option<&str> {
        self.events.iter().rev().find_map(|event| event.username.as_deref())
    }

    /// Where the fan last was.
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
