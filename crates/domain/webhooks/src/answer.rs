//! Responses of endpoints, and their meaning.

use kernel::ParseError;
use serde::{Deserialize, Serialize};

/// Maximum stored length of a response body, in bytes.
pub const KEPT: usize = 1024;

/// Response of an endpoint to one attempt, or the reason why none came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredAnswer")]
pub struct Answer {
    status: Option<u16>,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
}

kernel::words! {
    /// Reason why there was no response.
    NoAnswer {
        /// No response in time.
        Timeout = "timeout",
        /// No allowed IP address for the name. A name that resolves to a private network looks like a missing name, so
        /// that outsiders can't probe names of the network.
        Dns = "dns",
        /// The TLS certificate is not valid for this name and time, or the server does not support TLS.
        Tls = "tls",
        /// Nothing listens on the port.
        Refused = "refused",
        /// The connection failed for another reason, or ended before the response.
        Connection = "connection",
        /// The URL contains an IP address that the configuration forbids.
        ForbiddenAddress = "forbidden_address",
        /// No request was sent, because the key that created the endpoint may not read the event.
        Withheld = "withheld",
    }
}

/// Meaning of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The endpoint accepted the message.
    Delivered,
    /// The endpoint did not accept the message; the delivery is retried.
    Failed,
    /// The endpoint wants no more messages.
    Gone,
}

impl Verdict {
    /// Label in metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Failed => "failed",
            Self::Gone => "gone",
        }
    }
}

/// Stored form of a response.
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
    /// Creates a response from its status and the start of its body. At most [`KEPT`] bytes are kept. Invalid UTF-8 and
    /// NUL characters are replaced, because PostgreSQL text can't hold them.
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

    /// Restores a stored response.
    pub const fn stored(status: Option<u16>, text: String) -> Self {
        Self { status, text, retry_after: None }
    }

    /// Creates the result of an attempt without a response.
    pub fn none(why: NoAnswer) -> Self {
        Self { status: None, text: why.as_str().to_owned(), retry_after: None }
    }

    /// Adds the wait that the endpoint asked for with `Retry-After`, in seconds.
    #[must_use]
    pub fn asking_to_wait(self, seconds: Option<u32>) -> Self {
        Self { retry_after: seconds, ..self }
    }

    /// Wait that the endpoint asked for before the next attempt, in seconds.
    pub const fn retry_after(&self) -> Option<u32> {
        self.retry_after
    }

    /// Reason why there was no response; `None` if there was one.
    pub fn failure(&self) -> Option<NoAnswer> {
        if self.status.is_some() { None } else { NoAnswer::parse(&self.text) }
    }

    /// HTTP status; `None` if there was no response.
    pub const fn status(&self) -> Option<u16> {
        self.status
    }

    /// Start of the body; the word of [`NoAnswer`] if there was no response.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Meaning of the response: 2xx is success, 410 asks for no more messages, everything else is a failure. Redirects
    /// are failures, because they are not followed.
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
            // Each invalid byte becomes a character of three bytes.
            (vec![0xff; 5_000], "\u{fffd}".repeat(KEPT / 3)),
            ("ä".repeat(600).into_bytes(), "ä".repeat(512)),
        ] {
            assert_eq!(Answer::new(200, &body).text(), kept);
        }
    }
}
