//! The use-cases of QR codes.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{PgCodeStore, Pool};
use admin_api::codes::CodePictures;
use qr_catalog::codes::Codes;
use runtime::SystemClock;

pub(super) struct Qr {
    codes: Codes,
    pictures: CodePictures,
}

impl Qr {
    pub(super) fn build(pictures: &CodePictures, pool: &Pool) -> Self {
        let store = Arc::new(PgCodeStore::new(pool.clone()));
        Self { codes: Codes::new(store, Arc::new(SystemClock)), pictures: pictures.clone() }
    }

    /// Hands them to the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config.app_data(Data::new(self.codes)).app_data(Data::new(self.pictures));
    }
}
