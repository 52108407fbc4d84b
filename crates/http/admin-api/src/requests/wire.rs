//! Content requests.

use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// The state of a content request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserr)]
#[deserr(error = Faults, rename_all = lowercase)]
pub enum RequestState {
    /// Not started.
    New,
    /// In progress.
    #[deserr(rename = "in_progress")]
    InProgress,
    /// Fulfilled.
    Fulfilled,
    /// Declined.
    Declined,
}

impl RequestState {
    /// Value on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::InProgress => "in_progress",
            Self::Fulfilled => "fulfilled",
            Self::Declined => "declined",
        }
    }
}

/// Filters of the list of content requests.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct RequestQuery {
    /// State; all states by default.
    #[deserr(default)]
    #[param(value_type = Option<words::RequestState>)]
    pub status: Option<RequestState>,
    /// Maximum number of items.
    #[deserr(default = 100, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 100, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// A fan's request for content.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ContentRequest)]
pub struct RequestOut {
    /// Number of the request.
    pub id: i64,
    /// State.
    #[schema(value_type = words::RequestState)]
    pub status: String,
    /// Id of the fan at the engine.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Text of the request.
    pub text: String,
    /// Offered price in cents.
    pub offered_cents: i64,
    /// Media sent to the fan.
    pub media_ids: Vec<String>,
    /// Reason of the decline.
    pub reason: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Time of the last change of state, in Unix seconds.
    pub updated_at: i64,
}

/// Content requests, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RequestList {
    /// The requests.
    pub items: Vec<RequestOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// An answer to a content request.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::request_answer, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"action": "fulfill", "media_ids": ["10001"]}))]
pub struct RequestRespond {
    /// Action.
    #[schema(value_type = words::RequestAction)]
    #[validate(custom(function = crate::rules::request_action))]
    pub action: String,
    /// Media for the fan, 1 to 100; required by `fulfill`, ignored otherwise.
    #[deserr(default)]
    pub media_ids: Option<Vec<String>>,
    /// Reason, up to 1,000 characters; required by `decline`, ignored otherwise.
    #[deserr(default)]
    pub reason: Option<String>,
}

/// A content request after an answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AnsweredRequest)]
pub struct RespondedOut {
    /// Number of the request.
    pub id: i64,
    /// State after the response.
    #[schema(value_type = words::RequestState)]
    pub status: String,
    /// Media sent to the fan.
    pub media_ids: Vec<String>,
}
