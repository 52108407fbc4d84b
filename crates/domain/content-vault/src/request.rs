//! Requests of fans for content, and answers to them.

use kernel::{AccountNumber, ErrorKind, Fingerprint, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

kernel::stored_id! {
    /// Number of a request in this service.
    RequestId
}

kernel::words! {
    /// State of a request.
    RequestStatus {
        /// The request has no answer yet.
        New = "new",
        /// The owner has started work on the request.
        InProgress = "in_progress",
        /// The owner sent the requested content.
        Fulfilled = "fulfilled",
        /// The owner declined the request.
        Declined = "declined",
    }
}

impl RequestStatus {
    /// Returns the state after an answer; `None` if the current state does not allow the answer.
    ///
    /// ```
    /// use content_vault::{Answer, RequestStatus};
    ///
    /// assert_eq!(RequestStatus::New.after(&Answer::Start), Some(RequestStatus::InProgress));
    /// assert_eq!(RequestStatus::Declined.after(&Answer::Start), None);
    /// ```
    pub fn after(self, answer: &Answer) -> Option<Self> {
        match (self, answer) {
            (Self::New, Answer::Start) => Some(Self::InProgress),
            (Self::New | Self::InProgress, Answer::Fulfill { .. }) => Some(Self::Fulfilled),
            (Self::New | Self::InProgress, Answer::Decline { .. }) => Some(Self::Declined),
            _ => None,
        }
    }
}

/// Answer as entered, not validated.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AnswerInput {
    /// `start`, `fulfill` or `decline`; required.
    pub action: Option<String>,
    /// Media that fulfill the request; ignored for other answers.
    #[serde(default)]
    pub media_ids: Vec<String>,
    /// Reason for declining; ignored for other answers.
    pub reason: Option<String>,
}

/// Validated answer to a request. Serde uses the form of [`AnswerInput`] and applies the same validation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "AnswerInput", into = "AnswerInput")]
pub enum Answer {
    /// The owner starts work on the request.
    Start,
    /// The owner fulfills the request.
    Fulfill {
        /// Media for the fan, at least one.
        media_ids: Vec<String>,
    },
    /// The owner declines the request.
    Decline {
        /// Reason for declining, 1-1000 characters.
        reason: String,
    },
}

impl TryFrom<AnswerInput> for Answer {
    type Error = ValidationErrors;

    fn try_from(input: AnswerInput) -> Result<Self, ValidationErrors> {
        Self::parse(&input)
    }
}

impl From<Answer> for AnswerInput {
    fn from(answer: Answer) -> Self {
        Self {
            action: Some(answer.action().to_owned()),
            media_ids: answer.media_ids().to_vec(),
            reason: answer.reason().map(str::to_owned),
        }
    }
}

impl Answer {
    /// Maximum number of media in an answer.
    pub const MAX_MEDIA: usize = 100;
    /// Maximum length of a media id, in characters.
    pub const MAX_MEDIA_ID: usize = 128;
    /// Maximum length of a reason, in characters.
    pub const MAX_REASON: usize = 1000;

    /// Checks an answer and reports every error, located at `action`, `media_ids`, `media_ids.<n>` or `reason`.
    ///
    /// ```
    /// use content_vault::{Answer, AnswerInput};
    ///
    /// let input = AnswerInput { action: Some("decline".into()), ..AnswerInput::default() };
    /// assert_eq!(Answer::parse(&input).unwrap_err().to_string(), "reason: declining needs a reason");
    /// ```
    pub fn parse(input: &AnswerInput) -> Result<Self, ValidationErrors> {
        let at = Location::root().at("action");
        match input.action.as_deref() {
            Some("start") => Ok(Self::Start),
            Some("fulfill") => media(&input.media_ids).map(|media_ids| Self::Fulfill { media_ids }),
            Some("decline") => reason(input.reason.as_deref()).map(|reason| Self::Decline { reason }),
            Some(_) => {
                Err(ValidationErrors::one(at, ErrorKind::Enum, "must be one of: start, fulfill, decline"))
            }
            None => Err(ValidationErrors::one(at, ErrorKind::Missing, "\"action\" is missing")),
        }
    }

    /// Word of the action in the API.
    pub fn action(&self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Fulfill { .. } => "fulfill",
            Self::Decline { .. } => "decline",
        }
    }

    /// Media for the fan; empty unless the request is fulfilled.
    pub fn media_ids(&self) -> &[String] {
        match self {
            Self::Fulfill { media_ids } => media_ids,
            _ => &[],
        }
    }

    /// Reason for declining; `None` for other answers.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Decline { reason } => Some(reason),
            _ => None,
        }
    }
}

fn media(ids: &[String]) -> Result<Vec<String>, ValidationErrors> {
    let at = Location::root().at("media_ids");
    let mut errors = ValidationErrors::none();
    if ids.is_empty() {
        errors.push(at.clone(), ErrorKind::TooShort, "fulfilling needs at least one medium");
    }
    if ids.len() > Answer::MAX_MEDIA {
        errors.push(at.clone(), ErrorKind::TooLong, format!("has more than {} entries", Answer::MAX_MEDIA));
    }
    for (index, id) in ids.iter().enumerate() {
        line(&mut errors, &at.at(index), id, Answer::MAX_MEDIA_ID, &[]);
        if ids.iter().take(index).any(|before| before == id) {
            errors.push(at.at(index), ErrorKind::Duplicate, "is named twice");
        }
    }
    errors.into_result().map(|()| ids.to_vec())
}

fn reason(reason: Option<&str>) -> Result<String, ValidationErrors> {
    let at = Location::root().at("reason");
    let Some(reason) = reason else {
        return Err(ValidationErrors::one(at, ErrorKind::Missing, "declining needs a reason"));
    };
    let mut errors = ValidationErrors::none();
    line(&mut errors, &at, reason, Answer::MAX_REASON, &['\n', '\t']);
    errors.into_result().map(|()| reason.to_owned())
}

