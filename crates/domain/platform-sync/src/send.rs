//! Messages: price, judgement of the answer, and what to do about an unknown outcome.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Outcome, judge};
use crate::capability::Once;

/// Pause of a campaign without credits, in seconds.
pub const NO_CREDITS_SECONDS: u32 = 3_600;
/// Time for which the vendor remembers a key, in seconds. The last hour is left out, because clocks differ.
pub const KEY_SECONDS: i64 = 23 * 3_600;
/// Tolerated lead of the platform's clock when a chat is searched, in seconds.
const CLOCK_SECONDS: i64 = 120;

/// Result of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SendVerdict {
    /// The platform accepted the message; its id is in the answer.
    Sent,
    /// The fan can't get messages.
    Unreachable,
    /// The key, the session or the account is gone.
    NotConnected,
    /// Nothing was sent, and the next try may be after this many seconds.
    Busy {
        /// Seconds to wait.
        seconds: u32,
    },
    /// The message may have been sent.
    Unknown,
    /// The message is wrong, and a repeat would be wrong, too.
    Refused,
}

/// Judges the answer to a message. `says_unreachable` tells whether the body says that the fan can't be written to.
///
/// ```
/// use platform_sync::{Answer, SendVerdict, Subject, judge_send};
///
/// let answer = Answer::of(Subject::Object, 400);
/// assert_eq!(judge_send(&answer, true), SendVerdict::Unreachable);
/// ```
pub fn judge_send(answer: &Answer<'_>, says_unreachable: bool) -> SendVerdict {
    let client_error = answer.status.is_some_and(|status| (400..500).contains(&status));
    let vendor = answer.is_vendor_json;
    if vendor && ((client_error && says_unreachable) || matches!(answer.platform_status, Some(403 | 404))) {
        return SendVerdict::Unreachable;
    }
    match judge(answer) {
        Outcome::Done => SendVerdict::Sent,
        Outcome::KeyRefused | Outcome::NeedsLogin | Outcome::AccountGone => SendVerdict::NotConnected,
        // The fan is the object of the call; a chat that is absent without the platform's word may be our mistake.
        Outcome::Absent => SendVerdict::NotConnected,
        Outcome::OutOfCredits => SendVerdict::Busy { seconds: NO_CREDITS_SECONDS },
        Outcome::Wait { seconds } => SendVerdict::Busy { seconds },
        Outcome::Unknown => SendVerdict::Unknown,
        Outcome::LacksPermission | Outcome::OurFault => SendVerdict::Refused,
    }
}

/// Returns a price as the vendor takes it: dollars with cents. `None` for a free message, whose price is left out.
pub fn price_text(cents: i64) -> Option<String> {
    (cents > 0).then(|| format!("{}.{:02}", cents / 100, cents % 100))
}

/// Step for a message whose outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recovery {
    /// Search the chat. If the message is there, it was sent; if not, send it again under the same key.
    SearchThenRepeat,
    /// Send it again under the same key: the platform remembers keys for ever.
    Repeat,
    /// Search the chat only. The outcome stays unknown if the message is not there.
    SearchOnly,
}

/// Decides about a message that was first sent at `first_at` and whose outcome is unknown at `now`.
///
/// The vendor does not remember a key whose answer was a failure, so the chat is searched before each repeat. When the
/// key is forgotten, nothing is sent again.
pub fn recover(once: Once, first_at: UnixTime, now: UnixTime) -> Recovery {
    match once {
        Once::ForEver => Recovery::Repeat,
        _ if now < first_at.plus_seconds(KEY_SECONDS) => Recovery::SearchThenRepeat,
        _ => Recovery::SearchOnly,
    }
}

/// Message in a chat, reduced to what tells messages apart. The text is compared, and not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatMessage<'a> {
    /// Id on the platform.
    pub id: &'a str,
    /// Whether the creator sent it.
    pub is_ours: bool,
    /// Plain text.
    pub text: &'a str,
    /// Price in cents.
    pub price_cents: i64,
    /// Number of media.
    pub media: usize,
    /// Time of the message.
    pub at: UnixTime,
}

