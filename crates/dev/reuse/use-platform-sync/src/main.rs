use kernel::UnixTime;
use platform_sync::{FanDesk, How, cents, fit_name};

fn main() {
    assert_eq!(cents("20.55"), Ok(2_055));
    assert!(fit_name("links.example.com/ftl/DE", 23).ends_with("/ftl/DE"));
    let mut desk = FanDesk::default();
    desk.found(
        "t7".parse().unwrap(),
        How::Imported,
        Some(UnixTime::from_seconds(0)),
        UnixTime::from_seconds(0),
    );
    assert_eq!(desk.held(), 0);
}
