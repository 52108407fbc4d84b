//! Responses of ad platforms, and their meaning.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Platform;

kernel::words! {
    /// Consequence of a response.
    Verdict {
        /// The platform accepted the event.
        Delivered = "delivered",
        /// The platform limits the rate; the delivery is retried after a minute or more.
        Throttled = "throttled",
        /// The delivery is retried.
        Retry = "retry",
        /// The platform rejects the token or the pixel. Nothing is sent for this pixel until its settings change.
        Auth = "auth",
        /// The platform rejects the event itself; the delivery is not retried.
        Permanent = "permanent",
    }
}

kernel::words! {
    /// Reason why there was no response.
    NoAnswer {
        /// The response did not arrive in time.
        Timeout = "timeout",
        /// The platform's name has no address, or the lookup failed.
        Dns = "dns",
        /// The certificate is not valid for this name and time, or the server does not support TLS.
        Tls = "tls",
        /// The port accepts no connection.
        Refused = "refused",
        /// The connection failed for another reason, or ended before the response.
        Connection = "connection",
    }
}

/// Response of a platform, without its texts, which may repeat the sent data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Consequence of the response.
    pub verdict: Verdict,
    /// HTTP status; `None` without a response.
    pub status: Option<u16>,
    /// Reason why there was no response. `None` if there was one, and for attempts from before the reason was
    /// recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<NoAnswer>,
    /// Error code of the platform.
    pub code: Option<i64>,
    /// Wait that the platform asked for before the next attempt (`Retry-After`), in seconds. Not stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

/// Body of a response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Empty, or only white space.
    Empty,
    /// Parsed JSON.
    Json(Value),
    /// Anything else, such as an error page of a proxy, or a body beyond the size limit.
    Other,
}

impl Body {
    /// Parses the bytes of a body.
    pub fn read(bytes: &[u8]) -> Self {
        if bytes.trim_ascii().is_empty() {
            return Self::Empty;
        }
        serde_json::from_slice(bytes).map_or(Self::Other, Self::Json)
    }
}

impl Answer {
    /// No response, for an unknown reason.
    pub const NONE: Self =
        Self { verdict: Verdict::Retry, status: None, failure: None, code: None, retry_after: None };

    /// Creates the result of an attempt without a response.
    pub const fn none(why: NoAnswer) -> Self {
        Self { failure: Some(why), ..Self::NONE }
    }

    /// Interprets a response. The platform's code takes precedence over the HTTP status, which is not reliable on
    /// either platform.
    pub fn read(platform: Platform, status: u16, body: &Body) -> Self {
        let (code, by_code) = match (platform, body) {
            (Platform::Meta, Body::Json(tree)) => meta(tree),
            (Platform::TikTok, Body::Json(tree)) => tiktok(tree),
            _ => (None, None),
        };
        let verdict = match by_code {
            Some(Verdict::Retry) if status == 429 => Verdict::Throttled,
            Some(verdict) => verdict,
            None => by_status(platform, status, body),
        };
        Self { verdict, status: Some(status), code, ..Self::NONE }
    }
}

/// Meaning of a response without a platform code.
fn by_status(platform: Platform, status: u16, body: &Body) -> Verdict {
    match status {
        429 => Verdict::Throttled,
        // A page from a proxy says nothing about the event.
        _ if *body == Body::Other => Verdict::Retry,
        // Meta accepts with any 2xx; TikTok accepts only by its code.
        200..=299 if platform == Platform::Meta => Verdict::Delivered,
        401 | 403 => Verdict::Auth,
        408 | 425 => Verdict::Retry,
        400..=499 => Verdict::Permanent,
        _ => Verdict::Retry,
    }
}

fn meta(tree: &Value) -> (Option<i64>, Option<Verdict>) {
    let Some(error) = tree.get("error") else {
        // One event was sent, so zero received events are not a success.
        let lost = number(tree, "events_received") == Some(0);
        return (None, lost.then_some(Verdict::Retry));
    };
    let code = number(error, "code");
    let verdict = match (code, number(error, "error_subcode")) {
        (Some(100), Some(33)) => Verdict::Auth,
        (Some(100 | 803), _) => Verdict::Permanent,
        (Some(3 | 10 | 102 | 190 | 200..=299), _) => Verdict::Auth,
        (Some(4 | 17 | 341 | 368 | 613 | 80_000 | 80_003 | 80_004 | 80_014), _) => Verdict::Throttled,
        _ => Verdict::Retry,
    };
    (code, Some(verdict))
}

