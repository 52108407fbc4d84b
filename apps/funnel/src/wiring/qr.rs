//! The use-cases of QR codes.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{PgCodeStore, Pool};
use qr_catalog::codes::Codes;
use qr_catalog::ports::CodeRasterizer;
use runtime::SystemClock;

use super::Assets;

pub(super) struct Qr {
    codes: Codes,
    rasterizer: Arc<dyn CodeRasterizer>,
}

impl Qr {
    pub(super) fn build(assets: &Assets, pool: &Pool) -> Self {
        let store = Arc::new(PgCodeStore::new(pool.clone()));
        Self {
            codes: Codes::new(store, Arc::new(SystemClock)),
            rasterizer: Arc::new(assets.rasterizer.clone()),
        }
    }

    /// Hands them to the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config.app_data(Data::new(self.codes)).app_data(Data::from(self.rasterizer));
    }
}
