//! From plain data to an event.

use kernel::{AccountNumber, FaultKind, Faults, Location, Node};

use super::fields::Fields;
use super::{
    Deed, EngineEvent, FanEvent, FanFacts, LinkEvent, LinkFacts, Transaction, TransactionKind, UnknownEvent,
};

/// The longest id of a fan, in characters.
const FAN_ID: usize = 255;
/// The longest text of a fan's request, in characters.
const REQUEST_TEXT: usize = 10_000;
/// The longest address, in characters.
const URL: usize = 2_048;
/// How much an event of an unknown type holds at most: values, and the characters of their texts and names.
const UNKNOWN: usize = 65_536;

pub(super) fn event(node: &Node) -> Result<EngineEvent, Faults> {
    let mut faults = Faults::none();
    let fields = Fields::of(Some(node), Location::root(), &mut faults);
    faults.into_result()?;

    let mut faults = Faults::none();
    let event_id = fields.id("event_id", &mut faults);
    let event_id = fields.needed("event_id", event_id, &mut faults);
    let kind = fields.id("type", &mut faults);
    let kind = fields.needed("type", kind, &mut faults);
    let event = match kind.as_deref() {
        None => None,
        Some("link_changed") => link_event(event_id, &fields, &mut faults).map(EngineEvent::Link),
        Some(
            kind @ ("new_subscriber"
            | "new_transaction"
            | "message_received"
            | "fan_online"
            | "fan_opted_out"
            | "content_request_created"),
        ) => fan_event(event_id, kind, &fields, &mut faults).map(EngineEvent::Fan),
        Some(kind) => unknown_event(event_id, kind, node, &mut faults).map(EngineEvent::Unknown),
    };
    faults.into_result()?;
    event.ok_or_else(|| Faults::one(Location::root(), FaultKind::Value, "can't be read"))
}

fn unknown_event(
    event_id: Option<String>,
    kind: &str,
    node: &Node,
    faults: &mut Faults,
) -> Option<UnknownEvent> {
    if holds_nul(node) {
        faults.push(Location::root(), FaultKind::NulCharacter, "must not contain U+0000");
    }
    if size(node) > UNKNOWN {
        faults.push(Location::root(), FaultKind::TooLong, "is too large for an event of an unknown type");
    }
    let event = UnknownEvent { event_id: event_id?, kind: kind.to_owned(), raw: node.clone() };
    // By its id the event goes with its fan, so that has to be one.
    if event.fan_id().is_some_and(|id| id.chars().count() > FAN_ID) {
        let message = format!("has more than {FAN_ID} characters");
        faults.push(Location::root().at("fan").at("fan_id"), FaultKind::TooLong, message);
    }
    Some(event)
}

fn holds_nul(node: &Node) -> bool {
    match node {
        Node::Text(text) => text.contains('\0'),
        Node::List(items) => items.iter().any(holds_nul),
        Node::Map(entries) => entries.iter().any(|(key, value)| key.contains('\0') || holds_nul(value)),
        Node::Null | Node::Bool(_) | Node::Int(_) | Node::Float(_) => false,
    }
}

/// How many values there are, and characters in their texts and names.
fn size(node: &Node) -> usize {
    let inside: usize = match node {
        Node::Text(text) => text.chars().count(),
        Node::List(items) => items.iter().map(size).sum(),
        Node::Map(entries) => entries.iter().map(|(key, value)| key.chars().count() + size(value)).sum(),
        Node::Null | Node::Bool(_) | Node::Int(_) | Node::Float(_) => 0,
    };
    inside + 1
}

fn link_event(event_id: Option<String>, event: &Fields<'_>, faults: &mut Faults) -> Option<LinkEvent> {
    let occurred_at = event.moment("occurred_at", faults);
    let occurred_at = event.needed("occurred_at", occurred_at, faults);
    let data = Fields::of(event.get("data"), event.place("data"), faults);
    let link = link(&data, faults);
    Some(LinkEvent { event_id: event_id?, occurred_at: occurred_at?, link: link? })
}

fn fan_event(
    event_id: Option<String>,
    kind: &str,
    event: &Fields<'_>,
    faults: &mut Faults,
) -> Option<FanEvent> {
    let occurred_at = event.moment("occurred_at", faults);
    let occurred_at = event.needed("occurred_at", occurred_at, faults);
    let fan = fan(event, faults);
    let link = Fields::of(event.get("link"), event.place("link"), faults);
    let provider_id = link.id("provider_id", faults);
    let click_ref = event.text("click_ref", 255, faults).filter(|text| !text.is_empty());
    let data = Fields::of(event.get("data"), event.place("data"), faults);
    let deed = deed(kind, &data, faults);
    Some(FanEvent {
        event_id: event_id?,
        occurred_at: occurred_at?,
        fan: fan?,
        provider_id,
        click_ref,
        deed: deed?,
    })
}

