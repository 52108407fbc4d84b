//! Use-case: workers deliver the messages of campaigns, one row at a time.

use std::sync::Arc;

use kernel::{Acting, Clock, Entropy, OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::campaign::{Campaign, Mode};
use crate::gate::{Gate, GateEpoch};
use crate::ledger::{Claim, Settlement, Terms, Ticket, retry_at};
use crate::pace::PacePolicy;
use crate::planning::{Reading, candidate_of_row, is_planned, next_reading, row};
use crate::ports::{
    Answer, CampaignStats, CampaignStore, FanDirectory, FanEvents, FanPage, FansError, GateKeeper, Ledger,
    Messenger,
};
use crate::progress::Progress;
use crate::screening::{Screening, Verdict};
use crate::state::{Actor, FinishReason, PauseReason, Status, Transition};
use crate::text::{AccountId, MessageKey, TextDigest};

/// Duration of a lease on a row, in seconds. The lease is longer than any submission takes, so it expires only if the
/// worker died.
pub const LEASE_SECONDS: i64 = 60;

/// Ports of [`Deliver`].
#[derive(Clone)]
pub struct DeliveryPorts {
    /// Store of campaigns.
    pub campaigns: Arc<dyn CampaignStore>,
    /// Ledger of the campaigns' rows.
    pub ledger: Arc<dyn Ledger>,
    /// Statistics of the campaigns.
    pub stats: Arc<dyn CampaignStats>,
    /// Recorded events of fans.
    pub events: Arc<dyn FanEvents>,
    /// Directory of fans at the engine.
    pub fans: Arc<dyn FanDirectory>,
    /// Messenger that submits to the engine.
    pub messenger: Arc<dyn Messenger>,
    /// Gate of the owner.
    pub gate: Arc<dyn GateKeeper>,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Source of random numbers for the jitter.
    pub entropy: Arc<dyn Entropy>,
}

/// Claimed row with permission to submit its message. The submission must start at once, because its slot is short.
#[derive(Debug)]
pub struct Attempt {
    owner: OwnerId,
    account: AccountId,
    campaign: Campaign,
    ticket: Ticket,
    gate: GateEpoch,
}

impl Attempt {
    /// Start of the account's next slot, unless this slot is given back.
    pub fn next_slot(&self) -> UnixTime {
        self.ticket.slot.next
    }
}

/// Next piece of work for an account.
#[derive(Debug)]
pub enum Next {
    /// A row was claimed; pass it to [`Deliver::attempt`].
    Attempt(Box<Attempt>),
    /// A campaign changed its status, or a page of fans was read. More work may be available at once.
    Moved,
    /// Nothing to do before `until`, or until an event.
    Idle {
        /// Next moment with work to do; `None` if only an event brings work.
        until: Option<UnixTime>,
    },
}

/// Result of processing a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessedRow {
    /// Settlement of the row.
    pub settlement: Settlement,
    /// Whether the settlement came too late, because the worker had lost its lease.
    pub lost: bool,
}

/// Result of one step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// One row was processed.
    Row(ProcessedRow),
    /// A campaign changed its status, or a page of fans was read. More work may be available at once.
    Moved,
    /// Nothing to do before `until`, or until an event.
    Idle {
        /// Next moment with work to do; `None` if only an event brings work.
        until: Option<UnixTime>,
    },
}

/// Use-case that delivers the messages of campaigns. Any number of workers may run concurrently, even for the same
/// account.
#[derive(Clone)]
pub struct Deliver {
    ports: DeliveryPorts,
    screening: Screening,
    pace: PacePolicy,
}

/// Next piece of work of one campaign.
enum Turn {
    Taken(Box<Attempt>),
    /// Nothing to send, or nothing more, before `until`.
    Next {
        moved: bool,
        until: Option<UnixTime>,
    },
}

