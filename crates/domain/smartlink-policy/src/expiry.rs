//! Expiry of smart links, and the destination of visitors afterwards.

use kernel::{ErrorKind, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::address::LinkUrl;

/// Expiry of a smart link. Without a moment, the link never expires, even if a URL is set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Expiry {
    /// First second at which the link is expired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<UnixTime>,
    /// Destination of visitors after expiry; the landing page if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_url: Option<LinkUrl>,
}

/// Destination of visitors of an expired link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterEnd<'a> {
    /// Landing page of the host.
    LandingPage,
    /// URL of the owner's choice, without added parameters.
    Address(&'a LinkUrl),
}

impl Expiry {
    /// Latest allowed moment: the last second of the year 9999, in Unix seconds.
    pub const LATEST: i64 = 253_402_300_799;

    /// Validates a moment in Unix seconds and a URL. The error lists every invalid field.
    pub fn parse(expires_at: Option<i64>, expired_url: Option<&str>) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let expires_at = errors.take(&Location::root(), Self::moment(expires_at)).flatten();
        let expired_url = errors.take(&Location::root(), Self::address(expired_url)).flatten();
        errors.into_result().map(|()| Self { expires_at, expired_url })
    }

    fn moment(second: Option<i64>) -> Result<Option<UnixTime>, ValidationErrors> {
        let error =
            |kind, message| Err(ValidationErrors::one(Location::root().at("expires_at"), kind, message));
        match second {
            Some(second) if second < 0 => error(ErrorKind::GreaterThanEqual, "must be at least 0".to_owned()),
            Some(second) if second > Self::LATEST => {
                error(ErrorKind::LessThanEqual, format!("must be at most {}", Self::LATEST))
            }
            second => Ok(second.map(UnixTime::from_seconds)),
        }
    }

    fn address(url: Option<&str>) -> Result<Option<LinkUrl>, ValidationErrors> {
        let wrong = || {
            let place = Location::root().at("expired_url");
            ValidationErrors::one(
                place,
                ErrorKind::Pattern,
                "must be an http or https address without a user",
            )
        };
        url.map(|url| LinkUrl::parse(url).ok_or_else(wrong)).transpose()
    }

    /// Whether neither a moment nor a URL is set.
    pub fn is_never(&self) -> bool {
        self.expires_at.is_none() && self.expired_url.is_none()
    }

    /// Returns the destination of visitors if the link is expired at `now`. Does not allocate.
    pub fn after_end(&self, now: UnixTime) -> Option<AfterEnd<'_>> {
        (self.expires_at? <= now)
            .then(|| self.expired_url.as_ref().map_or(AfterEnd::LandingPage, AfterEnd::Address))
    }

    /// Returns this expiry with a change applied.
    #[must_use]
    pub fn changed(&self, change: ExpiryChange) -> Self {
        Self {
            expires_at: change.expires_at.unwrap_or(self.expires_at),
            expired_url: change.expired_url.unwrap_or_else(|| self.expired_url.clone()),
        }
    }
}

/// Change of an expiry. `None` keeps a field, and `Some(None)` clears the field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ExpiryChange {
    /// New first second at which the link is expired.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub expires_at: Option<Option<UnixTime>>,
    /// New destination of visitors after expiry.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub expired_url: Option<Option<LinkUrl>>,
}

impl ExpiryChange {
    /// Validates the fields of a patch. The moment is in Unix seconds.
    pub fn parse(
        expires_at: Option<Option<i64>>,
        expired_url: Option<Option<&str>>,
    ) -> Result<Self, ValidationErrors> {
        let wanted = Expiry::parse(expires_at.flatten(), expired_url.flatten())?;
        Ok(Self {
            expires_at: expires_at.map(|_| wanted.expires_at),
            expired_url: expired_url.map(|_| wanted.expired_url),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_over_from_its_second_on() {
        let url = LinkUrl::parse("https://b.example/sorry").unwrap();
        let parsed = |at, url| Expiry::parse(at, url).unwrap();
        for (at, address, now, expected) in [
            (None, None, 0, None),
            (None, Some("https://b.example/sorry"), i64::MAX, None),
            (Some(100), None, 99, None),
            (Some(100), None, 100, Some(AfterEnd::LandingPage)),
            (Some(100), Some("https://b.example/sorry"), 99, None),
            (Some(100), Some("https://b.example/sorry"), 100, Some(AfterEnd::Address(&url))),
        ] {
            let expiry = parsed(at, address);
            assert_eq!(expiry.after_end(UnixTime::from_seconds(now)), expected, "{at:?} {address:?} {now}");
        }
    }

    #[test]
    fn every_fault_is_reported_at_its_place() {
        for (at, url, expected) in [
            (Some(-1), None, vec!["expires_at"]),
            (Some(Expiry::LATEST + 1), None, vec!["expires_at"]),
            (None, Some("javascript:alert(1)"), vec!["expired_url"]),
            (None, Some("https://user@b.example/"), vec!["expired_url"]),
            (Some(-1), Some(""), vec!["expires_at", "expired_url"]),
            (Some(Expiry::LATEST), Some("https://b.example/"), vec![]),
        ] {
            let errors = Expiry::parse(at, url).err().unwrap_or_default();
            let places: Vec<_> = errors.iter().map(|error| error.location.to_string()).collect();
            assert_eq!(places, expected, "{at:?} {url:?}");
        }
    }

    #[test]
    fn a_change_names_what_it_changes() {
        let old = Expiry::parse(Some(5), Some("https://b.example/")).unwrap();
        let change = |at, url| old.changed(ExpiryChange::parse(at, url).unwrap());
        assert_eq!(change(None, None), old);
        assert_eq!(change(Some(None), None), Expiry { expires_at: None, ..old.clone() });
        assert_eq!(change(None, Some(None)), Expiry { expired_url: None, ..old.clone() });
        assert_eq!(change(Some(None), Some(None)), Expiry::default());
        assert!(ExpiryChange::parse(Some(Some(-1)), None).is_err());
    }

    #[test]
    fn a_change_is_read_as_it_was_written() {
        for (text, at) in [("{}", None), (r#"{"expires_at":null}"#, Some(None))] {
            let change: ExpiryChange = serde_json::from_str(text).unwrap();
            assert_eq!((change.expires_at, serde_json::to_string(&change).unwrap().as_str()), (at, text));
        }
    }
}
