use std::sync::Arc;

use kernel::fixed::{FixedClock, SeededEntropy};
use proptest::prelude::*;

use super::*;
use crate::testing::NOW;

fn ids(seed: u64) -> Ids {
    Ids::new(Arc::new(FixedClock::at(NOW)), Arc::new(SeededEntropy::new(seed)))
}

fn row(label: &str, path: &str, segment: Option<&str>, position: Option<usize>) -> LinkRow {
    LinkRow {
        label: Label::parse(label).unwrap(),
        url: Target::parse(&format!("https://example.com/{path}")).unwrap(),
        segment: segment.map(str::to_owned),
        position,
    }
}

fn lines(landing: &Landing) -> Vec<String> {
    let line = |segment: &Segment| {
        let buttons = segment.buttons().iter().map(|button| {
            let path = button.url().as_typed().trim_start_matches("https://example.com/");
            format!("{}={path}", button.label().as_str())
        });
        format!("{}: {}", segment.name().as_str(), buttons.collect::<Vec<_>>().join(" "))
    };
    landing.segments().iter().map(line).collect()
}

/// Landing with segment `a` (the default, with buttons `x=1 y=2 x=3`) and empty segment `b`.
fn there() -> Landing {
    let mut landing = Landing::empty();
    let rows = [row("x", "1", Some("a"), None), row("y", "2", None, None), row("x", "3", None, None)];
    let made = put_links(&mut landing, &rows, KnownBy::Label, &ids(1)).unwrap();
    assert_eq!(made, [Action::Created; 3]);
    landing.create_segment(ids(9).segment(), NewSegment::named(SegmentName::parse("b").unwrap())).unwrap();
    landing
}

#[test]
fn rows_find_their_buttons_and_their_places() {
    use Action::{Created, Replaced, Skipped};
    let (label, address) = (KnownBy::Label, KnownBy::Address);
    for (by, rows, actions, expected) in [
        (label, vec![row("x", "1", None, None)], vec![Skipped], "a: x=1 y=2 x=3"),
        (label, vec![row("y", "9", Some("a"), None)], vec![Replaced], "a: x=1 y=9 x=3"),
        (
            label,
            vec![row("x", "1", None, None), row("x", "9", None, None)],
            vec![Skipped, Replaced],
            "a: x=1 y=2 x=9",
        ),
        (label, vec![row("z", "4", None, Some(0))], vec![Created], "a: z=4 x=1 y=2 x=3"),
        (label, vec![row("z", "4", None, Some(99))], vec![Created], "a: x=1 y=2 x=3 z=4"),
        (label, vec![row("y", "2", None, Some(0))], vec![Replaced], "a: y=2 x=1 x=3"),
        (label, vec![row("y", "2", None, Some(1))], vec![Skipped], "a: x=1 y=2 x=3"),
        (label, vec![row("x", "1", None, Some(1))], vec![Replaced], "a: y=2 x=1 x=3"),
        (
            label,
            vec![row("x", "1", None, Some(0)), row("y", "2", None, Some(0))],
            vec![Skipped, Skipped],
            "a: x=1 y=2 x=3",
        ),
        (address, vec![row("other", "2", None, None)], vec![Skipped], "a: x=1 y=2 x=3"),
        (
            address,
            vec![row("n", "4", None, None), row("n", "4", None, None)],
            vec![Created, Created],
            "a: x=1 y=2 x=3 n=4",
        ),
    ] {
        let mut landing = there();
        assert_eq!(put_links(&mut landing, &rows, by, &ids(2)), Ok(actions), "{rows:?}");
        assert_eq!(lines(&landing)[0], expected, "{rows:?}");
    }
}

#[test]
fn one_row_that_fails_leaves_everything_as_it_is() {
    let mut landing = there();
    let rows = [row("n", "4", None, None), row("n", "5", Some("none"), None)];
    let failed = put_links(&mut landing, &rows, KnownBy::Label, &ids(2));
    assert_eq!(failed, Err(vec![None, Some(Fault::SegmentUnknown)]));
    assert_eq!(landing, there());
    let many: Vec<LinkRow> = (0..501).map(|n| row(&format!("l{n}"), "x", None, None)).collect();
    let mut empty = Landing::empty();
    let faults = put_links(&mut empty, &many, KnownBy::Label, &ids(2)).unwrap_err();
    assert_eq!(faults.iter().position(Option::is_some), Some(500));
    assert!(empty.segments().is_empty());
}

#[test]
fn the_good_rows_can_be_taken_alone() {
    let mut landing = there();
    let rows = [row("n", "4", None, Some(0)), row("n", "5", Some("none"), None), row("x", "1", None, None)];
    let outcomes = put_good_links(&mut landing, &rows, KnownBy::Label, &ids(2));
    assert_eq!(outcomes, [Ok(Action::Created), Err(Fault::SegmentUnknown), Ok(Action::Skipped)]);
    assert_eq!(lines(&landing)[0], "a: n=4 y=2 x=3 x=1");
    let many: Vec<LinkRow> = (0..502).map(|n| row(&format!("l{n}"), "x", None, None)).collect();
    let mut empty = Landing::empty();
    let outcomes = put_good_links(&mut empty, &many, KnownBy::Label, &ids(2));
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 500);
    assert_eq!(empty.segments()[0].buttons().len(), 500);
}

#[test]
fn names_of_segments_are_unique() {
    let mut landing = there();
    landing.create_segment(ids(8).segment(), NewSegment::named(SegmentName::parse("b").unwrap())).unwrap();
    let names = segment_names(&landing);
    assert_eq!(names[0], "a");
    assert!(names[1].starts_with("seg_") && names[2].starts_with("seg_") && names[1] != names[2]);
}

proptest! {
    /// Importing a landing's own table changes nothing, and importing any table twice changes nothing the second time.
    #[test]
    fn a_second_time_changes_nothing(
        table in prop::collection::vec((0..4_u8, 0..4_u8, any::<bool>(), prop::option::of(0..9_usize)), 0..12)
    ) {
        let mut landing = there();
        let rows: Vec<LinkRow> = table
            .iter()
            .map(|(label, path, second, position)| {
                row(["x", "y", "z", "w"][usize::from(*label)], &path.to_string(), second.then_some("b"), *position)
            })
            .collect();
        put_links(&mut landing, &rows, KnownBy::Label, &ids(3)).unwrap();
        let after = landing.clone();
        let again = put_links(&mut landing, &rows, KnownBy::Label, &ids(4)).unwrap();
        prop_assert_eq!(&landing, &after);
        prop_assert!(again.iter().all(|action| *action == Action::Skipped));
        let names = segment_names(&landing);
        let whole: Vec<LinkRow> = landing.segments().iter().zip(&names).flat_map(|(segment, name)| {
            segment.buttons().iter().enumerate().map(move |(place, button)| LinkRow {
                label: button.label().clone(),
                url: button.url().clone(),
                segment: Some(name.clone()),
                position: Some(place),
            })
        }).collect();
        let actions = put_links(&mut landing, &whole, KnownBy::Label, &ids(5)).unwrap();
        prop_assert!(actions.iter().all(|action| *action == Action::Skipped));
        prop_assert_eq!(landing, after);
    }
}
