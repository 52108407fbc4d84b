//! Signals of fan activity for campaigns and the content vault.

use attribution::Counting;
use attribution::event::{FanAction, FanEvent};
use broadcast_gate::ledger::Reaction;
use content_vault::request::NewRequest;
use kernel::{Currency, UnixTime};

use super::conversion::{is_apart, moment};

/// Fan activity that campaigns react to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Reaction that a campaign's message may have caused.
    Reacted(Reaction),
    CameOnline,
}

/// Signal of a fan, with its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FanSignal<'a> {
    pub fan_id: &'a str,
    pub signal: Signal,
    pub at: UnixTime,
}

impl<'a> FanSignal<'a> {
    /// Signal of an event; `None` if campaigns ignore the event.
    pub(super) fn of(event: &'a FanEvent, counting: &Counting) -> Option<Self> {
        let signal = match &event.action {
            FanAction::MessageReceived { .. } => Signal::Reacted(Reaction::Reply),
            FanAction::FanOptedOut => Signal::Reacted(Reaction::OptOut),
            FanAction::NewTransaction(paid) if is_apart(event, counting) => {
                Signal::Reacted(Reaction::PurchaseApart {
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

/// Content request of an event, if the event is one.
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
