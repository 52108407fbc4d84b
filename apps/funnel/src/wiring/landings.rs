//! The use-cases of domains, drafts, publishing and the library.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_assets::UploadIntake;
use adapter_postgres::{PgDomainStore, PgDraftStore, PgPresetStore, PgUploadCounts, Pool};
use landing_draft::context::Context;
use landing_draft::cpu::Cpu;
use landing_draft::dns::DnsTargets;
use landing_draft::domain::PlanCaps;
use landing_draft::domains::{Domains, Ownership};
use landing_draft::editing::EditDraft;
use landing_draft::id::Ids;
use landing_draft::labels::Labels;
use landing_draft::library::Library;
use landing_draft::ownership::ChallengeKey;
use landing_draft::publishing::Publishing;
use landing_draft::uploads::Uploads;
use runtime::{SystemClock, SystemEntropy};
use secrecy::ExposeSecret as _;

use super::Shared;
use crate::config::Config;
use crate::processors::Processors;

/// The use-cases of landings.
pub(super) struct Landings {
    ids: Ids,
    pub(super) edit: Arc<EditDraft>,
    domains: Domains,
    publishing: Publishing,
    library: Library,
    uploads: Uploads,
}

impl Landings {
    /// Registers the use-cases for the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config
            .app_data(Data::new(self.ids))
            .app_data(Data::from(self.edit))
            .app_data(Data::new(self.domains))
            .app_data(Data::new(self.publishing))
            .app_data(Data::new(self.library))
            .app_data(Data::new(self.uploads));
    }

    pub(super) fn build(shared: &Shared, pool: &Pool) -> Self {
        let context = context();
        let ids = context.ids.clone();
        let drafts = Arc::new(PgDraftStore::new(pool.clone(), Arc::clone(&shared.read_drafts)));
        let domains = Arc::new(PgDomainStore::new(pool.clone()));
        let presets = Arc::new(PgPresetStore::new(pool.clone()));
        let labels = labels(shared);
        Self {
            library: Library::new(presets, drafts.clone(), Arc::new(SystemClock)),
            uploads: uploads(shared, pool),
            ids,
            edit: Arc::new(EditDraft::new(drafts.clone(), labels, context.clone())),
            domains: Domains::new(domains, context.clone(), plan_caps(&shared.config), ownership(shared))
                .with_targets(DnsTargets::new(&shared.config.dns_target)),
            publishing: Publishing::new(drafts.clone(), drafts, context),
        }
    }
}

/// Builds the clock, ids and CPU pool for the use-cases of drafts.
pub(super) fn context() -> Context {
    let ids = Ids::new(Arc::new(SystemClock), Arc::new(SystemEntropy));
    Context { clock: Arc::new(SystemClock), ids, cpu: Cpu::new(Arc::new(Processors)) }
}

/// Builds the use-case that stores uploads.
pub(super) fn uploads(shared: &Shared, pool: &Pool) -> Uploads {
    Uploads::new(
        Arc::new(UploadIntake),
        Arc::new(shared.assets.files.clone()),
        Arc::new(PgUploadCounts::new(pool.clone())),
        shared.config.file_quota,
        Arc::new(SystemClock),
    )
}

/// Builds the renderer of labels and cards.
pub(super) fn labels(shared: &Shared) -> Labels {
    let typesetter = Arc::new(shared.assets.typesetter.clone());
    Labels::new(typesetter.clone()).with_cards(typesetter)
}

fn ownership(shared: &Shared) -> Ownership {
    let key = ChallengeKey::new(*shared.keys.hostname_challenges.expose_secret());
    Ownership { key, records: Arc::clone(&shared.texts) }
}

pub(super) fn plan_caps(config: &Config) -> PlanCaps {
    let cap = |plan: &str| config.plan_caps.get(plan).copied().unwrap_or_default();
    PlanCaps { free: cap("free"), pro: cap("pro"), agency: cap("agency") }
}
