//! Prints the selected content of a landing page for visitors of different countries.
use kernel::{CountryCode, SortableId, UnixTime};
use landing_draft::{Landing, NewSegment, SegmentId, SegmentName, Visitor, VisitorToken};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut landing = Landing::empty();
    for (number, name, country) in [(1, "Everyone", None), (2, "Germany", CountryCode::parse("DE"))] {
        let countries = Vec::from_iter(country);
        let segment = NewSegment { countries, ..NewSegment::named(SegmentName::parse(name)?) };
        landing.create_segment(SegmentId::new(SortableId::from_u128(number)), segment)?;
    }
    let unknown = Visitor::unknown(UnixTime::from_seconds(1_795_176_000), VisitorToken::new([7; 16]));
    for country in [CountryCode::parse("DE"), CountryCode::parse("FR"), None] {
        let selection = landing.select(&Visitor { country, ..unknown.clone() });
        println!("{country:?}: {:?}", selection.map(|selection| selection.segment.name()));
    }
    Ok(())
}
