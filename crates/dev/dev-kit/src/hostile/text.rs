use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::bytes::mangled;

/// Problematic characters: invisible, bidirectional, combining, wide, unassigned, and at the
/// borders of encodings.
const ODD: &[&str] = &[
    "\0",
    "\u{1b}[2J",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{ad}",
    "\u{300}",
    "\u{34f}",
    "\u{5d0}",
    "\u{627}\u{644}",
    "\u{915}\u{94d}\u{937}",
    "\u{e33}",
    "\u{115f}",
    "\u{200b}",
    "\u{200d}",
    "\u{200e}",
    "\u{2028}",
    "\u{202e}",
    "\u{2066}",
    "\u{2069}",
    "\u{3000}",
    "\u{3002}",
    "\u{4e00}",
    "\u{ac00}",
    "\u{e000}",
    "\u{fb01}",
    "\u{fdfa}",
    "\u{fe0f}",
    "\u{feff}",
    "\u{ff0e}",
    "\u{fffd}",
    "\u{ffff}",
    "\u{1f1e9}\u{1f1ea}",
    "\u{1f468}\u{200d}\u{1f469}",
    "\u{e0041}",
    "\u{10ffff}",
    "ß",
    "İ",
    "ı",
    "ſ",
    "&",
    "<",
    ">",
    "\"",
    "'",
    "</style>",
    "<!--",
    "]]>",
    "{{",
    "../",
    "%2e",
    "\\",
    "`",
    "$",
    "=",
    ";",
    ",",
    "\r\n",
    "A",
    "z",
    "0",
    " ",
];

/// Generates a text of odd characters, of any characters, or of one character repeated often.
pub fn any_text() -> impl Strategy<Value = String> {
    let odd = vec(select(ODD), 0..24).prop_map(|parts| parts.concat());
    let long = (select(ODD), 1_usize..5_000).prop_map(|(part, times)| part.repeat(times));
    let plain = vec(any::<char>(), 0..40).prop_map(|all| all.into_iter().collect());
    prop_oneof![8 => odd, 8 => plain, 1 => long]
}

/// Generates one of `valid`, mangled as bytes and decoded as lossy UTF-8, or any text.
pub fn mangled_text(valid: &[&str]) -> impl Strategy<Value = String> + use<> {
    let valid = valid.iter().map(|text| text.as_bytes().to_vec()).collect();
    let mangled = mangled(valid).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let between = (mangled.boxed(), any_text().boxed());
    prop_oneof![
        6 => between.0.clone(),
        1 => between.1.clone(),
        // An odd part before or after a text that may be valid.
        2 => between.clone().prop_map(|(one, other)| one + &other),
        1 => between.prop_map(|(one, other)| other + &one),
    ]
}
