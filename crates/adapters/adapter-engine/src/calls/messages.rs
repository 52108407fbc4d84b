//! Messages of campaigns, behind `Messenger`.

use std::time::Duration;

use async_trait::async_trait;
use broadcast_gate::message::Message;
use broadcast_gate::pace::HAND_OVER_MILLIS;
use broadcast_gate::ports::{Answer, Messenger};
use broadcast_gate::text::{AccountId, FanId, MessageKey};
use engine_link::{EngineConnection, LinkState};
use kernel::OwnerId;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::answer::json;
use crate::client::Ended;
use crate::key::IdempotencyKey;
use crate::transport::Call;
use crate::{EngineClient, EngineError, Failure, wire};

/// Maximum duration of the connection lookup; a later submission would fall into another slot of the pace.
const LOOK_UP: Duration = Duration::from_millis(HAND_OVER_MILLIS.unsigned_abs());
/// Maximum duration of a submission. The call has a shorter timeout; this limit protects the lease.
const SUBMISSION: Duration = Duration::from_secs(30);
/// Wait of an account, in seconds, if the engine is unavailable or its breaker is open.
const A_WHILE_SECONDS: i64 = 5;
/// Wait of an account, in seconds, if the engine asks to wait without a duration.
const LIMITED_SECONDS: u64 = 30;

#[derive(Deserialize)]
struct Sent {
    #[serde(deserialize_with = "wire::id")]
    message_id: String,
}

#[derive(Deserialize)]
struct Coded {
    code: String,
}

#[async_trait]
impl Messenger for EngineClient {
    /// Calls POST `/v1/messages` without a wait and without a retry.
    async fn send(
        &self,
        owner: OwnerId,
        account: &AccountId,
        fan: &FanId,
        message: &Message,
        key: &MessageKey,
    ) -> Answer {
        let Some(key) = IdempotencyKey::parse(key.as_str()) else { return unspeakable() };
        let sender = match self.sender(owner, account).await {
            Ok(sender) => sender,
            Err(answer) => return answer,
        };
        let body = body(account, fan, message);
        let call = Call { paced: true, ..Call::post("send_message", &["v1", "messages"], body, &key) };
        let submission = self.call_over(owner, &sender, &call, sent_or_unreachable);
        match timeout(SUBMISSION, submission).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(Ended { open: true, .. })) | Err(_) => Answer::Unknown,
            Ok(Err(Ended { error, .. })) => not_sent(&error),
        }
    }
}

impl EngineClient {
    /// Returns the owner's connection if it leads to this account and is not refused, otherwise the port's answer.
    async fn sender(&self, owner: OwnerId, account: &AccountId) -> Result<EngineConnection, Answer> {
        match timeout(LOOK_UP, self.connections().find(owner)).await {
            Ok(Ok(Some(found)))
                if found.account.as_str() == account.as_str() && found.state == LinkState::Connected =>
            {
                Ok(found)
            }
            Ok(Ok(_)) => Err(Answer::NotConnected),
            Ok(Err(error)) => {
                tracing::warn!(%owner, cause = ?error, "the engine connection could not be looked up");
                Err(in_a_while())
            }
            Err(_) => Err(in_a_while()),
        }
    }
}

fn body(account: &AccountId, fan: &FanId, message: &Message) -> Value {
    let media_ids: Vec<_> = message.media_ids().iter().map(|id| id.as_str()).collect();
    json!({
        "platform_account_id": account.as_str(),
        "fan_id": fan.as_str(),
        "text": message.text().map(|text| text.as_str()).unwrap_or_default(),
        "media_ids": media_ids,
        "price_cents": message.price_cents(),
    })
}

fn sent_or_unreachable(answer: crate::answer::Answer) -> Result<Answer, Failure> {
    if answer.status.as_u16() == 409 {
        let coded = serde_json::from_slice(&answer.body).ok();
        return match coded {
            Some(Coded { code }) if code == "fan_unreachable" => Ok(Answer::Unreachable),
            _ => Err(Failure::Rejected(409)),
        };
    }
    json(answer).map(|Sent { message_id }| Answer::Sent { message_id })
}

/// Maps the error of a call without effect. For a transient error the whole account waits, so that its rows don't all
/// fail one after the other. A 408 or 425 says nothing about the message.
fn not_sent(error: &EngineError) -> Answer {
    match error {
        EngineError::NotConnected | EngineError::Failed(Failure::ForbiddenAddress) => Answer::NotConnected,
        EngineError::Failed(Failure::InvalidRequest) => unspeakable(),
        EngineError::Failed(Failure::RateLimited(retry_after)) => {
            let seconds = retry_after.map_or(LIMITED_SECONDS, |wait| wait.as_secs());
            Answer::Busy { retry_after_seconds: i64::try_from(seconds).unwrap_or(i64::MAX) }
        }
        EngineError::Failed(Failure::Rejected(408 | 425)) => Answer::Unknown,
        EngineError::Failed(Failure::Rejected(status)) => {
            Answer::Refused { code: format!("status_{status}") }
        }
        EngineError::Failed(_) | EngineError::Store(_) => in_a_while(),
    }
}

fn in_a_while() -> Answer {
    Answer::Busy { retry_after_seconds: A_WHILE_SECONDS }
}

fn unspeakable() -> Answer {
    Answer::Refused { code: "unspeakable".to_owned() }
}

#[cfg(test)]
mod tests {
    use kernel::StoreError;

    use super::*;
    use crate::Cause;

    #[test]
    fn each_failure_has_its_meaning() {
        let failed = EngineError::Failed;
        let limited = |seconds: Option<u64>| failed(Failure::RateLimited(seconds.map(Duration::from_secs)));
        let busy = |retry_after_seconds| Answer::Busy { retry_after_seconds };
        let refused = |code: &str| Answer::Refused { code: code.to_owned() };
        for (error, answer) in [
            (limited(Some(7)), busy(7)),
            (limited(Some(0)), busy(0)),
            (limited(Some(u64::MAX)), busy(i64::MAX)),
            (limited(None), busy(30)),
            (failed(Failure::Rejected(404)), refused("status_404")),
            (failed(Failure::Rejected(409)), refused("status_409")),
            (failed(Failure::Rejected(422)), refused("status_422")),
            (failed(Failure::Rejected(408)), Answer::Unknown),
            (failed(Failure::Rejected(425)), Answer::Unknown),
            (EngineError::NotConnected, Answer::NotConnected),
            (failed(Failure::ForbiddenAddress), Answer::NotConnected),
            (failed(Failure::Unreachable(Cause::Refused)), in_a_while()),
            (failed(Failure::CircuitOpen), in_a_while()),
            (failed(Failure::Busy), in_a_while()),
            (EngineError::Store(StoreError::Unavailable("down".into())), in_a_while()),
            (failed(Failure::InvalidRequest), unspeakable()),
        ] {
            assert_eq!(not_sent(&error), answer, "{error:?}");
        }
    }
}
