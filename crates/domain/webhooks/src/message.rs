use kernel::{Entropy, SortableId, UnixTime};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Event, Secrets};

/// The type of the message that a test sends. No endpoint can ask for it.
pub const TEST_TYPE: &str = "webhook.test";

/// An event as it is sent, the same to every endpoint and at every try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// `webhook-id`: `msg_` and 26 characters.
    pub id: String,
    /// The word of its type.
    pub kind: String,
    /// `{type, timestamp, data}` as JSON.
    pub body: String,
}

impl Message {
    /// A new message of an event. Receivers remember its id, so no other message ever gets it, in no installation.
    pub fn of(event: &Event, now: UnixTime, entropy: &dyn Entropy) -> Self {
        let body = body(event.kind().as_str(), &event.data(), now);
        Self { id: id(now, entropy), kind: event.kind().to_string(), body }
    }

    /// A message that reports nothing, to try an endpoint.
    pub fn test(now: UnixTime, entropy: &dyn Entropy) -> Self {
        let data = json!({ "message": "this is a test" });
        Self { id: id(now, entropy), kind: TEST_TYPE.to_owned(), body: body(TEST_TYPE, &data, now) }
    }

    /// What is sent at one try.
    pub fn signed(&self, secrets: &Secrets, now: UnixTime) -> SignedMessage {
        let timestamp = now.seconds();
        SignedMessage {
            id: self.id.clone(),
            timestamp,
            signature: secrets.signature(&self.id, timestamp, &self.body),
            body: self.body.clone(),
        }
    }
}

/// One try of a message, after Standard Webhooks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedMessage {
    /// `webhook-id`.
    pub id: String,
    /// `webhook-timestamp`, in Unix seconds.
    pub timestamp: i64,
    /// `webhook-signature`: one or two signatures.
    pub signature: String,
    /// The body, as JSON.
    pub body: String,
}

fn id(now: UnixTime, entropy: &dyn Entropy) -> String {
    format!("msg_{}", SortableId::generate(now, entropy))
}

fn body(kind: &str, data: &Value, now: UnixTime) -> String {
    json!({ "type": kind, "timestamp": rfc3339(now), "data": data }).to_string()
}

/// A moment in UTC, with milliseconds.
pub(crate) fn rfc3339(time: UnixTime) -> String {
    time.rfc3339().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use kernel::fixed::SeededEntropy;

    use super::*;

    const NOW: UnixTime = UnixTime::from_millis(1_795_176_000_120);

    #[test]
    fn a_message_is_type_time_and_data() {
        let message = Message::of(&Event::KeyCreated { id: 7 }, NOW, &SeededEntropy::new(1));
        let expected = r#"{"data":{"key_id":7},"timestamp":"2026-11-20T12:00:00.120Z","type":"key.created"}"#;
        assert_eq!((message.body.as_str(), message.kind.as_str()), (expected, "key.created"));
    }

    #[test]
    fn what_happens_again_at_the_same_moment_is_another_message() {
        let entropy = SeededEntropy::new(1);
        let id = || Message::of(&Event::KeyCreated { id: 7 }, NOW, &entropy).id;
        let (first, second) = (id(), id());
        assert_ne!(first, second);
        for id in [first, second] {
            assert!(SortableId::parse(id.strip_prefix("msg_").unwrap()).is_some(), "{id}");
        }
    }
}
