//! The use-cases of document export and import.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{
    PgCodeStore, PgDomainStore, PgDraftStore, PgMemberStore, PgPresetStore, PgSmartLinkStore,
    PgTransferStore, Pool,
};
use application::transfer::link_tables::LinkTables;
use application::transfer::stores::Stores;
use application::transfer::{Exporting, Importing};
use http_kit::extract::SpoolFolder;
use landing_draft::editing::EditDraft;

use super::Shared;
use super::landings::{context, labels, plan_caps, uploads};

pub(super) struct Transfer {
    exporting: Exporting,
    importing: Importing,
    tables: LinkTables,
    spool: SpoolFolder,
}

impl Transfer {
    pub(super) fn build(shared: &Shared, edit: &Arc<EditDraft>, pool: &Pool) -> Self {
        let context = context();
        let stores = Stores {
            domains: Arc::new(PgDomainStore::new(pool.clone())),
            drafts: Arc::new(PgDraftStore::new(pool.clone(), Arc::clone(&shared.read_drafts))),
            presets: Arc::new(PgPresetStore::new(pool.clone())),
            members: Arc::new(PgMemberStore::new(pool.clone())),
            smart_links: Arc::new(PgSmartLinkStore::new(pool.clone())),
            codes: Arc::new(PgCodeStore::new(pool.clone())),
            files: Arc::new(shared.assets.files.clone()),
            uploads: uploads(shared, pool),
            transfer: Arc::new(PgTransferStore::new(pool.clone())),
        };
        let caps = plan_caps(&shared.config);
        Self {
            spool: SpoolFolder { path: shared.config.data_dir.clone(), free: shared.additions.free_space },
            tables: LinkTables::new(Arc::clone(edit), context.ids.clone()),
            exporting: Exporting::new(stores.clone(), context.cpu.clone()),
            importing: Importing::new(stores, labels(shared), context, caps),
        }
    }

    /// Registers the use-cases for the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config
            .app_data(Data::new(self.exporting))
            .app_data(Data::new(self.importing))
            .app_data(Data::new(self.tables))
            .app_data(Data::new(self.spool));
    }
}
