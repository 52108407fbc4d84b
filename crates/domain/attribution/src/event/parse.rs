//! Parser of events.

use kernel::{AccountNumber, Currency, ErrorKind, Location, ValidationErrors};
use serde_json::Value;

use super::fields::Fields;
use super::{
    EngineEvent, FanAction, FanEvent, FanFacts, LinkEvent, LinkFacts, Transaction, TransactionKind,
    UnknownEvent,
};

/// Maximum length of a fan's id, in characters.
const FAN_ID: usize = 255;
/// Maximum length of a content request's text, in characters.
const REQUEST_TEXT: usize = 10_000;
/// Maximum length of an address, in characters.
const URL: usize = 2_048;
/// Maximum size of an event of an unknown type: number of values plus characters of texts and names.
const UNKNOWN: usize = 65_536;

pub(super) fn event(node: &Value) -> Result<EngineEvent, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let fields = Fields::of(Some(node), Location::root(), &mut errors);
    errors.into_result()?;

    let mut errors = ValidationErrors::none();
    let event_id = fields.id("event_id", &mut errors);
    let event_id = fields.needed("event_id", event_id, &mut errors);
    let kind = fields.id("type", &mut errors);
    let kind = fields.needed("type", kind, &mut errors);
    let event = match kind.as_deref() {
        None => None,
        Some("link_changed") => link_event(event_id, &fields, &mut errors).map(EngineEvent::Link),
        Some(
            kind @ ("new_subscriber"
            | "new_transaction"
            | "message_received"
            | "fan_online"
            | "fan_opted_out"
            | "content_request_created"),
        ) => fan_event(event_id, kind, &fields, &mut errors).map(EngineEvent::Fan),
        Some(kind) => unknown_event(event_id, kind, node, &mut errors).map(EngineEvent::Unknown),
    };
    errors.into_result()?;
    event.ok_or_else(|| ValidationErrors::one(Location::root(), ErrorKind::Value, "can't be read"))
}

fn unknown_event(
    event_id: Option<String>,
    kind: &str,
    node: &Value,
    errors: &mut ValidationErrors,
) -> Option<UnknownEvent> {
    if holds_nul(node) {
        errors.push(Location::root(), ErrorKind::NulCharacter, "must not contain U+0000");
    }
    if size(node) > UNKNOWN {
        errors.push(Location::root(), ErrorKind::TooLong, "is too large for an event of an unknown type");
    }
    let event = UnknownEvent { event_id: event_id?, kind: kind.to_owned(), raw: node.clone() };
    // Erasing a fan deletes events by this id, so it must be valid.
    if event.fan_id().is_some_and(|id| id.chars().count() > FAN_ID) {
        let message = format!("has more than {FAN_ID} characters");
        errors.push(Location::root().at("fan").at("fan_id"), ErrorKind::TooLong, message);
    }
    Some(event)
}

