//! Events and rows of Fanvue's official API. Amounts are cents already.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::event::{Facts, FanRef, Hook, PlatformEvent, Sale, SaleFacts, Tracking};
use super::wire::{AnyMoment, HookError, WireId, currency, username};
use super::words::SaleKind;
use crate::money::MAX_CENTS;

/// Maximum number of parameters of a click that are kept.
const MAX_METADATA: usize = 20;
/// Maximum length of a parameter of a click, in characters.
const MAX_PARAMETER: usize = 255;

#[derive(Deserialize)]
struct Envelope {
    id: WireId,
    #[serde(rename = "type")]
    kind: String,
    timestamp: Option<AnyMoment>,
    data: Box<RawValue>,
}

#[derive(Deserialize)]
struct Person {
    uuid: Option<WireId>,
    handle: Option<String>,
}

impl Person {
    fn fan(self) -> Option<FanRef> {
        Some(FanRef { id: self.uuid?.0, username: username(self.handle) })
    }
}

#[derive(Deserialize)]
struct Creator {
    creator: Option<Person>,
}

#[derive(Deserialize)]
struct WireTracking {
    link_url: Option<String>,
    /// Map of texts, or an empty list.
    #[serde(default)]
    metadata: Value,
}

impl WireTracking {
    fn kept(self) -> Tracking {
        let short = |text: &String| text.chars().count() <= MAX_PARAMETER;
        let texts = self.metadata.as_object().into_iter().flatten();
        let texts = texts.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())));
        let metadata = texts.filter(|(key, value)| short(key) && short(value)).take(MAX_METADATA).collect();
        Tracking { link_url: self.link_url.filter(short), metadata }
    }
}

#[derive(Deserialize)]
struct Payment {
    id: WireId,
    gross: i64,
    net: i64,
    source: Option<String>,
    billing_reason: Option<String>,
    paid_at: Option<AnyMoment>,
    created_at: Option<AnyMoment>,
    purchaser: Option<Person>,
    tracking: Option<WireTracking>,
}

#[derive(Deserialize)]
struct Reversal {
    payment_id: WireId,
}

#[derive(Deserialize)]
struct Subscription {
    id: WireId,
    current_period_start: Option<AnyMoment>,
    purchaser: Option<Person>,
    tracking: Option<WireTracking>,
}

