//! Answers to content requests, behind `RequestEngine`.

use async_trait::async_trait;
use content_vault::ports::{RequestEngine, SendOutcome};
use content_vault::request::{Answer, Outgoing};
use kernel::OwnerId;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::json;
use crate::key::IdempotencyKey;
use crate::transport::Call;
use crate::{EngineClient, EngineError, Failure};

/// Response object whose fields are ignored.
#[derive(Deserialize)]
struct Done {}

#[async_trait]
impl RequestEngine for EngineClient {
    /// Calls POST `/v1/requests/{request_id}/response`.
    async fn respond(&self, owner: OwnerId, outgoing: &Outgoing) -> SendOutcome {
        let Some(key) = IdempotencyKey::parse(&outgoing.key()) else {
            return SendOutcome::Refused("unspeakable".to_owned());
        };
        let id = outgoing.upstream_id.to_string();
        let path = ["v1", "requests", id.as_str(), "response"];
        let call = Call::post("respond_to_request", &path, body(&outgoing.answer), &key);
        let engine = self.only(outgoing.account);
        match engine.call(owner, &call, |answer| json::<Done>(answer).map(|_| ())).await {
            Ok(()) => SendOutcome::Delivered,
            Err(error) => outcome(&error, owner),
        }
    }
}

fn body(answer: &Answer) -> Value {
    let (action, media_ids, reason) = match answer {
        Answer::Start => ("start", [].as_slice(), None),
        Answer::Fulfill { media_ids } => ("fulfill", media_ids.as_slice(), None),
        Answer::Decline { reason } => ("decline", [].as_slice(), Some(reason)),
    };
    json!({"action": action, "media_ids": media_ids, "reason": reason})
}

/// Maps an error. A 4xx for an idempotency key is the engine's decision on this answer, whatever happened in earlier
/// attempts. A 408 or 425 is no decision.
fn outcome(error: &EngineError, owner: OwnerId) -> SendOutcome {
    match error {
        EngineError::Failed(Failure::Rejected(status)) if ![408, 425].contains(status) => {
            tracing::warn!(%owner, status, "an engine rejects the answer to a content request");
            SendOutcome::Refused(format!("status_{status}"))
        }
        _ => SendOutcome::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_by_the_engine_is_final() {
        let failed = EngineError::Failed;
        for (error, expected) in [
            (failed(Failure::Rejected(404)), Some("status_404")),
            (failed(Failure::Rejected(409)), Some("status_409")),
            (failed(Failure::Rejected(422)), Some("status_422")),
            (failed(Failure::Rejected(408)), None),
            (failed(Failure::Rejected(425)), None),
            (failed(Failure::Status(500)), None),
            (failed(Failure::TimedOut), None),
            (failed(Failure::RateLimited(None)), None),
            (failed(Failure::Malformed(String::new())), None),
            (EngineError::NotConnected, None),
        ] {
            let expected =
                expected.map_or(SendOutcome::Unknown, |code| SendOutcome::Refused(code.to_owned()));
            assert_eq!(outcome(&error, OwnerId::new(1)), expected, "{error:?}");
        }
    }
}
