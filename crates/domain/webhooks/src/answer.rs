//! What an endpoint answered, and what that means.

use kernel::ParseError;
use serde::{Deserialize, Serialize};

/// How much of an answer is kept, in bytes.
pub const KEPT: usize = 1024;

/// What an endpoint answered to one try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredAnswer")]
pub struct Answer {
    status: Option<u16>,
    text: String,
}

kernel::words! {
    /// Why there was no answer.
    NoAnswer {
        /// It did not come in time.
        Timeout = "timeout",
        /// No connection could be made, or it broke.
        Connection = "connection",
        /// The name leads to no address that is allowed.
        ForbiddenAddress = "forbidden_address",
        /// Nothing was sent: the key that made the endpoint may not read the event.
        Withheld = "withheld",
    }
}

/// What an answer means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The endpoint took the message.
    Delivered,
    /// It did not; it is tried again.
    Failed,
    /// The endpoint wants no messages any more.
    Gone,
}

impl Verdict {
    /// The word in metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Failed => "failed",
            Self::Gone => "gone",
        }
    }
}

/// An answer as it is stored.
#[derive(Deserialize)]
struct StoredAnswer {
    status: Option<u16>,
    text: String,
}

impl TryFrom<StoredAnswer> for Answer {
    type Error = ParseError;

    fn try_from(StoredAnswer { status, text }: StoredAnswer) -> Result<Self, ParseError> {
        if text.len() > KEPT || text.contains('\0') {
            return Err(ParseError::needs("a text of at most 1024 bytes without NUL characters"));
        }
        Ok(Self { status, text })
    }
}

impl Answer {
    /// An answer with this status and the beginning of its body, of which [`KEPT`] bytes are kept. What is not text is
    /// replaced, and NUL characters too, which no text of ours may hold.
    ///
    /// ```
    /// use webhooks::{Answer, Verdict};
    ///
    /// let answer = Answer::new(204, b"");
    /// assert_eq!((answer.status(), answer.verdict()), (Some(204), Verdict::Delivered));
    /// ```
    pub fn new(status: u16, body: &[u8]) -> Self {
        let body = body.get(..KEPT).unwrap_or(body);
        let text = String::from_utf8_lossy(body).replace('\0', "\u{fffd}");
        let end = text.floor_char_boundary(KEPT);
        Self { status: Some(status), text: text.get(..end).unwrap_or_default().to_owned() }
    }

    /// One that was kept.
    pub const fn stored(status: Option<u16>, text: String) -> Self {
        Self { status, text }
    }

    /// No answer.
    pub fn none(why: NoAnswer) -> Self {
        Self { status: None, text: why.as_str().to_owned() }
    }

    /// The HTTP status; `None` when nothing came back.
    pub const fn status(&self) -> Option<u16> {
        self.status
    }

    /// The beginning of the body; the word of [`NoAnswer`] when nothing came back.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it means: 2xx is success, 410 asks for no more, and everything else is a failure. Redirects are failures as well,
    /// because they are not followed.
    pub const fn verdict(&self) -> Verdict {
        match self.status {
            Some(200..=299) => Verdict::Delivered,
            Some(410) => Verdict::Gone,
            _ => Verdict::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_has_one_meaning() {
        for (status, verdict) in [
            (200, Verdict::Delivered),
            (202, Verdict::Delivered),
            (299, Verdict::Delivered),
            (101, Verdict::Failed),
            (301, Verdict::Failed),
            (308, Verdict::Failed),
            (400, Verdict::Failed),
            (404, Verdict::Failed),
            (409, Verdict::Failed),
            (410, Verdict::Gone),
            (429, Verdict::Failed),
            (500, Verdict::Failed),
            (503, Verdict::Failed),
        ] {
            assert_eq!(Answer::new(status, b"").verdict(), verdict, "{status}");
        }
        for why in NoAnswer::ALL {
            assert_eq!(Answer::none(why).verdict(), Verdict::Failed);
        }
    }

    #[test]
    fn of_an_answer_the_beginning_is_kept_as_text() {
        for (body, kept) in [
            (b"ok".to_vec(), "ok".to_owned()),
            (b"a\0b".to_vec(), "a\u{fffd}b".to_owned()),
            (vec![b'x'; 5_000], "x".repeat(KEPT)),
            // Each byte that is no text becomes a character of three bytes.
            (vec![0xff; 5_000], "\u{fffd}".repeat(KEPT / 3)),
            ("ä".repeat(600).into_bytes(), "ä".repeat(512)),
        ] {
            assert_eq!(Answer::new(200, &body).text(), kept);
        }
    }
}
