//! Pages of lists whose things have numbers.

use api_contract::ErrorCode;
use api_contract::paging::PageQuery;

use super::error::ApiError;

/// What a cursor was read as: the refusal of one that no list returned.
pub fn known_cursor<T>(read: Option<T>) -> Result<T, ApiError> {
    let wrong = || ApiError::coded(ErrorCode::InvalidRequest, "cursor: not one that a list has returned");
    read.ok_or_else(wrong)
}

/// The number behind which a page begins, as the page before returned it.
pub fn behind<I>(query: &PageQuery, number: impl FnOnce(i64) -> I) -> Result<Option<I>, ApiError> {
    let read = |text: &String| known_cursor(text.parse::<i64>().ok());
    Ok(query.cursor.as_ref().map(read).transpose()?.map(number))
}
