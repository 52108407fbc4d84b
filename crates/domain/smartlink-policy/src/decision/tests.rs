use proptest::prelude::*;

use super::*;
use crate::testing::{arms, country, policy};

fn roll(at: f64) -> Roll {
    Roll::new(at).unwrap()
}

fn compiled(paid: (bool, f64), ftl: (bool, f64), require: bool) -> CompiledPolicy {
    (&policy(arms(paid, ftl, require), vec![])).into()
}

#[test]
fn arms_are_left_out_and_picked() {
    let (on, off) = (|weight| (true, weight), |weight| (false, weight));
    // Paid arm, trial arm, whether the trial requires a country link, the country (DE has one); both exclusion reasons,
    // paid share.
    for (paid, ftl, require, code, why_paid, why_ftl, share) in [
        (on(50.0), on(50.0), true, "DE", "", "", 0.5),
        (on(30.0), on(10.0), true, "DE", "", "", 0.75),
        (on(0.1), on(99.9), true, "DE", "", "", 0.001),
        (on(50.0), on(50.0), true, "US", "", "no_country_link", 1.0),
        (on(50.0), on(50.0), true, "", "", "no_country_link", 1.0),
        (on(50.0), on(50.0), false, "US", "", "", 0.5),
        (on(50.0), on(50.0), false, "", "", "", 0.5),
        (off(50.0), on(50.0), true, "DE", "disabled", "", 0.0),
        (on(0.0), on(50.0), true, "DE", "zero_weight", "", 0.0),
        (on(50.0), off(50.0), true, "DE", "", "disabled", 1.0),
        (on(50.0), off(0.0), true, "US", "", "disabled", 1.0),
        (on(50.0), on(0.0), true, "US", "", "zero_weight", 1.0),
        // Both arms are excluded: paid.
        (off(50.0), on(50.0), true, "US", "disabled", "no_country_link", 1.0),
        (on(0.0), on(50.0), true, "", "zero_weight", "no_country_link", 1.0),
    ] {
        let split = compiled(paid, ftl, require).split(CountryCode::parse(code), &[country("DE")][..]);
        let found =
            (split.paid.map_or("", ExclusionReason::as_str), split.ftl.map_or("", ExclusionReason::as_str));
        assert_eq!(found, (why_paid, why_ftl), "{paid:?} {ftl:?} {require} {code}");
        assert!((split.paid_share - share).abs() < 1e-12, "{paid:?} {ftl:?} {require} {code}");
    }
}

#[test]
fn the_rule_that_names_the_country_decides_else_the_base() {
    let base = arms((true, 1.0), (false, 1.0), true);
    let trial = || arms((false, 1.0), (true, 1.0), false);
    let policy = policy(base, vec![(&["FR", "AT"], trial()), (&["DE"], trial())]);
    let compiled = CompiledPolicy::from(&policy);
    for (code, rule, offer) in [
        ("FR", Some(0), Offer::Ftl),
        ("AT", Some(0), Offer::Ftl),
        ("DE", Some(1), Offer::Ftl),
        ("US", None, Offer::Paid),
        ("", None, Offer::Paid),
    ] {
        let decision = compiled.decide(CountryCode::parse(code), &[][..], roll(0.5));
        assert_eq!((decision.split.geo_rule, decision.offer), (rule, offer), "{code}");
    }
}

#[test]
fn rolls_are_sticky_in_range_and_differ_by_link() {
    let of = |visitor: u128, link| Roll::of(&visitor.to_be_bytes(), SmartLinkId::new(link));
    assert_eq!(of(1, 1), of(1, 1));
    assert_ne!(of(1, 1), of(1, 2));
    assert_ne!(of(1, 1), of(2, 1));
    assert!((0..10_000).all(|visitor| (0.0..1.0).contains(&of(visitor, 7).get())));
    for outside in [-0.1, 1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(Roll::new(outside), None);
    }
}

