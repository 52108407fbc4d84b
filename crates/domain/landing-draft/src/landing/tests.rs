use proptest::prelude::*;

use super::*;
use crate::schedule::ScheduleChange;
use crate::testing::{ids, landing, new_button, new_segment, other_ids};
use crate::text::SegmentName;

fn restored(segments: Vec<Segment>) -> Result<Landing, BrokenLanding> {
    Landing::restore(segments, Appearance::default(), Banner::default())
}

fn defaults(landing: &Landing) -> Vec<&str> {
    landing.segments().iter().filter(|s| s.is_default()).map(|s| s.name().as_str()).collect()
}

fn names(landing: &Landing) -> Vec<&str> {
    landing.segments().iter().map(|s| s.name().as_str()).collect()
}

#[test]
fn the_first_segment_is_the_default_whatever_it_says() {
    let (landing, _) = landing(&[("a", 0), ("b", 0)]);
    assert_eq!(defaults(&landing), ["a"]);
}

#[test]
fn a_new_default_demotes_the_old_one() {
    let (mut landing, made) = landing(&[("a", 0), ("b", 0)]);
    let promote = SegmentPatch { is_default: Some(true), ..SegmentPatch::default() };
    landing.update_segment(&made[1], promote).unwrap();
    assert_eq!(defaults(&landing), ["b"]);
    let created = NewSegment { is_default: true, ..new_segment("c") };
    landing.create_segment(other_ids().segment(), created).unwrap();
    assert_eq!(defaults(&landing), ["c"]);
}

#[test]
fn the_default_flag_can_be_unset_only_where_it_is_not_set() {
    let (mut landing, made) = landing(&[("a", 0), ("b", 0)]);
    let demote = SegmentPatch { is_default: Some(false), ..SegmentPatch::default() };
    assert_eq!(landing.update_segment(&made[0], demote.clone()), Err(LandingError::SegmentDefaultRequired));
    assert_eq!(landing.update_segment(&made[1], demote), Ok(()));
    assert_eq!(defaults(&landing), ["a"]);
}

#[test]
fn deleting_segments() {
    let (landing, made) = landing(&[("a", 0), ("b", 1), ("c", 0)]);
    for (id, force, expected) in [
        (made[0], false, Err(LandingError::SegmentDefaultRequired)),
        (made[0], true, Err(LandingError::SegmentDefaultRequired)),
        (made[1], false, Err(LandingError::SegmentNotEmpty)),
        (made[1], true, Ok(vec!["a", "c"])),
        (made[2], false, Ok(vec!["a", "b"])),
        (
            SegmentId::new(kernel::SortableId::parse(&"0".repeat(26)).unwrap()),
            true,
            Err(LandingError::SegmentNotFound),
        ),
    ] {
        let mut copy = landing.clone();
        let result = copy.delete_segment(&id, force).map(|()| names(&copy));
        assert_eq!(result, expected, "{id} {force}");
    }
}

#[test]
fn moving_segments_and_buttons() {
    let (mut landing, made) = landing(&[("a", 3), ("b", 1), ("c", 0)]);
    let to = |position| SegmentPatch { position: Some(position), ..SegmentPatch::default() };
    landing.update_segment(&made[2], to(0)).unwrap();
    assert_eq!(names(&landing), ["c", "a", "b"]);
    let past_the_end = landing.update_segment(&made[2], to(3)).unwrap_err();
    assert_eq!(past_the_end.to_string(), "position: the last position is 2");

    let button = landing.segment(&made[0]).unwrap().1.buttons()[0].id();
    let patch = ButtonPatch { position: Some(2), ..ButtonPatch::default() };
    landing.update_button(&made[0], &button, patch).unwrap();
    assert_eq!(landing.button(&button).unwrap().1, 2);
    let patch = ButtonPatch { tier: Some(made[1]), ..ButtonPatch::default() };
    landing.update_button(&made[0], &button, patch).unwrap();
    let (segment, position, _) = landing.button(&button).unwrap();
    assert_eq!((segment.id(), position), (made[1], 1));
    let patch = ButtonPatch { tier: Some(made[2]), position: Some(1), ..ButtonPatch::default() };
    assert!(landing.update_button(&made[1], &button, patch).is_err());
}

#[test]
fn an_order_is_a_permutation() {
    let (mut landing, made) = landing(&[("a", 3)]);
    let ids: Vec<_> = landing.segments()[0].buttons().iter().map(Button::id).collect();
    let reversed: Vec<_> = ids.iter().rev().copied().collect();
    for bad in [&ids[..2], &[ids[0], ids[1], ids[1]], &[ids[0], ids[1], ids[2], ids[2]], &[]] {
        assert_eq!(landing.order_buttons(&made[0], bad), Err(LandingError::OrderNotPermutation));
    }
    landing.order_buttons(&made[0], &reversed).unwrap();
    let after: Vec<_> = landing.segments()[0].buttons().iter().map(Button::id).collect();
    assert_eq!(after, reversed);
}