fn tiktok(tree: &Value) -> (Option<i64>, Option<Verdict>) {
    let code = number(tree, "code");
    let verdict = code.map(|code| match code {
        0 | 20_001 => Verdict::Delivered,
        40_001 | 40_105 => Verdict::Auth,
        40_002 => Verdict::Permanent,
        40_016 | 40_100 => Verdict::Throttled,
        _ => Verdict::Retry,
    });
    (code, verdict)
}

fn number(tree: &Value, key: &str) -> Option<i64> {
    tree.get(key)?.as_i64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::tree;

    fn body(text: &str) -> Body {
        if text.is_empty() { Body::Empty } else { tree(text).map_or(Body::Other, Body::Json) }
    }

    #[test]
    fn bodies_are_empty_json_or_something_else() {
        assert_eq!(Body::read(b""), Body::Empty);
        assert_eq!(Body::read(b" \r\n"), Body::Empty);
        assert_eq!(Body::read(b"{\"code\": 0}"), Body::Json(serde_json::json!({ "code": 0 })));
        for other in [&b"<html>"[..], b"{", b"\xff", b"{} x"] {
            assert_eq!(Body::read(other), Body::Other);
        }
    }

    #[test]
    fn answers_that_the_reference_cases_leave_out() {
        use Verdict::{Auth, Delivered, Permanent, Retry, Throttled};
        for (platform, status, text, verdict, code) in [
            (Platform::Meta, 201, "", Delivered, None),
            (Platform::Meta, 200, "{}", Delivered, None),
            (Platform::Meta, 200, r#"{"events_received": 0}"#, Retry, None),
            (Platform::Meta, 200, "<html>", Retry, None),
            (Platform::Meta, 200, r#"{"error": {"code": 190}}"#, Auth, Some(190)),
            (Platform::Meta, 400, r#"{"error": {"code": 803}}"#, Permanent, Some(803)),
            (Platform::Meta, 400, r#"{"error": {"code": 80004}}"#, Throttled, Some(80_004)),
            (Platform::Meta, 400, r#"{"error": {"code": 294}}"#, Auth, Some(294)),
            (Platform::Meta, 400, r#"{"error": {"code": 1}}"#, Retry, Some(1)),
            (Platform::Meta, 429, r#"{"error": {"code": 2}}"#, Throttled, Some(2)),
            (Platform::Meta, 400, r#"{"error": "x"}"#, Retry, None),
            (Platform::Meta, 404, "{}", Permanent, None),
            (Platform::Meta, 404, "<html>", Retry, None),
            (Platform::Meta, 401, "", Auth, None),
            (Platform::Meta, 408, "", Retry, None),
            (Platform::Meta, 429, "<html>", Throttled, None),
            (Platform::Meta, 302, "", Retry, None),
            (Platform::Meta, 503, "", Retry, None),
            (Platform::TikTok, 200, "{}", Retry, None),
            (Platform::TikTok, 200, "", Retry, None),
            (Platform::TikTok, 200, r#"{"code": 20001}"#, Delivered, Some(20_001)),
            (Platform::TikTok, 200, r#"{"code": 40016}"#, Throttled, Some(40_016)),
            (Platform::TikTok, 200, r#"{"code": 99999}"#, Retry, Some(99_999)),
            (Platform::TikTok, 200, r#"{"code": "0"}"#, Retry, None),
            (Platform::TikTok, 429, r#"{"code": 40102}"#, Throttled, Some(40_102)),
            (Platform::TikTok, 403, "", Auth, None),
            (Platform::TikTok, 400, "{}", Permanent, None),
        ] {
            let answer = Answer::read(platform, status, &body(text));
            assert_eq!(
                answer,
                Answer { verdict, status: Some(status), code, ..Answer::NONE },
                "{platform:?} {status} {text}"
            );
        }
    }
}
