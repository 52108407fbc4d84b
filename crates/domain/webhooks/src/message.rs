use hmac_sha256::Hash as Sha256;
use kernel::{Entropy, OwnerId, SortableId, UnixTime};
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
    /// The message of an event. Its id follows from its content, so that the same event twice is no second message.
    pub fn of(owner: OwnerId, event: &Event, now: UnixTime) -> Self {
        let body = body(event.kind().as_str(), &event.data(), now);
        let mut digest = Sha256::new();
        digest.update(owner.get().to_be_bytes());
        digest.update(event.subject());
        digest.update([0]);
        digest.update(&body);
        let id = SortableId::generate(now, &Digested(digest.finalize()));
        Self { id: format!("msg_{id}"), kind: event.kind().to_string(), body }
    }

    /// A message that reports nothing, to try an endpoint.
    pub fn test(now: UnixTime, entropy: &dyn Entropy) -> Self {
        let id = SortableId::generate(now, entropy);
        let data = json!({ "message": "this is a test" });
        Self { id: format!("msg_{id}"), kind: TEST_TYPE.to_owned(), body: body(TEST_TYPE, &data, now) }
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

fn body(kind: &str, data: &Value, now: UnixTime) -> String {
    json!({ "type": kind, "timestamp": rfc3339(now), "data": data }).to_string()
}

/// A moment in UTC, with milliseconds.
pub(crate) fn rfc3339(time: UnixTime) -> String {
    time.rfc3339().unwrap_or_default()
}

/// Bytes that follow from what they name.
struct Digested([u8; 32]);

impl Entropy for Digested {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.iter_mut().zip(self.0).for_each(|(to, from)| *to = from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixTime = UnixTime::from_millis(1_795_176_000_120);

    #[test]
    fn a_message_is_type_time_and_data() {
        let message = Message::of(OwnerId::new(1), &Event::KeyCreated { id: 7 }, NOW);
        let expected = r#"{"data":{"key_id":7},"timestamp":"2026-11-20T12:00:00.120Z","type":"key.created"}"#;
        assert_eq!((message.body.as_str(), message.kind.as_str()), (expected, "key.created"));
    }

    #[test]
    fn an_id_is_the_same_for_the_same_and_another_for_all_else() {
        let id = |owner, event: &Event, now| Message::of(OwnerId::new(owner), event, now).id;
        let first = id(1, &Event::KeyCreated { id: 7 }, NOW);
        assert_eq!(first, id(1, &Event::KeyCreated { id: 7 }, NOW));
        assert!(SortableId::parse(first.strip_prefix("msg_").unwrap()).is_some());
        for other in [
            id(2, &Event::KeyCreated { id: 7 }, NOW),
            id(1, &Event::KeyRevoked { id: 7 }, NOW),
            id(1, &Event::KeyCreated { id: 8 }, NOW),
            id(1, &Event::KeyCreated { id: 7 }, UnixTime::from_millis(NOW.millis() + 1)),
        ] {
            assert_ne!(first, other);
        }
    }
}
