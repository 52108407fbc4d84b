//! Messages of campaigns, over the engines of owners.

use std::sync::Arc;
use std::time::Duration;

use adapter_engine::{EngineClient, EngineError, Failure, IdempotencyKey, MessageOutcome, NewMessage};
use async_trait::async_trait;
use broadcast_gate::message::Message;
use broadcast_gate::pace::HAND_OVER_MILLIS;
use broadcast_gate::ports::{Answer, Messenger};
use broadcast_gate::text::{AccountId, FanId, MessageKey};
use engine_link::{EngineConnection, EngineConnections, LinkState};
use kernel::OwnerId;
use tokio::time::timeout;

/// How long the look-up of a connection may take; a submission that begins later is one in another slot.
const LOOK_UP: Duration = Duration::from_millis(HAND_OVER_MILLIS.unsigned_abs());
/// How long a submission may take altogether. The call has a shorter time of its own; this is what keeps the lease.
const SUBMISSION: Duration = Duration::from_secs(30);
/// How long an account waits where nobody says for how long: the engine can't be reached or is left alone.
const A_WHILE_SECONDS: i64 = 5;
/// How long an account waits whose engine asks to wait and does not say for how long.
const LIMITED_SECONDS: u64 = 30;

/// `Messenger` over the engine's messages.
pub struct EngineMessenger {
    client: EngineClient,
    connections: Arc<dyn EngineConnections>,
}

impl EngineMessenger {
    /// Over this client, for the owners that these connections know.
    pub fn new(client: EngineClient, connections: Arc<dyn EngineConnections>) -> Self {
        Self { client, connections }
    }

    /// The owner's connection, if it is to this account and not refused; otherwise what is to be answered.
    async fn sender(&self, owner: OwnerId, account: &AccountId) -> Result<EngineConnection, Answer> {
        match timeout(LOOK_UP, self.connections.find(owner)).await {
            Ok(Ok(Some(found)))
                if found.account.as_str() == account.as_str() && found.state == LinkState::Connected =>
            {
                Ok(found)
            }
            Ok(Ok(_)) => Err(Answer::NotConnected),
            Ok(Err(error)) => {
                tracing::warn!(%owner, cause = ?error, "a connection could not be looked up");
                Err(in_a_while())
            }
            Err(_) => Err(in_a_while()),
        }
    }
}

#[async_trait]
impl Messenger for EngineMessenger {
    async fn send(
        &self,
        owner: OwnerId,
        account: &AccountId,
        fan: &FanId,
        message: &Message,
        key: &MessageKey,
    ) -> Answer {
        let Some(key) = IdempotencyKey::parse(key.as_str()) else { return unspeakable() };
        let new = NewMessage {
            fan_id: fan.as_str().to_owned(),
            text: message.text().map(|text| text.as_str().to_owned()).unwrap_or_default(),
            media_ids: message.media_ids().iter().map(|id| id.as_str().to_owned()).collect(),
            price_cents: message.price_cents(),
        };
        let sender = match self.sender(owner, account).await {
            Ok(sender) => sender,
            Err(answer) => return answer,
        };
        match timeout(SUBMISSION, self.client.send_message(owner, &sender, &new, &key)).await {
            Ok(Ok(outcome)) => told(outcome),
            Ok(Err(error)) => not_submitted(&error),
            Err(_) => Answer::Unknown,
        }
    }
}

/// What the engine's word means. A 408 and a 425 tell nothing of the message.
fn told(outcome: MessageOutcome) -> Answer {
    match outcome {
        MessageOutcome::Sent { message_id } => Answer::Sent { message_id },
        MessageOutcome::FanUnreachable => Answer::Unreachable,
        MessageOutcome::RateLimited { retry_after } => {
            let seconds = retry_after.map_or(LIMITED_SECONDS, |wait| wait.as_secs());
            Answer::Busy { retry_after_seconds: i64::try_from(seconds).unwrap_or(i64::MAX) }
        }
        MessageOutcome::Rejected { status: 408 | 425 } | MessageOutcome::Unknown => Answer::Unknown,
        MessageOutcome::Rejected { status } => Answer::Refused { code: format!("status_{status}") },
    }
}

/// What it means that nothing was submitted. Where it may pass by itself, the whole account waits, so that its rows are not
/// tried in vain one after the other.
fn not_submitted(error: &EngineError) -> Answer {
    match error {
        EngineError::NotConnected | EngineError::Failed(Failure::ForbiddenAddress) => Answer::NotConnected,
        EngineError::Failed(Failure::InvalidRequest) => unspeakable(),
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

    #[test]
    fn each_word_of_the_engine_has_its_meaning() {
        use MessageOutcome::{FanUnreachable, RateLimited, Rejected, Sent, Unknown};
        let wait = |seconds: Option<u64>| RateLimited { retry_after: seconds.map(Duration::from_secs) };
        let busy = |retry_after_seconds| Answer::Busy { retry_after_seconds };
        let refused = |code: &str| Answer::Refused { code: code.to_owned() };
        for (outcome, answer) in [
            (Sent { message_id: "m".into() }, Answer::Sent { message_id: "m".into() }),
            (FanUnreachable, Answer::Unreachable),
            (wait(Some(7)), busy(7)),
            (wait(Some(0)), busy(0)),
            (wait(Some(u64::MAX)), busy(i64::MAX)),
            (wait(None), busy(30)),
            (Rejected { status: 404 }, refused("status_404")),
            (Rejected { status: 409 }, refused("status_409")),
            (Rejected { status: 422 }, refused("status_422")),
            (Rejected { status: 408 }, Answer::Unknown),
            (Rejected { status: 425 }, Answer::Unknown),
            (Unknown, Answer::Unknown),
        ] {
            assert_eq!(told(outcome.clone()), answer, "{outcome:?}");
        }
    }

    #[test]
    fn what_was_not_submitted_is_never_unknown() {
        let failed = EngineError::Failed;
        let store = StoreError::Unavailable("down".into());
        for (error, answer) in [
            (EngineError::NotConnected, Answer::NotConnected),
            (failed(Failure::ForbiddenAddress), Answer::NotConnected),
            (failed(Failure::Unreachable), in_a_while()),
            (failed(Failure::CircuitOpen), in_a_while()),
            (failed(Failure::Busy), in_a_while()),
            (EngineError::Store(store), in_a_while()),
            (failed(Failure::InvalidRequest), unspeakable()),
        ] {
            assert_eq!(not_submitted(&error), answer, "{error:?}");
        }
    }
}
