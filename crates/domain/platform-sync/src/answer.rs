//! Judgement of a vendor's answer.

use serde::{Deserialize, Serialize};

/// Pause after a rejection without a stated wait, in seconds.
pub const DEFAULT_WAIT_SECONDS: u32 = 30;
/// Maximum pause that an answer can ask for, in seconds.
pub const MAX_WAIT_SECONDS: u32 = 3_600;
/// Pause after a failure of the line, in seconds.
pub const LINE_WAIT_SECONDS: u32 = 60;

/// Subject of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The key itself, such as its accounts.
    Key,
    /// The account as a whole, such as its own data or a list.
    Account,
    /// One object of the account, such as a link or a fan.
    Object,
}

/// Answer of a vendor, reduced to the facts that decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer<'a> {
    /// Subject of the call.
    pub subject: Subject,
    /// HTTP status; `None` without a complete answer in time.
    pub status: Option<u16>,
    /// Whether the body is JSON in the vendor's form. A page of a proxy is not.
    pub is_vendor_json: bool,
    /// Code of the error, if the body has one.
    pub code: Option<&'a str>,
    /// Status of the platform inside the vendor's error.
    pub platform_status: Option<u16>,
    /// `Retry-After` of the header, in seconds.
    pub retry_after: Option<u32>,
    /// Wait in the body, in seconds.
    pub body_retry_after: Option<u32>,
    /// Whether the body proves that the platform was not reached.
    pub not_sent: bool,
}

impl<'a> Answer<'a> {
    /// Creates an answer with a status and a body of the vendor, and nothing more.
    pub const fn of(subject: Subject, status: u16) -> Self {
        Self {
            subject,
            status: Some(status),
            is_vendor_json: true,
            code: None,
            platform_status: None,
            retry_after: None,
            body_retry_after: None,
            not_sent: false,
        }
    }

    /// Creates the answer of a call without a complete answer in time.
    pub const fn none(subject: Subject) -> Self {
        Self { status: None, is_vendor_json: false, ..Self::of(subject, 0) }
    }

    /// Sets the code of the error.
    #[must_use]
    pub const fn with_code(self, code: &'a str) -> Self {
        Self { code: Some(code), ..self }
    }

    /// Sets the status of the platform inside the error.
    #[must_use]
    pub const fn wrapping(self, platform_status: u16) -> Self {
        Self { platform_status: Some(platform_status), ..self }
    }
}

/// Outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The call succeeded.
    Done,
    /// The vendor refuses the key.
    KeyRefused,
    /// The key may not do this. The key itself is good.
    LacksPermission,
    /// The creator has to log in again at the vendor. The key is good.
    NeedsLogin,
    /// The vendor's credits are used up.
    OutOfCredits,
    /// The object does not exist.
    Absent,
    /// The account does not exist under this handle any more.
    AccountGone,
    /// The call had no effect and may be repeated after this many seconds.
    Wait {
        /// Seconds to wait.
        seconds: u32,
    },
    /// Nobody knows whether the call had an effect. Reads may be repeated.
    Unknown,
    /// The call is wrong, and a repeat would be wrong, too.
    OurFault,
}

/// Judges an answer. A wrapped status of the platform counts more than the vendor's own status.
///
/// ```
/// use platform_sync::{Answer, Outcome, Subject, judge};
///
/// assert_eq!(judge(&Answer::of(Subject::Object, 500).wrapping(404)), Outcome::Absent);
/// ```
pub fn judge(answer: &Answer<'_>) -> Outcome {
    let Some(status) = answer.status else { return Outcome::Unknown };
    if matches!(status, 204 | 304) || ((200..300).contains(&status) && answer.is_vendor_json) {
        return Outcome::Done;
    }
    if status != 401 && answer.is_vendor_json && answer.code.is_some_and(is_session_code) {
        return Outcome::NeedsLogin;
    }
    match answer.platform_status.filter(|_| answer.is_vendor_json) {
        Some(wrapped) => of_platform(wrapped, answer),
        None => of_vendor(status, answer),
    }
}

/// Whether a code says that the session of the account ended.
fn is_session_code(code: &str) -> bool {
    let code = code.to_ascii_uppercase();
    ["SESSION_EXPIRED", "NOT_AUTHENTICATED", "AUTHENTICATION_FAILED", "NEEDS_REAUTH"]
        .iter()
        .any(|word| code.contains(word))
}

