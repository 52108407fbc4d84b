//! Deserializes JSON. Errors contain the place of a wrong value, never its content.

use std::borrow::Cow;

use content_vault::item::MediaType;
use kernel::{CountryCode, UnixTime};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use smartlink_policy::upstream::Day;

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

/// A borrowed text, copied only if it contains escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Parses a time; `None` if the text is not one. The domain handles that case.
pub(crate) fn readable_time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<UnixTime>, D::Error> {
    let Text(text) = Text::deserialize(deserializer)?;
    let read: Option<jiff::Timestamp> = text.parse().ok();
    Ok(read.map(|time| UnixTime::from_millis(time.as_millisecond())))
}

/// Parses a calendar day, `YYYY-MM-DD`.
pub(crate) fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    match Day::parse(&text) {
        Some(_) => Ok(text),
        None => Err(D::Error::custom("not a day")),
    }
}

pub(crate) fn media_type<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MediaType, D::Error> {
    let Text(text) = Text::deserialize(deserializer)?;
    MediaType::parse(&text).ok_or_else(|| D::Error::custom("not a media type"))
}

pub(crate) fn country<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CountryCode>, D::Error> {
    let text = Option::<Text<'_>>::deserialize(deserializer)?.map(|Text(text)| text);
    let read = text.map(|text| CountryCode::stored(&text).ok_or_else(|| D::Error::custom("not a country")));
    Ok(read.transpose()?.filter(|code| code.is_country()))
}

/// Parses an id of the engine: short and without control characters.
pub(crate) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() || text.len() > 255 || text.chars().any(char::is_control) {
        return Err(D::Error::custom("not an id"));
    }
    Ok(text)
}

/// Converts a count to the domain's type.
pub(crate) fn count(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
