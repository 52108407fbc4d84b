//! Use-case: provisions the funnel links of a domain, and switches them on and off.

#[cfg(test)]
mod model;
mod restamp;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod world;

use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use kernel::{Acting, Clock, CountryCode, Entropy, Hostname, OwnerId, Precondition, SortableId, StoreError};

use crate::config::ProvisionConfig;
use crate::link::{FunnelLinkId, Offer};
use crate::plan::{Action, DryRun, is_settled, plan};
use crate::ports::{
    ButtonStamper, ConnectedAccount, DomainLinks, EngineError, FunnelEngine, FunnelLinkStore, LastSwitch,
    NewUpstreamLink, RecordedLink, Recording, StampError, Stamped, Switching,
};
use crate::slot::Slot;
use crate::upstream::{SlotMismatch, UpstreamLink};

/// Maximum number of attempts to switch a link. An attempt fails only if a concurrent switch succeeded.
const MAX_SWITCHES: usize = 20;

/// Maximum number of concurrent link creations.
const AT_ONCE: usize = 4;

/// Reason why provisioning or switching failed.
#[derive(Debug, thiserror::Error)]
pub enum ProvisionError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The domain has no such link.
    #[error("this domain has no such link")]
    LinkNotFound,
    /// The link belongs to an account that is not the connected one.
    #[error("this link belongs to an account that is not the connected one")]
    LinkForeign,
    /// Too many concurrent writers edit the domain's draft or switch its links.
    #[error("too many requests edit this domain at once; retry")]
    Busy,
    /// The engine is not connected, or the call failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<StampError> for ProvisionError {
    fn from(error: StampError) -> Self {
        match error {
            StampError::DomainNotFound => Self::DomainNotFound,
            StampError::Busy => Self::Busy,
            StampError::Store(error) => Self::Store(error),
        }
    }
}

/// Reason why a slot has no link. The next call retries.
#[derive(Debug, thiserror::Error)]
pub enum SlotReason {
    /// The engine is no longer connected, or the call failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The upstream links could not be listed, so no link was created.
    #[error("the engine did not list its links")]
    NotListed,
    /// The engine returned a link that does not fit the slot.
    #[error(transparent)]
    SlotMismatch(#[from] SlotMismatch),
    /// The upstream link with the slot's name or key already fills another slot.
    #[error("the upstream link already fills another slot")]
    LinkTaken,
}

impl SlotReason {
    /// Stable word for clients.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Engine(EngineError::NotConnected) => "engine_not_connected",
            Self::Engine(EngineError::Failed(_)) | Self::NotListed => "engine_error",
            Self::Engine(EngineError::BadLink(_)) => "bad_link",
            Self::SlotMismatch(SlotMismatch::Offer) => "wrong_offer",
            Self::SlotMismatch(SlotMismatch::Country) => "wrong_country",
            Self::SlotMismatch(SlotMismatch::NotPermanent) => "not_permanent",
            Self::LinkTaken => "link_taken",
        }
    }
}

/// Slot without a link after provisioning.
#[derive(Debug)]
pub struct UnresolvedSlot {
    /// Offer of the slot.
    pub offer: Offer,
    /// Country of a trial.
    pub country: Option<CountryCode>,
    /// Reason why the slot has no link.
    pub reason: SlotReason,
}

/// Result of provisioning a domain.
#[derive(Debug)]
pub struct Provisioned {
    /// Number of links created upstream.
    pub created: u32,
    /// Number of upstream links adopted by their names.
    pub adopted: u32,
    /// Number of links that were already recorded.
    pub reused: u32,
    /// Slots without a link, in the order of the configuration.
    pub unresolved: Vec<UnresolvedSlot>,
    /// Result of stamping the buttons.
    pub stamped: Stamped,
    /// All recorded links of the account for the domain, including links outside of the current configuration.
    pub links: Vec<RecordedLink>,
}

impl Provisioned {
    /// Number of recorded links with this offer: `trial_count` and `tracking_count` of the response.
    pub fn count(&self, offer: Offer) -> usize {
        self.links.iter().filter(|link| link.upstream.offer == offer).count()
    }
}

/// Result of switching a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toggled {
    /// Link in its new state.
    pub link: RecordedLink,
    /// Result of stamping the buttons.
    pub stamped: Stamped,
}

/// Use-case that provisions the funnel links of domains.
#[derive(Clone)]
pub struct Provisioning {
    engine: Arc<dyn FunnelEngine>,
    links: Arc<dyn FunnelLinkStore>,
    buttons: Arc<dyn ButtonStamper>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

enum Outcome {
    Created,
    Adopted,
    Reused,
    Unresolved(SlotReason),
}

impl Provisioning {
    /// Creates the use-case over an engine, stores, a clock and an entropy source.
    pub fn new(
        engine: Arc<dyn FunnelEngine>,
        links: Arc<dyn FunnelLinkStore>,
        buttons: Arc<dyn ButtonStamper>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self { engine, links, buttons, clock, entropy }
    }

