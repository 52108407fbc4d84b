use super::*;
use crate::testing::{NOW, fan, places};

#[test]
fn each_field_can_be_wrong_in_each_way() {
    let base = AudienceInput::default;
    let many = |n: usize| (0..n).map(|n| format!("f{n}")).collect::<Vec<_>>();
    for (input, expected) in [
        (base(), vec![]),
        (AudienceInput { tier: Some("all".into()), status: Some("any".into()), ..base() }, vec![]),
        (AudienceInput { tier: Some("Whale".into()), ..base() }, vec!["tier enum"]),
        (AudienceInput { tier: Some(String::new()), ..base() }, vec!["tier enum"]),
        (AudienceInput { status: Some("all".into()), ..base() }, vec!["status enum"]),
        (AudienceInput { countries: vec!["DE".into(), "at".into()], ..base() }, vec![]),
        (
            AudienceInput { countries: vec!["DEU".into(), "DE".into(), "de".into()], ..base() },
            vec!["countries.0 country_invalid", "countries.2 duplicate"],
        ),
        (AudienceInput { min_spent_cents: Some(-1), ..base() }, vec!["min_spent_cents greater_than_equal"]),
        (AudienceInput { max_spent_cents: Some(-1), ..base() }, vec!["max_spent_cents greater_than_equal"]),
        (AudienceInput { min_spent_cents: Some(5), max_spent_cents: Some(5), ..base() }, vec![]),
        (
            AudienceInput { min_spent_cents: Some(6), max_spent_cents: Some(5), ..base() },
            vec!["max_spent_cents greater_than_equal"],
        ),
        (AudienceInput { last_seen_days: Some(0), ..base() }, vec!["last_seen_days greater_than_equal"]),
        (AudienceInput { last_seen_days: Some(3651), ..base() }, vec!["last_seen_days less_than_equal"]),
        (AudienceInput { last_seen_days: Some(i64::MAX), ..base() }, vec!["last_seen_days less_than_equal"]),
        (
            AudienceInput { exclude_fan_ids: vec!["a".into(), String::new()], ..base() },
            vec!["exclude_fan_ids.1 too_short"],
        ),
        (AudienceInput { exclude_fan_ids: many(10_000), ..base() }, vec![]),
        (AudienceInput { exclude_fan_ids: many(10_001), ..base() }, vec!["exclude_fan_ids too_long"]),
    ] {
        assert_eq!(places(Audience::parse(&input)), expected, "{:?}", input.tier);
    }
}

#[test]
fn all_faults_of_a_selector_are_reported_at_once() {
    let input = AudienceInput {
        tier: Some("x".into()),
        status: Some("x".into()),
        countries: vec!["x".into()],
        last_seen_days: Some(0),
        ..AudienceInput::default()
    };
    assert_eq!(places(Audience::parse(&input)).len(), 4);
}

#[test]
fn a_selector_takes_fans_who_fit_all_of_it() {
    let whale = Fan {
        country: CountryCode::parse("DE"),
        total_spent_cents: 500,
        last_seen_at: Some(NOW.plus_seconds(-86_400)),
        ..fan("w", FanTier::Whale)
    };
    let unknown = Fan { tier: None, status: None, country: None, last_seen_at: None, ..whale.clone() };
    let base = AudienceInput::default;
    for (input, takes_whale, takes_unknown) in [
        (base(), true, true),
        (AudienceInput { tier: Some("whale".into()), ..base() }, true, false),
        (AudienceInput { tier: Some("free".into()), ..base() }, false, false),
        (AudienceInput { status: Some("active".into()), ..base() }, true, false),
        (AudienceInput { status: Some("expired".into()), ..base() }, false, false),
        (AudienceInput { countries: vec!["AT".into(), "DE".into()], ..base() }, true, false),
        (AudienceInput { countries: vec!["AT".into()], ..base() }, false, false),
        (AudienceInput { min_spent_cents: Some(500), max_spent_cents: Some(500), ..base() }, true, true),
        (AudienceInput { min_spent_cents: Some(501), ..base() }, false, false),
        (AudienceInput { max_spent_cents: Some(499), ..base() }, false, false),
        (AudienceInput { last_seen_days: Some(1), ..base() }, true, false),
        (AudienceInput { exclude_fan_ids: vec!["w".into()], ..base() }, true, true),
    ] {
        let audience = Audience::parse(&input).unwrap();
        assert_eq!(audience.matches(&whale, NOW), takes_whale, "{input:?}");
        assert_eq!(audience.matches(&unknown, NOW), takes_unknown, "{input:?}");
        assert_eq!(Audience::parse(&audience.to_input()).unwrap(), audience);
    }
}

#[test]
fn a_narrower_view_is_never_wider_than_the_selector() {
    let of = |days| {
        Audience::parse(&AudienceInput { last_seen_days: days, ..AudienceInput::default() })
            .unwrap()
            .seen_within(2)
            .to_input()
            .last_seen_days
    };
    assert_eq!((of(None), of(Some(1)), of(Some(9))), (Some(2), Some(1), Some(2)));
}

#[test]
fn countries_that_are_none_are_read_where_they_were_stored() {
    let input = AudienceInput { countries: vec!["UK".to_owned()], ..AudienceInput::default() };
    let errors = Audience::parse(&input).unwrap_err().to_string();
    assert_eq!(errors, "countries.0: UK is not a country code of ISO 3166-1; did you mean GB?");
    let stored = Audience::stored(&input).unwrap();
    assert_eq!(stored.to_input().countries, ["UK"]);
    assert_eq!(serde_json::from_value::<Audience>(serde_json::to_value(&stored).unwrap()).unwrap(), stored);
}
