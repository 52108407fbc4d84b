//! The conversions of an owner, one by one.

use actix_web::{HttpRequest, HttpResponse, Responder as _, get, web};
use api_contract::CodedError;
use api_contract::conversions::{ConversionList, ConversionQuery as Asked};
use attribution::conversions::{ConversionCursor, ConversionQuery};
use attribution::ports::ConversionReads;
use attribution::statistics::StatisticsError;
use auth_scopes::permissions::{Read, stats};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::Query;
use http_kit::paging::known_cursor;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;

use crate::convert::conversions::{conversion_cursor, conversion_kind, conversion_out, conversion_place};
use crate::convert::named_domain;
use crate::csv;

/// The bytes of a conversion, about.
const CONVERSION: usize = 400;

/// The columns of the list as a table.
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

/// The operations of this file.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list);
}

/// List the conversions
///
/// Subscriptions, payments, refunds and messages of all domains or of one, attributed or not, also those of domains that were deleted. With
/// `Accept: text/csv` the answer is a table in CSV (RFC 4180), and the header `Next-Cursor` holds the cursor of the next part.
#[utoipa::path(
    tag = "conversions",
    params(Asked),
    extensions(("x-permission" = json!(Authorized::<Read, stats::Sources>::permission()))),
    responses(
        (status = 200, description = "The conversions", body = ConversionList),
        (status = 400, description = "`invalid_request`: a cursor that is none", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/conversions")]
async fn list(
    who: Authorized<Read, stats::Sources>,
    request: HttpRequest,
    query: Query<Asked>,
    conversions: web::Data<dyn ConversionReads>,
) -> Result<HttpResponse, ApiError> {
    let asked = query.into_inner();
    let between = ConversionQuery::between(asked.from_ts, asked.to_ts).map_err(ApiError::query)?;
    let read = ConversionQuery {
        domain: asked.domain.as_deref().map(named_domain).transpose()?,
        kind: asked.kind.map(conversion_kind),
        after: asked.cursor.as_deref().map(cursor).transpose()?,
        ..between
    };
    // One more than asked for tells whether there is more.
    let found = conversions.list(who.owner(), &read, asked.limit.saturating_add(1)).await?;
    let mut found = found.ok_or(StatisticsError::DomainNotFound)?;
    let limit = usize::try_from(asked.limit).unwrap_or(usize::MAX);
    let goes_on = found.len() > limit;
    found.truncate(limit);
    let next_cursor = found.last().filter(|_| goes_on).map(conversion_place);
    let weight = found.len().saturating_mul(CONVERSION);
    let items = move || found.into_iter().map(conversion_out).collect::<Vec<_>>();
    if csv::is_asked_for(&request) {
        return csv::answer(weight, &COLUMNS, items, next_cursor).await;
    }
    let answer =
        ApiResponse::ok_of(weight, move || Ok(ConversionList { items: items(), next_cursor })).await?;
    Ok(answer.respond_to(&request))
}

fn cursor(text: &str) -> Result<ConversionCursor, ApiError> {
    known_cursor(conversion_cursor(text))
}
