//! Inputs from visitors: user agents, click ids, slugs.

use dev_kit::hostile::Outcome::{Refused, Taken};
use dev_kit::hostile::{fuzz, mangled_text};
use proptest::prelude::*;
use touches::{AdClickId, Source, TouchId};

const AGENTS: &[&str] = &[
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 \
     Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36 Instagram 300.0",
    "Googlebot/2.1 (+http://www.google.com/bot.html)",
    "curl/8.0",
];

#[test]
fn browsers() {
    let check = |text: String| {
        let [one, other] = [(); 2].map(|()| visitor_agent::read(text.as_bytes()));
        prop_assert_eq!(one, other);
        // Programs count as rejected here; no user agent is really rejected.
        Ok(if one.is_program() { Refused } else { Taken })
    };
    fuzz("user agent", 1, mangled_text(AGENTS), check).unwrap();
}

#[test]
fn clicks() {
    let valid = [
        "0198a5c0-7e1f-7000-8000-000000000000",
        "01HZX3Y4Q8ZK7V9T2M6N5P4R3S",
        "fb.1.1700000000.abc",
        "flyer",
    ];
    let check = |text: String| {
        let (id, source, click) = (TouchId::parse(&text), Source::parse(&text), AdClickId::parse(&text));
        prop_assert!(id.is_none_or(|id| TouchId::parse(&id.to_string()) == Some(id)), "{}", text);
        if let Some(source) = &source {
            prop_assert!(source.as_str().len() <= Source::MAX && !source.as_str().contains(['&', '#', '%']));
        }
        let Some(click) = click else { return Ok(Refused) };
        prop_assert_eq!(click.as_str(), &text);
        prop_assert!(text.len() <= AdClickId::MAX && text.bytes().all(|byte| byte.is_ascii_graphic()));
        Ok(Taken)
    };
    fuzz("click", 1, mangled_text(&valid), check).unwrap();
}
