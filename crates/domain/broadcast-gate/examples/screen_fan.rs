//! Prints which fans get a message, which don't, and which get it later.
use broadcast_gate::{Audience, Candidate, Fan, History, Screening};
use kernel::{CountryCode, UnixTime, ValidationErrors};

fn main() -> Result<(), ValidationErrors> {
    let now = UnixTime::from_seconds(1_795_215_600); // Midnight in Berlin.
    let screening = Screening::default();
    let ann = Fan { country: CountryCode::parse("DE"), ..Fan::named("ann")? };
    let bob = Fan { opted_out: true, ..Fan::named("bob")? };
    for fan in [ann, bob, Fan::named("eve")?] {
        let candidate = Candidate::of(&fan, &Audience::default());
        println!("{}: {:?}", fan.fan_id, screening.first(&candidate, &History::default(), now));
    }
    Ok(())
}
