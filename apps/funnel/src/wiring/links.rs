//! The use-cases of smart links and funnel links.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{PgFunnelLinkStore, PgPixelStore, PgSmartLinkStore, Pool};
use application::stamping::DraftStamper;
use conversion_pixel::pixels::Pixels;
use landing_draft::editing::EditDraft;
use runtime::{SystemClock, SystemEntropy};
use smartlink_policy::listing::LinkListing;
use smartlink_policy::provisioning::Provisioning;
use smartlink_policy::smart_links::SmartLinks;
use smartlink_policy::syncing::SyncLinks;

use super::Engines;

pub(super) struct Links {
    smart_links: SmartLinks,
    listing: LinkListing,
    provisioning: Provisioning,
    pixels: Pixels,
}

impl Links {
    pub(super) fn build(engines: &Engines, edit: Arc<EditDraft>, pool: &Pool) -> Self {
        let clock = Arc::new(SystemClock);
        let engine = Arc::new(engines.client(pool));
        let links = Arc::new(PgFunnelLinkStore::new(pool.clone()));
        let smart_links = Arc::new(PgSmartLinkStore::new(pool.clone()));
        let stamper = Arc::new(DraftStamper::new(edit));
        let pixels = Arc::new(PgPixelStore::new(pool.clone(), Arc::clone(&engines.sealing)));
        Self {
            pixels: Pixels::new(pixels, clock.clone()),
            smart_links: SmartLinks::new(smart_links, links.clone(), clock.clone()),
            listing: LinkListing::new(engine.clone(), links.clone(), clock.clone()),
            provisioning: Provisioning::new(engine, links, stamper, clock, Arc::new(SystemEntropy)),
        }
    }

    /// Registers the use-cases for the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config
            .app_data(Data::new(self.smart_links))
            .app_data(Data::new(self.listing))
            .app_data(Data::new(self.provisioning))
            .app_data(Data::new(self.pixels));
    }
}

/// Builds the use-case that pulls an owner's links from their engine.
pub(super) fn sync(engines: &Engines, pool: &Pool) -> SyncLinks {
    let engine = Arc::new(engines.client(pool));
    SyncLinks::new(engine, Arc::new(PgFunnelLinkStore::new(pool.clone())), Arc::new(SystemClock))
}