fn line(errors: &mut ValidationErrors, at: &Location, text: &str, max: usize, allowed: &[char]) {
    if text.trim().is_empty() {
        errors.push(at.clone(), ErrorKind::TooShort, "must not be empty");
    }
    if text.chars().count() > max {
        errors.push(at.clone(), ErrorKind::TooLong, format!("has more than {max} characters"));
    }
    if text.chars().any(|c| c.is_control() && !allowed.contains(&c)) {
        errors.push(at.clone(), ErrorKind::Pattern, "must not contain control characters");
    }
}

/// Request as reported by an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewRequest {
    /// Account that received the request.
    pub account: AccountNumber,
    /// Number of the request at the engine.
    pub upstream_id: i64,
    /// Id of the fan at the engine.
    pub fan_id: String,
    /// Username of the fan; empty if unknown.
    pub fan_username: String,
    /// Text of the request.
    pub text: String,
    /// Price that the fan offers, in cents.
    pub offered_cents: i64,
    /// Creation time of the request.
    pub created_at: UnixTime,
}

/// Stored request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentRequest {
    /// Number of the request in this service.
    pub id: RequestId,
    /// Request as the engine reported it.
    pub request: NewRequest,
    /// State of the request.
    pub status: RequestStatus,
    /// Media that the fan received; empty until the request is fulfilled.
    pub media_ids: Vec<String>,
    /// Reason for declining; `None` unless declined.
    pub reason: Option<String>,
    /// Time of the latest state change.
    pub updated_at: UnixTime,
}

impl ContentRequest {
    /// Fingerprint of the request's state, for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&(self.id, self.status, self.updated_at))
    }

    /// Returns the request after an answer; `None` if the current state does not allow the answer.
    pub fn answered(&self, answer: &Answer, now: UnixTime) -> Option<Self> {
        let status = self.status.after(answer)?;
        let (media_ids, reason) = (answer.media_ids().to_vec(), answer.reason().map(str::to_owned));
        Some(Self { status, media_ids, reason, updated_at: now, ..self.clone() })
    }
}

/// Answer on its way to the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outgoing {
    /// Number of the request in this service.
    pub request: RequestId,
    /// Account that received the request; the answer goes to this account only.
    pub account: AccountNumber,
    /// Number of the request at the engine.
    pub upstream_id: i64,
    /// Answer to submit.
    pub answer: Answer,
}

impl Outgoing {
    /// Idempotency key of the submission. Unique, because a request takes each action at most once, and request
    /// numbers are never reused ([`RequestStore::receive`](crate::ports::RequestStore::receive)).
    pub fn key(&self) -> String {
        format!("cr_{}_{}", self.request.get(), self.answer.action())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(result: Result<Answer, ValidationErrors>) -> Vec<String> {
        let errors = result.err().unwrap_or_default();
        errors.iter().map(|error| format!("{} {}", error.location, error.kind.as_str())).collect()
    }

    #[test]
    fn every_answer_to_every_state() {
        let answers = [
            Answer::Start,
            Answer::Fulfill { media_ids: vec!["1".into()] },
            Answer::Decline { reason: "no".into() },
        ];
        for (state, expected) in [
            (RequestStatus::New, ["in_progress", "fulfilled", "declined"]),
            (RequestStatus::InProgress, ["", "fulfilled", "declined"]),
            (RequestStatus::Fulfilled, ["", "", ""]),
            (RequestStatus::Declined, ["", "", ""]),
        ] {
            let found: Vec<_> =
                answers.iter().map(|answer| state.after(answer).map_or("", RequestStatus::as_str)).collect();
            assert_eq!(found, expected, "{state:?}");
            assert_eq!(RequestStatus::parse(state.as_str()), Some(state));
        }
    }

    #[test]
    fn each_field_can_be_wrong_in_each_way() {
        let of = |action: Option<&str>, media: &[&str], reason: Option<&str>| AnswerInput {
            action: action.map(Into::into),
            media_ids: media.iter().map(|&id| id.into()).collect(),
            reason: reason.map(Into::into),
        };
        let (long, longest) = ("x".repeat(1001), "x".repeat(129));
        let many: Vec<String> = (0..101).map(|n| n.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        for (input, expected) in [
            (of(None, &[], None), vec!["action missing"]),
            (of(Some("done"), &[], None), vec!["action enum"]),
            (of(Some("start"), &[], None), vec![]),
            (of(Some("start"), &["1"], Some("")), vec![]),
            (of(Some("fulfill"), &["1"], None), vec![]),
            (of(Some("fulfill"), &[], Some("x")), vec!["media_ids too_short"]),
            (of(Some("fulfill"), &["1", ""], None), vec!["media_ids.1 too_short"]),
            (of(Some("fulfill"), &["1", "1"], None), vec!["media_ids.1 duplicate"]),
            (
                of(Some("fulfill"), &[&longest, "a\n"], None),
                vec!["media_ids.0 too_long", "media_ids.1 pattern"],
            ),
            (of(Some("fulfill"), &many, None), vec!["media_ids too_long"]),
            (of(Some("decline"), &[], Some("two\nlines")), vec![]),
            (of(Some("decline"), &["1"], None), vec!["reason missing"]),
            (of(Some("decline"), &[], Some(" ")), vec!["reason too_short"]),
            (of(Some("decline"), &[], Some(&long)), vec!["reason too_long"]),
            (of(Some("decline"), &[], Some("a\u{0}")), vec!["reason pattern"]),
        ] {
            assert_eq!(places(Answer::parse(&input)), expected, "{input:?}");
        }
    }
}
