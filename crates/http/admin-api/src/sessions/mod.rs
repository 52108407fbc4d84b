//! Sessions of the dashboard. Each key manages its own sessions without any right, so that a
//! restricted key can end them too.

pub mod convert;
pub mod wire;

use crate::sessions::wire::{SessionCreate, SessionEndQuery, SessionList, SessionOut, SessionShown};
use actix_web::{delete, get, post, web};
use attribution::ports::ApartReads;
use auth_scopes::{BrowserName, Keys, SessionError, SessionId, Sessions};
use http_kit::auth::Authenticated;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::ValidationErrors;
use landing_draft::id::Ids;

use crate::api_keys::rights_of;
use crate::convert::field;
use crate::sessions::convert::session_out;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(create).service(list).service(end_all).service(show).service(end);
}

/// Begin a session
///
/// The dashboard creates a session at sign-in. A session ends after 12 hours without a request, after 30 days, or with
/// its key. A key has at most 50 sessions; one more ends the least recently used. No address of the client is stored,
/// and sessions appear in no audit log or webhook.
#[utoipa::path(
    tag = "sessions",
    responses(
        (status = 201, description = "The session", body = SessionOut),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/sessions")]
async fn create(
    who: Authenticated,
    once: Idempotent,
    body: Json<SessionCreate>,
    sessions: web::Data<Sessions>,
    ids: web::Data<Ids>,
) -> Result<ApiResponse, ApiError> {
    let (caller, browser) = (who.caller().clone(), browser(&body)?);
    once.run_with_id(who.owner(), body.hash(), (**ids).clone(), move |ids| async move {
        let session = sessions.begin(&caller, ids.unique(), browser).await?;
        Ok(ApiResponse::created(&session_out(&session))?.at_state(session.fingerprint()))
    })
    .await
}

pub(crate) fn browser(body: &SessionCreate) -> Result<Option<BrowserName>, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let browser = body.browser.as_deref().map(BrowserName::parse).transpose();
    field(&mut errors, "browser", browser).ok_or(errors)
}

/// List sessions
///
/// Active sessions of the calling key, most recently used first. `last_seen_at` is exact to a minute.
#[utoipa::path(
    tag = "sessions",
    responses((status = 200, description = "At most 50", body = SessionList)),
)]
#[get("/sessions")]
async fn list(who: Authenticated, sessions: web::Data<Sessions>) -> Result<ApiResponse, ApiError> {
    let listed = sessions.list(who.caller()).await?;
    ApiResponse::ok(&SessionList { items: listed.iter().map(session_out).collect() })
}

/// Show a session
///
/// Returns the session with the rights of its key, and records the use. The dashboard calls this operation for each
/// request, so an ended session is rejected by every process at once. A session of another key is `session_not_found`.
#[utoipa::path(
    tag = "sessions",
    responses(
        (status = 200, description = "The session has not ended", body = SessionShown),
        (status = 404, description = "`session_not_found`", body = CodedError),
    ),
)]
#[get("/sessions/{id}")]
async fn show(
    who: Authenticated,
    path: Path<String>,
    sessions: web::Data<Sessions>,
    keys: web::Data<Keys>,
    money: web::Data<dyn ApartReads>,
) -> Result<ApiResponse, ApiError> {
    let session = sessions.check(who.caller(), named(&path)?).await?;
    let currency = money.currency(who.caller().owner).await?;
    let shown =
        SessionShown { session: session_out(&session), rights: rights_of(who.caller(), &keys, currency) };
    Ok(ApiResponse::ok(&shown)?.at_state(session.fingerprint()))
}

/// End a session
///
/// Takes effect at once: later requests of the session are rejected.
#[utoipa::path(
    tag = "sessions",
    responses(
        (status = 204, description = "The session has ended"),
        (status = 404, description = "`session_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/sessions/{id}")]
async fn end(
    who: Authenticated,
    path: Path<String>,
    if_match: IfMatch,
    sessions: web::Data<Sessions>,
) -> Result<ApiResponse, ApiError> {
    sessions.end(who.caller(), named(&path)?, if_match.precondition()).await?;
    Ok(ApiResponse::no_content())
}

/// End all sessions
///
/// Ends all sessions of the calling key, except the one that `except` names. If that session does not exist, none is
/// ended.
#[utoipa::path(
    tag = "sessions",
    params(SessionEndQuery),
    responses(
        (status = 204, description = "The sessions have ended"),
        (status = 404, description = "`session_not_found`: the session to keep; no session was ended", body = CodedError),
    ),
)]
#[delete("/sessions")]
async fn end_all(
    who: Authenticated,
    query: Query<SessionEndQuery>,
    sessions: web::Data<Sessions>,
) -> Result<ApiResponse, ApiError> {
    let kept = query.except.as_deref().map(named).transpose()?;
    sessions.end_all(who.caller(), kept).await?;
    Ok(ApiResponse::no_content())
}

/// Parses the id of a session. An invalid id is "not found".
fn named(id: &str) -> Result<SessionId, SessionError> {
    SessionId::parse(id).ok_or(SessionError::NotFound)
}
