//! Delivering: what a worker does, one row at a time.

use std::sync::Arc;

use kernel::{Clock, Entropy, OwnerId, StoreError, UnixTime};
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

/// How long a worker holds a row: longer than any submission takes, so that a lease is lost only with its worker.
pub const LEASE_SECONDS: i64 = 60;

/// The ports that [`Deliver`] needs.
#[derive(Clone)]
pub struct DeliveryPorts {
    /// The campaigns.
    pub campaigns: Arc<dyn CampaignStore>,
    /// Their rows.
    pub ledger: Arc<dyn Ledger>,
    /// How far they are.
    pub stats: Arc<dyn CampaignStats>,
    /// What fans did.
    pub events: Arc<dyn FanEvents>,
    /// The fans.
    pub fans: Arc<dyn FanDirectory>,
    /// The engine.
    pub messenger: Arc<dyn Messenger>,
    /// The gate.
    pub gate: Arc<dyn GateKeeper>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// What jitter is made of.
    pub entropy: Arc<dyn Entropy>,
}

/// A row in the hands of a worker, with leave to submit its message: now, because its slot is a short one.
#[derive(Debug)]
pub struct Attempt {
    owner: OwnerId,
    account: AccountId,
    campaign: Campaign,
    ticket: Ticket,
    gate: GateEpoch,
}

impl Attempt {
    /// When the account's next slot begins, as long as this one is not given back.
    pub fn next_slot(&self) -> UnixTime {
        self.ticket.slot.next
    }
}

/// What there is to do for an account.
#[derive(Debug)]
pub enum Next {
    /// A row was taken, which [`Deliver::attempt`] deals with.
    Attempt(Box<Attempt>),
    /// A campaign was moved on or a page of fans read. There may be more to do at once.
    Moved,
    /// There is nothing to do before this moment, or until something happens.
    Idle {
        /// When time alone brings something to do.
        until: Option<UnixTime>,
    },
}

/// How a row was dealt with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessedRow {
    /// What came of it.
    pub settlement: Settlement,
    /// Whether that came too late: the row was no longer the worker's to settle.
    pub lost: bool,
}

/// What a step did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// It dealt with one row.
    Row(ProcessedRow),
    /// It moved a campaign on or read a page of fans. There may be more to do at once.
    Moved,
    /// There is nothing to do before this moment, or until something happens.
    Idle {
        /// When time alone brings something to do.
        until: Option<UnixTime>,
    },
}

/// Delivers what campaigns have to send. Any number of workers may do so at once, for the same account too.
#[derive(Clone)]
pub struct Deliver {
    ports: DeliveryPorts,
    screening: Screening,
    pace: PacePolicy,
}

/// What there is to do with one campaign.
enum Turn {
    Taken(Box<Attempt>),
    /// Nothing, or nothing more, before this moment.
    Next {
        moved: bool,
        until: Option<UnixTime>,
    },
}

impl Deliver {
    /// Delivers under these rules.
    pub fn new(ports: DeliveryPorts, screening: Screening, pace: PacePolicy) -> Self {
        Self { ports, screening, pace }
    }

    /// The accounts that have something to do.
    pub async fn accounts(&self) -> Result<Vec<(OwnerId, AccountId)>, StoreError> {
        self.ports.campaigns.accounts_at_work(self.ports.clock.now()).await
    }

    /// One step for an account: [`Self::next`], and the attempt if there is one.
    pub async fn step(&self, owner: OwnerId, account: &AccountId) -> Result<Step, StoreError> {
        match self.next(owner, account).await? {
            Next::Attempt(attempt) => self.attempt(*attempt).await.map(Step::Row),
            Next::Moved => Ok(Step::Moved),
            Next::Idle { until } => Ok(Step::Idle { until }),
        }
    }

    /// What there is to do for an account: its campaigns are started, paused, planned and ended as is due, and at most one
    /// row is taken, that of the first campaign by priority that has one.
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
        // A gate that was closed and opened again has another epoch: going on needs an explicit resume.
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
        // Nothing of a frozen audience goes out before the audience is complete.
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

    /// Moves a campaign on. If somebody else changed it meanwhile, the next step sees what it is now.
    async fn moved(&self, owner: OwnerId, campaign: &Campaign, step: Transition) -> Result<Turn, StoreError> {
        if let Ok((moved, entry)) = campaign.moved(step, None, Actor::Service, self.ports.clock.now()) {
            self.ports.campaigns.save(owner, &moved, &entry).await?;
        }
        Ok(Turn::Next { moved: true, until: None })
    }

    /// Reads the next page of the audience, if one is due, and puts it into the ledger.
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
        // If another worker was faster, this page is in the ledger already.
        self.ports.ledger.plan(owner, campaign.id, &next, &rows).await?;
        Ok(())
    }

    /// Deals with a row: looks at the fan once more, submits the message, and settles what came of it.
    ///
    /// Whoever drops this before its end leaves the row to its lease.
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
        // That may have taken long. Nothing comes between this look at the clock and the submission.
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
    /// Nothing was to be read.
    Nothing,
    /// A page was read, or could not be.
    Page,
    /// The campaign was paused instead.
    Moved(Turn),
}

/// The transition that time or counts make due.
fn due_transition(campaign: &Campaign, progress: &Progress, now: UnixTime) -> Option<Transition> {
    let ended = campaign.definition.stop().reached(progress, now).map(Transition::Finish);
    let alarmed = || progress.recent.alarm().map(Transition::Pause);
    let unplanned = || {
        let frozen = campaign.definition.mode().freezes_audience();
        (frozen && !progress.planning.complete && progress.planning.has_failed()).then_some(Transition::Fail)
    };
    ended.or_else(alarmed).or_else(unplanned)
}

/// What an answer means for the row.
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
