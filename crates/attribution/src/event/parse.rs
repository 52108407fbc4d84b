//! From plain data to an event.

use kernel::{FaultKind, Faults, Location, Node};

use super::fields::Fields;
use super::{EngineEvent, FanFacts, Happening, LinkFacts, Transaction, TransactionKind};

/// The longest text of a fan's request, in characters.
const REQUEST_TEXT: usize = 10_000;
/// The longest address, in characters.
const URL: usize = 2_048;

pub(super) fn event(node: &Node) -> Result<EngineEvent, Faults> {
    let mut faults = Faults::none();
    let fields = Fields::of(Some(node), Location::root(), &mut faults);
    faults.into_result()?;

    let mut faults = Faults::none();
    let event_id = fields.id("event_id", &mut faults);
    let event_id = fields.needed("event_id", event_id, &mut faults);
    let kind = fields.id("type", &mut faults);
    let kind = fields.needed("type", kind, &mut faults);
    let is_known = kind.as_deref().is_some_and(is_known);
    // Of a type that is not known only what identifies it has to be right.
    let mut inner = Faults::none();
    let occurred_at = fields.moment("occurred_at", &mut inner);
    let occurred_at = fields.needed("occurred_at", occurred_at, &mut inner);
    let fan = fan(&fields, kind.as_deref() != Some("link_changed"), &mut inner);
    let link = Fields::of(fields.get("link"), fields.place("link"), &mut inner);
    let provider_id = link.id("provider_id", &mut inner);
    let click_ref = fields.text("click_ref", 255, &mut inner).filter(|text| !text.is_empty());
    let data = Fields::of(fields.get("data"), fields.place("data"), &mut inner);
    let happening = match kind {
        Some(kind) if is_known => happening(&kind, &data, &mut inner),
        Some(kind) => Some(Happening::Unknown { kind, raw: node.clone() }),
        None => None,
    };
    if is_known {
        faults.absorb(&Location::root(), inner);
    }
    let read = event_id.zip(happening).map(|(event_id, happening)| EngineEvent {
        event_id,
        occurred_at,
        fan,
        provider_id,
        click_ref,
        happening,
    });
    faults.into_result()?;
    read.ok_or_else(|| Faults::one(Location::root(), FaultKind::Value, "can't be read"))
}

fn is_known(kind: &str) -> bool {
    const KNOWN: [&str; 7] = [
        "new_subscriber",
        "new_transaction",
        "message_received",
        "fan_online",
        "fan_opted_out",
        "content_request_created",
        "link_changed",
    ];
    KNOWN.contains(&kind)
}

fn fan(event: &Fields<'_>, needed: bool, faults: &mut Faults) -> Option<FanFacts> {
    let node = event.get("fan");
    if needed && node.is_none() {
        faults.push(event.place("fan"), FaultKind::Missing, "is required");
    }
    let fan = Fields::of(Some(node?), event.place("fan"), faults);
    let fan_id = fan.id("fan_id", faults);
    let fan_id = fan.needed("fan_id", fan_id, faults);
    let facts = FanFacts {
        fan_id: fan_id.unwrap_or_default(),
        username: fan.text("username", 255, faults),
        country: fan.country("country", faults),
        email: fan.text("email", 320, faults),
        phone: fan.text("phone", 64, faults),
        first_name: fan.text("first_name", 255, faults),
        last_name: fan.text("last_name", 255, faults),
    };
    Some(facts).filter(|facts| !facts.fan_id.is_empty())
}

/// What happened, for a known type; `None` only when a fault is noted.
fn happening(kind: &str, data: &Fields<'_>, faults: &mut Faults) -> Option<Happening> {
    Some(match kind {
        "new_subscriber" => Happening::NewSubscriber {
            trial: data.flag("trial", faults).unwrap_or_default(),
            price_cents: data.int("price_cents", faults).unwrap_or_default(),
        },
        "new_transaction" => Happening::NewTransaction(transaction(data, faults)?),
        "message_received" => Happening::MessageReceived { message_id: data.text("message_id", 255, faults) },
        "fan_online" => Happening::FanOnline,
        "fan_opted_out" => Happening::FanOptedOut,
        "content_request_created" => {
            let request_id = data.int("request_id", faults);
            Happening::ContentRequestCreated {
                request_id: data.needed("request_id", request_id, faults)?,
                text: data.text("text", REQUEST_TEXT, faults).unwrap_or_default(),
                offered_cents: data.int("offered_cents", faults).unwrap_or_default(),
            }
        }
        _ => Happening::LinkChanged(link(data, faults)?),
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
    let gross_cents = data.int("gross_cents", faults);
    let gross_cents = data.needed("gross_cents", gross_cents, faults);
    let net_cents = data.int("net_cents", faults);
    let net_cents = data.needed("net_cents", net_cents, faults);
    let given_back = kind == Some(TransactionKind::Refund);
    if given_back && net_cents.is_some_and(|net| net > 0) {
        faults.push(data.place("net_cents"), FaultKind::LessThanEqual, "a refund is not positive");
    }
    let currency = currency(data, faults);
    let content_ids = data.ints("content_ids", faults);
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
