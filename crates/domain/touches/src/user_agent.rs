//! User agent of a visitor, which ad platforms ask for.

use std::fmt;
use std::str::FromStr;

use kernel::{ParseError, is_blank};
use serde::{Deserialize, Serialize};

/// `User-Agent` header of a visitor's click, unchanged.
///
/// The text can help to recognize a person, so `Debug` hides the text and there is no `Display`.
///
/// ```
/// use touches::UserAgent;
///
/// let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1";
/// assert_eq!(UserAgent::parse(phone).unwrap().as_str(), phone);
/// assert!(UserAgent::parse("two\r\nlines").is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UserAgent(String);

impl UserAgent {
    /// Maximum length of a kept user agent, in bytes. Apps send up to 500.
    pub const MAX: usize = 1_000;

    /// Number of days after which a store removes the user agent of a click.
    pub const KEPT_DAYS: i64 = 7;

    /// Accepts a text unchanged; `None` if the text shows nothing, is too long, or has control characters.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = text.len() <= Self::MAX && !is_blank(text) && !text.chars().any(char::is_control);
        fits.then(|| Self(text.to_owned()))
    }

    /// Returns the user agent to keep with a click, from the bytes of the header. `agreed` says whether the owner
    /// agreed to send user agents to an ad platform; `program` whether the visitor is a program. A header that is not
    /// UTF-8 is not kept, because platforms compare the text with the one that they know.
    pub fn of_click(header: &[u8], agreed: bool, program: bool) -> Option<Self> {
        if !agreed || program {
            return None;
        }
        Self::parse(std::str::from_utf8(header).ok()?)
    }

    /// Text exactly as received.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for UserAgent {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text).ok_or(ParseError::needs("1 to 1000 bytes of visible text"))
    }
}

impl TryFrom<String> for UserAgent {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl From<UserAgent> for String {
    fn from(agent: UserAgent) -> Self {
        agent.0
    }
}

impl fmt::Debug for UserAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserAgent(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_kept_unchanged_or_not_at_all() {
        let long = "a".repeat(UserAgent::MAX);
        let too_long = "a".repeat(UserAgent::MAX + 1);
        for (header, kept) in [
            ("Mozilla/5.0 (iPhone) Safari/604.1".as_bytes(), true),
            (" padded  twice ".as_bytes(), true),
            ("[FBAN/FB4A;FBCR/Türk Telekom;]".as_bytes(), true),
            (b"[FBAN/FB4A;FBCR/T\xfcrk Telekom;]", false),
            (long.as_bytes(), true),
            (too_long.as_bytes(), false),
            (b"", false),
            (b"  ", false),
            ("\u{200b}".as_bytes(), false),
            (b"a\tb", false),
            (b"a\r\nX: y", false),
            (b"a\0b", false),
        ] {
            let agent = UserAgent::of_click(header, true, false);
            assert_eq!(agent.is_some(), kept, "{header:?}");
            assert!(agent.is_none_or(|agent| agent.as_str().as_bytes() == header));
        }
    }

    #[test]
    fn only_people_of_an_owner_who_agreed_leave_their_user_agent() {
        for (agreed, program, kept) in
            [(true, false, true), (true, true, false), (false, false, false), (false, true, false)]
        {
            let agent = UserAgent::of_click(b"Mozilla/5.0", agreed, program);
            assert_eq!(agent.is_some(), kept, "{agreed} {program}");
        }
    }

    #[test]
    fn a_user_agent_does_not_print_and_its_rules_hold_for_stored_ones() {
        let agent = UserAgent::parse("secret-ish").unwrap();
        assert_eq!(format!("{agent:?}"), "UserAgent(..)");
        assert_eq!(serde_json::to_string(&agent).unwrap(), r#""secret-ish""#);
        assert_eq!(serde_json::from_str::<UserAgent>(r#""secret-ish""#).unwrap(), agent);
        assert!(serde_json::from_str::<UserAgent>(r#""a\nb""#).is_err());
    }
}