    /// Creates and updates the links of a domain according to `config`, then stamps its buttons. Safe to repeat, even
    /// after a crash or concurrently: no slot ever gets two links.
    ///
    /// The domain's draft is compared with `expected` before any call to the engine. Later edits stay, because stamping
    /// changes only addresses.
    pub async fn provision(
        &self,
        by: &Acting,
        domain: &Hostname,
        config: &ProvisionConfig,
        expected: Precondition,
    ) -> Result<Provisioned, ProvisionError> {
        let owner = by.owner;
        let (recorded, account) = self.own(owner, domain).await?;
        if expected != Precondition::None {
            expected.check(self.buttons.draft_state(owner, domain).await?)?;
        }
        let plan = match self.plan(owner, domain, config, &recorded).await {
            Ok(plan) => plan.into_iter().map(|(slot, action)| (slot, Ok(action))).collect(),
            Err(EngineError::NotConnected) => return Err(EngineError::NotConnected.into()),
            Err(EngineError::Failed(_) | EngineError::BadLink(_)) => unlisted(config, domain, &recorded),
        };
        let outcomes = self.carry_out(by, domain, config, account.as_ref(), plan).await?;
        if !self.links.save_config(by, domain, config).await? {
            return Err(ProvisionError::DomainNotFound);
        }
        let (stamped, mut links) = self.restamp(by, domain).await?;
        if let Some(account) = account {
            links.retain(|link| link.upstream.provider_id.account() == account.number);
        }
        Ok(tally(outcomes, stamped, links))
    }

    /// Returns the changes that [`Provisioning::provision`] would make now. Changes nothing.
    pub async fn dry_run(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        config: &ProvisionConfig,
    ) -> Result<DryRun, ProvisionError> {
        let (recorded, _) = self.own(owner, domain).await?;
        Ok(DryRun::of(&self.plan(owner, domain, config, &recorded).await?))
    }

    /// A link of a domain.
    pub async fn link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: FunnelLinkId,
    ) -> Result<RecordedLink, ProvisionError> {
        let recorded = self.load(owner, domain).await?;
        let found = recorded.links.into_iter().chain(recorded.aside).find(|recorded| recorded.id == link);
        found.ok_or(ProvisionError::LinkNotFound)
    }

    /// Switches a link of a domain on or off: at the engine, in the store, and on the buttons. `expected` is the link's
    /// expected state.
    ///
    /// If two switches run at once, the engine's final state is unknown. So a switch is stored only if no other switch
    /// was stored since this one read the link. Otherwise this switch is sent again, so the last stored switch is also
    /// the last one sent. If another switch makes `expected` false, this one sends the other's state again, and then
    /// fails.
    pub async fn toggle(
        &self,
        by: &Acting,
        domain: &Hostname,
        link: FunnelLinkId,
        active: bool,
        expected: Precondition,
    ) -> Result<Toggled, ProvisionError> {
        let owner = by.owner;
        let (mut found, mut seen) = self.switched(owner, domain, link).await?;
        expected.check(found.fingerprint())?;
        let account = self.engine.connected(owner).await?.ok_or(EngineError::NotConnected)?;
        if found.upstream.provider_id.account() != account.number {
            return Err(ProvisionError::LinkForeign);
        }
        let mut outcome = Ok(());
        for _ in 0..MAX_SWITCHES {
            let active = if outcome.is_ok() { active } else { found.upstream.active };
            self.engine.set_active(owner, &found.upstream.provider_id, active).await?;
            match self.links.set_active(by, domain, link, active, seen, self.clock.now()).await? {
                Switching::Noted(link) => {
                    let (stamped, _) = self.restamp(by, domain).await?;
                    return outcome.map(|()| Toggled { link, stamped }).map_err(ProvisionError::Store);
                }
                Switching::Overtaken => {}
                Switching::Gone => return Err(ProvisionError::LinkNotFound),
            }
            (found, seen) = self.switched(owner, domain, link).await?;
            outcome = outcome.and_then(|()| expected.check(found.fingerprint()));
        }
        Err(ProvisionError::Busy)
    }

    /// Returns a link and its latest switch. The switch is read first, so it may be older than the link.
    async fn switched(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: FunnelLinkId,
    ) -> Result<(RecordedLink, LastSwitch), ProvisionError> {
        let seen = self.links.last_switch(owner, domain, link).await?;
        let found = self.link(owner, domain, link).await?;
        Ok((found, seen.ok_or(ProvisionError::LinkNotFound)?))
    }

    async fn load(&self, owner: OwnerId, domain: &Hostname) -> Result<DomainLinks, ProvisionError> {
        self.links.load(owner, domain).await?.ok_or(ProvisionError::DomainNotFound)
    }

