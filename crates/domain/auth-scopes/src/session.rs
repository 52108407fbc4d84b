//! Dashboard sessions and their expiry.

use std::fmt;

use kernel::{Fingerprint, SortableId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::KeyId;

/// Id of a session: `ses_` and 26 characters that sort by creation time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(SortableId);

impl SessionId {
    const PREFIX: &str = "ses_";

    /// Creates an id from its unique part.
    pub const fn new(id: SortableId) -> Self {
        Self(id)
    }

    /// Parses the text form; `None` if invalid.
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix(Self::PREFIX).and_then(SortableId::parse).map(Self)
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::PREFIX, self.0)
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

kernel::text_value!(SessionId, "ses_ and 26 characters");

kernel::line_of_text! {
    /// Browser family and system, such as `Firefox on Linux`, 1-60 characters.
    BrowserName, 1..=60
}

/// Session of the dashboard with one key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Id of the session.
    pub id: SessionId,
    /// Key used for the sign-in.
    pub key: KeyId,
    /// Browser used for the sign-in, if known.
    pub browser: Option<BrowserName>,
    /// Time of the sign-in.
    pub created_at: UnixTime,
    /// Time of the last request, accurate to a minute.
    pub seen_at: UnixTime,
    /// Absolute end of the session, even if it is in use.
    pub expires_at: UnixTime,
}

impl Session {
    /// Maximum length of a session: 30 days, in seconds.
    pub const LONGEST_SECONDS: i64 = 30 * 24 * 60 * 60;

    /// Maximum time without a request: 12 hours, in seconds.
    pub const IDLE_SECONDS: i64 = 12 * 60 * 60;

    /// Maximum delay of the recorded time of the last request, in seconds.
    const SEEN_EVERY_SECONDS: i64 = 60;

    /// Maximum number of concurrent sessions per key. A new session beyond it ends the least recently used one.
    pub const MOST_OF_KEY: u32 = 50;

    /// Creates a session that starts now.
    pub fn begin(id: SessionId, key: KeyId, browser: Option<BrowserName>, now: UnixTime) -> Self {
        Self {
            id,
            key,
            browser,
            created_at: now,
            seen_at: now,
            expires_at: now.plus_seconds(Self::LONGEST_SECONDS),
        }
    }

    /// State of the session for `ETag` and `If-Match`. Its use does not change it.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&(self.id, self.key, &self.browser, self.created_at, self.expires_at))
    }

    /// Whether the session is good now: neither over nor idle for too long.
    pub fn is_live(&self, now: UnixTime) -> bool {
        now < self.expires_at && self.seen_at > Self::idle_since(now)
    }

    /// Whether a request at `now` must be recorded.
    pub fn is_due(&self, now: UnixTime) -> bool {
        now >= self.seen_at.plus_seconds(Self::SEEN_EVERY_SECONDS)
    }

    /// Time of the last request up to which sessions have ended from idleness.
    pub fn idle_since(now: UnixTime) -> UnixTime {
        now.plus_seconds(-Self::IDLE_SECONDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::NOW;

    fn session(seen_after: i64) -> Session {
        let id = SessionId::new(SortableId::from_u128(7));
        let begun = Session::begin(id, KeyId::new(1), None, NOW);
        Session { seen_at: NOW.plus_seconds(seen_after), ..begun }
    }

    #[test]
    fn a_session_ends_after_twelve_idle_hours_and_after_thirty_days_of_use() {
        let (idle, longest) = (Session::IDLE_SECONDS, Session::LONGEST_SECONDS);
        for (seen, now, live) in [
            (0, 0, true),
            (0, idle - 1, true),
            (0, idle, false),
            (3 * idle, 4 * idle - 1, true),
            // In use until its end, but not longer.
            (longest - 60, longest - 1, true),
            (longest - 60, longest, false),
            (longest + 5, longest + 6, false),
        ] {
            assert_eq!(session(seen).is_live(NOW.plus_seconds(now)), live, "seen {seen}, now {now}");
        }
    }

    #[test]
    fn a_request_is_recorded_once_a_minute() {
        for (now, due) in [(0, false), (59, false), (60, true), (3_600, true)] {
            assert_eq!(session(0).is_due(NOW.plus_seconds(now)), due, "{now}");
        }
    }

    #[test]
    fn an_id_comes_back_from_its_text() {
        let id = session(0).id;
        assert_eq!(SessionId::parse(&id.to_string()), Some(id));
        for other in ["", "ses_", "7", "hook_00000000000000000000000007", "ses_0"] {
            assert_eq!(SessionId::parse(other), None, "{other}");
        }
    }
}
