//! Events and rows of OnlyFans, as its API vendor sends them. Unknown fields are ignored and never kept.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::event::{Facts, FanRef, Hook, PlatformEvent, Sale, SaleFacts};
use super::wire::{HookError, WireId, currency, username};
use super::words::{SaleKind, SaleStatus};
use crate::money::{Dollars, shown_cents};
use crate::time::Moment;

#[derive(Deserialize)]
struct Envelope {
    event: String,
    account_id: Option<WireId>,
    payload: Box<RawValue>,
}

#[derive(Deserialize)]
struct Person {
    id: Option<WireId>,
    username: Option<String>,
}

impl Person {
    fn fan(self) -> Option<FanRef> {
        Some(FanRef { id: self.id?.0, username: username(self.username) })
    }
}

/// Transaction of an event or of the list, which name some fields differently.
#[derive(Deserialize)]
struct Transaction {
    id: WireId,
    created_at: Option<Moment>,
    #[serde(rename = "createdAt")]
    listed_at: Option<Moment>,
    #[serde(rename = "type")]
    kind: Option<String>,
    amount: Dollars,
    net_amount: Option<Dollars>,
    net: Option<Dollars>,
    currency: Option<String>,
    status: Option<String>,
    fan: Option<Person>,
    user: Option<Person>,
}

#[derive(Deserialize)]
struct Chargeback {
    id: WireId,
    #[serde(rename = "createdAt")]
    created_at: Moment,
    payment: Payment,
}

