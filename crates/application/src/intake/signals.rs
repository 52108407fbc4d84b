//! What other parts of the service learn of what fans did: campaigns and the vault.

use attribution::Counting;
use attribution::event::{FanAction, FanEvent};
use broadcast_gate::ledger::Reaction;
use content_vault::request::NewRequest;
use kernel::{AccountNumber, Currency, UnixTime};

use super::conversion::{is_apart, moment};

/// What a campaign has to know of a fan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// They did something that may be owed to a message.
    Reacted(Reaction),
    /// They came online.
    CameOnline,
}

/// A signal of a fan, at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FanSignal<'a> {
    /// Who.
    pub fan_id: &'a str,
    /// What.
    pub signal: Signal,
    /// When.
    pub at: UnixTime,
}

impl<'a> FanSignal<'a> {
    /// What campaigns learn of an event; `None` where it is nothing to them.
    pub(super) fn of(event: &'a FanEvent, counting: &Counting) -> Option<Self> {
        let signal = match &event.action {
            FanAction::MessageReceived { .. } => Signal::Reacted(Reaction::Reply),
            FanAction::FanOptedOut => Signal::Reacted(Reaction::OptOut),
            FanAction::NewTransaction(paid) if is_apart(event, counting) => {
                Signal::Reacted(Reaction::PurchaseApart {
                    account: AccountNumber::split(&event.event_id).1,
                    currency: Currency::parse(&paid.currency)?,
                    net_cents: paid.net_cents,
                })
            }
            FanAction::NewTransaction(paid) => {
                Signal::Reacted(Reaction::Purchase { net_cents: paid.net_cents })
            }
            FanAction::FanOnline => Signal::CameOnline,
            FanAction::NewSubscriber { .. } | FanAction::ContentRequestCreated { .. } => return None,
        };
        Some(Self { fan_id: &event.fan.fan_id, signal, at: moment(event) })
    }
}

/// The request for content that an event is.
pub(super) fn request(event: &FanEvent) -> Option<NewRequest> {
    let FanAction::ContentRequestCreated { account, request_id, text, offered_cents } = &event.action else {
        return None;
    };
    Some(NewRequest {
        account: *account,
        upstream_id: *request_id,
        fan_id: event.fan.fan_id.clone(),
        fan_username: event.fan.username.clone().unwrap_or_default(),
        text: text.clone(),
        offered_cents: *offered_cents,
        created_at: moment(event),
    })
}
