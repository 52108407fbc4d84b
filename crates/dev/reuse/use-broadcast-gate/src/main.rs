use broadcast_gate::{Audience, Candidate, Fan, History, Reason, Screening, Verdict};
use kernel::UnixTime;

fn main() {
    let fan = Fan { opted_out: true, ..Fan::named("ann").unwrap() };
    let candidate = Candidate::of(&fan, &Audience::default());
    let verdict =
        Screening::default().first(&candidate, &History::default(), UnixTime::from_seconds(1_795_176_000));
    assert_eq!(verdict, Verdict::Skip(Reason::OptedOut));
}
