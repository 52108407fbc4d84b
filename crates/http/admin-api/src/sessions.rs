//! Sessions of the dashboard. Each key manages its own; no right is needed, so a key that may do little can end what it began.

use actix_web::{delete, get, post, web};
use api_contract::CodedError;
use api_contract::sessions::{SessionCreate, SessionEndQuery, SessionList, SessionOut, SessionShown};
use attribution::ports::ApartReads;
use auth_scopes::{BrowserName, Keys, SessionError, SessionId, Sessions};
use http_kit::auth::Authenticated;
use http_kit::error::ApiError;
use http_kit::extract::Path;
use http_kit::idempotency::Idempotent;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use kernel::ValidationErrors;
use landing_draft::id::Ids;

use crate::convert::field;
use crate::convert::sessions::session_out;
use crate::keys::rights_of;
use crate::rules::{Json, Query};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(create).service(list).service(end_all).service(show).service(end);
}

/// Begin a session
///
/// The dashboard does so at the sign-in. A session ends after 12 hours without a request, after 30 days, or with its key. Of more than 50
/// sessions of a key, the one that was used longest ago ends.
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
/// Sessions of the calling key that have not ended, the one that was used last first.
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
/// With the rights of its key, and records that it was used. The dashboard asks for each request, so a session that was ended is refused
/// on every process at once.
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
/// At once and for good: every request of it that comes after this answer is refused.
#[utoipa::path(
    tag = "sessions",
    responses(
        (status = 204, description = "It has ended"),
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
/// All of the calling key, or all but one.
#[utoipa::path(
    tag = "sessions",
    params(SessionEndQuery),
    responses(
        (status = 204, description = "They have ended"),
        (status = 404, description = "`session_not_found`: the session to keep; nothing has ended", body = CodedError),
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

/// A session by its id; an id that can't be one is not found.
fn named(id: &str) -> Result<SessionId, SessionError> {
    SessionId::parse(id).ok_or(SessionError::NotFound)
}
