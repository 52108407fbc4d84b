//! Pages of lists whose things have numbers.

use api_contract::ErrorCode;
use api_contract::paging::PageQuery;

use super::error::ApiError;

/// The number behind which a page begins, as the page before returned it.
pub fn behind<I>(query: &PageQuery, number: impl FnOnce(i64) -> I) -> Result<Option<I>, ApiError> {
    let read = |text: &String| {
        let wrong = || ApiError::coded(ErrorCode::InvalidRequest, "cursor: not one that a list has told");
        text.parse::<i64>().map_err(|_| wrong())
    };
    Ok(query.cursor.as_ref().map(read).transpose()?.map(number))
}
