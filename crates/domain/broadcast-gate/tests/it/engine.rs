//! Test engine that honours idempotency keys, records messages, and fails as the test configures.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use async_trait::async_trait;
use broadcast_gate::audience::{Audience, Fan};
use broadcast_gate::message::Message;
use broadcast_gate::ports::{Answer, FanDirectory, FanPage, FansError, Messenger};
use broadcast_gate::text::{AccountId, FanId, MessageKey};
use kernel::{Clock as _, OwnerId, StoreError, UnixTime};

use crate::world::{JumpingClock, World, pause};

/// Configured result of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    /// The message arrives, and the response too.
    Fine,
    /// The message arrives, but the response is lost.
    AnswerLost,
    /// The message is lost.
    Lost,
    /// The engine asks for a delay.
    Busy(i64),
    /// The fan can't be reached.
    Unreachable,
    /// The account is not connected.
    NotConnected,
}

/// Recorded start of a submission.
#[derive(Debug, Clone)]
pub(crate) struct Submission {
    pub(crate) fan: FanId,
    pub(crate) key: MessageKey,
    /// Moment on a monotonic clock, in milliseconds.
    pub(crate) elapsed: i64,
    /// Moment on the jumping clock.
    pub(crate) at: UnixTime,
}

#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) fans: Vec<Fan>,
    pub(crate) moods: VecDeque<Mood>,
    pub(crate) submissions: Vec<Submission>,
    /// Arrived messages, by key.
    pub(crate) messages: HashMap<MessageKey, (FanId, UnixTime)>,
    pub(crate) prices: BTreeMap<FanId, i64>,
    pub(crate) list_failures: u32,
}

#[derive(Clone)]
pub(crate) struct Engine {
    records: Arc<Mutex<Records>>,
    clock: Arc<JumpingClock>,
    world: World,
    page: usize,
}

impl Engine {
    pub(crate) fn new(fans: Vec<Fan>, page: usize, clock: Arc<JumpingClock>, world: World) -> Self {
        let records = Arc::new(Mutex::new(Records { fans, ..Records::default() }));
        Self { records, clock, world, page }
    }

    pub(crate) fn records(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap()
    }
}

#[async_trait]
impl Messenger for Engine {
    async fn send(
        &self,
        _: OwnerId,
        _: &AccountId,
        fan: &FanId,
        message: &Message,
        key: &MessageKey,
    ) -> Answer {
        assert!(self.world.tables().gate_open, "a submission began while the gate was closed");
        let (elapsed, at) = (self.clock.elapsed(), self.clock.now());
        let mood = {
            let mut records = self.records();
            records.submissions.push(Submission { fan: fan.clone(), key: key.clone(), elapsed, at });
            records.moods.pop_front().unwrap_or(Mood::Fine)
        };
        pause().await;
        let answer = {
            let mut records = self.records();
            let known = records.messages.contains_key(key);
            let arrives = matches!(mood, Mood::Fine | Mood::AnswerLost);
            if !known && arrives {
                records.messages.insert(key.clone(), (fan.clone(), at));
                records.prices.insert(fan.clone(), message.price_cents());
            }
            let sent = Answer::Sent { message_id: key.as_str().to_owned() };
            match mood {
                Mood::Fine => sent,
                Mood::AnswerLost | Mood::Lost => Answer::Unknown,
                Mood::Busy(seconds) => Answer::Busy { retry_after_seconds: seconds },
                Mood::Unreachable if known => sent,
                Mood::Unreachable => Answer::Unreachable,
                Mood::NotConnected => Answer::NotConnected,
            }
        };
        pause().await;
        answer
    }
}

pub(crate) fn account() -> AccountId {
    AccountId::parse("acct").unwrap()
}

#[async_trait]
impl FanDirectory for Engine {
    async fn account(&self, _: OwnerId) -> Result<Option<AccountId>, StoreError> {
        Ok(Some(account()))
    }

    async fn page<'a>(
        &self,
        _: OwnerId,
        named: Option<&'a AccountId>,
        _: &Audience,
        cursor: Option<&'a str>,
        _: u32,
    ) -> Result<FanPage, FansError> {
        pause().await;
        assert_eq!(named, Some(&account()));
        let mut records = self.records();
        if records.list_failures > 0 {
            records.list_failures -= 1;
            return Err(FansError::Engine("down".into()));
        }
        let from: usize = cursor.map_or(0, |cursor| cursor.parse().unwrap());
        // Pages overlap by one fan, as in a list that grows while it is read.
        let fans: Vec<Fan> =
            records.fans.iter().skip(from.saturating_sub(1)).take(self.page + 1).cloned().collect();
        let next = from + self.page;
        let next_cursor = (next < records.fans.len()).then(|| next.to_string());
        Ok(FanPage { fans, next_cursor })
    }
}
