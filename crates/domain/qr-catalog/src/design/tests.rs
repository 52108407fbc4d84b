use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::catalog::catalog;
use crate::scannability::{Scannability, Warning};

fn text(value: &str) -> Value {
    Value::from(value)
}

fn stops(stops: &[(f64, &str)]) -> Value {
    Value::Array(stops.iter().map(|(at, colour)| Value::Array(vec![number(*at), text(colour)])).collect())
}

fn gradient(kind: &str, list: Value) -> Value {
    Value::from_iter([("kind", text(kind)), ("stops", list)])
}

/// Stock design as JSON, with some fields set, or removed if `None`.
fn with(changes: &[(&str, Option<Value>)]) -> Value {
    let Value::Object(mut fields) = Design::stock().to_json() else { panic!("a design is an object") };
    for (key, value) in changes {
        match value {
            Some(value) => fields.insert((*key).to_owned(), value.clone()),
            None => fields.remove(*key),
        };
    }
    Value::Object(fields)
}

fn logo(file: &str, size: f64) -> Value {
    Value::from_iter([("file", text(file)), ("size", number(size))])
}

fn frame(call: &str, font: &str, color: &str) -> Value {
    Value::from_iter([("text", text(call)), ("font", text(font)), ("color", text(color))])
}

fn errors(node: &Value) -> Vec<String> {
    let errors = Design::parse(node).err().unwrap_or_default();
    errors.iter().map(|error| format!("{} {}", error.location, error.kind.as_str())).collect()
}

