//! Use-case: registers, lists and deletes domains.

use std::sync::Arc;

use kernel::{Acting, Hostname, OwnerId, StoreError};

use crate::context::Context;
use crate::dns::{DnsRecord, DnsTargets};
use crate::domain::{Domain, NewDomain, PlanCaps, PlanUse, Revision, Used};
use crate::ownership::{Challenge, ChallengeKey};
use crate::ports::{DomainStore, RegisterError, TextRecords};
use crate::text::DisplayName;

/// Reason why a call about a domain failed.
#[derive(Debug, thiserror::Error)]
pub enum DomainError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    NotFound,
    /// Provisioning can be restarted only after a failure.
    #[error("provisioning can only be retried after it has failed")]
    NotFailed,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reason why a domain was not registered.
#[derive(Debug, thiserror::Error)]
pub enum RegistrationError {
    /// Another owner had the hostname within 90 days, and the DNS record that proves control by this owner is missing.
    #[error(
        "another account had this hostname within the last 90 days; to prove that it is yours, add the DNS record `{} TXT \"{}\"` \
         and register the hostname again",
        .0.name, .0.value
    )]
    ProofMissing(Challenge),
    /// The store rejected the registration.
    #[error(transparent)]
    Refused(#[from] RegisterError),
}

/// Verification of control over hostnames: the challenge secret and a DNS resolver.
#[derive(Clone)]
pub struct Ownership {
    /// Secret for challenges.
    pub key: ChallengeKey,
    /// Resolver for the challenge records.
    pub records: Arc<dyn TextRecords>,
}

/// Use-case for an owner's domains.
#[derive(Clone)]
pub struct Domains {
    store: Arc<dyn DomainStore>,
    context: Context,
    caps: PlanCaps,
    targets: DnsTargets,
    ownership: Ownership,
}

impl Domains {
    /// Creates the use-case over a store, with limits per plan.
    pub fn new(store: Arc<dyn DomainStore>, context: Context, caps: PlanCaps, ownership: Ownership) -> Self {
        Self { store, context, caps, targets: DnsTargets::default(), ownership }
    }

    /// Returns the use-case with these DNS targets for domains.
    #[must_use]
    pub fn with_targets(self, targets: DnsTargets) -> Self {
        Self { targets, ..self }
    }

    /// Returns the DNS records that point a domain at this service.
    pub fn records(&self, domain: &Hostname) -> Vec<DnsRecord> {
        self.targets.records(domain)
    }

    /// Registers a domain in the state `pending`; a worker provisions it. DNS is queried only if another owner had the
    /// hostname recently.
    pub async fn register(
        &self,
        by: &Acting,
        hostname: Hostname,
        display_name: DisplayName,
    ) -> Result<Domain, RegistrationError> {
        let mut domain =
            NewDomain { hostname, display_name, created_at: self.context.clock.now(), is_proven: false };
        match self.store.register(by, &domain, &self.caps).await {
            Err(RegisterError::Unproven) => {}
            registered => return Ok(registered?),
        }
        let challenge = self.ownership.key.challenge(by.owner, &domain.hostname);
        if !self.ownership.records.texts(&challenge.name).await.contains(&challenge.value) {
            return Err(RegistrationError::ProofMissing(challenge));
        }
        domain.is_proven = true;
        Ok(self.store.register(by, &domain, &self.caps).await?)
    }

    /// Lists all domains, oldest first.
    pub async fn list(&self, owner: OwnerId) -> Result<Vec<Domain>, DomainError> {
        Ok(self.store.list(owner).await?)
    }

    /// Returns one domain.
    pub async fn find(&self, owner: OwnerId, domain: &Hostname) -> Result<Domain, DomainError> {
        self.store.find(owner, domain).await?.ok_or(DomainError::NotFound)
    }

    /// Returns the owner's plan and the usage of its domain limit. An owner that does not exist has no domains and an
    /// empty plan.
    pub async fn plan_use(&self, owner: OwnerId) -> Result<(String, Used), DomainError> {
        let found = self.store.plan_use(owner).await?;
        let PlanUse { plan, domains } = found.unwrap_or(PlanUse { plan: String::new(), domains: 0 });
        let allowed = Some(u64::from(self.caps.of(&plan)));
        Ok((plan, Used { used: domains, allowed }))
    }

    /// Deletes a domain with all its data.
    pub async fn delete(
        &self,
        by: &Acting,
        domain: &Hostname,
        expected: Option<Revision>,
    ) -> Result<(), DomainError> {
        if self.store.delete(by, domain, expected, self.context.clock.now()).await? {
            Ok(())
        } else {
            Err(DomainError::NotFound)
        }
    }

