//! Cost of hostile inputs: it is bounded by their size, and responses are bounded.

use std::cell::RefCell;
use std::fmt::Write as _;

use crate::api_keys::wire::KeyMint;
use crate::broadcasts::wire::BroadcastCreate;
use crate::buttons::wire::ButtonCreate;
use crate::preview::wire::SimulateQuery;
use crate::qr::wire::QrCreate;
use crate::segments::wire::SegmentUpdate;
use deserr::Deserr;
use kernel::ValidationErrors;
use validator::Validate;

use http_kit::extract::{Faults, parse_json, parse_query};

/// Generator of an input with about this many entries.
type Input = fn(usize) -> String;

fn listed(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(",")
}

fn unknown(count: usize) -> String {
    listed(count, |index| format!("\"k{index}\":0"))
}

/// Bodies whose number of errors grows with their length.
const BODIES: [(&str, Input); 11] = [
    ("unknown fields", |count| format!("{{{}}}", unknown(count))),
    ("unknown fields, and a rule to ask", |count| format!("{{\"label\":\"\\u0007\",{}}}", unknown(count))),
    ("unknown fields inside of everything", |count| {
        let names = ["match", "ab", "variants", "design", "audience", "message", "pace", "auto_stop", "caps"];
        let inner = unknown(count / names.len());
        format!("{{{}}}", names.map(|name| format!("\"{name}\":{{{inner}}}")).join(","))
    }),
    ("texts where others belong", |count| {
        format!("{{\"countries\":[{}]}}", listed(count, |_| "\"de\"".to_owned()))
    }),
    ("a rule of many conditions", |count| {
        format!(
            "{{\"match\":{{\"v\":1,\"all\":[{}]}}}}",
            listed(count, |index| format!("{{\"field\":\"f{index}\"}}"))
        )
    }),
    ("media of many ids", |count| {
        format!("{{\"message\":{{\"media_ids\":[{}]}}}}", listed(count, |index| format!("\"{index}\"")))
    }),
    ("a field with a long name", |count| {
        let (name, functions) = ("k".repeat(count), listed(count, |_| "1".to_owned()));
        format!("{{\"caps\":{{\"{name}\":[{functions}]}}}}")
    }),
    ("words where others belong, and lists that may be null", |count| {
        let words = listed(count, |_| "1".to_owned());
        format!("{{\"tabs\":[{words}],\"scopes\":[{words}],\"message\":{{\"media_ids\":[{words}]}}}}")
    }),
    ("many functions of a tab without a name worth it", |count| {
        let (name, functions) = ("k".repeat(100), listed(count, |_| "1".to_owned()));
        format!("{{\"caps\":{{\"{name}\":[{functions}]}}}}")
    }),
    ("texts with NUL deep below long names", |count| {
        let (open, close) = (format!("{{\"{}\":", "k".repeat(100)), "}");
        let texts = listed(count, |_| "\"\\u0000\"".to_owned());
        format!("{}[{texts}]{}", open.repeat(99), close.repeat(99))
    }),
    ("deep lists", |count| {
        format!("{{\"x\":{}{}{}}}", "[".repeat(100), listed(count, |_| "0".to_owned()), "]".repeat(100))
    }),
];

/// Returns the error of a body, if any, and the bytes allocated for it.
fn cost<T: Deserr<Faults> + Validate>(body: &str) -> (Option<Faults>, u64) {
    let error = RefCell::new(None);
    let info = allocation_counter::measure(|| {
        *error.borrow_mut() = parse_json::<T>(body.as_bytes()).err();
    });
    (error.into_inner(), info.bytes_total)
}

fn assert_bounded<T: Deserr<Faults> + Validate>() {
    for (what, body) in BODIES {
        let what = format!("{what}: {}", std::any::type_name::<T>());
        let (_, once) = cost::<T>(&body(5_000));
        let (error, four_times) = cost::<T>(&body(20_000));
        assert!(four_times <= once * 6, "{what}: {once} bytes, then {four_times}");
        // Some bodies have a valid shape and only break rules.
        let Some(error) = error else { continue };
        let errors = error.errors();
        assert!(errors.iter().count() <= ValidationErrors::MOST + 1, "{what}");
        let bytes_sent: usize =
            errors.iter().map(|error| error.location.to_string().len() + error.message.len()).sum();
        assert!(bytes_sent < 5 << 20, "{what}: an answer of {bytes_sent} bytes");
    }
}

#[test]
fn a_body_costs_what_its_length_lets_expect() {
    assert_bounded::<SegmentUpdate>();
    assert_bounded::<ButtonCreate>();
    assert_bounded::<BroadcastCreate>();
    assert_bounded::<QrCreate>();
    assert_bounded::<KeyMint>();
}

#[test]
fn a_query_costs_what_its_length_lets_expect() {
    let cost = |count: usize| {
        let mut text = String::new();
        for index in 0..count {
            write!(text, "k{index}=&country=DE&").unwrap();
        }
        let info = allocation_counter::measure(|| drop(parse_query::<SimulateQuery>(&text)));
        info.bytes_total
    };
    let (once, four_times) = (cost(2_000), cost(8_000));
    assert!(four_times <= once * 6, "{once} bytes, then {four_times}");
}
