//! From JSON to our values. What does not fit is told by its place, never by its content.

use std::borrow::Cow;

use kernel::{CountryCode, UnixTime};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};

use crate::Failure;
use crate::transport::Answer;

/// The value of a 2xx answer.
pub(crate) fn json<T: DeserializeOwned>(answer: Answer) -> Result<T, Failure> {
    match answer.status.as_u16() {
        200..=299 => serde_json::from_slice(&answer.body).map_err(|error| malformed(&error)),
        429 => Err(Failure::RateLimited(answer.retry_after)),
        status => Err(Failure::Rejected(status)),
    }
}

/// The error without its text, which may quote the answer.
fn malformed(error: &serde_json::Error) -> Failure {
    let what = match error.classify() {
        serde_json::error::Category::Data => "a value is missing or of another kind",
        _ => "it is no JSON",
    };
    Failure::Malformed(format!("{what}, at line {} column {}", error.line(), error.column()))
}

/// A page of a list.
#[derive(Debug, Deserialize)]
pub(crate) struct Page<T> {
    pub(crate) items: Vec<T>,
    #[serde(default)]
    pub(crate) next_cursor: Option<String>,
    #[serde(default)]
    pub(crate) total: Option<u64>,
}

pub(crate) fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<UnixTime, D::Error> {
    let Text(text) = Text::deserialize(deserializer)?;
    let read: jiff::Timestamp = text.parse().map_err(|_| D::Error::custom("not a time"))?;
    Ok(UnixTime::from_millis(read.as_millisecond()))
}

pub(crate) fn optional_time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<UnixTime>, D::Error> {
    #[derive(Deserialize)]
    struct Time(#[serde(deserialize_with = "time")] UnixTime);
    Ok(Option::<Time>::deserialize(deserializer)?.map(|Time(time)| time))
}

/// A text that is looked at and not kept, so it is copied only where it is escaped.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A day as its first moment in UTC.
pub(crate) fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<UnixTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = || D::Error::custom("not a day");
    let day: jiff::civil::Date = text.parse().map_err(|_| wrong())?;
    let start = day.to_zoned(jiff::tz::TimeZone::UTC).map_err(|_| wrong())?;
    Ok(UnixTime::from_seconds(start.timestamp().as_second()))
}

pub(crate) fn country<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CountryCode>, D::Error> {
    let text = Option::<Text<'_>>::deserialize(deserializer)?.map(|Text(text)| text);
    let read = text.map(|text| CountryCode::parse(&text).ok_or_else(|| D::Error::custom("not a country")));
    read.transpose()
}

/// An address that a visitor may be led to: http or https, and nothing else.
pub(crate) fn web_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    match url::Url::parse(&text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(text),
        _ => Err(D::Error::custom("not a web address")),
    }
}

/// The engine's name for a thing: short, and without control characters.
pub(crate) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() || text.len() > 255 || text.chars().any(char::is_control) {
        return Err(D::Error::custom("not an id"));
    }
    Ok(text)
}
