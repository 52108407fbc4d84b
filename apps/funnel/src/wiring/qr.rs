//! The use-cases of QR codes.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{PgCodeStore, Pool};
use qr_catalog::codes::Codes;
use qr_catalog::ports::CodeRenderer;
use runtime::SystemClock;

use super::Assets;

pub(super) struct Qr {
    codes: Codes,
    renderer: Arc<dyn CodeRenderer>,
}

impl Qr {
    pub(super) fn build(assets: &Assets, pool: &Pool) -> Self {
        let store = Arc::new(PgCodeStore::new(pool.clone()));
        let renderer: Arc<dyn CodeRenderer> = Arc::new(assets.renderer.clone());
        Self { codes: Codes::new(store, Arc::clone(&renderer), Arc::new(SystemClock)), renderer }
    }

    /// Registers the use-cases for the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config.app_data(Data::new(self.codes)).app_data(Data::from(self.renderer));
    }
}
