use serde_json::{Value, json};

use super::*;
use crate::testing::{NOW, conversion, event_map};

fn sent(conversion: &Conversion, platform: Platform) -> Value {
    let event = Event::of(conversion, platform, &EventMap::default(), Switches::default(), NOW).unwrap();
    serde_json::from_str(&event.json).unwrap()
}

/// Returns the event of a pixel that sends user agents.
fn sent_by_agreement(conversion: &Conversion, platform: Platform) -> Value {
    let switches = Switches { send_user_agent: true, ..Switches::default() };
    let event = Event::of(conversion, platform, &EventMap::default(), switches, NOW).unwrap();
    serde_json::from_str(&event.json).unwrap()
}

fn hash(text: &str) -> String {
    Hashed::of(text).to_string()
}

#[test]
fn meta_gets_every_field_as_a_hash() {
    assert_eq!(
        sent(&conversion(), Platform::Meta),
        json!({
            "event_name": "Purchase",
            "event_time": NOW.seconds() - 60,
            "event_id": "77",
            "action_source": "other",
            "event_source_url": "https://links.example.com/r/bio",
            "user_data": {
                "em": [hash("jane@example.com")],
                "ph": [hash("4915112345678")],
                "fn": [hash("jane")],
                "ln": [hash("doe")],
                "country": [hash("de")],
                "external_id": [hash("fan-9")],
                "fbc": "fb.1.1795175000123.IwAR0AbC_-",
            },
            "custom_data": { "value": 49.99, "currency": "USD" },
        })
    );
}

#[test]
fn tiktok_gets_no_country_and_phones_with_a_plus() {
    assert_eq!(
        sent(&conversion(), Platform::TikTok),
        json!({
            "event": "CompletePayment",
            "event_time": NOW.seconds() - 60,
            "event_id": "77",
            "page": { "url": "https://links.example.com/r/bio" },
            "user": {
                "email": hash("jane@example.com"),
                "phone": hash("+4915112345678"),
                "first_name": hash("jane"),
                "last_name": hash("doe"),
                "external_id": hash("fan-9"),
                "ttclid": "E.C.P.Xy",
            },
            "properties": { "value": 49.99, "currency": "USD" },
        })
    );
}

/// User agent of [`conversion`].
const AGENT: &str = "Mozilla/5.0 (iPhone \"13\")";

#[test]
fn a_user_agent_is_sent_if_the_owner_agreed_and_the_click_has_one() {
    let known = conversion();
    let unknown =
        Conversion { click: ClickData { user_agent: None, ..known.click.clone() }, ..known.clone() };
    for (conversion, agreed, source, agent) in [
        (&known, true, "website", json!(AGENT)),
        (&known, false, "other", Value::Null),
        (&unknown, true, "other", Value::Null),
        (&unknown, false, "other", Value::Null),
    ] {
        let sent = if agreed { sent_by_agreement } else { sent };
        let (meta, tiktok) = (sent(conversion, Platform::Meta), sent(conversion, Platform::TikTok));
        assert_eq!(meta["action_source"], source);
        assert_eq!(meta["event_source_url"], "https://links.example.com/r/bio");
        assert_eq!(
            (&meta["user_data"]["client_user_agent"], &tiktok["user"]["user_agent"]),
            (&agent, &agent)
        );
    }
    // The user agent is the only difference.
    let mut meta = sent_by_agreement(&known, Platform::Meta);
    meta["action_source"] = json!("other");
    assert_eq!(meta["user_data"].as_object_mut().unwrap().remove("client_user_agent"), Some(json!(AGENT)));
    assert_eq!(meta, sent(&known, Platform::Meta));
    let mut tiktok = sent_by_agreement(&known, Platform::TikTok);
    assert_eq!(tiktok["user"].as_object_mut().unwrap().remove("user_agent"), Some(json!(AGENT)));
    assert_eq!(tiktok, sent(&known, Platform::TikTok));
}

#[test]
fn data_of_a_click_does_not_print() {
    let printed = format!("{:?}", conversion().click);
    assert!(
        !printed.contains("iPhone") && !printed.contains("IwAR0") && !printed.contains("E.C.P"),
        "{printed}"
    );
}

#[test]
fn nothing_of_a_fan_is_in_clear() {
    for platform in Platform::ALL {
        let event =
            Event::of(&conversion(), platform, &EventMap::default(), Switches::default(), NOW).unwrap();
        let text = event.json.to_lowercase();
        for raw in ["jane", "doe", "12345678", "fan-9", "\"de\""] {
            assert!(!text.contains(raw), "{raw} in {text}");
        }
    }
}

