use proptest::prelude::*;

use super::*;
use crate::Range;
use crate::testing::{NOW, event, host, paid};

const A: Option<(&str, i64)> = Some(("a.example", 1));
const A2: Option<(&str, i64)> = Some(("a.example", 2));
const B: Option<(&str, i64)> = Some(("b.example", 9));

fn domain(events: Vec<Conversion>, range: Range, full: bool) -> (Vec<DomainSpender>, Totals) {
    let histories = FanHistory::of_all(events);
    of_domain(&histories, &host("a.example"), range.window(NOW), full).unwrap()
}

/// (fan, money, purchases, returning, money before the anchor)
fn rows(spenders: &[DomainSpender]) -> Vec<(&str, i64, i64, bool, i64)> {
    let row = |one: &DomainSpender| (one.bought.total_net_cents, one.bought.purchases);
    spenders
        .iter()
        .map(|one| {
            let (money, purchases) = row(one);
            (one.bought.fan_id.as_str(), money, purchases, one.is_returning, one.pre_anchor_cents)
        })
        .collect()
}

#[test]
fn only_money_that_is_attributed_to_the_domain_counts() {
    let (list, totals) = domain(
        vec![
            event("1", "f", 50, A),
            paid("2", "f", 40, 500, A),
            paid("3", "f", 30, 70, None),
            paid("4", "f", 20, 90, B),
            paid("5", "g", 20, 10, B),
        ],
        Range::All,
        false,
    );
    assert_eq!(rows(&list), [("f", 500, 1, false, 0)]);
    assert_eq!(totals, Totals { revenue_cents: 500, spenders: 1, conversions: 1 });
}

#[test]
fn money_from_before_the_anchor_is_distinguished() {
    for (earlier, returning, before) in [
        (paid("1", "f", 60, 300, None), true, 300),
        (paid("1", "f", 60, 300, B), true, 300),
        (paid("1", "f", 60, 0, None), false, 0),
        (paid("1", "f", 60, -20, None), false, -20),
        (paid("1", "f", 50, 300, None), false, 0),
        (event("1", "f", 60, B), false, 0),
    ] {
        let events = vec![earlier, event("2", "f", 50, A), paid("3", "f", 40, 500, A)];
        let (list, totals) = domain(events, Range::All, false);
        assert_eq!(rows(&list), [("f", 500, 1, returning, before)]);
        assert_eq!(totals.revenue_cents, 500);
    }
}

#[test]
fn a_window_decides_who_is_listed_and_full_changes_the_money_alone() {
    let events = || {
        vec![
            paid("1", "old", 100, 900, A),
            paid("2", "both", 100, 1_000, A),
            paid("3", "both", 30, -100, A),
            paid("4", "both", 2, 50, A),
            paid("5", "both", 1, -20, A),
            paid("6", "refunds", 100, 70, A),
            paid("7", "refunds", 1, -70, A),
            paid("8", "both", 2, 7, B),
            paid("9", "both", 2, 8, None),
        ]
    };
    let (list, totals) = domain(events(), Range::Day, false);
    assert_eq!(rows(&list), [("both", 30, 1, false, 0)]);
    assert_eq!(
        (list[0].bought.first_at, list[0].bought.last_at),
        (NOW.plus_seconds(-7_200), NOW.plus_seconds(-7_200))
    );
    let (full, full_totals) = domain(events(), Range::Day, true);
    assert_eq!(rows(&full), [("both", 930, 1, false, 0)]);
    assert_eq!(totals, Totals { revenue_cents: -40, spenders: 1, conversions: 1 });
    assert_eq!((full_totals, full[0].bought.first_at), (totals, list[0].bought.first_at));
    let (all, totals) = domain(events(), Range::All, false);
    assert_eq!(
        rows(&all),
        [("both", 930, 2, false, 0), ("old", 900, 1, false, 0), ("refunds", 0, 1, false, 0)]
    );
    assert_eq!(totals, Totals { revenue_cents: 1_830, spenders: 3, conversions: 4 });
}

#[test]
fn the_edge_of_a_window_is_inside() {
    for (seconds, listed) in [(86_400, 1), (86_401, 0), (-600, 1), (-601, 0)] {
        let mut at_edge = paid("1", "f", 0, 5, A);
        at_edge.occurred_at = NOW.plus_seconds(-seconds);
        assert_eq!(domain(vec![at_edge], Range::Day, false).0.len(), listed, "{seconds}");
    }
}

#[test]
fn ties_are_broken_by_the_id() {
    let events = [paid("1", "b", 1, 5, A), paid("2", "a", 1, 5, A), paid("3", "c", 1, 6, A)];
    let mut histories = FanHistory::of_all(events);
    histories.reverse();
    let (list, _) = of_domain(&histories, &host("a.example"), Window::default(), false).unwrap();
    let order: Vec<_> = list.iter().map(|one| one.bought.fan_id.as_str()).collect();
    assert_eq!(order, ["c", "a", "b"]);
    let (list, _) = of_link(&histories, LinkId::new(1)).unwrap();
    let order: Vec<_> = list.iter().map(|one| one.fan_id.as_str()).collect();
    assert_eq!(order, ["c", "a", "b"]);
}

