//! What owners do with campaigns: make, look at, launch, pause, resume, take back, end.

use std::sync::Arc;

use futures_util::future::try_join;
use kernel::{Clock, Fingerprint, OwnerId, Precondition, StoreError, ValidationErrors};
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

/// How often a change is tried when others change the same campaign at once.
const TRIES: u32 = 5;

/// Why something could not be done with a campaign.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The input is wrong, in these places of the body.
    #[error("the campaign is invalid: {0}")]
    Invalid(ValidationErrors),
    /// The owner has no such campaign.
    #[error("there is no such broadcast")]
    NotFound,
    /// Its state does not allow it.
    #[error(transparent)]
    Transition(#[from] InvalidTransition),
    /// Deliveries are not allowed.
    #[error("the broadcast gate is closed")]
    GateClosed,
    /// The owner has no account connected, or the engine refuses the token.
    #[error("the account is not connected")]
    NotConnected,
    /// The engine did not give a valid answer in time.
    #[error("the connected account did not answer")]
    Engine(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Others changed the campaign each time.
    #[error("another request changes this broadcast; retry")]
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

/// A campaign, how far it is, and what to expect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overview {
    /// The campaign.
    pub campaign: Campaign,
    /// How far it is.
    pub progress: Progress,
    /// What to expect.
    pub forecast: Forecast,
}

/// The ports that [`Campaigns`] needs.
#[derive(Clone)]
pub struct CampaignPorts {
    /// The campaigns.
    pub campaigns: Arc<dyn CampaignStore>,
    /// Their rows.
    pub ledger: Arc<dyn Ledger>,
    /// What they have come to.
    pub stats: Arc<dyn CampaignStats>,
    /// The fans.
    pub fans: Arc<dyn FanDirectory>,
    /// The gate.
    pub gate: Arc<dyn GateKeeper>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// What owners do with campaigns.
#[derive(Clone)]
pub struct Campaigns {
    ports: CampaignPorts,
    screening: Screening,
    pace: PacePolicy,
    expected: Precondition,
}

impl Campaigns {
    /// Campaigns under these rules.
    pub fn new(ports: CampaignPorts, screening: Screening, pace: PacePolicy) -> Self {
        Self { ports, screening, pace, expected: Precondition::None }
    }

    /// The same, for changes of a campaign that is at the revision that `expected` names.
    #[must_use]
    pub fn expecting(&self, expected: Precondition) -> Self {
        Self { expected, ..self.clone() }
    }

    /// Stores a draft; nothing is delivered. An account that it names must be the connected one.
    pub async fn create(
        &self,
        owner: OwnerId,
        definition: &Definition,
        reserved: Option<CampaignId>,
    ) -> Result<Campaign, CampaignError> {
        if definition.account().is_some() {
            let connected = self.ports.fans.account(owner).await?;
            definition.check_account(connected.as_ref()).map_err(CampaignError::Invalid)?;
        }
        Ok(self.ports.campaigns.create(owner, definition, reserved, self.ports.clock.now()).await?)
    }

    /// Up to `limit` campaigns below `before`, newest first.
    pub async fn list(
        &self,
        owner: OwnerId,
        before: Option<CampaignId>,
        limit: u32,
    ) -> Result<Vec<Campaign>, CampaignError> {
        Ok(self.ports.campaigns.list(owner, before, limit).await?)
    }

    /// A campaign, how far it is, and what to expect.
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

    /// How large an audience is now. It is read page by page, and nothing of it is kept but counts. A fan whom the
    /// engine lists twice counts twice.
    ///
    /// While the engine makes a page, the one before it is counted.
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
            // Those whom the selector leaves out by name are counted apart.
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

    /// Whether the gate of an owner lets launches through, and what keeps it closed.
    pub async fn gate(&self, owner: OwnerId) -> Result<GateState, CampaignError> {
        Ok(self.ports.gate.state(owner).await?)
    }

    /// Starts a draft, or schedules it if its start is still to come. The gate must be open and the account connected.
    pub async fn launch(
        &self,
        owner: OwnerId,
        id: CampaignId,
        actor: Actor,
    ) -> Result<Campaign, CampaignError> {
        self.change(owner, id, actor, |campaign| Transition::Launch {
            start_at: campaign.definition.start_at(),
        })
        .await
    }

    /// Stops a running campaign until it is resumed. A message that is being submitted at the moment may still go out.
    pub async fn pause(
        &self,
        owner: OwnerId,
        id: CampaignId,
        actor: Actor,
    ) -> Result<Campaign, CampaignError> {
        self.change(owner, id, actor, |_| Transition::Pause(PauseReason::Operator)).await
    }

    /// Lets a paused campaign go on, under the present opening of the gate. Its alarms start to count anew.
    pub async fn resume(
        &self,
        owner: OwnerId,
        id: CampaignId,
        actor: Actor,
    ) -> Result<Campaign, CampaignError> {
        self.change(owner, id, actor, |_| Transition::Resume).await
    }

    /// Ends a campaign that is not over.
    pub async fn cancel(
        &self,
        owner: OwnerId,
        id: CampaignId,
        actor: Actor,
    ) -> Result<Campaign, CampaignError> {
        self.change(owner, id, actor, |_| Transition::Cancel).await
    }

    /// Takes a scheduled campaign back to a draft.
    pub async fn unschedule(
        &self,
        owner: OwnerId,
        id: CampaignId,
        actor: Actor,
    ) -> Result<Campaign, CampaignError> {
        self.change(owner, id, actor, |_| Transition::Unschedule).await
    }

    /// What a campaign has come to.
    pub async fn report(&self, owner: OwnerId, id: CampaignId) -> Result<Report, CampaignError> {
        self.find(owner, id).await?;
        Ok(self.ports.stats.report(owner, id).await?)
    }

    /// Who changed a campaign's state, oldest first.
    pub async fn audit(&self, owner: OwnerId, id: CampaignId) -> Result<Vec<AuditEntry>, CampaignError> {
        self.find(owner, id).await?;
        Ok(self.ports.campaigns.audit(owner, id).await?)
    }

    async fn find(&self, owner: OwnerId, id: CampaignId) -> Result<Campaign, CampaignError> {
        self.ports.campaigns.find(owner, id).await?.ok_or(CampaignError::NotFound)
    }

    async fn change(
        &self,
        owner: OwnerId,
        id: CampaignId,
        actor: Actor,
        step: impl Fn(&Campaign) -> Transition + Send,
    ) -> Result<Campaign, CampaignError> {
        for _ in 0..TRIES {
            let campaign = self.find(owner, id).await?;
            // The store replaces this very revision or nothing.
            self.expected.check(Fingerprint::new(campaign.revision))?;
            let now = self.ports.clock.now();
            let step = step(&campaign);
            // The state is looked at before the gate, so that a finished campaign is reported as finished in any case.
            campaign.status.after(step, now)?;
            let bound = self.binding(owner, &campaign, step).await?;
            let (moved, entry) = campaign.moved(step, bound, actor.clone(), now)?;
            if self.ports.campaigns.save(owner, &moved, &entry).await? {
                return Ok(moved);
            }
        }
        Err(CampaignError::Contended)
    }

    /// What a launch or a resume binds the campaign to; other moves need neither gate nor account.
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
