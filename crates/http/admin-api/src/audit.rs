//! The audit log.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, Responder as _, get, web};
use api_contract::CodedError;
use api_contract::audit::{AuditList, AuditLogActor, AuditLogEntry, AuditQuery as Asked, AuditSubject};
use auth_scopes::audit::{AuditActor, AuditEntry, AuditLog, AuditQuery};
use auth_scopes::permissions::{Read, keys};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::Query;
use http_kit::paging::known_cursor;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use kernel::Page;
use offload::offload;
use serde_json::Value;

use crate::convert::rfc3339;
use crate::csv;

/// The bytes of an entry, about.
const ENTRY: usize = 1_000;

/// The operations of this file.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list);
}

/// List who changed what
///
/// Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv` the answer is a table in
/// CSV (RFC 4180), and the header `Next-Cursor` holds the cursor of the next part. Entries are written with the change itself and
/// can't be changed or deleted.
#[utoipa::path(
    tag = "audit",
    params(Asked),
    extensions(("x-permission" = json!(Authorized::<Read, keys::View>::permission()))),
    responses(
        (status = 200, description = "The entries", body = AuditList),
        (status = 400, description = "`invalid_request`: a cursor that is none", body = CodedError),
    ),
)]
#[get("/audit")]
async fn list(
    who: Authorized<Read, keys::View>,
    request: HttpRequest,
    query: Query<Asked>,
    log: web::Data<dyn AuditLog>,
) -> Result<HttpResponse, ApiError> {
    let asked = query.into_inner();
    let (actor, action, subject) =
        (asked.actor.as_deref(), asked.action.as_deref(), asked.subject.as_deref());
    let read =
        AuditQuery::parse(actor, action, subject, asked.from_ts, asked.to_ts).map_err(ApiError::query)?;
    let before = asked.cursor.as_deref().map(cursor).transpose()?;
    let one_more = asked.limit.saturating_add(1);
    let found = log.list(who.owner(), &AuditQuery { before, ..read }, one_more).await?;
    let Page { items: found, next: next_cursor } = Page::of(found, asked.limit, |last| last.id.to_string());
    let weight = found.len().saturating_mul(ENTRY);
    if !csv::is_asked_for(&request) {
        let list = move || Ok(AuditList { items: found.into_iter().map(entry_out).collect(), next_cursor });
        return Ok(ApiResponse::ok_of(weight, list).await?.respond_to(&request));
    }
    let table = offload(weight, move || table(&found)).await.map_err(ApiError::internal)?;
    let mut answer = HttpResponse::Ok();
    answer.content_type(csv::CONTENT_TYPE).insert_header((header::VARY, "Accept"));
    if let Some(next) = next_cursor {
        answer.insert_header(("Next-Cursor", next));
    }
    Ok(answer.body(table))
}

fn cursor(text: &str) -> Result<i64, ApiError> {
    known_cursor(text.parse().ok())
}

fn entry_out(entry: AuditEntry) -> AuditLogEntry {
    let AuditActor { key_prefix, member_id, cli } = entry.actor;
    AuditLogEntry {
        at: rfc3339(entry.at),
        actor: AuditLogActor { key_prefix, member_id, cli },
        action: entry.action,
        subject: AuditSubject { kind: entry.subject_type, id: entry.subject_id },
        request_id: entry.request_id,
        before: entry.before,
        after: entry.after,
    }
}

const COLUMNS: [&str; 10] = [
    "at",
    "key_prefix",
    "member_id",
    "cli",
    "action",
    "subject_type",
    "subject_id",
    "request_id",
    "before",
    "after",
];

fn table(entries: &[AuditEntry]) -> String {
    let mut table = csv::Table::with(&COLUMNS);
    for entry in entries {
        let json = |value: &Option<Value>| value.as_ref().map(Value::to_string).unwrap_or_default();
        let actor = &entry.actor;
        table.row(&[
            &rfc3339(entry.at),
            actor.key_prefix.as_deref().unwrap_or_default(),
            &actor.member_id.map(|id| id.to_string()).unwrap_or_default(),
            if actor.cli { "true" } else { "false" },
            &entry.action,
            &entry.subject_type,
            &entry.subject_id,
            entry.request_id.as_deref().unwrap_or_default(),
            &json(&entry.before),
            &json(&entry.after),
        ]);
    }
    table.finish()
}
