use std::fmt::Write as _;
use std::fs;

use proptest::prelude::*;

use super::*;

const INK: Rgb = Rgb::new(0x1a, 0x2b, 0xff);

fn svg(text: &str, font: Font) -> String {
    match render_label(text, font, 32, INK) {
        Label::Outlined { svg, .. } => svg,
        Label::LiveText(reason) => panic!("{text:?} in {} is live text: {reason:?}", font.name()),
    }
}

fn reason(text: &str, font: Font) -> Reason {
    match render_label(text, font, 32, INK) {
        Label::LiveText(reason) => reason,
        Label::Outlined { svg, .. } => panic!("{text:?} was drawn: {svg}"),
    }
}

fn path(svg: &str) -> &str {
    svg.split_once(" d=\"").unwrap().1.split_once('"').unwrap().0
}

/// Compares one line per label with its text and file name, which depends on every byte of the
/// file.
#[test]
fn labels_are_drawn_as_they_always_were() {
    let words = [
        "Join my club",
        "Crème brûlée & naïve façade",
        "Zażółć gęślą jaźń",
        "AVATAR To. fi fl ffi",
        "Příliš žluťoučký kůň",
        "Işık ĞÜŞİÖÇ",
        "Смотреть ещё",
        "Їжак та ґанок",
        "Γειά σου",
        "שלום abc 123",
        "e\u{301}a\u{308} x\u{302}",
        "50% – “Now”…",
    ];
    let mut drawn = String::new();
    for font in Font::ALL {
        for text in words {
            let label = render_label(text, font, 32, INK);
            let shown = match (&label, label.file_name()) {
                (Label::Outlined { width, height, .. }, Some(name)) => format!("{name} {width}x{height}"),
                (other, _) => format!("{other:?}"),
            };
            writeln!(drawn, "{}\t{text}\t{shown}", font.name()).unwrap();
        }
    }
    golden("labels.txt", &drawn);
}

#[test]
fn whole_files_are_drawn_as_they_always_were() {
    golden("inter.svg", &svg("Go", Font::Inter));
    golden("pacifico.svg", &svg("<Hi & \"yo\">", Font::Pacifico));
}

