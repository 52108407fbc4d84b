//! Landings as `jsonb` columns, parsed from and serialized to the bytes of the row. An intermediate JSON tree would
//! double the cost.

use std::sync::Arc;

use kernel::StoreError;
use landing_draft::landing::Landing;
use offload::offload;

use crate::database::error::corrupt;
use crate::database::json::RawJson;

/// Serializes a landing for the database on the CPU pool.
pub(crate) async fn written(landing: &Arc<Landing>) -> Result<RawJson, StoreError> {
    let (weight, landing) = (landing.weight(), Arc::clone(landing));
    let text = offload(weight, move || serde_json::to_vec(landing.as_ref())).await.map_err(lost)?;
    Ok(RawJson::from(text.map_err(corrupt)?))
}

/// Parses a stored landing on the CPU pool.
pub(crate) async fn of_raw(document: RawJson) -> Result<Landing, StoreError> {
    let size = document.len();
    offload(size, move || document.parse().map_err(corrupt)).await.map_err(lost)?
}

fn lost(lost: offload::Lost) -> StoreError {
    StoreError::Failed(lost.into())
}