    /// Restarts the provisioning of a domain after a failure. If `expected` is given, the domain's draft must be at
    /// that revision.
    pub async fn restart_provisioning(
        &self,
        by: &Acting,
        domain: &Hostname,
        expected: Option<Revision>,
    ) -> Result<Domain, DomainError> {
        let found = self.find(by.owner, domain).await?;
        if expected.is_some_and(|expected| expected != found.revision) {
            return Err(StoreError::PreconditionFailed.into());
        }
        let infra = found.infra.restarted(self.context.clock.now()).ok_or(DomainError::NotFailed)?;
        if self.store.replace_infra(by, domain, expected, &found.infra, &infra).await? {
            Ok(Domain { infra, ..found })
        } else {
            // A concurrent restart or deletion won, so provisioning is no longer failed.
            Err(DomainError::NotFailed)
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::FixedClock;

    use super::*;
    use crate::domain::{Infra, InfraState};
    use crate::ports::{MockDomainStore, MockTextRecords};
    use crate::testing::{NOW, ids};

    fn domains(infra: Option<Infra>, expect: fn(&mut MockDomainStore)) -> Domains {
        let mut store = MockDomainStore::new();
        store.expect_find().returning(move |_, hostname| {
            Ok(infra.clone().map(|infra| Domain {
                hostname: hostname.clone(),
                display_name: DisplayName::parse("A").unwrap(),
                created_at: NOW,
                button_count: 0,
                revision: Revision::FIRST,
                infra,
            }))
        });
        expect(&mut store);
        domains_of(store, Vec::new())
    }

    fn domains_of(store: MockDomainStore, texts: Vec<String>) -> Domains {
        let mut records = MockTextRecords::new();
        records.expect_texts().returning(move |_| texts.clone());
        let ownership = Ownership { key: ChallengeKey::new([7; 32]), records: Arc::new(records) };
        let context =
            Context { clock: Arc::new(FixedClock::at(NOW)), ids: ids(), cpu: crate::cpu::Cpu::inline() };
        Domains::new(Arc::new(store), context, PlanCaps::default(), ownership)
    }

    #[tokio::test]
    async fn a_name_of_somebody_else_needs_its_record() {
        let store = || {
            let mut store = MockDomainStore::new();
            store.expect_register().returning(|_, new, _| {
                if !new.is_proven {
                    return Err(RegisterError::Unproven);
                }
                Ok(Domain {
                    hostname: new.hostname.clone(),
                    display_name: new.display_name.clone(),
                    created_at: new.created_at,
                    button_count: 0,
                    revision: Revision::FIRST,
                    infra: Infra::registered(new.created_at),
                })
            });
            store
        };
        let owner = OwnerId::new(1);
        let register = async |texts: Vec<String>| {
            let (name, title) = (Hostname::parse("a.example").unwrap(), DisplayName::parse("A").unwrap());
            domains_of(store(), texts).register(&Acting::service(owner), name, title).await
        };
        let Err(RegistrationError::ProofMissing(challenge)) = register(Vec::new()).await else {
            panic!("registered without a proof");
        };
        let message = RegistrationError::ProofMissing(challenge.clone()).to_string();
        assert!(message.contains(&challenge.name) && message.contains(&challenge.value), "{message}");
        let of_another =
            ChallengeKey::new([7; 32]).challenge(OwnerId::new(2), &Hostname::parse("a.example").unwrap());
        assert!(register(vec![of_another.value]).await.is_err());
        assert!(register(vec!["v=spf1 -all".to_owned(), challenge.value]).await.is_ok());
    }

    #[tokio::test]
    async fn only_failed_provisioning_starts_again() {
        let domain = Hostname::parse("a.example").unwrap();
        let owner = OwnerId::new(1);
        let failed = Infra { state: InfraState::Failed, attempts: 5, ..Infra::registered(NOW) };
        let again = domains(Some(failed), |store| {
            store.expect_replace_infra().once().returning(|_, _, _, _, _| Ok(true));
        });
        let restarted = again
            .restart_provisioning(&Acting::service(owner), &domain, Some(Revision::FIRST))
            .await
            .unwrap();
        assert_eq!(restarted.infra.state, InfraState::Pending { next_attempt_at: NOW });
        let pending = domains(Some(Infra::registered(NOW)), |_| {});
        let refused = pending.restart_provisioning(&Acting::service(owner), &domain, None).await;
        assert!(matches!(refused, Err(DomainError::NotFailed)));
        let stale = pending.restart_provisioning(&Acting::service(owner), &domain, Some(Revision(9))).await;
        assert!(matches!(stale, Err(DomainError::Store(StoreError::PreconditionFailed))));
        let missing =
            domains(None, |_| {}).restart_provisioning(&Acting::service(owner), &domain, None).await;
        assert!(matches!(missing, Err(DomainError::NotFound)));
    }
}