/// Compares text with a file in `tests/golden`; `UPDATE_GOLDEN=1` writes the file.
fn golden(file: &str, found: &str) {
    let path = format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    for (expected, found) in expected.lines().zip(found.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn every_face_draws_western_and_central_european() {
    for font in Font::ALL {
        svg("Crème brûlée & Übergröße, ¿señor? €5", font);
        svg("Zażółć gęślą jaźń, příliš žluťoučký kůň, őű ğışİ", font);
    }
}

#[test]
fn cyrillic_is_drawn_where_the_face_has_it_and_live_text_elsewhere() {
    for font in Font::ALL {
        let drawn = matches!(render_label("Смотреть ещё Їґ", font, 32, INK), Label::Outlined { .. });
        assert_eq!(drawn, !matches!(font, Font::Poppins | Font::BebasNeue), "{}", font.name());
    }
    assert_eq!(reason("Смотреть", Font::Poppins), Reason::MissingGlyph('С'));
}

#[test]
fn what_a_face_lacks_is_live_text() {
    assert_eq!(reason("Join 🔥", Font::Inter), Reason::Emoji);
    assert_eq!(reason("❤\u{FE0F}", Font::Inter), Reason::Emoji);
    assert_eq!(reason("1\u{FE0F}\u{20E3}", Font::Inter), Reason::Emoji);
    assert_eq!(reason("👩\u{200D}👩\u{200D}👧", Font::Lato), Reason::Emoji);
    assert_eq!(reason("🇩🇪", Font::Lato), Reason::Emoji);
    assert_eq!(reason("مرحبا", Font::Inter), Reason::MissingGlyph('م'));
    assert_eq!(reason("你好", Font::Inter), Reason::MissingGlyph('你'));
    assert_eq!(reason("a\u{F8FF}", Font::Inter), Reason::MissingGlyph('\u{F8FF}'));
    assert_eq!(reason("שלום", Font::Inter), Reason::MissingGlyph('ש'));
    assert_eq!(reason("x\u{302}", Font::Poppins), Reason::MissingGlyph('\u{302}'));
    // A symbol that the font can draw is not an emoji.
    svg("Next → ❤", Font::Inter);
}

#[test]
fn nothing_to_draw_is_live_text() {
    for text in ["", "   ", "\n\t", "\u{202E}", "\u{A0}", "\u{200B}\u{200E}", "\u{0}\u{7}"] {
        let reason = reason(text, Font::OpenSans);
        assert!(matches!(reason, Reason::Blank | Reason::MissingGlyph(_)), "{text:?}: {reason:?}");
    }
}

#[test]
fn hebrew_runs_to_the_left_where_the_face_has_it() {
    // Alef is shown last and bet first, so the drawing equals that of the reversed text from left
    // to right.
    let mirrored = svg("שלום", Font::OpenSans);
    assert_ne!(path(&mirrored), path(&svg("םולש", Font::OpenSans)));
    let label = |text| match render_label(text, Font::OpenSans, 32, INK) {
        Label::Outlined { width, .. } => width,
        Label::LiveText(reason) => panic!("{reason:?}"),
    };
    assert_eq!(label("שלום"), label("םולש"));
    // Brackets are mirrored in right-to-left text.
    svg("(שלום) abc [12]", Font::OpenSans);
}

#[test]
fn an_override_does_not_turn_a_label() {
    let plain = svg("photo gpj.exe", Font::Roboto);
    assert_eq!(svg("photo \u{202E}gpj.exe\u{202C}", Font::Roboto), plain);
    assert_eq!(svg("\u{2066}photo\u{2069} gpj.exe", Font::Roboto), plain);
}

#[test]
fn pairs_are_kerned_and_ligatures_are_made() {
    let width = |text| match render_label(text, Font::Lato, 200, INK) {
        Label::Outlined { width, .. } => width,
        Label::LiveText(reason) => panic!("{reason:?}"),
    };
    assert!(width("AV") < width("A") + width("V") - 4, "{} {} {}", width("AV"), width("A"), width("V"));
    let subpaths = |text: &str| path(&svg(text, Font::Lato)).matches('z').count();
    assert!(subpaths("fi") < subpaths("f") + subpaths("i"), "fi is one shape with its dot melted in");
}

#[test]
fn marks_are_composed_or_placed() {
    assert_eq!(path(&svg("e\u{301}", Font::Inter)), path(&svg("é", Font::Inter)));
    // No composed letter exists: the mark is drawn above the x and adds no width.
    let Label::Outlined { width: marked, .. } = render_label("x\u{302}", Font::Inter, 32, INK) else {
        panic!()
    };
    let Label::Outlined { width: plain, .. } = render_label("x", Font::Inter, 32, INK) else { panic!() };
    assert_eq!(marked, plain);
    // Stacked marks stay inside the box.
    let tower = format!("a{}", "\u{301}".repeat(30));
    let Label::Outlined { height, .. } = render_label(&tower, Font::Inter, 32, INK) else { panic!() };
    assert!(height > 60, "{height}");
}

#[test]
fn long_labels_are_drawn_up_to_the_bound() {
    let long = "Wide text ".repeat(20);
    assert_eq!(long.chars().count(), 200);
    let Label::Outlined { width, height, svg } = render_label(&long, Font::Montserrat, 48, INK) else {
        panic!("200 characters are drawn")
    };
    assert!(width > 4000 && height < 80, "{width}x{height}");
    assert!(svg.len() < 120_000, "{}", svg.len());
    svg_is_sound(&svg);
    assert_eq!(reason(&"é".repeat(MAX_CHARS + 1), Font::Inter), Reason::TooLong);
    svg_is_sound(&self::svg(&"é".repeat(MAX_CHARS), Font::Inter));
}

#[test]
fn a_size_out_of_bounds_is_the_nearest_one() {
    assert_eq!(render_label("a", Font::Inter, 0, INK), render_label("a", Font::Inter, 8, INK));
    assert_eq!(render_label("a", Font::Inter, u16::MAX, INK), render_label("a", Font::Inter, 200, INK));
}

#[test]
fn a_file_is_named_by_all_that_it_shows() {
    let base = render_label("Go", Font::Inter, 32, INK).file_name().unwrap();
    assert_eq!(render_label(" Go\n", Font::Inter, 32, INK).file_name(), Some(base));
    for other in [
        render_label("Go!", Font::Inter, 32, INK),
        render_label("Go", Font::Roboto, 32, INK),
        render_label("Go", Font::Inter, 33, INK),
        render_label("Go", Font::Inter, 32, Rgb::new(0, 0, 0)),
    ] {
        assert_ne!(other.file_name(), Some(base));
    }
    assert!(base.to_string().ends_with(".svg"));
    assert_eq!(render_label("", Font::Inter, 32, INK).file_name(), None);
}

/// Checks that the file contains one path of numbers and letters, and nothing active.
fn svg_is_sound(svg: &str) {
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "), "{svg}");
    assert!(svg.ends_with("z\"/></svg>"), "{svg}");
    assert_eq!(svg.matches('<').count(), 3, "{svg}");
    assert_eq!(svg.matches('>').count(), 3, "{svg}");
    assert_eq!(svg.matches('"').count(), 16, "{svg}");
    let allowed = |character: char| character.is_ascii_digit() || "mlhvqcz-. ".contains(character);
    assert!(path(svg).chars().all(allowed), "{svg}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_drawn_soundly_or_left_alone(
        text in "\\PC{0,40}", font in 0..12_usize, size in any::<u16>(),
    ) {
        if let Label::Outlined { svg, width, height } = render_label(&text, Font::ALL[font], size, INK) {
            svg_is_sound(&svg);
            prop_assert!(width > 0 && height > 0);
        }
    }

    #[test]
    fn texts_of_covered_scripts_and_what_turns_them_too(
        text in "[ -~À-žА-яα-ωא-ת\u{300}-\u{320}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{61C}\n]{0,60}",
        font in 0..12_usize,
    ) {
        if let Label::Outlined { svg, .. } = render_label(&text, Font::ALL[font], 20, INK) {
            svg_is_sound(&svg);
        }
    }
}