    /// Returns the connected account and its links for a domain. Links of former accounts fill no slot. Without a
    /// connection, returns the links that currently serve the slots, because none can be created.
    async fn own(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<(Vec<RecordedLink>, Option<ConnectedAccount>), ProvisionError> {
        let recorded = self.load(owner, domain).await?;
        let account = self.engine.connected(owner).await?;
        let own = match &account {
            Some(account) => recorded.of_account(account.number),
            None => recorded.links,
        };
        Ok((own, account))
    }

    async fn plan(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        config: &ProvisionConfig,
        recorded: &[RecordedLink],
    ) -> Result<Vec<(Slot, Action)>, EngineError> {
        // Recorded links need no call to the engine.
        let upstream = match is_settled(config, recorded) {
            true => Vec::new(),
            false => self.engine.links(owner).await?.links,
        };
        Ok(plan(config, domain, recorded, &upstream))
    }

    async fn carry_out(
        &self,
        by: &Acting,
        domain: &Hostname,
        config: &ProvisionConfig,
        account: Option<&ConnectedAccount>,
        plan: Vec<(Slot, Result<Action, SlotReason>)>,
    ) -> Result<Vec<(Slot, Outcome)>, StoreError> {
        let each = plan.into_iter().map(|(slot, action)| async move {
            let outcome = match action {
                Ok(action) => self.fill(by, domain, config, account, (slot, action)).await?,
                Err(reason) => Outcome::Unresolved(reason),
            };
            Ok((slot, outcome))
        });
        let outcomes: Vec<_> = stream::iter(each).buffered(AT_ONCE).collect().await;
        outcomes.into_iter().collect()
    }

    async fn fill(
        &self,
        by: &Acting,
        domain: &Hostname,
        config: &ProvisionConfig,
        account: Option<&ConnectedAccount>,
        (slot, action): (Slot, Action),
    ) -> Result<Outcome, StoreError> {
        let owner = by.owner;
        let (link, done) = match action {
            Action::Reuse => return Ok(Outcome::Reused),
            Action::Adopt(link) => (link, Outcome::Adopted),
            Action::Create => {
                let fresh = SortableId::generate(self.clock.now(), self.entropy.as_ref());
                let Some(nonce) = self.links.link_nonce(owner, domain, fresh).await? else {
                    // The missing domain is reported later, when the configuration is saved.
                    return Ok(Outcome::Reused);
                };
                match self.create(owner, domain, config, account, (slot, nonce)).await {
                    Ok(link) => (link, Outcome::Created),
                    Err(reason) => return Ok(Outcome::Unresolved(reason)),
                }
            }
        };
        Ok(match self.links.record(by, domain, slot, &link).await? {
            Recording::Recorded(_) => done,
            Recording::SlotTaken(_) => Outcome::Reused,
            Recording::LinkTaken => Outcome::Unresolved(SlotReason::LinkTaken),
            // The missing domain is reported later, when the configuration is saved. A new domain of that name adopts
            // the link.
            Recording::NoDomain => Outcome::Reused,
        })
    }

    async fn create(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        config: &ProvisionConfig,
        account: Option<&ConnectedAccount>,
        (slot, nonce): (Slot, SortableId),
    ) -> Result<UpstreamLink, SlotReason> {
        let account = account.ok_or(EngineError::NotConnected)?;
        let wanted = NewUpstreamLink {
            account: account.number,
            offer: slot.offer(),
            name: slot.upstream_name(domain),
            country: slot.country(),
            trial_days: slot.country().and(config.trial_days()),
            idempotency_key: slot.idempotency_key(domain, owner, &account.id, nonce),
        };
        let link = self.engine.create_link(owner, &wanted).await?;
        link.fits(slot)?;
        Ok(link)
    }
}

/// Plan for an engine that can't list its links: recorded links are reused, and none are created.
fn unlisted(
    config: &ProvisionConfig,
    domain: &Hostname,
    recorded: &[RecordedLink],
) -> Vec<(Slot, Result<Action, SlotReason>)> {
    let plan = plan(config, domain, recorded, &[]).into_iter();
    plan.map(|(slot, action)| match action {
        Action::Create => (slot, Err(SlotReason::NotListed)),
        other => (slot, Ok(other)),
    })
    .collect()
}

fn tally(outcomes: Vec<(Slot, Outcome)>, stamped: Stamped, links: Vec<RecordedLink>) -> Provisioned {
    let (created, adopted, reused) = (0, 0, 0);
    let mut report = Provisioned { created, adopted, reused, unresolved: Vec::new(), stamped, links };
    for (slot, outcome) in outcomes {
        match outcome {
            Outcome::Created => report.created += 1,
            Outcome::Adopted => report.adopted += 1,
            Outcome::Reused => report.reused += 1,
            Outcome::Unresolved(reason) => {
                let (offer, country) = (slot.offer(), slot.country());
                report.unresolved.push(UnresolvedSlot { offer, country, reason });
            }
        }
    }
    report
}
