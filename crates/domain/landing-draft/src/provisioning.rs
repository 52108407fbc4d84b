//! Use-case: provisions registered domains. A level-triggered reconciler over the queue of pending
//! domains.

use std::sync::Arc;

use futures_util::future::join_all;
use kernel::{Clock, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

use crate::domain::{InfraState, why_unreachable};
use crate::ports::{Provisioner, ProvisioningQueue, ProvisioningTask};

/// Duration of a lease, in seconds. Longer than any attempt takes, so that a lease expires only if
/// its process died.
const LEASE_SECONDS: i64 = 60;

/// Outcomes of one round of attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Round {
    /// Number of domains that became active.
    pub activated: u32,
    /// Number of domains that wait for another attempt.
    pub waiting: u32,
    /// Number of domains whose provisioning failed permanently.
    pub failed: u32,
    /// Number of attempts whose lease was lost, or whose domain was deleted in the meantime.
    pub lost: u32,
}

impl Round {
    /// Number of domains attempted.
    pub fn tried(&self) -> u32 {
        self.activated + self.waiting + self.failed + self.lost
    }
}

/// Use-case that claims an owner's due domains and provisions them.
#[derive(Clone)]
pub struct ProvisionDomains {
    queue: Arc<dyn ProvisioningQueue>,
    provisioner: Arc<dyn Provisioner>,
    clock: Arc<dyn Clock>,
}

impl ProvisionDomains {
    /// Creates the use-case over a queue, a provisioner and a clock.
    pub fn new(
        queue: Arc<dyn ProvisioningQueue>,
        provisioner: Arc<dyn Provisioner>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { queue, provisioner, clock }
    }

    /// Returns up to `limit` owners with a due domain, as defined by [`ProvisioningQueue::due`].
    pub async fn due(
        &self,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError> {
        self.queue.due(self.clock.now(), failing, served, limit).await
    }

    /// Runs one round: up to `at_once` due domains of an owner, concurrently.
    pub async fn run(&self, owner: OwnerId, at_once: u32) -> Result<Round, StoreError> {
        let mut round = Round::default();
        let tasks = self.queue.claim(owner, self.clock.now(), LEASE_SECONDS, at_once).await?;
        // A failure to store one outcome must not stop the remaining attempts.
        for attempted in join_all(tasks.iter().map(|task| self.attempt(task))).await {
            let counted = match attempted? {
                None => &mut round.lost,
                Some(InfraState::Active) => &mut round.activated,
                Some(InfraState::Pending { .. }) => &mut round.waiting,
                Some(InfraState::Failed) => &mut round.failed,
            };
            *counted += 1;
        }
        Ok(round)
    }

    /// Runs an attempt and returns the new state; `None` if the lease was lost.
    async fn attempt(&self, task: &ProvisioningTask) -> Result<Option<InfraState>, StoreError> {
        let infra = match why_unreachable(&task.hostname) {
            Some(why) => task.infra.given_up(task.began_at, why),
            None => {
                let outcome = self.provisioner.provision(&task.hostname).await;
                task.infra.after_attempt(task.began_at, self.clock.now(), outcome)
            }
        };
        Ok(self.queue.settle(task, &infra).await?.then_some(infra.state))
    }
}

#[cfg(test)]
mod tests {
    use kernel::Hostname;
    use kernel::fixed::FixedClock;

    use super::*;
    use crate::domain::Infra;
    use crate::ports::{MockProvisioner, MockProvisioningQueue};
    use crate::testing::NOW;

    fn task(hostname: &str) -> ProvisioningTask {
        ProvisioningTask {
            owner: OwnerId::new(1),
            hostname: Hostname::parse(hostname).unwrap(),
            infra: Infra::registered(NOW),
            lease: 1,
            began_at: NOW,
        }
    }

    #[tokio::test]
    async fn every_claimed_domain_is_settled_by_its_own_outcome() {
        let mut queue = MockProvisioningQueue::new();
        queue.expect_claim().returning(|_, _, _, _| {
            Ok(vec![task("good.example"), task("bad.example"), task("lost.example"), task("never.invalid")])
        });
        queue.expect_settle().times(4).returning(|task, infra| {
            let expected = match task.hostname.as_str() {
                "bad.example" => "pending",
                "never.invalid" => "failed",
                _ => "active",
            };
            assert_eq!(infra.state.as_str(), expected);
            Ok(task.hostname.as_str() != "lost.example")
        });
        let mut provisioner = MockProvisioner::new();
        provisioner.expect_provision().returning(|hostname| match hostname.as_str() {
            "bad.example" => Err("does not resolve".to_owned()),
            _ => Ok(()),
        });
        let clock = Arc::new(FixedClock::at(NOW));
        let run = ProvisionDomains::new(Arc::new(queue), Arc::new(provisioner), clock);
        let run = run.run(OwnerId::new(1), 10).await;
        let round = run.unwrap();
        assert_eq!(round, Round { activated: 1, waiting: 1, failed: 1, lost: 1 });
        assert_eq!(round.tried(), 4);
    }
}
