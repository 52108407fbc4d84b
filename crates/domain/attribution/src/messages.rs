//! Conversion for a fan's third message.

use std::collections::BTreeSet;

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

/// Number of messages that make the conversion.
pub const MESSAGES: usize = 3;

/// Message of a fan.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Message {
    /// Time of the message. Messages are counted by time, then by id.
    pub occurred_at: UnixTime,
    /// Id of the event.
    pub event_id: String,
}

/// Finds the message that makes `fan_sent_3_messages`: the third by time, then by id, among all known messages of the
/// fan.
///
/// The conversion is made once per owner and fan. A late message does not move an existing conversion.
pub fn third(messages: impl IntoIterator<Item = Message>) -> Option<Message> {
    let messages: BTreeSet<_> = messages.into_iter().collect();
    messages.into_iter().nth(MESSAGES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(at: i64, id: &str) -> Message {
        Message { occurred_at: UnixTime::from_seconds(at), event_id: id.to_owned() }
    }

    #[test]
    fn the_third_message_counts_each_once() {
        for (messages, expected) in [
            (vec![], None),
            (vec![message(1, "a"), message(2, "b")], None),
            (vec![message(1, "a"), message(1, "a"), message(1, "a")], None),
            (vec![message(3, "c"), message(1, "a"), message(2, "b")], Some("c")),
            (vec![message(1, "c"), message(1, "a"), message(1, "b"), message(2, "d")], Some("c")),
        ] {
            assert_eq!(third(messages).map(|message| message.event_id).as_deref(), expected);
        }
    }
}
