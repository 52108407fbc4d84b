use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use content_vault::sending::SendAnswers;
use kernel::{OwnerId, StoreError};
use tokio::time::Instant;

use crate::StopSignal;
use crate::turns::{ASKING, Turns, take_turns};

/// Number of concurrently submitted answers of one owner.
const AT_ONCE: u32 = 4;
/// Maximum time for one owner's answers in a row; an owner with more goes to the end of the queue.
const TURN: Duration = Duration::from_secs(30);

/// Sends answers to content requests to engines, until the process stops.
pub async fn answer_requests(answers: SendAnswers, stop: StopSignal) {
    take_turns(Answers(answers), ASKING, Arc::default(), stop).await;
}

struct Answers(SendAnswers);

#[async_trait]
impl Turns for Answers {
    fn name(&self) -> &'static str {
        "answers to requests"
    }

    async fn due(&self, failing: bool, served: &[OwnerId], limit: u32) -> Result<Vec<OwnerId>, StoreError> {
        self.0.due(failing, served, limit).await
    }

    /// Stops serving an owner after a round in which certainly nothing reached the engine: its answers are due again
    /// later.
    async fn serve(&self, owner: OwnerId, mut stop: StopSignal) {
        let began = Instant::now();
        while began.elapsed() < TURN && !stop.within(Duration::ZERO).await {
            let sent = match self.0.run(owner, AT_ONCE).await {
                Ok(sent) => sent,
                Err(error) => {
                    tracing::warn!(%owner, cause = ?error, "answers to content requests could not be sent");
                    return;
                }
            };
            let submitted = u64::try_from(sent.submitted).unwrap_or(u64::MAX);
            metrics::counter!("request_answers_submitted_total").increment(submitted);
            if sent.submitted == 0 || sent.uncertain > 0 {
                return;
            }
        }
    }
}
