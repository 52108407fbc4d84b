//! Judges answers of a vendor, and shows the state that an account gets from them.
use kernel::UnixTime;
use platform_sync::{Account, Answer, Proof, Signal, Subject, judge};

fn main() {
    let mut now = UnixTime::from_seconds(1_800_000_000);
    let mut account = Account::connected(now);
    let answers = [
        Answer::of(Subject::Object, 500).wrapping(401),
        Answer::none(Subject::Account),
        Answer::of(Subject::Account, 200),
    ];
    for answer in answers {
        now = now.plus_seconds(60);
        let outcome = judge(&answer);
        account = account.after(Signal::Called { outcome, proof: Proof::Session }, now);
        println!("{outcome:?}: {}", account.state().0);
    }
}