#[derive(Deserialize)]
struct Message {
    message_uuid: WireId,
    sender: Sender,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Sender {
    Id(WireId),
    Person(Person),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    date: AnyMoment,
    gross: i64,
    net: i64,
    source: String,
    transaction_order_id: WireId,
    reversed_transaction_order_id: Option<WireId>,
    user: Option<Person>,
}

/// Reads a pushed event.
///
/// # Errors
/// The body is not an event, or a known event has another form or names no fan.
pub fn fanvue_hook(body: &str) -> Result<Hook, HookError> {
    let envelope: Envelope = serde_json::from_str(body).map_err(|_| HookError::NotAnEvent)?;
    let data = envelope.data.get();
    let creator = serde_json::from_str::<Creator>(data).ok().and_then(|creator| creator.creator);
    let account = creator.and_then(|creator| creator.uuid).map(|uuid| uuid.0);
    Ok(Hook { account, event: event(&envelope, data)? })
}

fn event(envelope: &Envelope, data: &str) -> Result<PlatformEvent, HookError> {
    let (kind, sent) = (envelope.kind.as_str(), envelope.timestamp.map(|moment| moment.0));
    match kind {
        "creator.payment.succeeded" => {
            let payment: Payment = read(kind, data)?;
            let at = payment.paid_at.or(payment.created_at).map(|moment| moment.0).or(sent);
            let fan = payment.purchaser.and_then(Person::fan).ok_or_else(|| no_fan(kind))?;
            let word = payment.source.or(payment.billing_reason).unwrap_or_default();
            let facts = facts(fan, payment.gross, payment.net).ok_or(HookError::NotAnEvent)?;
            let sale =
                Sale { at: at.ok_or(HookError::NotAnEvent)?, kind: SaleKind::of_platform(&word), facts };
            let id = format!("fv:tx:{}", payment.id.0);
            let tracking = payment.tracking.map(WireTracking::kept);
            Ok(PlatformEvent {
                natural_id: Some(id.clone()),
                at,
                tracking,
                facts: Facts::Sold { transaction: id, sale },
            })
        }
        "creator.refund.created" | "creator.dispute.created" => {
            let reversal: Reversal = read(kind, data)?;
            let transaction = format!("fv:tx:{}", reversal.payment_id.0);
            let natural_id = Some(format!("{transaction}:reversal"));
            let facts = Facts::Reversed { transaction, sale: None };
            Ok(PlatformEvent { natural_id, at: sent, tracking: None, facts })
        }
        "creator.subscription.activated" => {
            let subscription: Subscription = read(kind, data)?;
            let fan = subscription.purchaser.and_then(Person::fan).ok_or_else(|| no_fan(kind))?;
            Ok(PlatformEvent {
                natural_id: Some(format!("fv:sub:{}", subscription.id.0)),
                at: subscription.current_period_start.map(|moment| moment.0).or(sent),
                tracking: subscription.tracking.map(WireTracking::kept),
                facts: Facts::Subscribed { fan, price_cents: None },
            })
        }
        "creator.message.received" => {
            let message: Message = read(kind, data)?;
            let fan = match message.sender {
                Sender::Id(id) => Some(FanRef { id: id.0, username: None }),
                Sender::Person(person) => person.fan(),
            };
            let fan = fan.ok_or_else(|| no_fan(kind))?;
            let natural_id = Some(format!("fv:msg:{}", message.message_uuid.0));
            let facts = Facts::Message { fan, message: message.message_uuid.0 };
            Ok(PlatformEvent { natural_id, at: sent, tracking: None, facts })
        }
        _ => {
            let natural_id = Some(format!("fv:event:{}", envelope.id.0));
            Ok(PlatformEvent { natural_id, at: sent, tracking: None, facts: Facts::Nothing })
        }
    }
}

/// Reads a row of the list of earnings. A negative row takes back the row that it names. A row without a fan, such as a
/// reward, is [`Facts::Nothing`].
///
/// # Errors
/// A field is missing or has another form.
pub fn fanvue_row(json: &str) -> Result<PlatformEvent, HookError> {
    const KIND: &str = "earnings";
    let row: Row = read(KIND, json)?;
    let (at, kind) = (row.date.0, SaleKind::of_platform(&row.source));
    let id = format!("fv:tx:{}", row.transaction_order_id.0);
    let fan = row.user.and_then(Person::fan);
    let plain = |natural_id, facts| PlatformEvent {
        natural_id: Some(natural_id),
        at: Some(at),
        tracking: None,
        facts,
    };
    if let Some(reversed) = row.reversed_transaction_order_id {
        let transaction = format!("fv:tx:{}", reversed.0);
        return Ok(plain(format!("{transaction}:reversal"), Facts::Reversed { transaction, sale: None }));
    }
    let Some(fan) = fan else { return Ok(plain(id, Facts::Nothing)) };
    let facts = facts(fan, row.gross, row.net).ok_or(HookError::NotAnEvent)?;
    Ok(plain(id.clone(), Facts::Sold { transaction: id, sale: Sale { at, kind, facts } }))
}

/// Amounts of a sale; `None` if they are too large. They are cents of dollars: the row's currency is only what the fan
/// paid in.
fn facts(fan: FanRef, gross_cents: i64, net_cents: i64) -> Option<SaleFacts> {
    let fits = |cents: i64| (-MAX_CENTS..=MAX_CENTS).contains(&cents);
    let fits = fits(gross_cents) && fits(net_cents);
    fits.then(|| SaleFacts { fan, gross_cents, net_cents, currency: currency(None) })
}

fn read<'a, T: Deserialize<'a>>(kind: &str, json: &'a str) -> Result<T, HookError> {
    serde_json::from_str(json).map_err(|error| HookError::form(kind, &error))
}

fn no_fan(kind: &str) -> HookError {
    HookError::NoFan { event: kind.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn hook(kind: &str, data: serde_json::Value) -> Result<Hook, HookError> {
        let body = json!({"id": "evt_1", "type": kind, "timestamp": 1_795_176_000, "data": data});
        fanvue_hook(&body.to_string())
    }

    #[test]
    fn a_payment_keeps_its_click_and_meets_its_row() {
        let data = json!({"id": "FV-1", "gross": 1_000, "net": 800, "source": "tip", "paid_at": "2026-11-20T12:00:00Z",
            "purchaser": {"uuid": "u-1", "email": "a@b.c"}, "creator": {"uuid": "c-1"},
            "tracking": {"link_url": "fv-7", "metadata": {"utm_content": "aref1", "n": 5}}});
        let pushed = hook("creator.payment.succeeded", data).unwrap();
        let row = json!({"date": "2026-11-20T12:00:00Z", "gross": 1_000, "net": 800, "total": 1_200, "currency": "EUR",
            "source": "tip", "transactionOrderId": "FV-1", "reversedTransactionOrderId": null, "user": {"uuid": "u-1"}});
        let listed = fanvue_row(&row.to_string()).unwrap();
        assert_eq!((pushed.account.as_deref(), &pushed.event.facts), (Some("c-1"), &listed.facts));
        assert_eq!(pushed.event.natural_id, listed.natural_id);
        let tracking = pushed.event.tracking.unwrap();
        assert_eq!(tracking.click_ref(&["aref", "utm_content"]), Some("aref1"));
        assert_eq!((tracking.click_ref(&["n"]), tracking.link_url.as_deref()), (None, Some("fv-7")));
        assert!(!serde_json::to_string(&tracking).unwrap().contains("a@b.c"));
    }

    #[test]
    fn a_refund_a_dispute_and_a_negative_row_share_an_id() {
        let row = json!({"date": "2026-11-21T12:00:00Z", "gross": -1_000, "net": -800, "source": "chargeback",
            "transactionOrderId": "FV-9", "reversedTransactionOrderId": "FV-1", "user": {"uuid": "u-1"}});
        let row = fanvue_row(&row.to_string()).unwrap();
        for kind in ["creator.refund.created", "creator.dispute.created"] {
            let event = hook(kind, json!({"payment_id": "FV-1", "amount": 1_000})).unwrap().event;
            assert_eq!(
                (event.natural_id.as_deref(), event.natural_id == row.natural_id),
                (Some("fv:tx:FV-1:reversal"), true)
            );
        }
    }

    #[test]
    fn other_events_have_their_natural_ids() {
        let fan = json!({"uuid": "u-1", "handle": "fan"});
        let reward = json!({"date": "2026-11-21T12:00:00Z", "gross": 5, "net": 5, "source": "referral",
            "transactionOrderId": "FV-3", "user": null});
        assert_eq!(fanvue_row(&reward.to_string()).unwrap().facts, Facts::Nothing);
        for (kind, data, id) in [
            ("creator.subscription.activated", json!({"id": "s-1", "purchaser": fan}), "fv:sub:s-1"),
            ("creator.message.received", json!({"message_uuid": "m-1", "sender": "u-1"}), "fv:msg:m-1"),
            ("creator.message.received", json!({"message_uuid": "m-2", "sender": fan}), "fv:msg:m-2"),
            ("creator.follow.created", json!({}), "fv:event:evt_1"),
        ] {
            assert_eq!(hook(kind, data).unwrap().event.natural_id.as_deref(), Some(id), "{kind}");
        }
        assert!(hook("creator.payment.succeeded", json!({"id": "FV-1"})).is_err());
        assert!(hook("creator.subscription.activated", json!({"id": "s-1"})).is_err());
        assert_eq!(fanvue_hook("{}"), Err(HookError::NotAnEvent));
    }
}
