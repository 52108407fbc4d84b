//! Prints the event that Meta receives for a purchase.
use conversion_pixel::{
    Conversion, ConversionType, Currency, Event, EventMap, Fan, Money, Platform, Source, Switches,
};
use kernel::UnixTime;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let now = UnixTime::from_seconds(1_795_176_000);
    let fan = Fan { email: Some("jane@example.com".into()), ..Fan::named("fan-9") };
    let source = Source::Link { url: "https://up.example/l/1".into() };
    let bare = Conversion::new("77", ConversionType::NewTransaction, now, fan, source);
    let money = Some(Money { minor: 4999, currency: Currency::parse("USD").ok_or("no currency")? });
    let conversion = Conversion { money, ..bare };
    let event = Event::of(&conversion, Platform::Meta, &EventMap::default(), Switches::default(), now)?;
    println!("{}: {}", event.name, event.json);
    Ok(())
}
