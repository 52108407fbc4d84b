use idempotency::{Claim, ClaimOutcome, StoredResponse};
use kernel::UnixTime;

/// Status for a caller with this claim; `None` if the work must run.
fn status(outcome: &ClaimOutcome) -> Option<u16> {
    match outcome {
        ClaimOutcome::Run { .. } => None,
        ClaimOutcome::Done(stored) => Some(stored.status),
        ClaimOutcome::Running => Some(409),
        ClaimOutcome::OtherBody => Some(422),
    }
}

fn main() {
    let now = UnixTime::from_seconds(1_795_176_000);
    let claim = Claim { number: 7, now, until: now.plus_seconds(60) };
    assert_eq!(status(&ClaimOutcome::Run { since: claim.now }), None);
    let stored = StoredResponse { status: 201, revision: None, body: Some("{}".to_owned()) };
    assert_eq!(status(&ClaimOutcome::Done(stored)), Some(201));
}
