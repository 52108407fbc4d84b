use std::collections::VecDeque;

use proptest::prelude::*;

use super::*;
use crate::testing::{NOW, places};

fn pace(per_minute: i64, per_day: i64, jitter: f64) -> Pace {
    let input = PaceInput { per_minute: Some(per_minute), per_day: Some(per_day), jitter: Some(jitter) };
    PacePolicy::default().of(&OwnPace::parse(&input).unwrap())
}

#[test]
fn each_field_can_be_wrong_in_each_way() {
    let of = |per_minute, per_day, jitter| PaceInput { per_minute, per_day, jitter };
    for (input, expected) in [
        (of(None, None, None), vec![]),
        (of(Some(1), Some(1), Some(0.0)), vec![]),
        (of(Some(6000), Some(8_640_000), Some(1.0)), vec![]),
        (of(Some(0), None, None), vec!["per_minute greater_than_equal"]),
        (of(Some(6001), None, None), vec!["per_minute less_than_equal"]),
        (of(Some(i64::MAX), None, None), vec!["per_minute less_than_equal"]),
        (of(None, Some(0), None), vec!["per_day greater_than_equal"]),
        (of(None, Some(8_640_001), None), vec!["per_day less_than_equal"]),
        (of(None, None, Some(-0.1)), vec!["jitter greater_than_equal"]),
        (of(None, None, Some(1.1)), vec!["jitter less_than_equal"]),
        (of(None, None, Some(f64::NAN)), vec!["jitter number_type"]),
        (
            of(Some(-1), Some(-1), Some(2.0)),
            vec!["per_minute greater_than_equal", "per_day greater_than_equal", "jitter less_than_equal"],
        ),
    ] {
        assert_eq!(places(OwnPace::parse(&input)), expected, "{input:?}");
    }
    let input = of(Some(7), None, Some(0.123));
    assert_eq!(OwnPace::parse(&input).unwrap().to_input(), input);
}

#[test]
fn the_ceiling_stands_above_the_campaign_and_the_service() {
    let policy = PacePolicy { max_per_minute: 10, ..PacePolicy::default() };
    let own = |per_minute| OwnPace::parse(&PaceInput { per_minute, ..PaceInput::default() }).unwrap();
    assert_eq!(policy.of(&own(None)).per_minute(), 10);
    assert_eq!(policy.of(&own(Some(6000))).per_minute(), 10);
    assert_eq!(policy.of(&own(Some(3))).per_minute(), 3);
    assert_eq!(PacePolicy::default().of(&own(None)), pace(20, 500, 0.2));
}

#[test]
fn a_slot_comes_when_the_gap_is_over_and_not_before() {
    let pace = pace(20, 500, 0.0);
    let mut account = AccountPace::default();
    let slot = account.take(&pace, NOW, 0).unwrap();
    for (millis, usable) in [(-1, false), (0, true), (750, true), (751, false), (5000, false)] {
        assert_eq!(slot.is_usable(UnixTime::from_millis(NOW.millis() + millis)), usable, "{millis}");
    }
    let next = UnixTime::from_millis(NOW.millis() + 3050);
    assert_eq!(account.take(&pace, NOW, 0), Err(next));
    assert_eq!(account.take(&pace, UnixTime::from_millis(next.millis() - 1), 0), Err(next));
    assert!(account.take(&pace, next, 0).is_ok());
}

#[test]
fn an_unused_slot_is_free_again_unless_a_later_one_was_taken() {
    let pace = pace(20, 500, 0.2);
    let mut account = AccountPace::default();
    let first = account.take(&pace, NOW, 5).unwrap();
    account.give_back(&first);
    assert_eq!((account.taken, account.ready_at(&pace, NOW)), (0, NOW));

    let first = account.take(&pace, NOW, 5).unwrap();
    let later = NOW.plus_seconds(4);
    let second = account.take(&pace, later, 5).unwrap();
    account.give_back(&first);
    assert_eq!((account.taken, account.next), (1, second.next));
}