#[test]
fn forms() {
    let solid = |colour: &str| gradient("solid", stops(&[(0.0, colour)]));
    let black_at = |at: f64| (at, "#000000");
    for (changes, expected) in [
        (vec![], vec![]),
        (vec![("module", Some(text("bars_v")))], vec![]),
        (vec![("module", Some(text("bars-v")))], vec!["module enum"]),
        (vec![("module", Some(Value::from(1)))], vec!["module string_type"]),
        (vec![("module", Some(Value::Null))], vec!["module string_type"]),
        (vec![("module", None), ("bg", None)], vec!["bg missing", "module missing"]),
        (vec![("logo", Some(Value::Null)), ("frame", Some(Value::Null))], vec![]),
        (vec![("picture", Some(Value::Null))], vec!["picture extra_forbidden"]),
        (vec![("logo", Some(logo("0a.png", 0.22)))], vec![]),
        (vec![("logo", Some(logo("0a.jpg", 0.12)))], vec![]),
        (vec![("logo", Some(logo("0a.png", 0.221)))], vec!["logo.size less_than_equal"]),
        (vec![("logo", Some(logo("0a.png", 0.11)))], vec!["logo.size greater_than_equal"]),
        (vec![("logo", Some(logo("0a.mp3", 0.2)))], vec!["logo.file pattern"]),
        (vec![("logo", Some(logo("../0a.png", 0.2)))], vec!["logo.file pattern"]),
        (vec![("logo", Some(logo("https://a.example/0a.png", 0.2)))], vec!["logo.file pattern"]),
        (vec![("logo", Some(text("0a.png")))], vec!["logo object_type"]),
        (
            vec![("logo", Some(Value::from_iter([("url", text("x"))])))],
            vec!["logo.url extra_forbidden", "logo.file missing", "logo.size missing"],
        ),
        (vec![("frame", Some(frame("Scan me", "Bebas Neue", "#ffffff")))], vec![]),
        (vec![("frame", Some(frame(&"é".repeat(40), "Inter", "#000000")))], vec![]),
        (
            vec![("frame", Some(frame(&"é".repeat(41), "Arial", "red")))],
            vec!["frame.text too_long", "frame.font enum", "frame.color pattern"],
        ),
        (vec![("frame", Some(frame("", "Inter", "#000000")))], vec!["frame.text too_short"]),
        (vec![("frame", Some(frame("a\nb", "Inter", "#000000")))], vec!["frame.text pattern"]),
        (
            vec![("eye_frame", Some(text("dot"))), ("eye_dot", Some(text("circle")))],
            vec!["eye_frame enum", "eye_dot enum"],
        ),
        (vec![("bg", Some(text("white")))], vec!["bg pattern"]),
        (vec![("card_radius", Some(Value::from(0.5)))], vec![]),
        (vec![("card_radius", Some(Value::from(0.51)))], vec!["card_radius less_than_equal"]),
        (vec![("card_radius", Some(Value::from(-1)))], vec!["card_radius greater_than_equal"]),
        (vec![("card_radius", Some(text("0")))], vec!["card_radius number_type"]),
        (vec![("fg_grad", Some(text("#000000")))], vec!["fg_grad object_type"]),
        (vec![("fg_grad", Some(gradient("conic", stops(&[black_at(0.0)]))))], vec!["fg_grad.kind enum"]),
        (vec![("fg_grad", Some(solid("#00000")))], vec!["fg_grad.stops.0.1 pattern"]),
        (
            vec![("fg_grad", Some(gradient("solid", stops(&[black_at(0.0), black_at(1.0)]))))],
            vec!["fg_grad.stops too_long"],
        ),
        (
            vec![("fg_grad", Some(gradient("linear", stops(&[black_at(0.0)]))))],
            vec!["fg_grad.stops too_short"],
        ),
        (
            vec![("fg_grad", Some(gradient("radial", stops(&[0.0, 0.1, 0.2, 0.3, 0.4].map(black_at)))))],
            vec!["fg_grad.stops too_long"],
        ),
        (
            vec![("fg_grad", Some(gradient("linear", stops(&[0.2, 0.2, 1.0, 0.9].map(black_at)))))],
            vec!["fg_grad.stops.1.0 value_error", "fg_grad.stops.3.0 value_error"],
        ),
        (
            vec![("fg_grad", Some(gradient("linear", stops(&[black_at(-0.1), black_at(1.1)]))))],
            vec!["fg_grad.stops.0.0 greater_than_equal", "fg_grad.stops.1.0 less_than_equal"],
        ),
        (
            vec![(
                "fg_grad",
                Some(gradient("solid", Value::Array(vec![Value::Array(vec![Value::from(0)])]))),
            )],
            vec!["fg_grad.stops.0 too_short"],
        ),
        (
            vec![("fg_grad", Some(gradient("solid", Value::Array(vec![text("#000000")]))))],
            vec!["fg_grad.stops.0 list_type"],
        ),
        (vec![("fg_grad", Some(gradient("solid", text("#000000"))))], vec!["fg_grad.stops list_type"]),
        (
            vec![("fg_grad", Some(Value::from_iter([("stop", Value::Null)])))],
            vec!["fg_grad.stop extra_forbidden", "fg_grad.kind missing", "fg_grad.stops missing"],
        ),
    ] {
        let mut found = errors(&with(&changes));
        let mut expected = expected;
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{changes:?}");
    }
    assert_eq!(errors(&Value::Null), ["object_type".to_owned()].map(|word| format!(" {word}")));
}

#[test]
fn the_ground_is_light_and_ink_clearly_darker() {
    for (bg, colours, expected) in [
        ("#ffffff", ["#000000", "#767676"], vec![]),
        ("#ffffff", ["#777777", "#000000"], vec!["fg_grad.stops.0 low_contrast"]),
        (
            "#ffffff",
            ["#25f4ee", "#ff9ec7"],
            vec!["fg_grad.stops.0 low_contrast", "fg_grad.stops.1 low_contrast"],
        ),
        (
            "#000000",
            ["#ffffff", "#eeeeee"],
            vec!["bg low_contrast", "fg_grad.stops.0 low_contrast", "fg_grad.stops.1 low_contrast"],
        ),
        ("#e1e1e1", ["#000000", "#111111"], vec![]),
        ("#b3b3b3", ["#000000", "#111111"], vec![]),
        ("#b2b2b2", ["#000000", "#111111"], vec!["bg low_contrast"]),
        ("#00ffff", ["#000000", "#111111"], vec![]),
        ("#00e3ff", ["#000000", "#111111"], vec!["bg low_contrast"]),
        ("#eeeeee", ["#000000", "#eeeeee"], vec!["fg_grad.stops.1 low_contrast"]),
    ] {
        let list = stops(&[(0.0, colours[0]), (1.0, colours[1])]);
        let node = with(&[("bg", Some(text(bg))), ("fg_grad", Some(gradient("linear", list)))]);
        assert_eq!(errors(&node), expected, "{colours:?} on {bg}");
    }
}