fn of_platform(status: u16, answer: &Answer<'_>) -> Outcome {
    match status {
        401 => Outcome::NeedsLogin,
        403 => Outcome::Wait { seconds: LINE_WAIT_SECONDS },
        404 | 410 => Outcome::Absent,
        429 => Outcome::Wait { seconds: wait_seconds(answer) },
        400 | 402 | 405..=407 | 409 | 411..=428 | 430..=499 => Outcome::OurFault,
        _ => unknown(answer),
    }
}

fn of_vendor(status: u16, answer: &Answer<'_>) -> Outcome {
    let line = Outcome::Wait { seconds: LINE_WAIT_SECONDS };
    match (status, answer.is_vendor_json) {
        (429, _) => Outcome::Wait { seconds: wait_seconds(answer) },
        (408 | 409 | 200..=299 | 500.., _) => unknown(answer),
        (_, false) => line,
        (401, true) => Outcome::KeyRefused,
        (402, true) => Outcome::OutOfCredits,
        (403, true) => Outcome::LacksPermission,
        (404, true) => match answer.subject {
            Subject::Object => Outcome::Absent,
            Subject::Account => Outcome::AccountGone,
            Subject::Key => Outcome::OurFault,
        },
        (400..=499, true) => Outcome::OurFault,
        _ => line,
    }
}

fn unknown(answer: &Answer<'_>) -> Outcome {
    match answer.not_sent {
        true => Outcome::Wait { seconds: wait_seconds(answer) },
        false => Outcome::Unknown,
    }
}

/// Returns the wait that an answer asks for. A header of 0 says nothing: the real wait is in the body then.
fn wait_seconds(answer: &Answer<'_>) -> u32 {
    let stated = [answer.retry_after, answer.body_retry_after].into_iter().flatten().find(|wait| *wait > 0);
    stated.unwrap_or(DEFAULT_WAIT_SECONDS).min(MAX_WAIT_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged_by_the_table_of_errors() {
        use Outcome::*;
        let of = |status| Answer::of(Subject::Object, status);
        let page = |status| Answer { is_vendor_json: false, ..of(status) };
        let about = |subject, status| Answer::of(subject, status);
        let wrapped = |status, inner| of(status).with_code("ONLYFANS_COM_ERROR").wrapping(inner);
        let line = Wait { seconds: LINE_WAIT_SECONDS };
        for (answer, expected) in [
            (of(200), Done),
            (of(201), Done),
            (page(204), Done),
            (page(304), Done),
            (page(200), Unknown),
            (Answer::none(Subject::Object), Unknown),
            (of(401), KeyRefused),
            (page(401), line),
            (of(402), OutOfCredits),
            (page(402), line),
            (of(403), LacksPermission),
            (page(403), line),
            (of(404), Absent),
            (about(Subject::Account, 404), AccountGone),
            (about(Subject::Key, 404), OurFault),
            (page(404), line),
            (page(302), line),
            (of(400), OurFault),
            (of(410), OurFault),
            (of(422), OurFault),
            (of(408), Unknown),
            (of(409), Unknown),
            (of(429), Wait { seconds: 30 }),
            (page(429), Wait { seconds: 30 }),
            (Answer { retry_after: Some(7), ..of(429) }, Wait { seconds: 7 }),
            (Answer { retry_after: Some(0), body_retry_after: Some(90), ..page(429) }, Wait { seconds: 90 }),
            (Answer { retry_after: Some(999_999), ..of(429) }, Wait { seconds: MAX_WAIT_SECONDS }),
            (of(500), Unknown),
            (page(502), Unknown),
            (page(522), Unknown),
            (Answer { not_sent: true, ..of(500) }, Wait { seconds: 30 }),
            (wrapped(500, 401), NeedsLogin),
            (wrapped(403, 401), NeedsLogin),
            (wrapped(400, 403), line),
            (wrapped(403, 404), Absent),
            (wrapped(502, 429), Wait { seconds: 30 }),
            (wrapped(500, 400), OurFault),
            (wrapped(400, 503), Unknown),
            (wrapped(400, 200), Unknown),
            (of(403).with_code("ACCOUNT_SESSION_EXPIRED"), NeedsLogin),
            (of(422).with_code("session_expired"), NeedsLogin),
            (of(401).with_code("session_expired"), KeyRefused),
            (page(403).with_code("SESSION_EXPIRED"), line),
        ] {
            assert_eq!(judge(&answer), expected, "{answer:?}");
        }
    }
}
