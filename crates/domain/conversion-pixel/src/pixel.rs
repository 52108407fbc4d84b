use std::fmt;

use kernel::{ErrorKind, Fingerprint, Location, UnixTime, ValidationErrors};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{EventMap, Platform};

/// Id of a pixel on its platform: 1-64 characters of `[A-Za-z0-9_-]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PixelId(String);

impl PixelId {
    /// Maximum length of an id, in characters.
    pub const MAX: usize = 64;

    /// Parses an id; `None` if invalid (`invalid_pixel_id` in the API).
    pub fn parse(text: &str) -> Option<Self> {
        let known = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        (known && (1..=Self::MAX).contains(&text.len())).then(|| Self(text.to_owned()))
    }

    /// Id as typed.
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

/// Token for sending events of a pixel: 1-4096 visible ASCII characters. A secret: `Debug` does not print it, and it
/// has no serde.
#[derive(Debug, Clone)]
pub struct AccessToken(SecretString);

impl AccessToken {
    /// Maximum length of a token, in characters.
    pub const MAX: usize = 4096;

    /// Parses a token, and trims white space. `None` for a blank text, which means no token.
    pub fn parse(token: &SecretString) -> Result<Option<Self>, ValidationErrors> {
        let token = token.expose_secret().trim();
        if token.is_empty() {
            return Ok(None);
        }
        let mut errors = ValidationErrors::none();
        if token.len() > Self::MAX {
            errors.push(Location::root(), ErrorKind::TooLong, "has more than 4096 characters");
        }
        // Other characters can't be sent in a header.
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            errors.push(Location::root(), ErrorKind::Pattern, "must be visible ASCII characters");
        }
        errors.into_result()?;
        Ok(Some(Self(SecretString::from(token))))
    }

    /// Token as text, for the request to the platform and for encryption.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

/// Stored pixel, without its token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pixel {
    /// Id of the pixel's link at the engine.
    pub provider_id: String,
    /// Platform of the pixel. A link has at most one pixel per platform.
    pub platform: Platform,
    /// Id of the pixel on the platform.
    pub pixel_id: PixelId,
    /// Events that the pixel receives.
    pub event_map: EventMap,
    /// Whether conversions are forwarded.
    pub active: bool,
    /// Whether the platform also receives the user agent of the visitor's click.
    #[serde(default)]
    pub send_user_agent: bool,
    /// Whether a token is stored.
    pub has_token: bool,
    /// Time of the last change of the settings.
    pub updated_at: UnixTime,
    /// Code of the platform's rejection of the stored token, without secrets; `None` while the token works.
    pub last_error: Option<String>,
}

impl Pixel {
    /// State of all pixels of a link, for `ETag` and `If-Match`, independent of rejections by the platform.
    pub fn fingerprint_of(pixels: &[Self]) -> Fingerprint {
        let states = pixels.iter().map(|pixel| {
            // While user agents are not sent, programs of earlier releases compute the same state during an upgrade.
            let switches = match pixel.send_user_agent {
                true => json!(pixel.switches()),
                false => json!(pixel.active),
            };
            (pixel.platform, &pixel.pixel_id, pixel.event_map.json(), switches, pixel.updated_at)
        });
        Fingerprint::of(&states.collect::<Vec<_>>())
    }

    /// Switches of the owner.
    pub fn switches(&self) -> Switches {
        Switches { active: self.active, send_user_agent: self.send_user_agent }
    }
}

/// Switches of a pixel. By default, as for a new pixel, conversions are forwarded without user agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switches {
    /// Whether conversions are forwarded.
    pub active: bool,
    /// Whether the platform also receives the user agent of the visitor's click.
    pub send_user_agent: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self { active: true, send_user_agent: false }
    }
}

impl Switches {
    /// Whether clicks must keep the visitor's user agent for this pixel. A paused pixel forwards nothing.
    pub fn needs_user_agents(self) -> bool {
        self.active && self.send_user_agent
    }
}

/// Settings that a PUT request stores for (provider id, platform).
///
/// `None` keeps the stored value of an existing pixel. A new pixel needs a token; by default it has an empty event map,
/// is active, and sends no user agents.
#[derive(Debug, Clone)]
pub struct PixelChange {
    /// Platform of the pixel.
    pub platform: Platform,
    /// Id of the pixel on the platform.
    pub pixel_id: PixelId,
    /// New token.
    pub token: Option<AccessToken>,
    /// New event map.
    pub event_map: Option<EventMap>,
    /// Whether conversions are forwarded.
    pub active: Option<bool>,
    /// Whether the platform also receives the user agent of the visitor's click.
    pub send_user_agent: Option<bool>,
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

    fn pixel(switches: Switches) -> Pixel {
        Pixel {
            provider_id: "p1".to_owned(),
            platform: Platform::Meta,
            pixel_id: PixelId::parse("1").unwrap(),
            event_map: EventMap::default(),
            active: switches.active,
            send_user_agent: switches.send_user_agent,
            has_token: true,
            updated_at: UnixTime::from_seconds(5),
            last_error: None,
        }
    }

    #[test]
    fn each_switch_changes_the_state_and_only_an_active_pixel_needs_user_agents() {
        let mut seen = Vec::new();
        for (active, send_user_agent, needs) in
            [(true, true, true), (true, false, false), (false, true, false), (false, false, false)]
        {
            let switches = Switches { active, send_user_agent };
            assert_eq!(switches.needs_user_agents(), needs, "{switches:?}");
            let state = Pixel::fingerprint_of(&[pixel(switches)]);
            assert!(!seen.contains(&state), "{switches:?}");
            seen.push(state);
        }
        assert!(!Switches::default().needs_user_agents());
        let earlier = [(Platform::Meta, "1", "", true, UnixTime::from_seconds(5))];
        assert_eq!(Pixel::fingerprint_of(&[pixel(Switches::default())]), Fingerprint::of(&earlier));
    }

    #[test]
    fn a_token_does_not_print() {
        let token = AccessToken::parse(&SecretString::from("EAABsecret")).unwrap();
        assert!(!format!("{token:?}").contains("EAAB"));
    }
}
