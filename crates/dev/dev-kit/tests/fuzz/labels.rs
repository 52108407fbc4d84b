//! Drawn texts of buttons.

use adapter_assets::{Label, clean_text, render_label};
use dev_kit::hostile::Outcome::{Refused, Taken};
use dev_kit::hostile::{fuzz, mangled_text};
use kernel::Rgb;
use landing_draft::appearance::Font;
use proptest::prelude::*;

const LABELS: &[&str] = &[
    "My exclusive page",
    "Zoë's größte Überraschung",
    "مرحبا بالعالم",
    "שלום עולם",
    "Привет, мир",
    "नमस्ते दुनिया",
    "สวัสดี",
    "fi ffi \u{915}\u{94d}\u{937}",
    "a\u{300}\u{301}\u{302}\u{303}",
    "\u{202e}evil",
];

#[test]
fn labels() {
    let check = |(text, font, size): (String, Font, u16)| {
        let Label::Outlined { svg, width, height } =
            render_label(&text, font, size, Rgb::parse("#102030").unwrap())
        else {
            return Ok(Refused);
        };
        prop_assert!(width > 0 && height > 0, "{width} x {height}");
        prop_assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>") || svg.ends_with("</svg>\n"));
        prop_assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        // The text is in one attribute and can't break out: there are only the drawing's own elements.
        prop_assert!(svg.matches('<').count() <= 6, "{svg}");
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf "));
        prop_assert_eq!(clean_text(&clean_text(&text)), clean_text(&text));
        Ok(Taken)
    };
    let input = (mangled_text(LABELS), prop::sample::select(&Font::ALL[..]), any::<u16>());
    fuzz("label", 4, input, check).unwrap();
}
