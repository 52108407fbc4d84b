//! What an endpoint answered, and what that means.

use kernel::ParseError;
use serde::{Deserialize, Serialize};

/// How much of an answer is kept, in bytes.
pub const KEPT: usize = 1024;

/// Answer of an endpoint to one attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredAnswer")]
pub struct Answer {
    status: Option<u16>,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
}

kernel::words! {
    /// Why there was no answer.
    NoAnswer {
        /// It did not come in time.
        Timeout = "timeout",
        /// The name has no address that may be connected to: one that leads into a private network looks like one that is
        /// missing, so that nobody learns names of a network from outside of it.
        Dns = "dns",
        /// The certificate is not valid for this name and moment, or the server speaks no TLS.
        Tls = "tls",
        /// Nothing listens at the port.
        Refused = "refused",
        /// No connection for another reason, or one that ended before the answer.
        Connection = "connection",
        /// The address is a number that the configuration does not allow.
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
    #[serde(default)]
    retry_after: Option<u32>,
}

impl TryFrom<StoredAnswer> for Answer {
    type Error = ParseError;

    fn try_from(StoredAnswer { status, text, retry_after }: StoredAnswer) -> Result<Self, ParseError> {
        if text.len() > KEPT || text.contains('\0') {
            return Err(ParseError::needs("a text of at most 1024 bytes without NUL characters"));
        }
        Ok(Self { status, text, retry_after })
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
        let text = text.get(..end).unwrap_or_default().to_owned();
        Self { status: Some(status), text, retry_after: None }
    }

    /// One that was kept.
    pub const fn stored(status: Option<u16>, text: String) -> Self {
        Self { status, text, retry_after: None }
    }

    /// No answer.
    pub fn none(why: NoAnswer) -> Self {
        Self { status: None, text: why.as_str().to_owned(), retry_after: None }
    }

    /// The same answer, with the wait in seconds that its `Retry-After` asks for.
    #[must_use]
    pub fn asking_to_wait(self, seconds: Option<u32>) -> Self {
        Self { retry_after: seconds, ..self }
    }

    /// Seconds that the endpoint asked to wait before the next attempt.
    pub const fn retry_after(&self) -> Option<u32> {
        self.retry_after
    }

    /// Reason why no answer came; `None` when one did.
    pub fn failure(&self) -> Option<NoAnswer> {
        if self.status.is_some() { None } else { NoAnswer::parse(&self.text) }
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
            assert_eq!(Answer::none(why).failure(), Some(why));
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