#[derive(Deserialize)]
struct Payment {
    id: WireId,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Notification {
    id: WireId,
    created_at: Option<Moment>,
    /// Map of texts, or an empty list.
    #[serde(default)]
    replace_pairs: Value,
    user: Option<Person>,
}

impl Notification {
    /// Fan of a notification. Its `user_id` is the creator and is not read; without a user, the link to the chat names
    /// the fan.
    fn fan(&mut self) -> Option<FanRef> {
        let named = self.user.take().and_then(Person::fan);
        named.or_else(|| {
            let texts = self.replace_pairs.as_object()?.values().filter_map(Value::as_str);
            texts.filter_map(fan_of_chat).next()
        })
    }
}

fn fan_of_chat(text: &str) -> Option<FanRef> {
    let (_, rest) = text.split_once("/my/chats/chat/")?;
    let id: String = rest.chars().take_while(char::is_ascii_digit).take(20).collect();
    (!id.is_empty()).then_some(FanRef { id, username: None })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    id: WireId,
    from_user: Option<Person>,
    created_at: Option<Moment>,
}

#[derive(Deserialize)]
struct Online {
    fan: Option<Person>,
    status_changed_at: Option<Moment>,
    last_seen_online_at: Option<Moment>,
}

/// Reads a pushed event. Money that comes as a transaction, too, such as tips and unlocked messages, is
/// [`Facts::Nothing`].
///
/// # Errors
/// The body is not an event, or a known event has another form or names no fan.
pub fn onlyfans_hook(body: &str) -> Result<Hook, HookError> {
    let envelope: Envelope = serde_json::from_str(body).map_err(|_| HookError::NotAnEvent)?;
    let event = event(&envelope.event, envelope.payload.get())?;
    Ok(Hook { account: envelope.account_id.map(|id| id.0), event })
}

fn event(kind: &str, payload: &str) -> Result<PlatformEvent, HookError> {
    match kind {
        "transactions.new" => onlyfans_transaction(payload),
        "subscriptions.new" => {
            let mut read: Notification = read(kind, payload)?;
            let fan = read.fan().ok_or_else(|| no_fan(kind))?;
            let price = read.replace_pairs.get("{PRICE}").and_then(Value::as_str);
            let price_cents = price.and_then(|price| shown_cents(price).ok());
            let natural_id = Some(format!("of:sub:{}", read.id.0));
            let at = read.created_at.map(|moment| moment.0);
            Ok(PlatformEvent {
                natural_id,
                at,
                tracking: None,
                facts: Facts::Subscribed { fan, price_cents },
            })
        }
        "messages.received" => {
            let message: Message = read(kind, payload)?;
            let fan = message.from_user.and_then(Person::fan).ok_or_else(|| no_fan(kind))?;
            let natural_id = Some(format!("of:msg:{}", message.id.0));
            let at = message.created_at.map(|moment| moment.0);
            let facts = Facts::Message { fan, message: message.id.0 };
            Ok(PlatformEvent { natural_id, at, tracking: None, facts })
        }
        "users.online" => {
            let online: Online = read(kind, payload)?;
            let fan = online.fan.and_then(Person::fan).ok_or_else(|| no_fan(kind))?;
            let at = online.status_changed_at.or(online.last_seen_online_at).map(|moment| moment.0);
            let second = at.map(|at| at.seconds().to_string()).unwrap_or_default();
            let natural_id = Some(format!("of:on:{}:{second}", fan.id));
            Ok(PlatformEvent { natural_id, at, tracking: None, facts: Facts::Online { fan } })
        }
        "accounts.session_expired"
        | "accounts.authentication_failed"
        | "accounts.disconnected"
        | "accounts.otp_code_required"
        | "accounts.face_otp_required" => Ok(plain(Facts::SessionEnded)),
        "accounts.connected" | "accounts.reconnected" => Ok(plain(Facts::SessionRestored)),
        _ => Ok(plain(Facts::Nothing)),
    }
}

/// Reads a transaction: the payload of an event, or a row of the list. Both meet under one natural id. A transaction
/// whose status takes the money back has the natural id of its reversal.
///
/// # Errors
/// A field is missing or has another form.
pub fn onlyfans_transaction(json: &str) -> Result<PlatformEvent, HookError> {
    const KIND: &str = "transactions.new";
    let transaction: Transaction = read(KIND, json)?;
    let status = SaleStatus::of_platform(transaction.status.as_deref());
    let id = format!("of:tx:{}", transaction.id.0);
    let sale = sale(KIND, transaction)?;
    let (natural_id, at, facts) = match status {
        SaleStatus::Counts => (id.clone(), Some(sale.at), Facts::Sold { transaction: id, sale }),
        SaleStatus::Reversed => {
            (format!("{id}:reversal"), None, Facts::Reversed { transaction: id, sale: Some(sale) })
        }
    };
    Ok(PlatformEvent { natural_id: Some(natural_id), at, tracking: None, facts })
}

/// Reads a row of the list of chargebacks. A chargeback and a reversed status have natural ids of their own, because only
/// the latter has the amounts of the sale; [`Entry`](super::Entry) deducts both once.
///
/// # Errors
/// A field is missing or has another form.
pub fn onlyfans_chargeback(json: &str) -> Result<PlatformEvent, HookError> {
    let chargeback: Chargeback = read("chargebacks", json)?;
    Ok(PlatformEvent {
        natural_id: Some(format!("of:cb:{}", chargeback.id.0)),
        at: Some(chargeback.created_at.0),
        tracking: None,
        facts: Facts::Reversed { transaction: format!("of:tx:{}", chargeback.payment.id.0), sale: None },
    })
}

fn sale(event: &str, transaction: Transaction) -> Result<Sale, HookError> {
    let missing = |field| HookError::Missing { event: event.to_owned(), field };
    let at = transaction.created_at.or(transaction.listed_at).ok_or_else(|| missing("time"))?;
    let net = transaction.net_amount.or(transaction.net).ok_or_else(|| missing("net amount"))?;
    let fan = transaction.fan.or(transaction.user).and_then(Person::fan).ok_or_else(|| no_fan(event))?;
    let facts = SaleFacts {
        fan,
        gross_cents: transaction.amount.cents,
        net_cents: net.cents,
        currency: currency(transaction.currency),
    };
    let kind = SaleKind::of_platform(transaction.kind.as_deref().unwrap_or_default());
    Ok(Sale { at: at.0, kind, facts })
}

fn read<'a, T: Deserialize<'a>>(kind: &str, json: &'a str) -> Result<T, HookError> {
    serde_json::from_str(json).map_err(|error| HookError::form(kind, &error))
}

fn no_fan(kind: &str) -> HookError {
    HookError::NoFan { event: kind.to_owned() }
}

fn plain(facts: Facts) -> PlatformEvent {
    PlatformEvent { natural_id: None, at: None, tracking: None, facts }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn transaction(status: &str) -> serde_json::Value {
        json!({"id": "0123456789abcdef", "created_at": "2026-11-20 10:15:00", "type": "message", "amount": 12.5,
            "vat_amount": 1.2, "net_amount": 10, "fee_amount": 2.5, "currency": "USD", "status": status,
            "description": "<p>secret</p>", "fan": {"id": "900001", "username": "u900001", "email": "a@b.c"}})
    }

    fn hook(event: &str, payload: &serde_json::Value) -> Result<Hook, HookError> {
        onlyfans_hook(&json!({"event": event, "account_id": "acct_1", "payload": payload}).to_string())
    }

    #[test]
    fn a_transaction_of_a_hook_and_of_the_list_are_one() {
        let pushed = hook("transactions.new", &transaction("loading")).unwrap();
        let row = json!({"id": "0123456789abcdef", "amount": 12.50, "net": 10.0, "fee": 2.5, "currency": "USD",
            "createdAt": "2026-11-20T10:15:00+00:00", "type": "chat_messages", "status": "done",
            "user": {"id": 900_001, "username": "u900001"}});
        let listed = onlyfans_transaction(&row.to_string()).unwrap();
        assert_eq!(pushed.event, listed);
        assert_eq!(
            (pushed.account.as_deref(), listed.natural_id.as_deref()),
            (Some("acct_1"), Some("of:tx:0123456789abcdef"))
        );
        let Facts::Sold { sale, .. } = listed.facts else { panic!("a sale") };
        assert_eq!(
            (sale.facts.gross_cents, sale.facts.net_cents, sale.kind),
            (1_250, 1_000, SaleKind::Message)
        );
    }

    #[test]
    fn a_reversed_status_and_a_chargeback_are_of_one_transaction() {
        let status = hook("transactions.new", &transaction("undo")).unwrap().event;
        let row = json!({"id": 7, "createdAt": "2026-11-22T10:00:00+00:00", "payment": {"id": "0123456789abcdef",
            "amount": 12.5, "net": 10, "createdAt": "2026-11-20T10:15:00+00:00", "user": {"id": 900_001}}});
        let chargeback = onlyfans_chargeback(&row.to_string()).unwrap();
        assert_eq!(status.transaction(), chargeback.transaction());
        let ids = [&status, &chargeback].map(|event| event.natural_id.as_deref());
        assert_eq!(ids, [Some("of:tx:0123456789abcdef:reversal"), Some("of:cb:7")]);
    }

    #[test]
    fn events_have_their_natural_ids_and_nothing_else_counts() {
        let user = json!({"id": 900_001, "username": "fan"});
        let subscription = json!({"id": "555", "createdAt": "2026-11-20T10:15:00+00:00", "user_id": 700_001,
            "user": user, "replacePairs": {"{PRICE}": "$4.00", "{NAME}": null}});
        let by_chat = json!({"id": 556, "user_id": 700_001,
            "replacePairs": {"{LINK}": "<a href=\"https://x/my/chats/chat/900002/?firstId=3\">"}});
        let message =
            json!({"id": 31, "fromUser": user, "createdAt": "2026-11-20T10:15:00Z", "text": "<p>hello</p>"});
        let online = json!({"fan": user, "status_changed_at": "2026-11-20T12:00:00Z"});
        let nothing = json!({});
        let empty = json!({"id": 557, "replacePairs": [], "user": user});
        for (event, payload, id, fan) in [
            ("subscriptions.new", &subscription, Some("of:sub:555"), Some("900001")),
            ("subscriptions.new", &by_chat, Some("of:sub:556"), Some("900002")),
            ("subscriptions.new", &empty, Some("of:sub:557"), Some("900001")),
            ("messages.received", &message, Some("of:msg:31"), Some("900001")),
            ("users.online", &online, Some("of:on:900001:1795176000"), Some("900001")),
            ("subscriptions.renewed", &subscription, None, None),
            ("tips.received", &nothing, None, None),
            ("messages.ppv.unlocked", &nothing, None, None),
            ("accounts.session_expired", &nothing, None, None),
            ("posts.liked", &nothing, None, None),
        ] {
            let read = hook(event, payload).unwrap().event;
            assert_eq!(
                (read.natural_id.as_deref(), read.fan().map(|fan| fan.id.as_str())),
                (id, fan),
                "{event}"
            );
        }
        let price = |payload| match hook("subscriptions.new", payload).unwrap().event.facts {
            Facts::Subscribed { price_cents, .. } => price_cents,
            _ => panic!("a subscription"),
        };
        assert_eq!((price(&subscription), price(&by_chat)), (Some(400), None));
    }

    #[test]
    fn signals_about_the_account_are_kept_apart_by_their_deliveries() {
        let signal = hook("accounts.session_expired", &json!({})).unwrap().event;
        assert_eq!(signal.facts, Facts::SessionEnded);
        assert_eq!(
            (signal.inbox_key(Some("evt_1")), signal.inbox_key(Some("")), signal.inbox_key(None)),
            (Some("evt_1"), None, None)
        );
        let sale = hook("transactions.new", &transaction("done")).unwrap().event;
        assert_eq!(sale.inbox_key(Some("evt_1")), Some("of:tx:0123456789abcdef"));
    }

    #[test]
    fn what_can_not_be_read_is_refused_without_its_content() {
        let without_fan = json!({"id": "555", "user_id": 700_001, "createdAt": "2026-11-20T10:15:00+00:00"});
        let mut wrong = transaction("done");
        wrong["amount"] = json!("lots of money");
        for (event, payload) in [
            ("subscriptions.new", &without_fan),
            ("transactions.new", &wrong),
            ("transactions.new", &json!({})),
        ] {
            let error = hook(event, payload).unwrap_err();
            assert_ne!(error, HookError::NotAnEvent);
            assert!(!error.to_string().contains("money"), "{error}");
        }
        for body in ["", "[]", "{\"event\": 1}", "<html>"] {
            assert_eq!(onlyfans_hook(body), Err(HookError::NotAnEvent), "{body}");
        }
    }

    #[test]
    fn texts_and_addresses_are_not_kept() {
        let kept = serde_json::to_string(&hook("transactions.new", &transaction("done")).unwrap()).unwrap();
        assert!(!kept.contains("secret") && !kept.contains("a@b.c"), "{kept}");
    }
}
