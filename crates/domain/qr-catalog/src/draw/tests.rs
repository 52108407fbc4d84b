use super::*;
use crate::catalog::catalog;
use crate::design::Module;

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
    // The foreground of a module that stands alone, in hundredths; under 60 decoders fail.
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