fn fan(event: &Fields<'_>, faults: &mut Faults) -> Option<FanFacts> {
    let node = event.needed("fan", event.get("fan"), faults);
    let fan = Fields::of(Some(node?), event.place("fan"), faults);
    let fan_id = fan.id("fan_id", faults);
    let fan_id = fan.needed("fan_id", fan_id, faults);
    let (username, country) = (fan.text("username", 255, faults), fan.country("country", faults));
    let (email, phone) = (fan.text("email", 320, faults), fan.text("phone", 64, faults));
    let first_name = fan.text("first_name", 255, faults);
    let last_name = fan.text("last_name", 255, faults);
    Some(FanFacts { fan_id: fan_id?, username, country, email, phone, first_name, last_name })
}

/// What the fan did; `None` only when a fault is noted.
fn deed(kind: &str, data: &Fields<'_>, faults: &mut Faults) -> Option<Deed> {
    Some(match kind {
        "new_subscriber" => Deed::NewSubscriber {
            trial: data.flag("trial", faults).unwrap_or_default(),
            price_cents: data.cents("price_cents", faults).unwrap_or_default(),
        },
        "new_transaction" => Deed::NewTransaction(transaction(data, faults)?),
        "message_received" => Deed::MessageReceived { message_id: data.text("message_id", 255, faults) },
        "fan_online" => Deed::FanOnline,
        "fan_opted_out" => Deed::FanOptedOut,
        _ => {
            let request_id = data.int("request_id", faults);
            let request_id = data.needed("request_id", request_id, faults);
            let text = data.text("text", REQUEST_TEXT, faults).unwrap_or_default();
            let offered_cents = data.cents("offered_cents", faults).unwrap_or_default();
            Deed::ContentRequestCreated {
                account: AccountNumber::FIRST,
                request_id: request_id?,
                text,
                offered_cents,
            }
        }
    })
}

fn transaction(data: &Fields<'_>, faults: &mut Faults) -> Option<Transaction> {
    let transaction_id = data.id("transaction_id", faults);
    let transaction_id = data.needed("transaction_id", transaction_id, faults);
    let kind = data.text("kind", 255, faults);
    let kind = data.needed("kind", kind, faults).and_then(|word| {
        let kind = word.parse::<TransactionKind>().ok();
        if kind.is_none() {
            let message = "must be subscription, tip, message, post or refund";
            faults.push(data.place("kind"), FaultKind::Enum, message);
        }
        kind
    });
    let gross_cents = data.cents("gross_cents", faults);
    let gross_cents = data.needed("gross_cents", gross_cents, faults);
    let net_cents = data.cents("net_cents", faults);
    let net_cents = data.needed("net_cents", net_cents, faults);
    let given_back = kind == Some(TransactionKind::Refund);
    if given_back && net_cents.is_some_and(|net| net > 0) {
        faults.push(data.place("net_cents"), FaultKind::LessThanEqual, "a refund is not positive");
    }
    let currency = currency(data, faults);
    let content_ids = data.content_ids("content_ids", faults);
    let bundle_key = data.text("bundle_key", 255, faults);
    let bundle_name = data.text("bundle_name", 1_000, faults);
    let media_in_msg = data.int("media_in_msg", faults).unwrap_or_default();
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

fn currency(data: &Fields<'_>, faults: &mut Faults) -> Option<String> {
    let code = data.text("currency", 255, faults);
    let code = data.needed("currency", code, faults)?;
    if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Some(code.to_ascii_uppercase());
    }
    faults.push(data.place("currency"), FaultKind::Pattern, "must be three letters");
    None
}

fn link(data: &Fields<'_>, faults: &mut Faults) -> Option<LinkFacts> {
    let mut text = |key: &str, max: usize| {
        let text = data.text(key, max, faults);
        data.needed(key, text, faults)
    };
    let (provider_id, offer, kind) = (text("provider_id", 255), text("offer", 64), text("kind", 64));
    let (name, url) = (text("name", 1_000), text("url", URL));
    let created_at = data.moment("created_at", faults);
    let created_at = data.needed("created_at", created_at, faults);
    let active = data.flag("active", faults);
    let active = data.needed("active", active, faults);
    Some(LinkFacts {
        provider_id: provider_id?,
        offer: offer?,
        kind: kind?,
        name: name?,
        url: url?,
        country: data.country("country", faults),
        trial_days: data.int("trial_days", faults),
        permanent: data.flag("permanent", faults).unwrap_or_default(),
        active: active?,
        created_at: created_at?,
    })
}
