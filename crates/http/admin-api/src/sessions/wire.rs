//! Sessions of the dashboard on the wire.

use deserr::Deserr;
use http_kit::extract::Faults;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::api_keys::wire::EffectiveRights;

/// A sign-in.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"browser": "Firefox on Linux"}))]
pub struct SessionCreate {
    /// Family of the browser, for the list of sessions.
    #[deserr(default)]
    #[schema(min_length = 1, max_length = 60)]
    #[validate(length(min = 1, max = 60), custom(function = crate::rules::browser))]
    pub browser: Option<String>,
}

/// A session of the calling key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Session)]
pub struct SessionOut {
    /// Id of the session.
    pub id: String,
    /// Family of the browser; null if unknown.
    #[schema(required)]
    pub browser: Option<String>,
    /// Time of the sign-in, in Unix seconds.
    pub created_at: i64,
    /// Time of the last request, in Unix seconds, to a minute.
    pub last_seen_at: i64,
    /// End of the session, however often it is used, in Unix seconds.
    pub expires_at: i64,
}

/// A session with the rights of its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SessionShown {
    /// The session.
    pub session: SessionOut,
    /// Rights of the calling key right now.
    pub rights: EffectiveRights,
}

/// Sessions of the calling key, most recently used first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SessionList {
    /// The sessions, at most 50.
    pub items: Vec<SessionOut>,
}

/// Session to keep.
#[derive(Debug, Clone, Default, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct SessionEndQuery {
    /// Id of the session to keep; without it, all sessions end.
    #[deserr(default)]
    pub except: Option<String>,
}
