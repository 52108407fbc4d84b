//! One simulated connection: its population and its events.

mod effects;
mod links;
mod messages;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

pub(crate) use self::links::LinkRecord;
use crate::catalogue;
use crate::fans::Fans;
use crate::population::Population;
use crate::push_target::{PushProgress, PushTarget};
use crate::reply::{Refusal, Reply};
use crate::rng::{Rng, mix};
use crate::time;
use crate::wire::{Content, Event};

/// Configuration of a simulated connection. `seed` determines everything except times, which count
/// back from `anchor`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountConfig {
    pub account_id: String,
    /// Bearer token of the connection.
    pub token: String,
    /// Signing secret of events.
    pub event_secret: String,
    /// Seed of all random data.
    #[serde(default)]
    pub seed: u64,
    /// Initial number of fans.
    #[serde(default = "default_fans")]
    pub fans: u64,
    /// Initial number of links.
    #[serde(default = "default_links")]
    pub links: u32,
    /// Number of vault items.
    #[serde(default = "default_content")]
    pub content: u32,
    /// Time of the seeded population, RFC 3339; null for now.
    #[serde(default)]
    pub anchor: Option<String>,
    /// Extra seed for event ids, so that two runs differ.
    #[serde(default)]
    pub run: u64,
    /// Currency of payments (ISO 4217).
    #[serde(default = "default_currency")]
    pub currency: String,
    /// File that keeps created links after the simulation ends. Not part of the control API.
    #[serde(skip)]
    pub links_file: Option<PathBuf>,
}

fn default_currency() -> String {
    "USD".to_string()
}

fn default_fans() -> u64 {
    5_000
}

fn default_links() -> u32 {
    8
}

fn default_content() -> u32 {
    120
}

impl AccountConfig {
    /// Creates a configuration with the default number of fans, links and items.
    pub fn new(account_id: &str, token: &str, event_secret: &str) -> Self {
        Self {
            account_id: account_id.to_string(),
            token: token.to_string(),
            event_secret: event_secret.to_string(),
            seed: 1,
            fans: default_fans(),
            links: default_links(),
            content: default_content(),
            anchor: None,
            run: 0,
            currency: default_currency(),
            links_file: None,
        }
    }
}

/// Probabilities of fans' reactions to a message; all 0 by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Behaviour {
    /// Share of messages that fans reply to.
    pub reply: f64,
    /// Share of priced messages that fans buy.
    pub buy: f64,
    /// Share of messages after which the fan opts out.
    pub opt_out: f64,
}

/// A message that the engine accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentMessage {
    /// Id that the engine returned.
    pub message_id: String,
    pub fan_id: String,
    pub text: String,
    pub media_ids: Vec<String>,
    pub price_cents: i64,
    /// Idempotency key of the submission.
    pub idempotency_key: String,
    /// RFC 3339 with milliseconds.
    pub sent_at: String,
}

/// A fan's content request, and the responses to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentRequest {
    /// Upstream id.
    pub request_id: i64,
    pub fan_id: String,
    /// Wanted content.
    pub text: String,
    /// Amount that the fan would pay.
    pub offered_cents: i64,
    /// `new`, `in_progress`, `fulfilled` or `declined`.
    pub status: String,
    /// Actions on the request, in order.
    pub responses: Vec<crate::wire::RequestAction>,
}

/// Link and click that brought a fan.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    pub(crate) provider_id: Option<String>,
    pub(crate) click_ref: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Account {
    pub(crate) config: AccountConfig,
    state: RwLock<State>,
    /// Number of logged events, for tasks that wait for more.
    pub(crate) logged: watch::Sender<usize>,
    /// Target that events are pushed to, if any.
    pub(crate) target: watch::Sender<Option<PushTarget>>,
    pub(crate) progress: watch::Sender<PushProgress>,
}

/// Mutable state of an account.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) seed: u64,
    run: u64,
    pub(crate) currency: String,
    pub(crate) link_base: String,
    pub(crate) fans: Fans,
    pub(crate) links: Vec<LinkRecord>,
    links_file: Option<PathBuf>,
    pub(crate) content: Vec<Content>,
    pub(crate) messages: Vec<SentMessage>,
    pub(crate) requests: BTreeMap<i64, ContentRequest>,
    pub(crate) origins: HashMap<String, Origin>,
    pub(crate) behaviour: Behaviour,
    /// Serialized events, oldest first.
    pub(crate) log: Vec<Arc<str>>,
    answers: HashMap<String, Reply>,
    serial: u64,
}

impl Account {
    /// Creates the account. Its links point to `url`, the address of the simulation.
    pub(crate) fn new(config: AccountConfig, url: &str) -> Result<Self, Refusal> {
        let anchor = match &config.anchor {
            Some(text) => time::parse(text).ok_or_else(|| Refusal::invalid("anchor is no RFC 3339 time"))?,
            None => time::now(),
        };
        let link_base = format!("{url}/l/{}", config.account_id);
        let mut links = links::seeded(config.seed, config.links, anchor, &link_base);
        links.extend(links::kept(config.links_file.as_deref(), &link_base)?);
        let state = State {
            seed: config.seed,
            run: config.run,
            currency: config.currency.clone(),
            fans: Fans::new(Population::new(config.seed, config.fans, anchor)),
            links,
            links_file: config.links_file.clone(),
            content: catalogue::seeded(config.seed, config.content, anchor),
            link_base,
            messages: Vec::new(),
            requests: BTreeMap::new(),
            origins: HashMap::new(),
            behaviour: Behaviour::default(),
            log: Vec::new(),
            answers: HashMap::new(),
            serial: 0,
        };
        Ok(Self {
            config,
            state: RwLock::new(state),
            logged: watch::Sender::new(0),
            target: watch::Sender::new(None),
            progress: watch::Sender::new(PushProgress::default()),
        })
    }

    pub(crate) fn username(&self) -> String {
        format!("creator_{}", Rng::of(self.config.seed, 0, 0).below(100_000))
    }

    pub(crate) fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes tasks that wait for events if there are new ones.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.write();
        let outcome = change(&mut state);
        let logged = state.log.len();
        drop(state);
        self.logged.send_if_modified(|known| std::mem::replace(known, logged) != logged);
        outcome
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the first response under `key`. Runs `work` if there is none yet.
    pub(crate) fn once(
        &mut self,
        key: &str,
        work: impl FnOnce(&mut Self) -> Result<Reply, Refusal>,
    ) -> Reply {
        if let Some(answer) = self.answers.get(key) {
            return answer.clone();
        }
        let answer = work(self).unwrap_or_else(Reply::from);
        self.answers.insert(key.to_string(), answer.clone());
        answer
    }

    /// Returns a number that is unique in this account and run.
    pub(crate) fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    /// Returns a number that is unique across the account's runs.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.run * 1_000_000 + self.next_serial()
    }

    /// Returns an id that the seed determines but that can't be guessed from other ids.
    pub(crate) fn next_id(&mut self, prefix: &str) -> String {
        let serial = self.next_serial();
        format!("{prefix}_{:016x}", mix(self.seed ^ mix(serial ^ mix(self.run))))
    }

    /// Applies `event` and logs it.
    pub(crate) fn happen(&mut self, event: &Event) {
        self.apply(event);
        if let Ok(text) = serde_json::to_string(event) {
            self.log.push(text.into());
        }
    }

    /// Logs a value from a test. Applies the value too if it is a valid event.
    pub(crate) fn inject(&mut self, value: &Value) {
        if let Ok(event) = serde_json::from_value::<Event>(value.clone()) {
            self.apply(&event);
        }
        self.log.push(value.to_string().into());
    }
}