#[test]
fn an_id_that_looks_like_a_hash_is_hashed_all_the_same() {
    let mut conversion = conversion();
    conversion.fan = Fan::named(hash("x"));
    let user = &sent(&conversion, Platform::Meta)["user_data"];
    assert_eq!(user["external_id"], json!([hash(&hash("x"))]));
    assert_eq!(user.as_object().unwrap().len(), 2, "the external id and fbc");
}

#[test]
fn money_goes_with_transactions_in_currencies_that_are_taken() {
    let money = |currency| Some(Money { minor: 1200, currency: Currency::parse(currency).unwrap() });
    for (kind, money, meta, tiktok) in [
        (ConversionType::NewTransaction, money("JPY"), Some("1200"), Some("1200")),
        (ConversionType::NewTransaction, money("MGA"), Some("12.0"), None),
        (ConversionType::NewTransaction, None, None, None),
        (ConversionType::NewSubscriber, money("USD"), None, None),
    ] {
        let conversion = Conversion { kind, money, ..conversion() };
        let value = |platform, key: &str| sent(&conversion, platform)[key]["value"].clone();
        let read = |text: Option<&str>| text.map_or(Value::Null, |text| serde_json::from_str(text).unwrap());
        assert_eq!(value(Platform::Meta, "custom_data"), read(meta));
        assert_eq!(value(Platform::TikTok, "properties"), read(tiktok));
    }
}

#[test]
fn who_is_sent_what() {
    let off = event_map(r#"{"new_transaction": null}"#).unwrap();
    let named = event_map(r#"{"new_transaction": "Sale"}"#).unwrap();
    let usd = Currency::parse("USD").unwrap();
    for (map, active, minor, expected) in [
        (&named, true, 1, Ok("Sale")),
        (&named, false, 1, Err(Withheld::Paused)),
        (&off, true, 1, Err(Withheld::NotMapped)),
        (&named, true, 0, Err(Withheld::NoRevenue)),
        (&named, true, -1, Err(Withheld::NoRevenue)),
    ] {
        let conversion = Conversion { money: Some(Money { minor, currency: usd }), ..conversion() };
        for platform in Platform::ALL {
            let event =
                Event::of(&conversion, platform, map, Switches { active, ..Switches::default() }, NOW);
            let name = event.as_ref().map(|event| event.name.as_str()).map_err(|why| *why);
            assert_eq!(name, expected, "{platform:?} {minor}");
        }
    }
}

#[test]
fn platforms_take_events_for_so_long() {
    const DAY: i64 = 86_400;
    for (age, meta, tiktok) in
        [(0, false, false), (7 * DAY, false, false), (7 * DAY + 1, true, false), (28 * DAY + 1, true, true)]
    {
        let conversion = Conversion { occurred_at: NOW.plus_seconds(-age), ..conversion() };
        for (platform, expected) in [(Platform::Meta, meta), (Platform::TikTok, tiktok)] {
            let event =
                Event::of(&conversion, platform, &EventMap::default(), Switches::default(), NOW).unwrap();
            assert_eq!(event.is_too_old(NOW), expected, "{platform:?} {age}");
        }
    }
}

#[test]
fn a_clock_ahead_of_ours_is_set_back() {
    let conversion = Conversion { occurred_at: NOW.plus_seconds(90), ..conversion() };
    assert_eq!(sent(&conversion, Platform::Meta)["event_time"], json!(NOW.seconds()));
}

#[test]
fn sources_have_addresses() {
    let domain = Hostname::parse("a.example").unwrap();
    for (source, url) in [
        (Source::SmartLink { domain: domain.clone(), slug: "x".to_owned() }, "https://a.example/r/x"),
        (Source::Landing { domain }, "https://a.example/"),
        (Source::Link { url: "https://up.example/l/1".to_owned() }, "https://up.example/l/1"),
    ] {
        assert_eq!(source.url(), url);
    }
}

#[test]
fn events_of_a_fan_whose_fields_are_hashed_already_are_the_same() {
    for platform in Platform::ALL {
        let known = conversion();
        let hashed = Conversion { fan: known.fan.hashed(platform), ..known.clone() };
        assert_eq!(sent(&hashed, platform), sent(&known, platform));
        let kept = format!("{:?} {:?} {:?}", hashed.fan.email, hashed.fan.phone, hashed.fan.last_name);
        assert!(!kept.to_lowercase().contains("doe") && !kept.contains("12345678"), "{kept}");
        let nobody = Fan { email: Some("no address".to_owned()), ..Fan::named("") };
        assert_eq!(nobody.hashed(platform).email, None);
    }
}
