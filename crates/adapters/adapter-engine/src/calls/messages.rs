use std::time::Duration;

use engine_link::EngineConnection;
use kernel::OwnerId;
use serde::Deserialize;
use serde_json::json;

use crate::client::Ended;
use crate::transport::{Answer, Call};
use crate::wire;
use crate::{EngineClient, EngineError, Failure, IdempotencyKey};

/// A message to one fan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// Who gets it.
    pub fan_id: String,
    /// What it says.
    pub text: String,
    /// What goes with it.
    pub media_ids: Vec<String>,
    /// What it costs to open, in cents; 0 is nothing.
    pub price_cents: i64,
}

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessageOutcome {
    /// It is sent.
    Sent {
        /// The engine's name for it.
        message_id: String,
    },
    /// This fan can't be reached. It must not be tried again.
    FanUnreachable,
    /// The engine takes no more for the moment; nothing was sent.
    RateLimited {
        /// For how long, if the engine says so.
        retry_after: Option<Duration>,
    },
    /// The engine takes this message from nobody; nothing was sent.
    Rejected {
        /// The status that it answered.
        status: u16,
    },
    /// It may be sent or not. Only the same call with the same key may tell.
    Unknown,
}

/// What the owner answers to a content request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestAnswer {
    /// Work begins.
    Start,
    /// This is it.
    Fulfill {
        /// What was made.
        media_ids: Vec<String>,
    },
    /// No.
    Decline {
        /// Why.
        reason: String,
    },
}

#[derive(Deserialize)]
struct Sent {
    #[serde(deserialize_with = "wire::id")]
    message_id: String,
}

#[derive(Deserialize)]
struct Coded {
    code: String,
}

/// An object that nothing is read from.
#[derive(Deserialize)]
struct Done {}

impl EngineClient {
    /// POST `/v1/messages`: submits a message from the account of `sender`, at once and once. The same key sends once,
    /// however often it is called. An `EngineError` means that nothing was submitted.
    ///
    /// The caller looks the owner's connection up, because a submission in its slot must not wait for that.
    pub async fn send_message(
        &self,
        owner: OwnerId,
        sender: &EngineConnection,
        message: &NewMessage,
        key: &IdempotencyKey,
    ) -> Result<MessageOutcome, EngineError> {
        let body = json!({
            "platform_account_id": sender.account.as_str(),
            "fan_id": message.fan_id,
            "text": message.text,
            "media_ids": message.media_ids,
            "price_cents": message.price_cents,
        });
        let call = Call { paced: true, ..Call::post("send_message", &["v1", "messages"], body, key) };
        match self.call_over(owner, sender, &call, sent_or_unreachable).await {
            Ok(outcome) => Ok(outcome),
            Err(Ended { open: true, .. }) => Ok(MessageOutcome::Unknown),
            Err(Ended { error: EngineError::Failed(Failure::RateLimited(retry_after)), .. }) => {
                Ok(MessageOutcome::RateLimited { retry_after })
            }
            Err(Ended { error: EngineError::Failed(Failure::Rejected(status)), .. }) => {
                Ok(MessageOutcome::Rejected { status })
            }
            Err(Ended { error, .. }) => Err(error),
        }
    }

    /// POST `/v1/requests/{request_id}/response`: answers a content request. The same key answers once.
    pub async fn respond_to_request(
        &self,
        owner: OwnerId,
        request_id: i64,
        answer: &RequestAnswer,
        key: &IdempotencyKey,
    ) -> Result<(), EngineError> {
        let id = request_id.to_string();
        let path = ["v1", "requests", id.as_str(), "response"];
        let call = Call::post("respond_to_request", &path, answer.body(), key);
        self.call(owner, &call, |answer| wire::json::<Done>(answer).map(|_| ())).await
    }
}

impl RequestAnswer {
    fn body(&self) -> serde_json::Value {
        let (action, media_ids, reason) = match self {
            Self::Start => ("start", [].as_slice(), None),
            Self::Fulfill { media_ids } => ("fulfill", media_ids.as_slice(), None),
            Self::Decline { reason } => ("decline", [].as_slice(), Some(reason)),
        };
        json!({"action": action, "media_ids": media_ids, "reason": reason})
    }
}

fn sent_or_unreachable(answer: Answer) -> Result<MessageOutcome, Failure> {
    if answer.status.as_u16() == 409 {
        let coded = serde_json::from_slice(&answer.body).ok();
        return match coded {
            Some(Coded { code }) if code == "fan_unreachable" => Ok(MessageOutcome::FanUnreachable),
            _ => Err(Failure::Rejected(409)),
        };
    }
    wire::json::<Sent>(answer).map(|sent| MessageOutcome::Sent { message_id: sent.message_id })
}