/// Returns the id of the message that was sent: ours, with the same text, price and number of media, since the first
/// try. The oldest one, if there are several.
pub fn find_sent<'a>(
    chat: &[ChatMessage<'a>],
    text: &str,
    price_cents: i64,
    media: usize,
    first_at: UnixTime,
) -> Option<&'a str> {
    let since = first_at.plus_seconds(-CLOCK_SECONDS);
    let same = chat.iter().filter(|message| {
        let content = (message.text.trim(), message.price_cents, message.media);
        message.is_ours && message.at >= since && content == (text.trim(), price_cents, media)
    });
    same.min_by_key(|message| message.at).map(|message| message.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Subject;

    #[test]
    fn answers_to_messages_are_judged_by_their_table() {
        let of = |status| Answer::of(Subject::Object, status);
        for (answer, says, expected) in [
            (of(200), false, SendVerdict::Sent),
            (of(200), true, SendVerdict::Sent),
            (of(400), true, SendVerdict::Unreachable),
            (of(400), false, SendVerdict::Refused),
            (of(500).wrapping(403), false, SendVerdict::Unreachable),
            (of(404).wrapping(404), false, SendVerdict::Unreachable),
            (of(401), false, SendVerdict::NotConnected),
            (of(404), false, SendVerdict::NotConnected),
            (of(403).with_code("SESSION_EXPIRED"), false, SendVerdict::NotConnected),
            (of(402), false, SendVerdict::Busy { seconds: 3_600 }),
            (of(409), false, SendVerdict::Unknown),
            (of(422), false, SendVerdict::Refused),
            (of(429), false, SendVerdict::Busy { seconds: 30 }),
            (of(500), false, SendVerdict::Unknown),
            (of(408), false, SendVerdict::Unknown),
            (Answer { not_sent: true, ..of(503) }, false, SendVerdict::Busy { seconds: 30 }),
            (Answer::none(Subject::Object), false, SendVerdict::Unknown),
            (Answer { is_vendor_json: false, ..of(403) }, true, SendVerdict::Busy { seconds: 60 }),
        ] {
            assert_eq!(judge_send(&answer, says), expected, "{answer:?}");
        }
    }

    #[test]
    fn prices_are_dollars_and_free_messages_have_none() {
        for (cents, expected) in
            [(0, None), (-5, None), (300, Some("3.00")), (1_999, Some("19.99")), (1_205, Some("12.05"))]
        {
            assert_eq!(price_text(cents).as_deref(), expected);
        }
    }

    #[test]
    fn an_unknown_outcome_is_searched_before_it_is_repeated() {
        let first = UnixTime::from_seconds(1_800_000_000);
        for (once, after, expected) in [
            (Once::ForEver, 99 * 86_400, Recovery::Repeat),
            (Once::OneDay, 60, Recovery::SearchThenRepeat),
            (Once::OneDay, KEY_SECONDS, Recovery::SearchOnly),
            (Once::No, 60, Recovery::SearchThenRepeat),
            (Once::No, KEY_SECONDS, Recovery::SearchOnly),
        ] {
            assert_eq!(recover(once, first, first.plus_seconds(after)), expected, "{once} {after}");
        }
        let message = |id, is_ours, price_cents, after| {
            let at = first.plus_seconds(after);
            ChatMessage { id, is_ours, text: "hello ", price_cents, media: 1, at }
        };
        let chat = [
            message("5", true, 300, 90),
            message("4", true, 300, 9),
            message("3", false, 300, 8),
            message("2", true, 0, 8),
            message("1", true, 300, -121),
        ];
        assert_eq!(find_sent(&chat, "hello", 300, 1, first), Some("4"));
        assert_eq!(find_sent(&chat, "hello", 300, 2, first), None);
        assert_eq!(find_sent(&chat, "bye", 300, 1, first), None);
    }
}