impl Deliver {
    /// Creates the use-case with these screening rules and this pace policy.
    pub fn new(ports: DeliveryPorts, screening: Screening, pace: PacePolicy) -> Self {
        Self { ports, screening, pace }
    }

    /// Returns the accounts with work to do.
    pub async fn accounts(&self) -> Result<Vec<(OwnerId, AccountId)>, StoreError> {
        self.ports.campaigns.accounts_at_work(self.ports.clock.now()).await
    }

    /// Runs one step for an account: [`Self::next`], and then the attempt if there is one.
    pub async fn step(&self, owner: OwnerId, account: &AccountId) -> Result<Step, StoreError> {
        match self.next(owner, account).await? {
            Next::Attempt(attempt) => self.attempt(*attempt).await.map(Step::Row),
            Next::Moved => Ok(Step::Moved),
            Next::Idle { until } => Ok(Step::Idle { until }),
        }
    }

    /// Finds the next piece of work for an account.
    ///
    /// Starts, pauses, plans and finishes campaigns as they become due. Claims at most one row, from the first campaign
    /// by priority with a row to send.
    pub async fn next(&self, owner: OwnerId, account: &AccountId) -> Result<Next, StoreError> {
        let now = self.ports.clock.now();
        let mut campaigns = self.ports.campaigns.at_work(owner, account, now).await?;
        campaigns.sort_by_key(Campaign::priority);
        let gate = self.ports.gate.gate(owner).await?;
        let (mut any_moved, mut soonest) = (false, None);
        for campaign in campaigns {
            match self.turn(owner, account, campaign, gate).await? {
                Turn::Taken(attempt) => return Ok(Next::Attempt(attempt)),
                Turn::Next { moved, until } => {
                    any_moved |= moved;
                    soonest = soonest.into_iter().chain(until).min();
                }
            }
        }
        Ok(if any_moved { Next::Moved } else { Next::Idle { until: soonest } })
    }

    async fn turn(
        &self,
        owner: OwnerId,
        account: &AccountId,
        campaign: Campaign,
        gate: Gate,
    ) -> Result<Turn, StoreError> {
        if campaign.status == Status::Scheduled {
            return self.moved(owner, &campaign, Transition::Start).await;
        }
        // A gate that was closed and reopened has another epoch, so the campaign needs an explicit resume.
        let Some(epoch) = gate.epoch().filter(|epoch| campaign.gate == Some(*epoch)) else {
            return self.moved(owner, &campaign, Transition::Pause(PauseReason::GateClosed)).await;
        };
        let now = self.ports.clock.now();
        let progress = self.ports.stats.progress(owner, campaign.id, now).await?;
        if let Some(step) = due_transition(&campaign, &progress, now) {
            return self.moved(owner, &campaign, step).await;
        }
        let planned = match self.plan(owner, &campaign, &progress, now).await? {
            Planned::Moved(turn) => return Ok(turn),
            Planned::Page => true,
            Planned::Nothing => false,
        };
        // A frozen audience must be complete before its first message goes out.
        if campaign.definition.mode().freezes_audience() && !progress.planning.complete {
            return Ok(Turn::Next { moved: planned, until: progress.planning.retry_at });
        }
        let claim =
            self.ports.ledger.claim(owner, account, campaign.id, &self.terms(&campaign, epoch)).await?;
        match claim {
            Claim::Ticket(ticket) => {
                let account = account.clone();
                Ok(Turn::Taken(Box::new(Attempt { owner, account, campaign, ticket, gate: epoch })))
            }
            Claim::Idle { open: false, .. }
                if !planned && is_planned(campaign.definition.mode(), &progress.planning) =>
            {
                self.moved(owner, &campaign, Transition::Finish(FinishReason::Done)).await
            }
            Claim::Paced(until) => Ok(Turn::Next { moved: planned, until: Some(until) }),
            Claim::Idle { next_due, .. } => Ok(Turn::Next { moved: planned, until: next_due }),
            Claim::Stopped => Ok(Turn::Next { moved: true, until: None }),
        }
    }

