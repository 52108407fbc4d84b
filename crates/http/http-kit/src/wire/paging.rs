//! Lists that can grow without bound.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Page of a list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Maximum number of items.
    #[serde(default = "thousand")]
    #[schema(minimum = 1, maximum = 1000, default = 1000)]
    #[param(minimum = 1, maximum = 1000, default = 1000)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn thousand() -> u32 {
    1000
}
