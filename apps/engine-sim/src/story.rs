//! Actions of fans, reported as events.

mod play;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::play::Play;
pub(crate) use self::play::play;
use crate::account::{Origin, State};
use crate::reply::Refusal;
use crate::time;
use crate::wire::{Event, EventFan, Fan, LinkRef, NewSubscriber, Transaction};

/// A visit for a test or a demonstration.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Visit {
    /// Address that the visitor was sent to; determines `aref` and link.
    pub url: Option<String>,
    /// Overrides the `aref` of `url`.
    pub click_ref: Option<String>,
    /// Overrides the link of `url`.
    pub provider_id: Option<String>,
    /// The fan; a new one if `fan_id` is empty. Given fields override the platform's data.
    pub fan: Option<EventFan>,
    /// RFC 3339 start time; null for now.
    pub at: Option<String>,
    /// Actions of the fan; null for a paid subscription only.
    pub then: Option<Vec<Act>>,
}

/// An action of a fan. Consecutive actions are one second apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Subscribes; adds a transaction unless free.
    Subscribe {
        /// Whether the subscription is a free trial.
        #[serde(default)]
        trial: bool,
        /// Default: 0 for a trial, else 999.
        #[serde(default)]
        price_cents: Option<i64>,
    },
    /// Buys content.
    Buy {
        /// `message` or `post`; default `message`.
        #[serde(default)]
        kind: Option<String>,
        gross_cents: i64,
        /// Bought items.
        #[serde(default)]
        content_ids: Vec<i64>,
        /// Key of the bundle, if any.
        #[serde(default)]
        bundle_key: Option<String>,
        /// Name of the bundle, if any.
        #[serde(default)]
        bundle_name: Option<String>,
    },
    Tip {
        gross_cents: i64,
        /// Items that the tip is for.
        #[serde(default)]
        content_ids: Vec<i64>,
    },
    /// Gets money back.
    Refund {
        /// Positive amount.
        gross_cents: i64,
    },
    /// Sends a message.
    Message,
    /// Requests content.
    Request {
        /// Wanted content.
        text: String,
        offered_cents: i64,
    },
    /// Comes online.
    Online,
    /// Opts out of messages.
    OptOut,
    /// Lets time pass.
    Wait { seconds: i64 },
}

/// Result of a [`Visit`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Visited {
    /// Id of the fan, perhaps a new one.
    pub fan_id: String,
    /// Logged events.
    pub events: Vec<Event>,
}

/// Returns the creator's share of a payment.
pub(crate) fn net(gross: i64) -> i64 {
    gross - gross / 5
}

/// Logs the events of one fan.
pub(crate) struct Emitter<'a> {
    state: &'a mut State,
    fan: EventFan,
    origin: Origin,
    at: i64,
    emitted: Vec<Event>,
}

impl<'a> Emitter<'a> {
    pub(crate) fn new(state: &'a mut State, fan: EventFan, origin: Origin, at: i64) -> Self {
        Self { state, fan, origin, at, emitted: Vec::new() }
    }

    /// Creates the emitter of a fan with a known origin.
    pub(crate) fn of_known(state: &'a mut State, fan: &Fan, at: i64) -> Self {
        let (origin, person) = (state.origin(&fan.fan_id), state.fans.population().person(fan));
        Self::new(state, person, origin, at)
    }

    pub(crate) fn currency(&self) -> String {
        self.state.currency.clone()
    }

    pub(crate) fn new_id(&mut self, prefix: &str) -> String {
        self.state.next_id(prefix)
    }

    pub(crate) fn emit(&mut self, kind: &str, data: &impl Serialize) {
        let event = Event {
            event_id: self.new_id("evt"),
            kind: kind.to_string(),
            occurred_at: time::rfc3339(self.at),
            fan: Some(self.fan.clone()),
            link: self.origin.provider_id.clone().map(|provider_id| LinkRef { provider_id }),
            click_ref: self.origin.click_ref.clone(),
            data: serde_json::to_value(data).unwrap_or(Value::Null),
        };
        self.state.happen(&event);
        self.emitted.push(event);
    }

