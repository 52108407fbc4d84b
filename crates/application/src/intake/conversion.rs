//! Conversions that are to be stored.

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

/// A conversion that is to be stored, or was just now.
#[derive(Debug, Clone, PartialEq)]
pub struct NewConversion<'a> {
    /// What happened, as platforms get it.
    pub kind: ConversionType,
    /// The event that it was made of.
    pub event: Cow<'a, FanEvent>,
    /// Where it belongs; `None` where nothing says so.
    pub belongs: Option<Attributed>,
    /// The number that the store gives it; 0 before.
    pub id: i64,
    /// What identifies its fan, where no more than hashes are left of it.
    pub hashes: Option<Hashes>,
    /// Whether its money is in another currency than that of the sums, to which it adds nothing.
    pub is_apart: bool,
}

impl<'a> NewConversion<'a> {
    /// The conversion that an event is, attributed; `None` where it is none.
    pub(super) fn of(event: &'a FanEvent, facts: &Facts, counting: &Counting) -> Option<Self> {
        let kind = conversion_type(&event.action)?;
        let (belongs, is_apart) = (facts.attribute(event), is_apart(event, counting));
        Some(Self { kind, event: Cow::Borrowed(event), belongs, id: 0, hashes: None, is_apart })
    }

    /// When it happened.
    pub fn occurred_at(&self) -> UnixTime {
        moment(&self.event)
    }

    /// The payment that it is.
    pub fn transaction(&self) -> Option<&Transaction> {
        match &self.event.action {
            FanAction::NewTransaction(transaction) => Some(transaction),
            _ => None,
        }
    }

    /// Amount added to sums, in minor units: the owner's net, or 0 where no money moved or it is shown apart.
    pub fn counted_cents(&self) -> i64 {
        self.transaction().filter(|_| !self.is_apart).map_or(0, |transaction| transaction.net_cents)
    }

    /// Whether the fan bought, in whatever currency.
    pub fn is_purchase(&self) -> bool {
        self.transaction().is_some_and(|transaction| Payment::from(transaction).is_purchase())
    }

    /// Whether the subscription is a free trial, and its price.
    pub fn subscription(&self) -> Option<(bool, i64)> {
        match self.event.action {
            FanAction::NewSubscriber { trial, price_cents } => Some((trial, price_cents)),
            _ => None,
        }
    }

    /// The domain that it belongs to.
    pub fn domain(&self) -> Option<&Hostname> {
        self.belongs.as_ref().map(|belongs| &belongs.attribution.domain)
    }

    /// The link that it belongs to.
    pub fn link(&self) -> Option<LinkId> {
        self.belongs.as_ref()?.attribution.link
    }

    /// By what it was attributed.
    pub fn basis(&self) -> Option<&Basis> {
        self.belongs.as_ref().map(|belongs| &belongs.attribution.basis)
    }

    /// The label of the printed code; '' without one.
    pub fn source(&self) -> &str {
        self.belongs.as_ref().map_or("", |belongs| &belongs.source)
    }

    /// The fan, as `platform` gets them.
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

/// What an action is as a conversion; `None` where it is none.
fn conversion_type(action: &FanAction) -> Option<ConversionType> {
    match action {
        FanAction::NewSubscriber { .. } => Some(ConversionType::NewSubscriber),
        FanAction::NewTransaction(_) => Some(ConversionType::NewTransaction),
        FanAction::MessageReceived { .. } => Some(ConversionType::MessageReceived),
        FanAction::FanOnline | FanAction::FanOptedOut | FanAction::ContentRequestCreated { .. } => None,
    }
}

/// Whether the money of an event is in another currency than that of the sums.
pub(super) fn is_apart(event: &FanEvent, counting: &Counting) -> bool {
    let FanAction::NewTransaction(paid) = &event.action else { return false };
    !counting.adds(AccountNumber::split(&event.event_id).1, &paid.currency)
}

/// When an event happened. A database may know no year before 4713 BC; what claims to be older than our era is moved into
/// it, so that one absurd event does not stop its whole batch for ever.
pub(super) fn moment(event: &FanEvent) -> UnixTime {
    const YEAR_ONE: UnixTime = UnixTime::from_seconds(-62_135_596_800);
    event.occurred_at.max(YEAR_ONE)
}
