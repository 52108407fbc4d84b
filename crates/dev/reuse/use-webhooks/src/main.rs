use kernel::UnixTime;
use webhooks::{Answer, DeliveryState, Progress};

fn main() {
    let now = UnixTime::from_seconds(1_795_176_000);
    let after = Progress::begin(now).after(Answer::new(503, b"later").verdict(), now);
    assert_eq!(after.state, DeliveryState::Pending { next_attempt_at: now.plus_seconds(5) });
}
