//! Landings as columns of type `jsonb`. They are read from the row's bytes and written to them at once: a tree of JSON in
//! between costs as much as all the rest.

use std::sync::Arc;

use kernel::StoreError;
use landing_draft::landing::Landing;
use offload::offload;

use crate::error::corrupt;
use crate::json::RawJson;

/// The document of a landing as the database takes it, written where that holds up nobody.
pub(crate) async fn written(landing: &Arc<Landing>) -> Result<RawJson, StoreError> {
    let (weight, landing) = (landing.weight(), Arc::clone(landing));
    let text = offload(weight, move || serde_json::to_vec(landing.as_ref())).await.map_err(lost)?;
    Ok(RawJson::from(text.map_err(corrupt)?))
}

/// The landing of a document as it came from the database, read where that holds up nobody.
pub(crate) async fn of_raw(document: RawJson) -> Result<Landing, StoreError> {
    let size = document.len();
    offload(size, move || document.parse().map_err(corrupt)).await.map_err(lost)?
}

fn lost(lost: offload::Lost) -> StoreError {
    StoreError::Failed(lost.into())
}
