//! The audit log.

pub mod wire;

use crate::audit::wire::{AuditList, AuditLogActor, AuditLogEntry, AuditQuery as Asked, AuditSubject};
use actix_web::{HttpRequest, HttpResponse, Responder as _, get, web};
use application::audit::{AuditActor, AuditEntry, AuditLog, AuditQuery};
use auth_scopes::Rights;
use auth_scopes::permissions::{Read, keys};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::Query;
use http_kit::paging::Cursors;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use kernel::Page;

use crate::convert::rfc3339;
use crate::csv;

/// Approximate size of an entry, in bytes.
const ENTRY: usize = 1_000;

/// Columns of the log as CSV.
const COLUMNS: [&str; 10] = [
    "at",
    "actor/key_prefix",
    "actor/member_id",
    "actor/cli",
    "action",
    "subject/type as subject_type",
    "subject/id as subject_id",
    "request_id",
    "before",
    "after",
];

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list);
}

/// List the audit log
///
/// Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv`, returns CSV
/// (RFC 4180): the whole log, or with `limit` a page whose next cursor is in the header `Next-Cursor`. Entries are
/// stored together with the change, and can't be changed or deleted. `before` and `after` are null if the key may not
/// see the subject: those of `qr_code.change` need `qr.view`.
#[utoipa::path(
    tag = "audit",
    params(Asked),
    extensions(("x-permission" = json!(Authorized::<Read, keys::View>::permission()))),
    responses(
        (status = 200, description = "The entries", body = AuditList),
    ),
)]
#[get("/audit")]
async fn list(
    who: Authorized<Read, keys::View>,
    request: HttpRequest,
    query: Query<Asked>,
    cursors: Cursors<Asked>,
    log: web::Data<dyn AuditLog>,
) -> Result<HttpResponse, ApiError> {
    let asked = query.into_inner();
    let (actor, action, subject) =
        (asked.actor.as_deref(), asked.action.as_deref(), asked.subject.as_deref());
    let wanted =
        AuditQuery::parse(actor, action, subject, asked.from_ts, asked.to_ts).map_err(ApiError::query)?;
    let (owner, rights, limit) = (who.owner(), who.caller().rights, asked.limit);
    let read = async move |from: Option<String>| {
        let before = cursors.read_number(from.as_deref(), |id: i64| id)?;
        let found =
            log.list(owner, &AuditQuery { before, ..wanted.clone() }, limit.saturating_add(1)).await?;
        let Page { items: found, next } = Page::of(found, limit, |last| cursors.write(last.id));
        let weight = found.len().saturating_mul(ENTRY);
        Ok(csv::Part { weight, entries: move || shown(found, rights), next })
    };
    if csv::is_asked_for(&request) {
        return csv::list(&request, &COLUMNS, asked.cursor, read).await;
    }
    let csv::Part { weight, entries, next } = read(asked.cursor).await?;
    let list = move || Ok(AuditList { items: entries(), next_cursor: next });
    Ok(ApiResponse::ok_of(weight, list).await?.respond_to(&request))
}

fn shown(entries: Vec<AuditEntry>, rights: Rights) -> Vec<AuditLogEntry> {
    entries.into_iter().map(|entry| entry_out(entry.shown_to(rights))).collect()
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
