use std::time::Duration;

use content_vault::sending::SendAnswers;

use super::StopSignal;

/// How many answers one round takes; one after the other, they must end before their leases do.
const ROUND: u32 = 5;
/// How long to wait when nothing is due.
const IDLE: Duration = Duration::from_secs(1);
/// How long to wait after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// Tells engines how requests were answered, until the stop.
pub async fn answer_requests(answers: SendAnswers, mut stop: StopSignal) {
    loop {
        let wait = match answers.run(ROUND).await {
            Ok(0) => IDLE,
            Ok(sent) => {
                let sent = u64::try_from(sent).unwrap_or(u64::MAX);
                metrics::counter!("request_answers_submitted_total").increment(sent);
                Duration::ZERO
            }
            Err(error) => {
                tracing::warn!(cause = ?error, "answers to requests could not be sent");
                AFTER_FAILURE
            }
        };
        if stop.within(wait).await {
            return;
        }
    }
}
