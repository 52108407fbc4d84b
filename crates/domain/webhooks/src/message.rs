use kernel::{Entropy, SortableId, UnixTime};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Event, Secrets};

/// Type of a test message. Endpoints can't subscribe to it.
pub const TEST_TYPE: &str = "webhook.test";

/// Message of an event, identical for every endpoint and every attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Header `webhook-id`: `msg_` and 26 characters.
    pub id: String,
    /// Type of the event.
    pub kind: String,
    /// JSON text of `{type, timestamp, data}`.
    pub body: String,
}

impl Message {
    /// Creates the message of an event with a globally unique id. Receivers deduplicate by the id.
    pub fn of(event: &Event, now: UnixTime, entropy: &dyn Entropy) -> Self {
        let body = body(event.kind().as_str(), &event.data(), now);
        Self { id: id(now, entropy), kind: event.kind().to_string(), body }
    }

    /// Creates a test message without an event.
    pub fn test(now: UnixTime, entropy: &dyn Entropy) -> Self {
        let data = json!({ "message": "this is a test" });
        Self { id: id(now, entropy), kind: TEST_TYPE.to_owned(), body: body(TEST_TYPE, &data, now) }
    }

    /// Signs the message for one attempt.
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

/// Signed message of one attempt, as defined by Standard Webhooks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedMessage {
    /// Header `webhook-id`.
    pub id: String,
    /// Header `webhook-timestamp`, in Unix seconds.
    pub timestamp: i64,
    /// Header `webhook-signature`: one or two signatures.
    pub signature: String,
    /// JSON text of the body.
    pub body: String,
}

fn id(now: UnixTime, entropy: &dyn Entropy) -> String {
    format!("msg_{}", SortableId::generate(now, entropy))
}

fn body(kind: &str, data: &Value, now: UnixTime) -> String {
    json!({ "type": kind, "timestamp": rfc3339(now), "data": data }).to_string()
}

/// Formats a time in UTC with milliseconds.
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
