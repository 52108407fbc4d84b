//! Conversions before and while they are stored.

use std::borrow::Cow;

use attribution::Counting;
use attribution::assign::{Basis, LinkId};
use attribution::event::{FanAction, FanEvent, Transaction};
use attribution::history::Payment;
use conversion_pixel::event::Fan;
use conversion_pixel::{ConversionType, Platform};
use kernel::{AccountNumber, Hostname, UnixTime};

use super::facts::{Attributed, Facts};
use super::hashes::Hashes;

/// New conversion, before or just after it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct NewConversion<'a> {
    /// Type of the conversion, as ad platforms receive it.
    pub kind: ConversionType,
    /// Event that made the conversion.
    pub event: Cow<'a, FanEvent>,
    /// Attribution; `None` if no known click or link was found.
    pub belongs: Option<Attributed>,
    /// Number from the store; 0 before the conversion is stored.
    pub id: i64,
    /// Hashed personal data of the fan, if the original is no longer available.
    pub hashes: Option<Hashes>,
    /// Whether the money is excluded from sums, because its currency differs.
    pub is_apart: bool,
}

impl<'a> NewConversion<'a> {
    /// Makes the attributed conversion of an event; `None` for an event that is no conversion.
    pub(super) fn of(event: &'a FanEvent, facts: &Facts, counting: &Counting) -> Option<Self> {
        let kind = conversion_type(&event.action)?;
        let (belongs, is_apart) = (facts.attribute(event), is_apart(event, counting));
        Some(Self { kind, event: Cow::Borrowed(event), belongs, id: 0, hashes: None, is_apart })
    }

    pub fn occurred_at(&self) -> UnixTime {
        moment(&self.event)
    }

    /// Payment of the conversion, if any.
    pub fn transaction(&self) -> Option<&Transaction> {
        match &self.event.action {
            FanAction::NewTransaction(transaction) => Some(transaction),
            _ => None,
        }
    }

    /// Amount added to sums, in minor units: the owner's net amount. 0 without a payment, and for money that is
    /// excluded from sums.
    pub fn counted_cents(&self) -> i64 {
        self.transaction().filter(|_| !self.is_apart).map_or(0, |transaction| transaction.net_cents)
    }

    /// Whether the fan bought something, in any currency.
    pub fn is_purchase(&self) -> bool {
        self.transaction().is_some_and(|transaction| Payment::from(transaction).is_purchase())
    }

    /// Whether the subscription is a free trial, and its price in cents.
    pub fn subscription(&self) -> Option<(bool, i64)> {
        match self.event.action {
            FanAction::NewSubscriber { trial, price_cents } => Some((trial, price_cents)),
            _ => None,
        }
    }

    /// Attributed domain.
    pub fn domain(&self) -> Option<&Hostname> {
        self.belongs.as_ref().map(|belongs| &belongs.attribution.domain)
    }

    /// Attributed link.
    pub fn link(&self) -> Option<LinkId> {
        self.belongs.as_ref()?.attribution.link
    }

    /// Basis of the attribution.
    pub fn basis(&self) -> Option<&Basis> {
        self.belongs.as_ref().map(|belongs| &belongs.attribution.basis)
    }

    /// Label of the printed code; empty without a code.
    pub fn source(&self) -> &str {
        self.belongs.as_ref().map_or("", |belongs| &belongs.source)
    }

    /// Data of the fan for `platform`.
    pub(super) fn fan(&self, platform: Platform) -> Fan {
        let said = &self.event.fan;
        let fan = Fan {
            fan_id: said.fan_id.clone(),
            email: said.email.clone(),
            phone: said.phone.clone(),
            first_name: said.first_name.clone(),
            last_name: said.last_name.clone(),
            country: said.country.as_ref().map(ToString::to_string),
        };
        match &self.hashes {
            Some(hashes) => hashes.fan(platform, fan),
            None => fan,
        }
    }
}

/// Conversion type of an action; `None` for an action that is no conversion.
fn conversion_type(action: &FanAction) -> Option<ConversionType> {
    match action {
        FanAction::NewSubscriber { .. } => Some(ConversionType::NewSubscriber),
        FanAction::NewTransaction(_) => Some(ConversionType::NewTransaction),
        FanAction::MessageReceived { .. } => Some(ConversionType::MessageReceived),
        FanAction::FanOnline | FanAction::FanOptedOut | FanAction::ContentRequestCreated { .. } => None,
    }
}

/// Whether the event's money is excluded from sums, because its currency differs.
pub(super) fn is_apart(event: &FanEvent, counting: &Counting) -> bool {
    let FanAction::NewTransaction(paid) = &event.action else { return false };
    !counting.adds(AccountNumber::split(&event.event_id).1, &paid.currency)
}

/// Time of an event, at least the year 1. PostgreSQL rejects years before 4713 BC, and one absurd time must not block
/// its batch forever.
pub(super) fn moment(event: &FanEvent) -> UnixTime {
    const YEAR_ONE: UnixTime = UnixTime::from_seconds(-62_135_596_800);
    event.occurred_at.max(YEAR_ONE)
}
