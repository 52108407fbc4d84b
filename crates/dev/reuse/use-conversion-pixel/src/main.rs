use conversion_pixel::{Conversion, ConversionType, Event, EventMap, Fan, Platform, Source, Switches};
use kernel::UnixTime;

fn main() {
    let now = UnixTime::from_seconds(1_795_176_000);
    let source = Source::Link { url: "https://up.example/l/1".into() };
    let conversion = Conversion::new("77", ConversionType::NewSubscriber, now, Fan::named("fan-9"), source);
    let event = Event::of(&conversion, Platform::Meta, &EventMap::default(), Switches::default(), now).unwrap();
    assert_eq!(event.name, "Subscribe");
}