#[test]
fn what_holds_a_design_back_is_reported() {
    for (changes, expected) in [
        (vec![], vec![]),
        (vec![("eye_frame", text("rounded"))], vec![]),
        (vec![("eye_frame", text("circle"))], vec![Warning::EyeFrameNotReadByAll]),
        (vec![("eye_frame", text("leaf"))], vec![Warning::EyeFrameNotReadByAll]),
        (vec![("eye_dot", text("diamond"))], vec![Warning::EyeDotWeak]),
        (vec![("bg", text("#e1e1e1"))], vec![]),
        (vec![("bg", text("#e0e0e0"))], vec![Warning::BackgroundDark]),
        (vec![("bg", text("#b3b3b3"))], vec![Warning::BackgroundDark]),
        (vec![("card_radius", Value::from(0.25))], vec![]),
        (vec![("card_radius", Value::from(0.26))], vec![Warning::CodeSmallOnCard]),
        (vec![("fg_grad", gradient("solid", stops(&[(0.0, "#767676")])))], vec![Warning::ContrastBelow7]),
    ] {
        let changes: Vec<_> = changes.into_iter().map(|(key, value)| (key, Some(value))).collect();
        let design = Design::parse(&with(&changes)).unwrap();
        assert_eq!(Scannability::of(&design).warnings, expected, "{changes:?}");
    }
    assert_eq!(Scannability::of(&Design::stock()).contrast_min, 18.88);
    let weakest = with(&[("fg_grad", Some(gradient("solid", stops(&[(0.0, "#767676")]))))]);
    assert_eq!(Scannability::of(&Design::parse(&weakest).unwrap()).contrast_min, 4.54);
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        index in 0..100_usize, radius in 0.0..=0.5_f64, middle in 0.01..0.99_f64,
        size in proptest::option::of(0.12..=0.22_f64), call in proptest::option::of("[a-zA-Z é]{1,40}"),
    ) {
        let mut design = catalog()[index].design.clone();
        design.logo = size.map(|size| Logo { file: kernel::FileName::parse("0a.png").unwrap(), size });
        design.frame = call.and_then(|call| {
            let text = CallToAction::parse(&call).ok()?;
            Some(Frame { text, font: kernel::Font::ALL[index % 12], color: design.bg })
        });
        design.card_radius = radius;
        if let [first, _] = design.fg_grad.stops[..] {
            design.fg_grad.stops.insert(1, Stop { position: middle, ..first });
        }
        prop_assert_eq!(Design::parse(&design.to_json()), Ok(design));
    }

    #[test]
    fn no_tree_makes_the_reader_stumble(node in tree()) {
        if let Ok(design) = Design::parse(&node) {
            prop_assert_eq!(design.to_json(), node);
        }
    }
}

fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z#0-9]{0,8}".prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        let key = prop_oneof![
            Just("module"),
            Just("eye_frame"),
            Just("eye_dot"),
            Just("fg_grad"),
            Just("bg"),
            Just("card_radius"),
            Just("kind"),
            Just("stops"),
            Just("x"),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::btree_map(key.prop_map(str::to_owned), inner, 0..7).prop_map(Value::from_iter),
        ]
    })
}