    fn terms(&self, campaign: &Campaign, gate: GateEpoch) -> Terms {
        let mut random = [0; 4];
        self.ports.entropy.fill(&mut random);
        Terms {
            now: self.ports.clock.now(),
            lease_seconds: LEASE_SECONDS,
            pace: self.pace.of(campaign.definition.pace()),
            draw: u32::from_ne_bytes(random),
            gate,
            max_sends: campaign.definition.stop().max_sends(),
            max_per_day: campaign.definition.stop().max_per_day(),
        }
    }

    /// Applies a transition to a campaign. If a concurrent change wins, the next step sees the new status.
    async fn moved(&self, owner: OwnerId, campaign: &Campaign, step: Transition) -> Result<Turn, StoreError> {
        if let Ok((moved, entry)) = campaign.moved(step, None, Actor::Service, self.ports.clock.now()) {
            self.ports.campaigns.save(&Acting::service(owner), &moved, &entry).await?;
        }
        Ok(Turn::Next { moved: true, until: None })
    }

    /// Reads the next page of the audience, if due, and adds it to the ledger.
    async fn plan(
        &self,
        owner: OwnerId,
        campaign: &Campaign,
        progress: &Progress,
        now: UnixTime,
    ) -> Result<Planned, StoreError> {
        let latest = match campaign.definition.mode() {
            Mode::Online => self.ports.events.latest_arrival(owner).await?,
            _ => None,
        };
        let Some(reading) = next_reading(campaign, progress, latest, now) else {
            return Ok(Planned::Nothing);
        };
        let cursor = reading.from.cursor.as_deref();
        let (account, audience) = (campaign.account.as_ref(), &reading.audience);
        match self.ports.fans.page(owner, account, audience, cursor, crate::planning::PAGE).await {
            Ok(page) => self.keep_page(owner, campaign, &reading, page).await?,
            Err(FansError::Store(error)) => return Err(error),
            Err(FansError::NotConnected) => {
                let step = Transition::Pause(PauseReason::EngineDisconnected);
                return self.moved(owner, campaign, step).await.map(Planned::Moved);
            }
            Err(FansError::Engine(_)) => {
                let next = reading.from.after_failure(self.ports.clock.now());
                self.ports.ledger.plan(owner, campaign.id, &next, &[]).await?;
            }
        }
        Ok(Planned::Page)
    }

    async fn keep_page(
        &self,
        owner: OwnerId,
        campaign: &Campaign,
        reading: &Reading,
        page: FanPage,
    ) -> Result<(), StoreError> {
        let now = self.ports.clock.now();
        let next_cursor = page.next_cursor.filter(|next| reading.from.cursor.as_ref() != Some(next));
        let mut fans = page.fans;
        fans.retain(|fan| reading.audience.matches(fan, now));
        if reading.arrivals_only {
            let ids: Vec<_> = fans.iter().map(|fan| fan.fan_id.clone()).collect();
            let since = campaign.launched_at.unwrap_or(now);
            let arrived = self.ports.events.arrivals(owner, &ids, since).await?;
            fans.retain(|fan| arrived.contains(&fan.fan_id));
        }
        let messages = campaign.definition.messages();
        let digest = |tier| messages.for_tier(tier).text().map(TextDigest::of);
        let asked: Vec<_> = fans.iter().map(|fan| (fan.fan_id.clone(), digest(fan.tier))).collect();
        let histories = self.ports.ledger.histories(owner, Some(campaign.id), &asked).await?;
        let rows: Vec<_> = fans
            .iter()
            .zip(&histories)
            .map(|(fan, history)| row(campaign, fan, history, &self.screening, now))
            .collect();
        let next = reading.from.after_page(next_cursor, now);
        // If a concurrent worker was faster, this page is already in the ledger.
        self.ports.ledger.plan(owner, campaign.id, &next, &rows).await?;
        Ok(())
    }