/// The chi-square of 100,000 visitors with one degree of freedom stays below its 99.999 % quantile.
#[test]
fn shares_of_many_visitors_are_those_of_the_weights() {
    const VISITORS: u32 = 100_000;
    for (n, (paid, ftl)) in
        [(50.0, 50.0), (90.0, 10.0), (1.0, 99.0), (33.3, 66.6), (0.5, 0.5)].into_iter().enumerate()
    {
        let policy = compiled((true, paid), (true, ftl), false);
        let link = SmartLinkId::new(n as i64);
        let visitors = (0..VISITORS).map(|visitor| Roll::of(&u128::from(visitor).to_be_bytes(), link));
        let seen =
            visitors.filter(|roll| policy.decide(None, &[][..], *roll).offer == Offer::Paid).count() as f64;
        let share = paid / (paid + ftl);
        let expected = share * f64::from(VISITORS);
        let chi_square = (seen - expected).powi(2) / (expected * (1.0 - share));
        assert!(chi_square < 19.51, "{paid}:{ftl} gave {seen}, chi-square {chi_square}");
    }
}

fn any_arm() -> impl Strategy<Value = (bool, f64)> {
    let weight = prop_oneof![Just(0.0), Just(100.0), Just(f64::MIN_POSITIVE), 0.0..=100.0];
    (any::<bool>(), weight)
}

proptest! {
    #[test]
    fn what_may_not_be_served_is_not(
        paid in any_arm(), ftl in any_arm(), require: bool, at in 0.0..1.0, has_link: bool, known: bool,
    ) {
        let servable = |(enabled, weight): (bool, f64)| enabled && weight > 0.0;
        prop_assume!(servable(paid) || servable(ftl));
        let links = if has_link { vec![country("DE")] } else { vec![] };
        let code = known.then(|| country("DE"));
        let offer = compiled(paid, ftl, require).decide(code, &links[..], roll(at)).offer;
        let trial_possible = servable(ftl) && (!require || (has_link && known));
        match offer {
            Offer::Ftl => prop_assert!(trial_possible),
            Offer::Paid => prop_assert!(servable(paid) || !trial_possible),
        }
    }

    #[test]
    fn a_visitor_gets_the_arm_of_their_roll(paid in any_arm(), ftl in any_arm(), require: bool, visitor: [u8; 16], at in 0.0..1.0) {
        prop_assume!([paid, ftl].iter().any(|(enabled, weight)| *enabled && *weight > 0.0));
        let (policy, link) = (compiled(paid, ftl, require), SmartLinkId::new(7));
        let decision = policy.decide_for(None, &[][..], &visitor, link);
        prop_assert_eq!(decision, policy.decide(None, &[][..], Roll::of(&visitor, link)));
        let split = decision.split;
        match split.only() {
            Some(offer) => prop_assert_eq!(split.pick(roll(at)), offer),
            None => prop_assert_eq!((split.pick(roll(0.0)), split.paid, split.ftl), (Offer::Paid, None, None)),
        }
    }

    #[test]
    fn the_arms_lie_on_the_scale_one_after_the_other(paid in 0.001..100.0, ftl in 0.001..100.0, a in 0.0..1.0, b in 0.0..1.0) {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let policy = compiled((true, paid), (true, ftl), false);
        let offer = |at| policy.decide(None, &[][..], roll(at)).offer;
        // If a visitor gets the paid arm, all lower rolls get the paid arm too.
        prop_assert!(offer(high) == Offer::Ftl || offer(low) == Offer::Paid);
        prop_assert_eq!(offer(low), offer(low));
    }

    #[test]
    fn a_heavier_arm_loses_nobody(paid in 0.001..99.0, more in 0.0..1.0, ftl in 0.001..100.0, at in 0.0..1.0) {
        let before = compiled((true, paid), (true, ftl), false).decide(None, &[][..], roll(at)).offer;
        let after = compiled((true, paid + more), (true, ftl), false).decide(None, &[][..], roll(at)).offer;
        prop_assert!(before == Offer::Ftl || after == Offer::Paid);
    }
}