    pub(crate) fn act(&mut self, act: &Act) {
        match act {
            Act::Subscribe { trial, price_cents } => {
                let price_cents = if *trial { 0 } else { price_cents.unwrap_or(999) };
                self.emit("new_subscriber", &NewSubscriber { trial: *trial, price_cents });
                if price_cents > 0 {
                    self.pay("subscription", price_cents, &[], None, None);
                }
            }
            Act::Buy { kind, gross_cents, content_ids, bundle_key, bundle_name } => {
                let kind = kind.as_deref().unwrap_or("message");
                self.pay(kind, *gross_cents, content_ids, bundle_key.clone(), bundle_name.clone());
            }
            Act::Tip { gross_cents, content_ids } => self.pay("tip", *gross_cents, content_ids, None, None),
            Act::Refund { gross_cents } => self.pay("refund", -gross_cents, &[], None, None),
            Act::Message => {
                let message_id = self.new_id("msg");
                self.emit("message_received", &json!({"message_id": message_id}));
            }
            Act::Request { text, offered_cents } => {
                let request_id = self.state.next_number();
                let data = json!({"request_id": request_id, "text": text, "offered_cents": offered_cents});
                self.emit("content_request_created", &data);
            }
            Act::Online => self.emit("fan_online", &json!({})),
            Act::OptOut => self.emit("fan_opted_out", &json!({})),
            Act::Wait { seconds } => self.at = self.at.saturating_add(*seconds),
        }
        self.at = self.at.saturating_add(1);
    }

    fn pay(&mut self, kind: &str, gross: i64, items: &[i64], key: Option<String>, name: Option<String>) {
        let transaction = Transaction {
            transaction_id: self.new_id("tr"),
            kind: kind.to_string(),
            gross_cents: gross,
            net_cents: net(gross),
            currency: self.currency(),
            content_ids: items.to_vec(),
            bundle_key: key,
            bundle_name: name,
            media_in_msg: if kind == "message" { items.len() as i64 } else { 0 },
        };
        self.emit("new_transaction", &transaction);
    }
}

/// Plays `visit`: a click on the link, then the fan's actions.
pub(crate) fn visit(state: &mut State, visit: Visit) -> Result<Visited, Refusal> {
    let at = match &visit.at {
        Some(text) => time::parse(text).ok_or_else(|| Refusal::invalid("at is no RFC 3339 time"))?,
        None => time::now(),
    };
    let from_url = visit.url.as_deref().map(read_url).transpose()?.unwrap_or_default();
    let origin = Origin {
        provider_id: visit.provider_id.or(from_url.provider_id),
        click_ref: visit.click_ref.or(from_url.click_ref),
    };
    if let Some(provider_id) = &origin.provider_id {
        state.link_mut(provider_id)?.clicked(at);
    }
    let fan = visitor(state, visit.fan.unwrap_or_default());
    let acts = visit.then.unwrap_or_else(|| vec![Act::Subscribe { trial: false, price_cents: None }]);
    let mut emitter = Emitter::new(state, fan, origin, at);
    for act in &acts {
        emitter.act(act);
    }
    Ok(Visited { fan_id: emitter.fan.fan_id.clone(), events: emitter.emitted })
}

/// Reads link and `aref` from an address of the simulation,
/// `.../l/{account}/{provider_id}?aref=...`.
fn read_url(text: &str) -> Result<Origin, Refusal> {
    let url = url::Url::parse(text).map_err(|error| Refusal::invalid(format!("url: {error}")))?;
    let click_ref = url.query_pairs().find(|(name, _)| name == "aref").map(|(_, value)| value.into_owned());
    let provider_id = url.path_segments().and_then(|mut parts| parts.next_back()).map(str::to_string);
    Ok(Origin { provider_id, click_ref })
}

/// Returns the visiting fan: the platform's data, overridden by the given fields.
fn visitor(state: &State, given: EventFan) -> EventFan {
    let known = state.fans.get(&given.fan_id);
    let fan_id = if given.fan_id.is_empty() { state.fans.next_id() } else { given.fan_id };
    let base = known.unwrap_or_else(|| stranger(state, &fan_id));
    let person = state.fans.population().person(&base);
    EventFan {
        fan_id,
        username: given.username.or(person.username),
        country: given.country.or(person.country),
        email: given.email.or(person.email),
        phone: given.phone.or(person.phone),
        first_name: given.first_name.or(person.first_name),
        last_name: given.last_name.or(person.last_name),
        external_id: given.external_id,
    }
}

fn stranger(state: &State, fan_id: &str) -> Fan {
    let population = state.fans.population();
    let like = population.fan(state.fans.len());
    let numbered = population.fan_id(state.fans.len()) == fan_id;
    let username = if numbered { like.username } else { format!("u_{fan_id}") };
    Fan { fan_id: fan_id.to_string(), username, ..like }
}
