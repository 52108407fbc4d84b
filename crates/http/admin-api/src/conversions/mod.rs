//! The list of an owner's conversions.

pub mod convert;
pub mod wire;

use crate::conversions::wire::{ConversionList, ConversionQuery as Asked};
use actix_web::{HttpRequest, HttpResponse, Responder as _, get, web};
use attribution::conversions::ConversionQuery;
use attribution::ports::ConversionReads;
use attribution::statistics::StatisticsError;
use attribution::window::between;
use auth_scopes::permissions::{Read, stats};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Query};
use http_kit::paging::Cursors;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::Page;

use crate::conversions::convert::{conversion_cursor, conversion_kind, conversion_out, conversion_place};
use crate::csv;

/// Approximate size of a conversion, in bytes.
const CONVERSION: usize = 400;

/// Columns of the list as CSV.
const COLUMNS: [&str; 13] = [
    "conversion_id",
    "occurred_at",
    "type",
    "transaction_kind",
    "gross_cents",
    "net_cents",
    "currency",
    "fan_id",
    "domain",
    "link_id",
    "basis",
    "source",
    "platform_account_id",
];

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list);
}

/// List conversions
///
/// Subscriptions, payments, refunds and messages, attributed or not, newest first. Without `domain`, the list
/// includes deleted domains and unattributed conversions, whose `domain`, `link_id` and `basis` are null. Amounts are
/// null if no money moved. A conversion that arrives late appears at its own time, so pages read before lack it. Fans
/// appear by id, never by name. With `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a
/// page whose next cursor is in the header `Next-Cursor`.
#[utoipa::path(
    tag = "conversions",
    params(Asked),
    extensions(("x-permission" = json!(Authorized::<Read, stats::Sources>::permission()))),
    responses(
        (status = 200, description = "The conversions", body = ConversionList),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/conversions")]
async fn list(
    who: Authorized<Read, stats::Sources>,
    request: HttpRequest,
    query: Query<Asked>,
    cursors: Cursors<Asked>,
    conversions: web::Data<dyn ConversionReads>,
) -> Result<HttpResponse, ApiError> {
    let asked = query.into_inner();
    let window = between(asked.from_ts, asked.to_ts).map_err(ApiError::query)?;
    let domain = asked.domain.as_deref().map(DomainName::named).transpose()?;
    let wanted =
        ConversionQuery { domain, kind: asked.kind.map(conversion_kind), ..ConversionQuery::within(window) };
    let (owner, limit) = (who.owner(), asked.limit);
    let read = async move |from: Option<String>| {
        let after = cursors.read(from.as_deref(), conversion_cursor)?;
        // One extra item shows whether there are more.
        let part = ConversionQuery { after, ..wanted.clone() };
        let found = conversions.list(owner, &part, limit.saturating_add(1)).await?;
        let found = found.ok_or(StatisticsError::DomainNotFound)?;
        let Page { items: found, next } =
            Page::of(found, limit, |last| cursors.write(conversion_place(last)));
        let weight = found.len().saturating_mul(CONVERSION);
        let entries = move || found.into_iter().map(conversion_out).collect();
        Ok(csv::Part { weight, entries, next })
    };
    if csv::is_asked_for(&request) {
        return csv::list(&request, &COLUMNS, asked.cursor, read).await;
    }
    let csv::Part { weight, entries, next } = read(asked.cursor).await?;
    let list = move || Ok(ConversionList { items: entries(), next_cursor: next });
    Ok(ApiResponse::ok_of(weight, list).await?.respond_to(&request))
}
