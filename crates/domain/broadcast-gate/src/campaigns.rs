//! Use-case: owners create, list, launch, pause, resume, unschedule and cancel campaigns.

use std::sync::Arc;

use futures_util::future::try_join;
use kernel::{Acting, Clock, Fingerprint, OwnerId, Precondition, StoreError, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::audience::{Audience, Fan};
use crate::campaign::{Binding, Campaign, Definition};
use crate::forecast::{self, Forecast};
use crate::gate::GateState;
use crate::ledger::Report;
use crate::pace::PacePolicy;
use crate::planning::PAGE;
use crate::ports::{CampaignStats, CampaignStore, FanDirectory, FanPage, FansError, GateKeeper, Ledger};
use crate::preview::Preview;
use crate::progress::Progress;
use crate::screening::{Candidate, Screening, Verdict};
use crate::state::{Actor, AuditEntry, InvalidTransition, PauseReason, Transition};
use crate::text::CampaignId;
use crate::walk::Walk;

/// Maximum number of attempts when concurrent calls change the same campaign.
const TRIES: u32 = 5;

/// Reason why a call about a campaign failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The input is invalid; each error has its path in the body.
    #[error("the campaign is invalid: {0}")]
    Invalid(ValidationErrors),
    /// The owner has no such campaign.
    #[error("there is no such broadcast")]
    NotFound,
    /// The campaign's status does not allow the transition.
    #[error(transparent)]
    Transition(#[from] InvalidTransition),
    /// The gate is closed, so no messages may be sent.
    #[error("the broadcast gate is closed")]
    GateClosed,
    /// The owner has no connected account, or the engine rejects the token.
    #[error("the account is not connected")]
    NotConnected,
    /// The engine did not return a valid response in time.
    #[error("the connected account did not answer")]
    Engine(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Concurrent calls changed the campaign at every attempt.
    #[error("another request is changing this broadcast; retry")]
    Contended,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<FansError> for CampaignError {
    fn from(error: FansError) -> Self {
        match error {
            FansError::NotConnected => Self::NotConnected,
            FansError::Engine(cause) => Self::Engine(cause),
            FansError::Store(error) => Self::Store(error),
        }
    }
}

/// Campaign with its progress and its forecast.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overview {
    /// Stored campaign.
    pub campaign: Campaign,
    /// Progress of the campaign.
    pub progress: Progress,
    /// Forecast for the campaign.
    pub forecast: Forecast,
}

/// Ports of [`Campaigns`].
#[derive(Clone)]
pub struct CampaignPorts {
    /// Store of campaigns.
    pub campaigns: Arc<dyn CampaignStore>,
    /// Ledger of the campaigns' rows.
    pub ledger: Arc<dyn Ledger>,
    /// Statistics of the campaigns.
    pub stats: Arc<dyn CampaignStats>,
    /// Directory of fans at the engine.
    pub fans: Arc<dyn FanDirectory>,
    /// Gate of the owner.
    pub gate: Arc<dyn GateKeeper>,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
}

/// Use-case for an owner's campaigns.
#[derive(Clone)]
pub struct Campaigns {
    ports: CampaignPorts,
    screening: Screening,
    pace: PacePolicy,
    expected: Precondition,
}

impl Campaigns {
    /// Creates the use-case with these screening rules and this pace policy.
    pub fn new(ports: CampaignPorts, screening: Screening, pace: PacePolicy) -> Self {
        Self { ports, screening, pace, expected: Precondition::None }
    }

    /// Returns the use-case with a precondition for changes: the campaign must be at the revision in `expected`.
    #[must_use]
    pub fn expecting(&self, expected: Precondition) -> Self {
        Self { expected, ..self.clone() }
    }

    /// Stores a draft; nothing is sent. If the definition names an account, it must be the connected one.
    pub async fn create(
        &self,
        by: &Acting,
        definition: &Definition,
        reserved: Option<CampaignId>,
    ) -> Result<Campaign, CampaignError> {
        if definition.account().is_some() {
            let connected = self.ports.fans.account(by.owner).await?;
            definition.check_account(connected.as_ref()).map_err(CampaignError::Invalid)?;
        }
        Ok(self.ports.campaigns.create(by, definition, reserved, self.ports.clock.now()).await?)
    }

    /// Lists up to `limit` campaigns with a number below `before`, newest first.
    pub async fn list(
        &self,
        owner: OwnerId,
        before: Option<CampaignId>,
        limit: u32,
    ) -> Result<Vec<Campaign>, CampaignError> {
        Ok(self.ports.campaigns.list(owner, before, limit).await?)
    }

    /// Returns a campaign with its progress and its forecast.
    pub async fn get(&self, owner: OwnerId, id: CampaignId) -> Result<Overview, CampaignError> {
        let campaign = self.find(owner, id).await?;
        let now = self.ports.clock.now();
        let progress = self.ports.stats.progress(owner, id, now).await?;
        let account = match &campaign.account {
            Some(account) => self.ports.stats.pace(owner, account).await?,
            None => Default::default(),
        };
        let pace = self.pace.of(campaign.definition.pace());
        let forecast = forecast::of(&campaign, &progress, &pace, account, now);
        Ok(Overview { campaign, progress, forecast })
    }

    /// Counts the current size of an audience. The fans are read page by page, and only counts are kept. If the engine
    /// lists a fan twice, the fan counts twice.
    ///
    /// The next page is requested while the current page is counted.
    pub async fn preview(&self, owner: OwnerId, audience: &Audience) -> Result<Preview, CampaignError> {
        let mut preview = Preview::default();
        let mut walk = Walk::default();
        let mut page = self.page(owner, audience, None).await?;
        while let Some(cursor) = page.next_cursor.take() {
            walk.turn(&cursor, &page.fans).map_err(|endless| CampaignError::Engine(Box::new(endless)))?;
            let next = self.page(owner, audience, Some(&cursor));
            (page, ()) = try_join(next, self.count(owner, audience, page.fans, &mut preview)).await?;
        }
        self.count(owner, audience, page.fans, &mut preview).await?;
        Ok(preview)
    }

    async fn page(
        &self,
        owner: OwnerId,
        audience: &Audience,
        cursor: Option<&str>,
    ) -> Result<FanPage, CampaignError> {
        Ok(self.ports.fans.page(owner, None, audience, cursor, PAGE).await?)
    }

    async fn count(
        &self,
        owner: OwnerId,
        audience: &Audience,
        fans: Vec<Fan>,
        preview: &mut Preview,
    ) -> Result<(), CampaignError> {
        let now = self.ports.clock.now();
        let (mut candidates, mut asked) = (Vec::with_capacity(fans.len()), Vec::with_capacity(fans.len()));
        for fan in fans.into_iter().filter(|fan| audience.matches(fan, now)) {
            // Fans excluded by id are counted separately.
            candidates.push((Candidate::to_count(&fan), fan.tier, audience.excludes(&fan.fan_id)));
            asked.push((fan.fan_id, None));
        }
        let histories = self.ports.ledger.histories(owner, None, &asked).await?;
        for ((candidate, tier, is_left_out), history) in candidates.iter().zip(&histories) {
            let passes = !matches!(self.screening.first(candidate, history, now), Verdict::Skip(_));
            preview.add(*tier, passes, *is_left_out);
        }
        Ok(())
    }

    /// Returns the state of an owner's gate, with the reasons if it is closed.
    pub async fn gate(&self, owner: OwnerId) -> Result<GateState, CampaignError> {
        Ok(self.ports.gate.state(owner).await?)
    }

    /// Launches a draft, or schedules it if its start is in the future. The gate must be open and the account
    /// connected.
    pub async fn launch(&self, by: &Acting, id: CampaignId) -> Result<Campaign, CampaignError> {
        self.change(by, id, |campaign| Transition::Launch { start_at: campaign.definition.start_at() }).await
    }

    /// Pauses a running campaign. A message in flight may still arrive.
    pub async fn pause(&self, by: &Acting, id: CampaignId) -> Result<Campaign, CampaignError> {
        self.change(by, id, |_| Transition::Pause(PauseReason::Operator)).await
    }

    /// Resumes a paused campaign under the current gate opening. The counters for alarms start at 0 again.
    pub async fn resume(&self, by: &Acting, id: CampaignId) -> Result<Campaign, CampaignError> {
        self.change(by, id, |_| Transition::Resume).await
    }

    /// Cancels a campaign that is not over.
    pub async fn cancel(&self, by: &Acting, id: CampaignId) -> Result<Campaign, CampaignError> {
        self.change(by, id, |_| Transition::Cancel).await
    }

    /// Returns a scheduled campaign to the draft status.
    pub async fn unschedule(&self, by: &Acting, id: CampaignId) -> Result<Campaign, CampaignError> {
        self.change(by, id, |_| Transition::Unschedule).await
    }

    /// Returns the report of a campaign.
    pub async fn report(&self, owner: OwnerId, id: CampaignId) -> Result<Report, CampaignError> {
        self.find(owner, id).await?;
        Ok(self.ports.stats.report(owner, id).await?)
    }

    /// Returns the audit entries of a campaign, oldest first.
    pub async fn audit(&self, owner: OwnerId, id: CampaignId) -> Result<Vec<AuditEntry>, CampaignError> {
        self.find(owner, id).await?;
        Ok(self.ports.campaigns.audit(owner, id).await?)
    }

    async fn find(&self, owner: OwnerId, id: CampaignId) -> Result<Campaign, CampaignError> {
        self.ports.campaigns.find(owner, id).await?.ok_or(CampaignError::NotFound)
    }

    async fn change(
        &self,
        by: &Acting,
        id: CampaignId,
        step: impl Fn(&Campaign) -> Transition + Send,
    ) -> Result<Campaign, CampaignError> {
        let owner = by.owner;
        for _ in 0..TRIES {
            let campaign = self.find(owner, id).await?;
            // The store replaces the campaign only if its revision is still the same.
            self.expected.check(Fingerprint::new(campaign.revision))?;
            let now = self.ports.clock.now();
            let step = step(&campaign);
            // The status is checked before the gate, so that a finished campaign always reports its status.
            campaign.status.after(step, now)?;
            let bound = self.binding(owner, &campaign, step).await?;
            let (moved, entry) = campaign.moved(step, bound, Actor::of(by), now)?;
            if self.ports.campaigns.save(by, &moved, &entry).await? {
                return Ok(moved);
            }
        }
        Err(CampaignError::Contended)
    }

    /// Returns the binding for a launch or a resume. Other transitions need neither gate nor account.
    async fn binding(
        &self,
        owner: OwnerId,
        campaign: &Campaign,
        step: Transition,
    ) -> Result<Option<Binding>, CampaignError> {
        if !matches!(step, Transition::Launch { .. } | Transition::Resume) {
            return Ok(None);
        }
        let gate = self.ports.gate.gate(owner).await?.epoch().ok_or(CampaignError::GateClosed)?;
        let connected = self.ports.fans.account(owner).await?.ok_or(CampaignError::NotConnected)?;
        let named = campaign.account.as_ref().or(campaign.definition.account());
        if named.is_some_and(|named| *named != connected) {
            return Err(CampaignError::NotConnected);
        }
        Ok(Some(Binding { account: connected, gate }))
    }
}

#[cfg(test)]
mod tests;