    /// Processes a row: screens the fan again, submits the message, and settles the row.
    ///
    /// If the future is dropped before it completes, the row stays claimed until its lease ends.
    pub async fn attempt(&self, attempt: Attempt) -> Result<ProcessedRow, StoreError> {
        let Attempt { owner, account, ticket, .. } = &attempt;
        let settlement = match self.verdict(&attempt.campaign, ticket) {
            Verdict::Skip(reason) => Settlement::Skipped(reason),
            Verdict::Wait(until) => Settlement::Deferred { until },
            Verdict::Send => self.submit(&attempt).await?,
        };
        let now = self.ports.clock.now();
        let kept = self.ports.ledger.settle(*owner, account, ticket, &settlement, now).await?;
        Ok(ProcessedRow { settlement, lost: !kept })
    }

    fn verdict(&self, campaign: &Campaign, ticket: &Ticket) -> Verdict {
        let now = self.ports.clock.now();
        let candidate = candidate_of_row(campaign, ticket.country);
        if ticket.is_repeat() {
            self.screening.again(&candidate, &ticket.history, now)
        } else {
            self.screening.first(&candidate, &ticket.history, now)
        }
    }

    async fn submit(&self, attempt: &Attempt) -> Result<Settlement, StoreError> {
        let Attempt { owner, account, campaign, ticket, gate } = attempt;
        let owner = *owner;
        let message = campaign.definition.messages().for_tier(ticket.tier);
        let text = message.text().map(TextDigest::of);
        if !ticket.slot.is_usable(self.ports.clock.now()) {
            return Ok(Settlement::Returned { hold_until: None });
        }
        if !self.ports.ledger.submit(owner, account, ticket, text, *gate, self.ports.clock.now()).await? {
            return Ok(Settlement::Released);
        }
        // The call may have taken long. Nothing may come between this check and the submission.
        if !ticket.slot.is_usable(self.ports.clock.now()) {
            return Ok(Settlement::Returned { hold_until: None });
        }
        let key = MessageKey::of(campaign.id, &ticket.fan_id);
        let answer = self.ports.messenger.send(owner, account, &ticket.fan_id, message, &key).await;
        if answer == Answer::NotConnected {
            self.moved(owner, campaign, Transition::Pause(PauseReason::EngineDisconnected)).await?;
        }
        Ok(settlement(answer, ticket, self.ports.clock.now()))
    }
}

enum Planned {
    /// No page was due.
    Nothing,
    /// A page was read, or reading it failed.
    Page,
    /// The campaign was paused instead.
    Moved(Turn),
}

/// Returns the transition that is due because of the time or the counts.
fn due_transition(campaign: &Campaign, progress: &Progress, now: UnixTime) -> Option<Transition> {
    let ended = campaign.definition.stop().reached(progress, now).map(Transition::Finish);
    let alarmed = || progress.recent.alarm().map(Transition::Pause);
    let unplanned = || {
        let frozen = campaign.definition.mode().freezes_audience();
        (frozen && !progress.planning.complete && progress.planning.has_failed()).then_some(Transition::Fail)
    };
    ended.or_else(alarmed).or_else(unplanned)
}

/// Returns the settlement of a row for a response of the engine.
fn settlement(answer: Answer, ticket: &Ticket, now: UnixTime) -> Settlement {
    match answer {
        Answer::Sent { message_id } => Settlement::Sent { message_id },
        Answer::Unreachable => Settlement::Failed { code: "fan_unreachable".to_owned() },
        Answer::Refused { code } => Settlement::Failed { code },
        Answer::Busy { retry_after_seconds } => {
            Settlement::Returned { hold_until: Some(now.plus_seconds(retry_after_seconds.max(1))) }
        }
        Answer::NotConnected => Settlement::Returned { hold_until: None },
        Answer::Unknown => Settlement::Unknown { retry_at: retry_at(ticket.unanswered + 1, now) },
    }
}
