//! One connection: its population, and what happened to it.

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

/// A connection to be simulated. All it holds follows from `seed`, apart from times, which look back from `anchor`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountConfig {
    /// The platform account.
    pub account_id: String,
    /// The bearer token of the connection.
    pub token: String,
    /// What events are signed with.
    pub event_secret: String,
    /// What everything is drawn from.
    #[serde(default)]
    pub seed: u64,
    /// How many fans there are at first.
    #[serde(default = "default_fans")]
    pub fans: u64,
    /// How many links there are at first.
    #[serde(default = "default_links")]
    pub links: u32,
    /// How many items the vault has.
    #[serde(default = "default_content")]
    pub content: u32,
    /// RFC 3339: when the population is as the seed made it; null for now.
    #[serde(default)]
    pub anchor: Option<String>,
    /// Ids of what happens follow from this number too, so that a second run does not repeat those of the first.
    #[serde(default)]
    pub run: u64,
    /// Currency of payments (ISO 4217).
    #[serde(default = "default_currency")]
    pub currency: String,
    /// Where links that are made outlive the simulation. Not for the control API.
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
    /// A connection with the usual number of fans, links and items.
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

/// How often fans react to a message that they get; all 0 at first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Behaviour {
    /// Share of messages that are answered.
    pub reply: f64,
    /// Share of priced messages that are bought.
    pub buy: f64,
    /// Share of messages upon which the fan opts out.
    pub opt_out: f64,
}

/// A message that the engine took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentMessage {
    /// What the engine answered.
    pub message_id: String,
    /// To whom.
    pub fan_id: String,
    /// The text.
    pub text: String,
    /// What was attached.
    pub media_ids: Vec<String>,
    /// Its price.
    pub price_cents: i64,
    /// Under which key it came.
    pub idempotency_key: String,
    /// RFC 3339 with milliseconds.
    pub sent_at: String,
}

/// A request of a fan, and what was answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentRequest {
    /// Its id upstream.
    pub request_id: i64,
    /// Whose it is.
    pub fan_id: String,
    /// What is wanted.
    pub text: String,
    /// What the fan would pay.
    pub offered_cents: i64,
    /// `new`, `in_progress`, `fulfilled` or `declined`.
    pub status: String,
    /// Each action that was taken, in order.
    pub responses: Vec<crate::wire::RequestAction>,
}

/// Where a fan came from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    pub(crate) provider_id: Option<String>,
    pub(crate) click_ref: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Account {
    pub(crate) config: AccountConfig,
    state: RwLock<State>,
    /// The number of logged events, for those who wait for more.
    pub(crate) logged: watch::Sender<usize>,
    /// Where events are pushed to, if anywhere.
    pub(crate) target: watch::Sender<Option<PushTarget>>,
    pub(crate) progress: watch::Sender<PushProgress>,
}

/// What changes.
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
    /// Events as they go out, oldest first.
    pub(crate) log: Vec<Arc<str>>,
    answers: HashMap<String, Reply>,
    serial: u64,
}

impl Account {
    /// `url` is where the simulation listens: its links lead there.
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

    /// Changes the state, and wakes those who wait for events if there are new ones.
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
    /// The first answer under `key`, which `work` gives if there is none yet.
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

    /// A number that no other thing of this account got.
    pub(crate) fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    /// A number for the whole life of the account, not only for this run.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.run * 1_000_000 + self.next_serial()
    }

    /// An id that follows from the seed and can't be guessed from its neighbours.
    pub(crate) fn next_id(&mut self, prefix: &str) -> String {
        let serial = self.next_serial();
        format!("{prefix}_{:016x}", mix(self.seed ^ mix(serial ^ mix(self.run))))
    }

    /// Lets `event` have its effects, and logs it.
    pub(crate) fn happen(&mut self, event: &Event) {
        self.apply(event);
        if let Ok(text) = serde_json::to_string(event) {
            self.log.push(text.into());
        }
    }

    /// Logs what a test made up; what is an event of the protocol has its effects.
    pub(crate) fn inject(&mut self, value: &Value) {
        if let Ok(event) = serde_json::from_value::<Event>(value.clone()) {
            self.apply(&event);
        }
        self.log.push(value.to_string().into());
    }
}