#[test]
fn what_is_there_already_is_not_made_again() {
    let (made, segments) = landing(&[("a", 1), ("b", 0)]);
    let button = made.segments()[0].buttons()[0].id();
    let mut repeated = made.clone();
    repeated.create_button(&segments[0], button, new_button("again")).unwrap();
    // Holds even if the button was moved in the meantime.
    repeated.create_button(&segments[1], button, new_button("again")).unwrap();
    repeated.create_segment(segments[1], NewSegment { is_default: true, ..new_segment("again") }).unwrap();
    assert_eq!(repeated, made);
}

#[test]
fn a_landing_has_bounds() {
    let (mut full, made) = landing(&[("a", MAX_BUTTONS)]);
    let refused = full.create_button(&made[0], other_ids().button(), new_button("one more")).unwrap_err();
    assert!(refused.to_string().contains("at most 500 buttons"));
    let names: Vec<_> = (0..MAX_SEGMENTS).map(|n| n.to_string()).collect();
    let (mut full, _) = landing(&names.iter().map(|name| (name.as_str(), 0)).collect::<Vec<_>>());
    let refused = full.create_segment(other_ids().segment(), new_segment("one more")).unwrap_err();
    assert!(refused.to_string().contains("at most 100 segments"));
}

#[test]
fn a_broken_landing_is_not_restored() {
    let (landing, _) = landing(&[("a", 1), ("b", 0)]);
    let mut without_default = landing.segments().to_vec();
    without_default[0].is_default = false;
    let mut two_defaults = landing.segments().to_vec();
    two_defaults[1].is_default = true;
    let mut twice = landing.segments().to_vec();
    twice[1].id = twice[0].id;
    assert_eq!(restored(landing.segments().to_vec()), Ok(landing));
    for broken in [without_default, two_defaults, twice] {
        assert!(restored(broken).is_err());
    }
}

/// Random step of a caller. Indexes are taken modulo the number of items, so that most steps hit an
/// item.
#[derive(Debug, Clone)]
enum Step {
    CreateSegment { is_default: bool, position: Option<usize> },
    UpdateSegment { at: usize, is_default: Option<bool>, position: Option<usize> },
    DeleteSegment { at: usize, force: bool },
    CreateButton { at: usize, position: Option<usize> },
    MoveButton { at: usize, button: usize, tier: Option<usize>, position: Option<usize> },
    DeleteButton { at: usize, button: usize },
    Reverse { at: usize },
    CopyOver,
}

fn step() -> impl Strategy<Value = Step> {
    let index = 0..8_usize;
    let place = proptest::option::of(0..8_usize);
    prop_oneof![
        (any::<bool>(), place.clone())
            .prop_map(|(is_default, position)| Step::CreateSegment { is_default, position }),
        (index.clone(), any::<Option<bool>>(), place.clone())
            .prop_map(|(at, is_default, position)| Step::UpdateSegment { at, is_default, position }),
        (index.clone(), any::<bool>()).prop_map(|(at, force)| Step::DeleteSegment { at, force }),
        (index.clone(), place.clone()).prop_map(|(at, position)| Step::CreateButton { at, position }),
        (index.clone(), index.clone(), place.clone(), place)
            .prop_map(|(at, button, tier, position)| Step::MoveButton { at, button, tier, position }),
        (index.clone(), index.clone()).prop_map(|(at, button)| Step::DeleteButton { at, button }),
        index.prop_map(|at| Step::Reverse { at }),
        Just(Step::CopyOver),
    ]
}