fn holds_nul(node: &Value) -> bool {
    match node {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        Value::Object(entries) => entries.iter().any(|(key, value)| key.contains('\0') || holds_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Counts the values, and the characters of texts and names.
fn size(node: &Value) -> usize {
    let inside: usize = match node {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(entries) => entries.iter().map(|(key, value)| key.chars().count() + size(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    };
    inside + 1
}

fn link_event(
    event_id: Option<String>,
    event: &Fields<'_>,
    errors: &mut ValidationErrors,
) -> Option<LinkEvent> {
    let occurred_at = event.moment("occurred_at", errors);
    let occurred_at = event.needed("occurred_at", occurred_at, errors);
    let data = Fields::of(event.get("data"), event.place("data"), errors);
    let link = link(&data, errors);
    Some(LinkEvent { event_id: event_id?, occurred_at: occurred_at?, link: link? })
}

fn fan_event(
    event_id: Option<String>,
    kind: &str,
    event: &Fields<'_>,
    errors: &mut ValidationErrors,
) -> Option<FanEvent> {
    let occurred_at = event.moment("occurred_at", errors);
    let occurred_at = event.needed("occurred_at", occurred_at, errors);
    let fan = fan(event, errors);
    let link = Fields::of(event.get("link"), event.place("link"), errors);
    let provider_id = link.id("provider_id", errors);
    let click_ref = event.text("click_ref", 255, errors).filter(|text| !text.is_empty());
    let data = Fields::of(event.get("data"), event.place("data"), errors);
    let action = action(kind, &data, errors);
    Some(FanEvent {
        event_id: event_id?,
        occurred_at: occurred_at?,
        fan: fan?,
        provider_id,
        click_ref,
        action: action?,
    })
}

fn fan(event: &Fields<'_>, errors: &mut ValidationErrors) -> Option<FanFacts> {
    let node = event.needed("fan", event.get("fan"), errors);
    let fan = Fields::of(Some(node?), event.place("fan"), errors);
    let fan_id = fan.id("fan_id", errors);
    let fan_id = fan.needed("fan_id", fan_id, errors);
    let (username, country) = (fan.text("username", 255, errors), fan.country("country", errors));
    let (email, phone) = (fan.text("email", 320, errors), fan.text("phone", 64, errors));
    let first_name = fan.text("first_name", 255, errors);
    let last_name = fan.text("last_name", 255, errors);
    Some(FanFacts { fan_id: fan_id?, username, country, email, phone, first_name, last_name })
}

/// Parses the action of a fan. Returns `None` only after recording an error.
fn action(kind: &str, data: &Fields<'_>, errors: &mut ValidationErrors) -> Option<FanAction> {
    Some(match kind {
        "new_subscriber" => FanAction::NewSubscriber {
            trial: data.flag("trial", errors).unwrap_or_default(),
            price_cents: price(data, "price_cents", errors),
        },
        "new_transaction" => FanAction::NewTransaction(transaction(data, errors)?),
        "message_received" => FanAction::MessageReceived { message_id: data.text("message_id", 255, errors) },
        "fan_online" => FanAction::FanOnline,
        "fan_opted_out" => FanAction::FanOptedOut,
        _ => {
            let request_id = data.int("request_id", errors);
            let request_id = data.needed("request_id", request_id, errors);
            let text = data.text("text", REQUEST_TEXT, errors).unwrap_or_default();
            let offered_cents = price(data, "offered_cents", errors);
            FanAction::ContentRequestCreated {
                account: AccountNumber::FIRST,
                request_id: request_id?,
                text,
                offered_cents,
            }
        }
    })
}

fn transaction(data: &Fields<'_>, errors: &mut ValidationErrors) -> Option<Transaction> {
    let transaction_id = data.id("transaction_id", errors);
    let transaction_id = data.needed("transaction_id", transaction_id, errors);
    let kind = data.text("kind", 255, errors);
    let kind = data.needed("kind", kind, errors).and_then(|word| {
        let kind = word.parse::<TransactionKind>().ok();
        if kind.is_none() {
            let message = "must be one of: subscription, tip, message, post, refund";
            errors.push(data.place("kind"), ErrorKind::Enum, message);
        }
        kind
    });
    let gross_cents = data.cents("gross_cents", errors);
    let gross_cents = data.needed("gross_cents", gross_cents, errors);
    let net_cents = data.cents("net_cents", errors);
    let net_cents = data.needed("net_cents", net_cents, errors);
    if let (Some(kind), Some(gross), Some(net)) = (kind, gross_cents, net_cents) {
        check_amounts(data, kind, gross, net, errors);
    }
    let currency = currency(data, errors);
    let content_ids = data.content_ids("content_ids", errors);
    let bundle_key = data.text("bundle_key", 255, errors);
    let bundle_name = data.text("bundle_name", 1_000, errors);
    let media_in_msg = data.int("media_in_msg", errors).unwrap_or_default();
    Some(Transaction {
        transaction_id: transaction_id?,
        kind: kind?,
        gross_cents: gross_cents?,
        net_cents: net_cents?,
        currency: currency?,
        content_ids,
        bundle_key,
        bundle_name,
        media_in_msg,
    })
}

/// Reads a price, which must not be negative; 0 if absent.
fn price(data: &Fields<'_>, key: &str, errors: &mut ValidationErrors) -> i64 {
    let cents = data.cents(key, errors).unwrap_or_default();
    if cents < 0 {
        errors.push(data.place(key), ErrorKind::GreaterThanEqual, "must be at least 0");
    }
    cents
}

/// Checks the signs and sizes of amounts: refunds are at most 0, payments at least 0, and net never exceeds gross in
/// size.
fn check_amounts(
    data: &Fields<'_>,
    kind: TransactionKind,
    gross: i64,
    net: i64,
    errors: &mut ValidationErrors,
) {
    let refund = kind == TransactionKind::Refund;
    for (key, cents) in [("gross_cents", gross), ("net_cents", net)] {
        if refund && cents > 0 {
            errors.push(data.place(key), ErrorKind::LessThanEqual, "must be at most 0 for a refund");
        }
        if !refund && cents < 0 {
            let message = format!("must be at least 0 for a {kind}");
            errors.push(data.place(key), ErrorKind::GreaterThanEqual, message);
        }
    }
    let same_sign = if refund { gross <= 0 && net <= 0 } else { gross >= 0 && net >= 0 };
    if same_sign && net.unsigned_abs() > gross.unsigned_abs() {
        errors.push(data.place("net_cents"), ErrorKind::LessThanEqual, "must not be more than gross_cents");
    }
}

fn currency(data: &Fields<'_>, errors: &mut ValidationErrors) -> Option<String> {
    let code = data.text("currency", 255, errors);
    let currency = Currency::parse(&data.needed("currency", code, errors)?);
    if currency.is_none() {
        let message = "must be a currency of ISO 4217, such as USD";
        errors.push(data.place("currency"), ErrorKind::Enum, message);
    }
    currency.map(|currency| currency.to_string())
}

fn link(data: &Fields<'_>, errors: &mut ValidationErrors) -> Option<LinkFacts> {
    let mut text = |key: &str, max: usize| {
        let text = data.text(key, max, errors);
        data.needed(key, text, errors)
    };
    let (provider_id, offer, kind) = (text("provider_id", 255), text("offer", 64), text("kind", 64));
    let (name, url) = (text("name", 1_000), text("url", URL));
    let created_at = data.moment("created_at", errors);
    let created_at = data.needed("created_at", created_at, errors);
    let active = data.flag("active", errors);
    let active = data.needed("active", active, errors);
    Some(LinkFacts {
        provider_id: provider_id?,
        offer: offer?,
        kind: kind?,
        name: name?,
        url: url?,
        country: data.country("country", errors),
        trial_days: data.int("trial_days", errors),
        permanent: data.flag("permanent", errors).unwrap_or_default(),
        active: active?,
        created_at: created_at?,
    })
}
