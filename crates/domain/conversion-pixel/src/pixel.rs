use std::fmt;

use kernel::{ErrorKind, Fingerprint, Location, UnixTime, ValidationErrors};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};

use crate::{EventMap, Platform};

/// The number or code of a pixel on its platform: 1-64 of `[A-Za-z0-9_-]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PixelId(String);

impl PixelId {
    /// The longest allowed id, in characters.
    pub const MAX: usize = 64;

    /// Takes a well-formed id; `None` is the wire's `invalid_pixel_id`.
    pub fn parse(text: &str) -> Option<Self> {
        let known = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        (known && (1..=Self::MAX).contains(&text.len())).then(|| Self(text.to_owned()))
    }

    /// The id as typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

kernel::text_value!(PixelId, "1 to 64 characters of A-Z, a-z, 0-9, _ and -");

impl fmt::Display for PixelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The token that events of a pixel are sent with: 1-4096 visible ASCII characters. It is a secret: it does not print, and it has no
/// serde.
#[derive(Debug, Clone)]
pub struct AccessToken(SecretString);

impl AccessToken {
    /// The longest allowed token, in characters.
    pub const MAX: usize = 4096;

    /// Takes a token, without the white space around it; `None` for a blank one, which means no token.
    pub fn parse(token: &SecretString) -> Result<Option<Self>, ValidationErrors> {
        let token = token.expose_secret().trim();
        if token.is_empty() {
            return Ok(None);
        }
        let mut errors = ValidationErrors::none();
        if token.len() > Self::MAX {
            errors.push(Location::root(), ErrorKind::TooLong, "has more than 4096 characters");
        }
        // Anything else can't be sent in a header.
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            errors.push(Location::root(), ErrorKind::Pattern, "must be visible ASCII characters");
        }
        errors.into_result()?;
        Ok(Some(Self(SecretString::from(token))))
    }

    /// The token, for the request to the platform and for encryption.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

/// A stored pixel, without its token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pixel {
    /// The upstream id of the smart link that it belongs to.
    pub provider_id: String,
    /// Its platform; a link has at most one pixel for each.
    pub platform: Platform,
    /// Its id there.
    pub pixel_id: PixelId,
    /// Which events it wants.
    pub event_map: EventMap,
    /// Whether conversions are forwarded.
    pub active: bool,
    /// Whether a token is stored.
    pub has_token: bool,
    /// When its settings were last stored.
    pub updated_at: UnixTime,
    /// The platform's refusal of the stored token, as a code without secrets; `None` while it works.
    pub last_error: Option<String>,
}

impl Pixel {
    /// State of the pixels of one link, for `ETag` and `If-Match`. A refusal by the platform does not change it.
    pub fn fingerprint_of(pixels: &[Self]) -> Fingerprint {
        let states = pixels.iter().map(|pixel| {
            (pixel.platform, &pixel.pixel_id, pixel.event_map.json(), pixel.active, pixel.updated_at)
        });
        Fingerprint::of(&states.collect::<Vec<_>>())
    }
}

/// What a PUT stores: an upsert on (provider id, platform).
///
/// What is `None` keeps the stored value of a pixel that is there. For a new one the event map is empty, it is active,
/// and a token is needed.
#[derive(Debug, Clone)]
pub struct PixelChange {
    /// The platform.
    pub platform: Platform,
    /// The id there.
    pub pixel_id: PixelId,
    /// A new token.
    pub token: Option<AccessToken>,
    /// A new event map.
    pub event_map: Option<EventMap>,
    /// Forward, or pause.
    pub active: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixel_ids_are_short_words_of_a_small_alphabet() {
        for (id, ok) in [
            ("123456789012345", true),
            ("C4A_b-9", true),
            ("-", true),
            (&*"a".repeat(64), true),
            (&*"a".repeat(65), false),
            ("", false),
            (" ", false),
            ("a b", false),
            ("a.b", false),
            ("a/b", false),
            ("é", false),
            ("a\n", false),
        ] {
            assert_eq!(PixelId::parse(id).is_some(), ok, "{id:?}");
        }
    }

    #[test]
    fn blank_tokens_are_none_and_tokens_fit_into_a_header() {
        let parse = |text: &str| {
            let token = AccessToken::parse(&SecretString::from(text));
            token.map(|token| token.map(|token| token.expose().to_owned())).ok()
        };
        for (text, expected) in [
            ("", Some(None)),
            (" \t\n", Some(None)),
            ("EAAB.x|y=", Some(Some("EAAB.x|y="))),
            (" EAAB ", Some(Some("EAAB"))),
            ("EA AB", None),
            ("EA\r\nX: y", None),
            ("tökén", None),
        ] {
            assert_eq!(parse(text), expected.map(|token| token.map(str::to_owned)), "{text:?}");
        }
        assert!(parse(&"a".repeat(4096)).is_some());
        assert!(parse(&"a".repeat(4097)).is_none());
    }

    #[test]
    fn a_token_does_not_print() {
        let token = AccessToken::parse(&SecretString::from("EAABsecret")).unwrap();
        assert!(!format!("{token:?}").contains("EAAB"));
    }
}