#[test]
fn a_full_day_opens_again_at_midnight() {
    let pace = pace(6000, 2, 0.0);
    let mut account = AccountPace::default();
    for n in 0..2 {
        account.take(&pace, NOW.plus_seconds(n), 0).unwrap();
    }
    let midnight = NOW.plus_seconds(12 * 3600);
    assert_eq!(account.take(&pace, NOW.plus_seconds(60), 0), Err(midnight));
    assert!(account.take(&pace, midnight, 0).is_ok());
    assert!(account.take(&pace, midnight.plus_seconds(-60), 0).is_err(), "the same midnight twice");
    assert!(account.take(&pace, midnight.plus_seconds(1), 0).is_ok());
    assert!(account.take(&pace, midnight.plus_seconds(2), 0).is_err());
}

#[test]
fn a_clock_that_was_a_year_ahead_does_not_stop_the_account_for_a_year() {
    let pace = pace(20, 500, 0.2);
    let mut account = AccountPace::default();
    let ahead = NOW.plus_seconds(365 * 86_400);
    account.take(&pace, ahead, 0).unwrap();
    account.hold(ahead.plus_seconds(60));
    assert_eq!(account.ready_at(&pace, NOW), NOW.plus_seconds(86_400));
    account.held_until = NOW;
    assert_eq!(account.ready_at(&pace, NOW), UnixTime::from_millis(NOW.millis() + LONGEST_WAIT_MILLIS));
    assert_eq!(account.taken, 1);
}

#[test]
fn a_slot_that_only_looks_fresh_is_known_by_its_line() {
    let (pace, fast) = (pace(20, 500, 0.0), pace(6000, 500, 0.0));
    let mut account = AccountPace::default();
    let old = account.take(&pace, NOW, 0).unwrap();
    assert!(account.honours(&old));
    // Another worker sends in the next slot; then the clock goes back, and the old slot looks fresh.
    account.take(&pace, NOW.plus_seconds(4), 0).unwrap();
    assert!(old.is_usable(NOW) && !account.honours(&old));

    let mut account = AccountPace::default();
    let old = account.take(&pace, NOW, 0).unwrap();
    // A clock that went far back moves the next slot to an earlier moment.
    account.ready_at(&pace, NOW.plus_seconds(-10_000));
    assert!(!account.honours(&old));

    // At a fast pace, later slots start while earlier ones are still valid.
    let mut account = AccountPace::default();
    let early = account.take(&fast, NOW, 0).unwrap();
    account.take(&fast, NOW.plus_seconds(1), 0).unwrap();
    assert!(account.honours(&early));
}

#[test]
fn the_engines_wish_to_wait_is_honoured() {
    let pace = pace(6000, 500, 0.0);
    let mut account = AccountPace::default();
    account.hold(NOW.plus_seconds(30));
    account.hold(NOW.plus_seconds(10));
    assert_eq!(account.take(&pace, NOW, 0), Err(NOW.plus_seconds(30)));
}

proptest! {
    /// Mixes waiting, late use of slots, giving back and clocks that go back. Measured in monotonic time, no minute
    /// holds more messages than the pace allows.
    #[test]
    fn no_minute_holds_more_than_the_pace(
        per_minute in 1_i64..200,
        jitter in 0.0_f64..1.0,
        steps in prop::collection::vec((0_i64..4000, any::<u32>(), 0..=SLOT_MILLIS, 0_u8..20), 1..400),
    ) {
        let pace = pace(per_minute, 8_640_000, jitter);
        let mut account = AccountPace::default();
        let (mut true_time, mut behind) = (NOW.millis(), 0);
        let mut sent: VecDeque<i64> = VecDeque::new();
        for (wait, draw, late, dice) in steps {
            true_time += wait;
            if dice == 0 {
                behind += wait * 30;
            }
            let now = UnixTime::from_millis(true_time - behind);
            let Ok(slot) = account.take(&pace, now, draw) else { continue };
            if dice == 1 {
                account.give_back(&slot);
                continue;
            }
            sent.push_back(true_time + late);
            let mut in_order: Vec<i64> = sent.iter().copied().collect();
            in_order.sort_unstable();
            let crowd = in_order.windows(usize::try_from(per_minute).unwrap() + 1);
            for minute in crowd {
                prop_assert!(minute.last().unwrap() - minute.first().unwrap() >= 60_000);
            }
        }
    }
}
