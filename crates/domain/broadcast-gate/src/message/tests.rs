use super::*;
use crate::testing::places;

fn says(text: &str) -> MessageInput {
    MessageInput { text: Some(text.into()), ..MessageInput::default() }
}

fn shows(ids: &[&str]) -> MessageInput {
    MessageInput { media_ids: Some(ids.iter().map(|&id| id.into()).collect()), ..MessageInput::default() }
}

fn tier(word: &str, over: TierInput) -> BTreeMap<String, TierInput> {
    BTreeMap::from([(word.to_owned(), over)])
}

#[test]
fn each_field_can_be_wrong_in_each_way() {
    let hundred_and_one: Vec<String> = (0..101).map(|n| n.to_string()).collect();
    let priced = |cents, input| MessageInput { price_cents: Some(cents), ..input };
    for (input, expected) in [
        (says("hi"), vec![]),
        (shows(&["1"]), vec![]),
        (says("two\nlines"), vec![]),
        (MessageInput::default(), vec!["text missing"]),
        (shows(&[]), vec!["text missing"]),
        (says(""), vec!["text too_short"]),
        (says("  "), vec!["text too_short"]),
        (MessageInput { text: Some(String::new()), ..shows(&["1"]) }, vec![]),
        (says("a\u{0}"), vec!["text pattern"]),
        (says(&"é".repeat(1000)), vec![]),
        (says(&"é".repeat(1001)), vec!["text too_long"]),
        (MessageInput { text: Some("é".repeat(10_000)), ..shows(&["1"]) }, vec![]),
        (MessageInput { text: Some("é".repeat(10_001)), ..shows(&["1"]) }, vec!["text too_long"]),
        (shows(&["1", ""]), vec!["media_ids.1 too_short"]),
        (shows(&["1", "2", "1"]), vec!["media_ids.2 duplicate"]),
        (MessageInput { media_ids: Some(hundred_and_one), ..says("hi") }, vec!["media_ids too_long"]),
        (priced(0, says("hi")), vec![]),
        (priced(300, shows(&["1"])), vec![]),
        (priced(20_000, shows(&["1"])), vec![]),
        (priced(299, shows(&["1"])), vec!["price_cents greater_than_equal"]),
        (priced(-1, shows(&["1"])), vec!["price_cents greater_than_equal"]),
        (priced(20_001, shows(&["1"])), vec!["price_cents less_than_equal"]),
        (priced(300, says("hi")), vec!["price_cents value_error"]),
        (
            priced(1, says("")),
            vec!["text too_short", "price_cents greater_than_equal", "price_cents value_error"],
        ),
        (MessageInput { tiers: tier("gold", TierInput::default()), ..says("hi") }, vec!["tiers.gold enum"]),
        (MessageInput { tiers: tier("all", TierInput::default()), ..says("hi") }, vec!["tiers.all enum"]),
        (MessageInput { tiers: tier("whale", TierInput::default()), ..says("hi") }, vec![]),
        (
            MessageInput {
                tiers: tier("whale", TierInput { price_cents: Some(500), ..TierInput::default() }),
                ..says("hi")
            },
            vec!["tiers.whale.price_cents value_error"],
        ),
        (
            MessageInput {
                tiers: tier("trial", TierInput { media_ids: Some(vec![]), ..TierInput::default() }),
                ..shows(&["1"])
            },
            vec!["tiers.trial.text missing"],
        ),
    ] {
        assert_eq!(places(Messages::parse(&input)), expected, "{input:?}");
    }
}

#[test]
fn a_tier_gets_the_common_message_with_its_own_fields_laid_over() {
    let over = TierInput { price_cents: Some(900), text: Some("For you".into()), media_ids: None };
    let input = MessageInput {
        text: Some("Hi".into()),
        price_cents: Some(500),
        tiers: tier("whale", over),
        ..shows(&["1"])
    };
    let messages = Messages::parse(&input).unwrap();
    let of = |tier| {
        let message: &Message = messages.for_tier(tier);
        (message.text().unwrap().as_str(), message.media_ids().len(), message.price_cents())
    };
    assert_eq!(of(Some(FanTier::Whale)), ("For you", 1, 900));
    assert_eq!(of(Some(FanTier::Free)), ("Hi", 1, 500));
    assert_eq!(of(None), ("Hi", 1, 500));
    assert!(messages.has_tiers());
    assert_eq!(Messages::parse(&messages.to_input()).unwrap(), messages);
}

#[test]
fn a_tier_that_only_shows_is_read_back_as_it_was() {
    let over = TierInput { text: Some(String::new()), ..TierInput::default() };
    let input = MessageInput { text: Some("Hi".into()), tiers: tier("free", over), ..shows(&["1"]) };
    let messages = Messages::parse(&input).unwrap();
    assert_eq!(messages.for_tier(Some(FanTier::Free)).text(), None);
    assert_eq!(Messages::parse(&messages.to_input()).unwrap(), messages);
}
