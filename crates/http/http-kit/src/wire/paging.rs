//! Lists that can grow without bound.

use deserr::Deserr;
use utoipa::IntoParams;
use validator::Validate;

use super::Int;
use crate::extract::Faults;

/// Page of a list.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Maximum number of items.
    #[deserr(default = 1000, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 1000, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}