fn take(landing: &mut Landing, ids: &crate::id::Ids, step: Step) -> Result<(), LandingError> {
    let segment = |landing: &Landing, at: usize| {
        let all = landing.segments();
        all.get(at % all.len().max(1)).map(Segment::id).ok_or(LandingError::SegmentNotFound)
    };
    let button = |landing: &Landing, tier: &SegmentId, at: usize| {
        let all = landing.segment(tier).map(|(_, s)| s.buttons()).unwrap_or_default();
        all.get(at % all.len().max(1)).map(Button::id).ok_or(LandingError::ButtonNotFound)
    };
    match step {
        Step::CreateSegment { is_default, position } => {
            landing.create_segment(ids.segment(), NewSegment { is_default, position, ..new_segment("s") })
        }
        Step::UpdateSegment { at, is_default, position } => {
            let id = segment(landing, at)?;
            landing.update_segment(&id, SegmentPatch { is_default, position, ..SegmentPatch::default() })
        }
        Step::DeleteSegment { at, force } => landing.delete_segment(&segment(landing, at)?, force),
        Step::CreateButton { at, position } => {
            let tier = segment(landing, at)?;
            landing.create_button(&tier, ids.button(), NewButton { position, ..new_button("b") })
        }
        Step::MoveButton { at, button: which, tier, position } => {
            let from = segment(landing, at)?;
            let tier = tier.map(|at| segment(landing, at)).transpose()?;
            let id = button(landing, &from, which)?;
            landing.update_button(&from, &id, ButtonPatch { tier, position, ..ButtonPatch::default() })
        }
        Step::DeleteButton { at, button: which } => {
            let tier = segment(landing, at)?;
            let id = button(landing, &tier, which)?;
            landing.delete_button(&tier, &id)
        }
        Step::Reverse { at } => {
            let tier = segment(landing, at)?;
            let order: Vec<_> = landing
                .segment(&tier)
                .map(|(_, s)| s.buttons())
                .unwrap_or_default()
                .iter()
                .rev()
                .map(Button::id)
                .collect();
            landing.order_buttons(&tier, &order)
        }
        Step::CopyOver => {
            *landing = landing.copied(ids);
            Ok(())
        }
    }
}

proptest! {
    #[test]
    fn any_sequence_of_edits_keeps_the_invariants(steps in proptest::collection::vec(step(), 1..60)) {
        let ids = ids();
        let mut landing = Landing::empty();
        for step in steps {
            let before = landing.clone();
            let buttons_before = landing.button_count();
            let result = take(&mut landing, &ids, step.clone());
            let again = restored(landing.segments().to_vec());
            prop_assert_eq!(again.as_ref(), Ok(&landing), "{:?}", step);
            match (result, step) {
                (Err(_), _) => prop_assert_eq!(&landing, &before, "a refused edit changes nothing"),
                (Ok(()), Step::CreateButton { .. }) => prop_assert_eq!(landing.button_count(), buttons_before + 1),
                (Ok(()), Step::MoveButton { .. } | Step::Reverse { .. } | Step::CopyOver | Step::UpdateSegment { .. }) => {
                    prop_assert_eq!(landing.button_count(), buttons_before);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn copies_share_no_ids_and_equal_their_source_otherwise(steps in proptest::collection::vec(step(), 1..40)) {
        let ids = ids();
        let mut landing = Landing::empty();
        for step in steps {
            let _refused = take(&mut landing, &ids, step);
        }
        let copy = landing.copied(&ids);
        let all = |landing: &Landing| -> BTreeSet<String> {
            let segments = landing.segments().iter().map(|s| s.id().to_string());
            segments.chain(landing.all_buttons().map(|b| b.id().to_string())).collect()
        };
        prop_assert!(all(&landing).is_disjoint(&all(&copy)));
        let shape = |landing: &Landing| -> Vec<(String, bool, Vec<String>)> {
            landing.segments().iter().map(|s| {
                (s.name().as_str().to_owned(), s.is_default(), s.buttons().iter().map(|b| b.label().as_str().to_owned()).collect())
            }).collect()
        };
        prop_assert_eq!(shape(&landing), shape(&copy));
    }
}

#[test]
fn an_end_before_the_beginning_is_refused_and_changes_nothing() {
    let (mut landing, made) = landing(&[("a", 1)]);
    let change = |from_ts, until_ts| ScheduleChange { from_ts, until_ts };
    let timed = |schedule| SegmentPatch { schedule, ..SegmentPatch::default() };
    landing.update_segment(&made[0], timed(change(Some(Some(10)), None))).unwrap();
    let before = landing.clone();
    let ends_early = change(None, Some(Some(10)));
    let place = |error| match error {
        LandingError::ValidationErrors(errors) => errors.iter().next().unwrap().location.to_string(),
        other => panic!("{other:?}"),
    };
    let renamed = SegmentPatch { name: SegmentName::parse("b").ok(), ..timed(ends_early) };
    assert_eq!(place(landing.update_segment(&made[0], renamed).unwrap_err()), "until_ts");
    let button = landing.segments()[0].buttons()[0].id();
    let patch = ButtonPatch { schedule: change(Some(Some(-1)), None), ..ButtonPatch::default() };
    assert_eq!(place(landing.update_button(&made[0], &button, patch).unwrap_err()), "from_ts");
    assert_eq!(landing, before);
    landing.update_segment(&made[0], timed(change(Some(None), Some(Some(10))))).unwrap();
    assert_eq!(landing.segments()[0].schedule().until_ts(), Some(10));
}
