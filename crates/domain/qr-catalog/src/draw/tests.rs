use super::*;
use crate::catalog::catalog;
use crate::design::{CallToAction, Frame, Logo, Module};

const URL: &str = "https://links.example-creator.com/qr/spring-2027";

fn svg(design: &Design) -> String {
    draw(design, URL, &DrawOptions::default()).unwrap().svg
}

#[test]
fn a_plain_code_is_a_card_and_one_path() {
    let drawing = draw(&Design::stock(), URL, &DrawOptions { size: Some(512) }).unwrap();
    assert_eq!((drawing.side, drawing.modules), (45, 37));
    let head = r##"<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 45 45"><rect width="45" height="45" fill="#ffffff"/><path fill="#111111" d="M"##;
    assert!(drawing.svg.starts_with(head), "{}", &drawing.svg[..300]);
    assert_eq!(drawing.svg.matches('<').count(), 4);
}

#[test]
fn the_same_gives_the_same_and_no_two_presets_do() {
    let drawn: Vec<_> = catalog().iter().map(|preset| svg(&preset.design)).collect();
    for (index, one) in drawn.iter().enumerate() {
        assert_eq!(*one, svg(&catalog()[index].design));
        assert!(!drawn[..index].contains(one), "{}", catalog()[index]);
    }
}

#[test]
fn numbers_have_at_most_two_decimals() {
    for preset in catalog() {
        let svg = svg(&preset.design);
        let path = svg.split(" d=\"").nth(1).unwrap().trim_end_matches("\"/></svg>");
        for number in path.split(|c: char| !c.is_ascii_digit() && c != '.') {
            // `.5.5` are two numbers.
            let decimals = number.split('.').skip(1).map(str::len).max().unwrap_or_default();
            assert!(decimals <= 2, "{preset}: {number}");
        }
        assert!(path.chars().all(|c| "Mhvlacz0123456789.- ".contains(c)), "{preset}");
    }
}

#[test]
fn shapes_keep_enough_ink_for_every_decoder() {
    // Foreground of a single module, in hundredths of its area. Decoders fail below 60.
    let quarter = |radius: f64| radius * radius * (1.0 - std::f64::consts::FRAC_PI_4);
    for module in Module::ALL {
        let foreground = match module {
            Module::Square => 1.0,
            Module::Rounded => 1.0 - 4.0 * quarter(0.35),
            Module::Fluid | Module::Dots => 1.0 - 4.0 * quarter(0.5),
            Module::Mosaic => 0.92 * 0.92,
            Module::Leaf => 1.0 - 2.0 * quarter(0.7),
            Module::BarsV | Module::BarsH => 0.84 - 4.0 * quarter(0.42),
            Module::Diamond => 1.0 - 2.0 * 0.4 * 0.4,
        };
        assert!(foreground >= 0.6, "{module:?}: {foreground}");
    }
}

#[test]
fn the_longest_address_fits_and_a_book_does_not() {
    let host = format!("{}.{}.{}.{}", "a".repeat(63), "b".repeat(63), "c".repeat(63), "d".repeat(61));
    let longest = format!("https://{host}/qr/{}", "s".repeat(32));
    assert!(draw(&Design::stock(), &longest, &DrawOptions::default()).is_ok());
    assert_eq!(draw(&Design::stock(), &"x".repeat(3000), &DrawOptions::default()), Err(TooLong));
}

/// Stock design with a logo of this size.
fn with_logo(size: f64) -> Design {
    let file = FileName::parse("0a.png").unwrap();
    Design { logo: Some(Logo { file, size }), ..Design::stock() }
}

#[test]
fn a_picture_has_its_place_in_the_middle_where_nothing_else_is_drawn() {
    for (size, free) in [(0.22, 5), (0.12, 3)] {
        let drawing = draw(&with_logo(size), "https://a.example/qr/x", &DrawOptions::default()).unwrap();
        let modules = i32::try_from(drawing.modules).unwrap();
        assert_eq!(modules, 29);
        let Some(DrawnLogo { area, .. }) = drawing.logo else { panic!("no place") };
        let middle = (modules + 8) * ONE / 2;
        assert_eq!(
            area,
            Area {
                x: middle - (free - 1) * ONE / 2,
                y: middle - (free - 1) * ONE / 2,
                width: (free - 1) * ONE,
                height: (free - 1) * ONE,
            }
        );
        assert!(f64::from(area.width) <= 0.22 * f64::from(modules * ONE), "{area:?}");
    }
    let mut matrix = Matrix::of(URL, true).unwrap();
    let before = matrix.dark().count();
    matrix.clear_middle(7);
    let half = matrix.size / 2;
    assert!(matrix.dark().all(|(x, y)| (x - half).abs() > 3 || (y - half).abs() > 3));
    assert!(before - matrix.dark().count() <= 49);
}

#[test]
fn a_frame_is_around_the_card_and_leaves_room_for_its_words() {
    let frame =
        |color: Rgb| Frame { text: CallToAction::parse("Scan me").unwrap(), font: Font::Oswald, color };
    for preset in catalog() {
        let design = Design { frame: Some(frame(Rgb::new(1, 2, 3))), ..preset.design.clone() };
        let plain = draw(&preset.design, URL, &DrawOptions::default()).unwrap();
        let drawing = draw(&design, URL, &DrawOptions { size: Some(470) }).unwrap();
        let (width, height) = drawing.size;
        assert_eq!(width, plain.side + 2);
        assert_eq!((drawing.side, drawing.edge), (plain.side, Rgb::new(1, 2, 3)));
        let text = drawing.text.unwrap();
        assert_eq!((text.text.as_str(), text.color.to_string().as_str()), ("Scan me", "#ffffff"));
        let Area { x, y, width: wide, height: high } = text.area;
        let hundredths = |modules: u32| i32::try_from(modules).unwrap() * ONE;
        assert!(x > 0 && x + wide < hundredths(width), "{preset}");
        assert!(y > hundredths(plain.side + 1) && y + high < hundredths(height), "{preset}");
        let path = plain.svg.split("<rect").nth(1).unwrap().strip_suffix("</svg>").unwrap();
        assert!(drawing.svg.contains(path), "{preset}: the card itself is the same");
        let high = 470 * height / width;
        assert!(drawing.svg.contains(&format!(r#"width="470" height="{high}""#)), "{preset}");
    }
}