#[test]
fn a_link_has_the_money_that_is_attributed_to_it() {
    let histories = FanHistory::of_all(vec![
        paid("1", "f", 9, 500, A),
        paid("2", "f", 8, -100, A),
        paid("3", "f", 7, 70, A2),
        event("4", "g", 6, A),
        paid("5", "h", 5, 10, B),
        paid("6", "i", 5, 0, A),
    ]);
    let (list, totals) = of_link(&histories, LinkId::new(1)).unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!((list[0].fan_id.as_str(), list[0].total_net_cents, list[0].purchases), ("f", 400, 1));
    assert_eq!(totals, LinkTotals { revenue_cents: 400, spenders: 1, fans: 3 });
}

#[test]
fn what_does_not_fit_is_an_error_and_what_evens_out_is_not() {
    let most = i64::MAX;
    for (amounts, ok) in
        [(vec![most, 1], false), (vec![most, 1, -1], true), (vec![most, most, -most, -most], true)]
    {
        let events = amounts.iter().enumerate().map(|(n, net)| paid(&n.to_string(), "f", 9, *net, A));
        let histories = FanHistory::of_all(events);
        assert_eq!(
            of_domain(&histories, &host("a.example"), Window::default(), false).is_ok(),
            ok,
            "{amounts:?}"
        );
        assert_eq!(of_link(&histories, LinkId::new(1)).is_ok(), ok, "{amounts:?}");
    }
    let two_fans = FanHistory::of_all([paid("1", "f", 9, most, A), paid("2", "g", 9, most, A)]);
    assert_eq!(of_domain(&two_fans, &host("a.example"), Window::default(), false), Err(Overflow));
    let before =
        FanHistory::of_all([paid("1", "f", 9, most, B), paid("2", "f", 8, most, B), paid("3", "f", 7, 1, A)]);
    assert_eq!(of_domain(&before, &host("a.example"), Window::default(), false), Err(Overflow));
}

fn any_event() -> impl Strategy<Value = Conversion> {
    let on = prop::sample::select(vec![None, A, A2, B]);
    (0..40_u8, 0..3_u8, 0..60_i64, -900..900_i64, any::<bool>(), on).prop_map(
        |(id, fan, hours, net, money, on)| {
            // The id encodes the content, so that one id always means the same event.
            let (id, fan) = (format!("e{id}-{fan}-{hours}-{net}-{money}-{on:?}"), format!("f{fan}"));
            if money { paid(&id, &fan, hours, net, on) } else { event(&id, &fan, hours, on) }
        },
    )
}

proptest! {
    #[test]
    fn neither_order_nor_repetition_changes_a_count(
        (events, again) in prop::collection::vec(any_event(), 0..30).prop_flat_map(|events| {
            let twice: Vec<_> = events.iter().chain(&events).cloned().collect();
            (Just(events), Just(twice).prop_shuffle())
        }),
        full in any::<bool>(),
    ) {
        for window in [Range::Day, Range::All] {
            prop_assert_eq!(domain(events.clone(), window, full), domain(again.clone(), window, full));
        }
        let (once, twice) = (FanHistory::of_all(events), FanHistory::of_all(again));
        prop_assert_eq!(of_link(&once, LinkId::new(1)), of_link(&twice, LinkId::new(1)));
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn totals_are_those_of_the_list(events in prop::collection::vec(any_event(), 0..30)) {
        for window in [Range::Day, Range::All] {
            let (list, totals) = domain(events.clone(), window, false);
            let here = events.iter().filter(|event| event.is_on(&host("a.example")));
            let once: std::collections::BTreeMap<_, _> =
                here.map(|event| (event.event_id.clone(), event)).collect();
            let inside = once.values().filter(|event| window.window(NOW).contains(event.occurred_at));
            let money: i64 = inside.map(|event| event.counted_cents()).sum();
            let purchases: i64 = list.iter().map(|one| one.bought.purchases).sum();
            let count = i64::try_from(list.len()).unwrap();
            prop_assert_eq!(totals, Totals { revenue_cents: money, spenders: count, conversions: purchases });
        }
    }

    #[test]
    fn a_refund_lowers_the_money_of_its_fan_and_nothing_else(
        events in prop::collection::vec(any_event(), 0..30),
        amount in 1..500_i64,
    ) {
        let (before, totals) = domain(events.clone(), Range::All, false);
        prop_assume!(!before.is_empty());
        let fan = before[0].bought.fan_id.clone();
        let refund = paid("refund", &fan, 0, -amount, A);
        let (after, lowered) = domain(events.into_iter().chain([refund]).collect(), Range::All, false);
        prop_assert_eq!(lowered.revenue_cents, totals.revenue_cents - amount);
        prop_assert_eq!((lowered.spenders, lowered.conversions), (totals.spenders, totals.conversions));
        for one in before {
            let found = after.iter().find(|other| other.bought.fan_id == one.bought.fan_id).unwrap();
            let off = if one.bought.fan_id == fan { amount } else { 0 };
            let bought = FanPurchases { total_net_cents: one.bought.total_net_cents - off, ..one.bought };
            prop_assert_eq!(found, &DomainSpender { bought, ..one });
        }
    }
}
