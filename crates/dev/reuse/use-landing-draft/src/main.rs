use landing_draft::{Landing, NewSegment, SegmentId, SegmentName};

fn main() {
    let mut landing = Landing::empty();
    let id = SegmentId::parse("seg_01hzy3v8k4t5m6n7p8q9r0s1t2").unwrap();
    let everyone = NewSegment::named(SegmentName::parse("Everyone").unwrap());
    landing.create_segment(id, everyone).unwrap();
    assert_eq!(landing.default_segment().map(|segment| segment.name().as_str()), Some("Everyone"));
}
