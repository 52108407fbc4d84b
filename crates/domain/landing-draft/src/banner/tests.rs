use serde_json::Value;

use super::*;

fn map(entries: Vec<(&str, Value)>) -> Value {
    Value::from_iter(entries)
}

fn errors(node: Value) -> Vec<String> {
    match BannerPatch::parse(&node) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(|f| format!("{} {}", f.location, f.kind.as_str())).collect(),
    }
}

fn style(key: &str, value: Value) -> Value {
    map(vec![("style", map(vec![(key, value)]))])
}

#[test]
fn every_bound_of_the_style_one_below_at_and_above() {
    for (key, low, high, step) in [
        ("opacity", 0.3, 1.0, 0.01),
        ("radius", 0.0, 32.0, 0.5),
        ("dim", 0.0, 0.8, 0.01),
        ("text_size", 0.85, 1.3, 0.01),
    ] {
        assert_eq!(errors(style(key, Value::from(low - step))), [format!("style.{key} greater_than_equal")]);
        assert_eq!(errors(style(key, Value::from(low))), [""; 0]);
        assert_eq!(errors(style(key, Value::from(high))), [""; 0]);
        assert_eq!(errors(style(key, Value::from(high + step))), [format!("style.{key} less_than_equal")]);
    }
    for (key, value) in
        [("theme", "neon"), ("position", "left"), ("avatar_shape", "star"), ("font", "Comic Sans")]
    {
        assert_eq!(errors(style(key, value.into())), [format!("style.{key} enum")]);
    }
    assert_eq!(errors(style("accent", "red".into())), ["style.accent pattern"]);
    assert_eq!(errors(style("glitter", Value::Null)), ["style.glitter extra_forbidden"]);
}

#[test]
fn every_fault_of_the_content_is_reported_with_its_path() {
    let text = |length: usize| Value::from("é".repeat(length));
    for (node, expected) in [
        (map(vec![("title", text(80)), ("body", text(300)), ("link_text", text(40))]), vec![]),
        (
            map(vec![("title", text(81)), ("body", text(301)), ("link_text", text(41))]),
            vec!["title too_long", "body too_long", "link_text too_long"],
        ),
        (
            map(vec![("title", Value::Null), ("enabled", Value::Null)]),
            vec!["enabled null_type", "title null_type"],
        ),
        (map(vec![("delay_ms", Value::from(600_000))]), vec![]),
        (map(vec![("delay_ms", Value::from(600_001))]), vec!["delay_ms less_than_equal"]),
        (map(vec![("delay_ms", Value::from(-1))]), vec!["delay_ms greater_than_equal"]),
        (map(vec![("delay_ms", Value::from(0.5))]), vec!["delay_ms int_type"]),
        (map(vec![("target_url", "javascript:x".into())]), vec!["target_url url_invalid"]),
        (map(vec![("link_mode", "auto".into())]), vec!["link_mode enum"]),
        (map(vec![("avatar_filename", "../../etc/passwd".into())]), vec!["avatar_filename pattern"]),
        (
            map(vec![(
                "translations",
                map(vec![("deutsch", map(vec![])), ("de", map(vec![("titel", "x".into())]))]),
            )]),
            vec!["translations.de.titel extra_forbidden", "translations.deutsch language_invalid"],
        ),
        (
            map(vec![(
                "variants",
                Value::from_iter([
                    map(vec![("key", "a".into())]),
                    map(vec![("weight", Value::from(10_001))]),
                ]),
            )]),
            vec!["variants.0.weight missing", "variants.1.key missing", "variants.1.weight less_than_equal"],
        ),
        (map(vec![("activity_source", "gossip".into())]), vec!["activity_source enum"]),
        (map(vec![("preset_id", Value::from(1))]), vec!["preset_id extra_forbidden"]),
    ] {
        assert_eq!(errors(node.clone()), expected, "{node:?}");
    }
    let many = Value::from_iter((0..101).map(|n| (format!("x{n}"), map(vec![]))));
    assert_eq!(errors(map(vec![("translations", many)])), ["translations too_long"]);
}

fn full() -> Banner {
    let mut banner = Banner::default();
    let patch = map(vec![
        ("enabled", true.into()),
        ("title", "New here?".into()),
        ("body", "Say hello".into()),
        ("link_text", "Open".into()),
        ("link_mode", "manual".into()),
        ("target_url", "https://example.com".into()),
        ("avatar_filename", "0a.png".into()),
        ("translations", map(vec![("de", map(vec![("title", "Neu hier?".into())]))])),
        (
            "variants",
            Value::from_iter([map(vec![
                ("key", "a".into()),
                ("weight", Value::from(1)),
                ("body", "Hey".into()),
            ])]),
        ),
        ("activity_source", "recent_subscribers".into()),
        (
            "style",
            map(vec![("theme", "glass".into()), ("opacity", Value::from(0.5)), ("radius", Value::from(12))]),
        ),
    ]);
    banner.apply(BannerPatch::parse(&patch).unwrap());
    banner
}

#[test]
fn what_is_written_reads_back_the_same() {
    let banner = Banner { preset_id: Some(PresetId::new(7)), ..full() };
    assert_eq!(Banner::restore(&banner.to_json()), Ok(banner));
    assert_eq!(Banner::restore(&Banner::default().to_json()), Ok(Banner::default()));
}

#[test]
fn an_empty_style_clears_and_null_or_absence_keeps() {
    let mut banner = full();
    let styled = banner.style;
    for keeping in [map(vec![]), map(vec![("style", Value::Null)])] {
        banner.apply(BannerPatch::parse(&keeping).unwrap());
        assert_eq!(banner.style, styled);
    }
    banner.apply(BannerPatch::parse(&style("dim", Value::from(0.2))).unwrap());
    assert_eq!((banner.style.theme, banner.style.dim), (None, Some(0.2)), "a style is replaced as a whole");
    banner.apply(BannerPatch::parse(&map(vec![("style", map(vec![]))])).unwrap());
    assert_eq!(banner.style, BannerStyle::default());
}

#[test]
fn completeness() {
    let complete = full().content;
    assert!(complete.is_complete());
    let without = |change: fn(&mut BannerContent)| {
        let mut content = complete.clone();
        change(&mut content);
        content.is_complete()
    };
    assert!(!without(|content| content.title.clear()));
    assert!(!without(|content| content.body = "  ".to_owned()));
    assert!(!without(|content| content.link_text.clear()));
    assert!(!without(|content| content.avatar = None));
    assert!(!without(|content| content.target_url = None));
    assert!(without(|content| {
        content.target_url = None;
        content.link_mode = LinkMode::Smartlink;
    }));
}
