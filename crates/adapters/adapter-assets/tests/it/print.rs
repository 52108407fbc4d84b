//! Tests that both decoders read codes with a logo and a frame, and pages for print shops, which an
//! interpreter converts back to drawings.

use adapter_assets::{rasterise, render_code, render_sheet};
use image::{ImageFormat, Rgba, RgbaImage};
use kernel::Entropy as _;
use kernel::Font;
use kernel::fixed::SeededEntropy;
use qr_catalog::catalog::catalog;
use qr_catalog::design::Design;
use qr_catalog::draw::{DrawOptions, Drawing, draw};
use qr_catalog::picture::PictureForm;
use qr_catalog::print::{Paper, PrintBoxes, PrintWidth, Sheet};
use qr_catalog::scannability::Scannability;
use serde_json::{Value, json};

use crate::pages::{Page, eps_as_svg, pdf_pages};
use crate::photo::{Hardship, Scene, grey, on_background, read_by_rqrr, read_by_rxing};

const URL: &str = "https://links.example-creator.com/qr/spring-2027";

/// Builds a picture file of random colors; transparent outside a circle if `round`.
fn picture(side: u32, seed: u64, round: bool) -> Vec<u8> {
    let mut noise = vec![0; (side * side * 3) as usize];
    SeededEntropy::new(seed).fill(&mut noise);
    let middle = f64::from(side) / 2.0;
    let picture = RgbaImage::from_fn(side, side, |x, y| {
        let at = ((y * side + x) * 3) as usize;
        let [dx, dy] = [x, y].map(|place| f64::from(place) + 0.5 - middle);
        let alpha = if round && dx.hypot(dy) > middle { 0 } else { 255 };
        Rgba([noise[at], noise[at + 1], noise[at + 2], alpha])
    });
    file(&picture)
}

fn file(picture: &RgbaImage) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

fn plain(side: u32, color: [u8; 3]) -> Vec<u8> {
    let [red, green, blue] = color;
    file(&RgbaImage::from_pixel(side, side, Rgba([red, green, blue, 255])))
}

/// Adds a logo of this size and a frame with this color and font to a design.
fn adorned(design: &Design, size: Option<f64>, frame: Option<(&str, Font)>) -> Design {
    let mut tree = design.to_json();
    if let Some(size) = size {
        tree["logo"] = json!({ "file": "0a.png", "size": size });
    }
    if let Some((color, font)) = frame {
        tree["frame"] = json!({ "text": "Scan for the menu", "font": font.name(), "color": color });
    }
    Design::parse(&tree).unwrap()
}

fn drawn(design: &Design) -> Drawing {
    draw(design, URL, &DrawOptions::default()).unwrap()
}

/// Pictures that a decoder failed to read, by name and change.
#[derive(Default)]
struct Misses {
    rxing: Vec<String>,
    rqrr: Vec<String>,
    strict: usize,
}

impl Misses {
    fn read(&mut self, name: &str, design: &Design, logo: Option<&[u8]>, background: u8) {
        let drawing = drawn(design);
        let is_strict = Scannability::of(design).warnings.is_empty();
        let scene = Scene::of(&drawing, logo, background);
        for hardship in Hardship::ALL {
            let picture = scene.photograph(hardship);
            if read_by_rxing(&picture).as_deref() != Some(URL) {
                self.rxing.push(format!("{name} {hardship:?}"));
            }
            if is_strict {
                self.strict += 1;
                if read_by_rqrr(&picture).as_deref() != Some(URL) {
                    self.rqrr.push(format!("{name} {hardship:?}"));
                }
            }
        }
    }

    /// Checks the results. The first decoder must read everything. The second misses some of the
    /// smallest pictures with slim modules in a frame. More than one in 25 per family would be a
    /// drawing error.
    fn finish(self) {
        println!("missed by rqrr, of {}: {:?}", self.strict, self.rqrr);
        assert!(self.rxing.is_empty(), "missed by rxing: {:?}", self.rxing);
        assert!(
            self.rqrr.len() * 25 <= self.strict,
            "{} of {}: {:?}",
            self.rqrr.len(),
            self.strict,
            self.rqrr
        );
    }
}

/// Tests all presets of a family, each with the largest logo and a frame in one of the twelve
/// fonts.
fn family(word: &str) {
    let mut misses = Misses::default();
    let frames = ["#111111", "#ffffff", "#c01f5a", "#ffd400"];
    for (number, preset) in catalog().iter().filter(|preset| preset.family == word).enumerate() {
        let frame = (frames[number % 4], Font::ALL[number % 12]);
        let design = adorned(&preset.design, Some(0.22), Some(frame));
        assert_eq!(Scannability::of(&design).ecl.as_str(), "H");
        let logo = picture(300, number as u64, number % 2 == 0);
        misses.read(&preset.id, &design, Some(&logo), [255, 128, 0][number % 3]);
    }
    misses.finish();
}

macro_rules! families {
    ($($name:ident = $word:literal,)*) => {
        $(#[test]
        fn $name() {
            family($word);
        })*
    };
}

families! {
    the_family_classic_is_read_with_a_picture = "classic",
    the_family_soft_is_read_with_a_picture = "soft",
    the_family_fluid_is_read_with_a_picture = "fluid",
    the_family_dots_is_read_with_a_picture = "dots",
    the_family_mosaic_is_read_with_a_picture = "mosaic",
    the_family_leaf_is_read_with_a_picture = "leaf",
    the_family_bars_v_is_read_with_a_picture = "bars-v",
    the_family_bars_h_is_read_with_a_picture = "bars-h",
    the_family_gem_is_read_with_a_picture = "gem",
    the_family_studio_is_read_with_a_picture = "studio",
}

#[test]
fn pictures_of_any_colour_and_size_leave_a_code_readable() {
    let mut misses = Misses::default();
    let stock = Design::stock();
    for (name, logo) in [
        ("black", plain(64, [0, 0, 0])),
        ("white", plain(64, [255, 255, 255])),
        ("red", plain(1, [220, 0, 0])),
        ("large", picture(1600, 7, false)),
        ("wide", file(&RgbaImage::from_pixel(200, 20, Rgba([0, 0, 0, 255])))),
        ("unseen", file(&RgbaImage::from_pixel(20, 20, Rgba([0, 0, 0, 0])))),
    ] {
        for size in [0.12, 0.17, 0.22] {
            misses.read(&format!("{name} {size}"), &adorned(&stock, Some(size), None), Some(&logo), 255);
        }
    }
    for font in Font::ALL {
        misses.read(font.name(), &adorned(&stock, None, Some(("#111111", font))), None, 255);
    }
    misses.finish();
}

#[test]
fn a_picture_and_the_words_of_a_frame_are_where_they_belong() {
    let design = adorned(&Design::stock(), Some(0.2), Some(("#0044cc", Font::BebasNeue)));
    let (drawing, red) = (drawn(&design), plain(40, [255, 0, 0]));
    let (wide, high) = drawing.size;
    let png = render_code(&drawing, Some(&red), PictureForm::Png(wide * 10)).unwrap();
    let png = image::load_from_memory(&png).unwrap().to_rgb8();
    assert_eq!(png.dimensions(), (wide * 10, high * 10));
    let area = drawing.logo.as_ref().unwrap().area;
    let is_red = |pixel: &image::Rgb<u8>| pixel.0 == [255, 0, 0];
    let inside = |x: u32, y: u32, area: qr_catalog::draw::Area| {
        let (x, y) = (x as i32 * 10 + 5, y as i32 * 10 + 5);
        x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height
    };
    let text = drawing.text.as_ref().unwrap().area;
    let mut lit = 0;
    for (x, y, pixel) in png.enumerate_pixels() {
        assert_eq!(is_red(pixel), inside(x, y, area), "{x} {y}");
        if y > (drawing.side + 1) * 10 && pixel.0 != [0, 0x44, 0xcc] {
            assert!(inside(x, y, text), "{x} {y} {pixel:?}");
            lit += u32::from(pixel.0 == [255, 255, 255]);
        }
    }
    assert!(lit > 1_000, "{lit} pixels of text");
}

#[test]
fn the_svg_holds_all_that_the_png_shows() {
    let design = adorned(&Design::stock(), Some(0.2), Some(("#0044cc", Font::Pacifico)));
    let svg = render_code(&drawn(&design), Some(&plain(40, [255, 0, 0])), PictureForm::Svg).unwrap();
    let svg = String::from_utf8(svg).unwrap();
    assert_eq!(svg.matches("<image ").count(), 1);
    assert_eq!(svg.matches("http").count(), 1, "no address but that of the name space");
    // The rasterizer omits pictures. Its result still has the text and is readable.
    let picture = rasterise(&svg, 600).unwrap();
    assert_eq!(read_by_rxing(&grey(&on_background(&picture, 255))).as_deref(), Some(URL));
    assert!(render_code(&drawn(&design), Some(b"no picture"), PictureForm::Svg).is_err());
}

fn width(mm: u32) -> PrintWidth {
    PrintWidth::parse(mm).unwrap()
}

/// Decodes a page drawing with both decoders.
fn read(svg: &str) -> [Option<String>; 2] {
    let picture = grey(&on_background(&rasterise(svg, 700).unwrap(), 255));
    [read_by_rxing(&picture), read_by_rqrr(&picture)]
}

/// Designs with every kind of fill and shape.
fn designs() -> Vec<(String, Design)> {
    let presets = catalog().iter().filter(|preset| preset.family != "studio").step_by(7);
    let designs = presets.enumerate().map(|(number, preset)| {
        let frame = (number % 2 == 0).then_some(("#103050", Font::ALL[number % 12]));
        (preset.id.clone(), adorned(&preset.design, (number % 3 != 0).then_some(0.2), frame))
    });
    designs.collect()
}

#[test]
fn pages_for_print_shops_are_read_by_both_decoders() {
    let logo = picture(64, 3, true);
    for (name, design) in designs() {
        let drawing = drawn(&design);
        let logo = design.logo().is_some().then_some(logo.as_slice());
        let pdf = render_code(&drawing, logo, PictureForm::Pdf(width(50))).unwrap();
        assert_eq!(pdf, render_code(&drawing, logo, PictureForm::Pdf(width(50))).unwrap(), "{name}");
        let pages = pdf_pages(&pdf);
        let [page] = pages.as_slice() else { panic!("{} pages", pages.len()) };
        assert_eq!(read(&page.svg), [Some(URL.to_owned()), Some(URL.to_owned())], "{name}");
        assert_eq!(page.pictures, usize::from(logo.is_some()), "{name}");
        let eps =
            String::from_utf8(render_code(&drawing, logo, PictureForm::Eps(width(50))).unwrap()).unwrap();
        assert_eq!(read(&eps_as_svg(&eps)), [Some(URL.to_owned()), Some(URL.to_owned())], "{name}");
        assert!(eps.lines().all(|line| line.len() <= 255), "{name}");
        assert_eq!(eps.contains("/ImageType 1"), logo.is_some(), "{name}");
    }
}

#[test]
fn pages_mark_where_they_are_cut_and_what_is_safe() {
    for (name, design) in designs() {
        let drawing = drawn(&design);
        let logo = design.logo().map(|_| plain(4, [9, 9, 9]));
        let boxes = PrintBoxes::of(&drawing, width(80));
        let pdf = render_code(&drawing, logo.as_deref(), PictureForm::Pdf(width(80))).unwrap();
        let Page { boxes: found, .. } = &pdf_pages(&pdf)[0];
        let eps = render_code(&drawing, logo.as_deref(), PictureForm::Eps(width(80))).unwrap();
        let eps = String::from_utf8(eps).unwrap();
        let (media, points) = (boxes.media(), 72.0 / 25.4);
        for (kind, page_box) in [
            ("MediaBox", media),
            ("BleedBox", boxes.bleed()),
            ("TrimBox", boxes.trim()),
            ("ArtBox", boxes.safe),
        ] {
            let bottom = media.height - page_box.y - page_box.height;
            let expected = [page_box.x, bottom, page_box.x + page_box.width, bottom + page_box.height];
            let near = |found: [f64; 4]| {
                found.iter().zip(expected).all(|(found, expected)| (found - expected * points).abs() < 0.01)
            };
            assert!(near(found[kind]), "{name} {kind}: {:?}", found[kind]);
            if kind == "MediaBox" {
                let line = eps.lines().find_map(|line| line.strip_prefix("%%HiResBoundingBox: ")).unwrap();
                let sides: Vec<f64> = line.split(' ').map(|side| side.parse().unwrap()).collect();
                assert!(near([sides[0], sides[1], sides[2], sides[3]]), "{name}: {line}");
            } else {
                let line = eps.lines().find_map(|line| line.strip_prefix(&format!("[ /{kind} ["))).unwrap();
                let sides: Vec<f64> =
                    line.split(']').next().unwrap().split(' ').map(|side| side.parse().unwrap()).collect();
                assert!(near([sides[0], sides[1], sides[2], sides[3]]), "{name}: {line}");
            }
        }
    }
}

#[test]
fn a_sheet_shows_each_code_as_often_as_it_is_asked_for() {
    let logo = plain(8, [200, 0, 0]);
    let drawings: Vec<_> = ["a", "b", "c"]
        .map(|slug| {
            let design =
                adorned(&Design::stock(), Some(0.2), (slug == "b").then_some(("#000000", Font::Lato)));
            let url = format!("https://links.example.com/qr/{slug}");
            (draw(&design, &url, &DrawOptions::default()).unwrap(), Some(logo.clone()))
        })
        .into();
    let plain: Vec<_> = drawings.iter().map(|(drawing, _)| drawing.clone()).collect();
    let sheet = Sheet::of(&plain, width(50), 5, Paper::A4).unwrap();
    let pdf = render_sheet(&drawings, &sheet).unwrap();
    let pages = pdf_pages(&pdf);
    assert_eq!(pages.iter().map(|page| page.codes).collect::<Vec<_>>(), [9, 6]);
    for page in &pages {
        let [left, bottom, right, top] = page.boxes["MediaBox"];
        assert_eq!([left, bottom, right.round(), top.round()], [0.0, 0.0, 595.0, 842.0]);
        assert!(!page.boxes.contains_key("TrimBox"), "a sheet has many");
    }
    assert!(pdf.len() < 200_000, "copies share their drawing: {} bytes", pdf.len());
    let one = Sheet::of(&plain[..1], width(100), 1, Paper::Letter).unwrap();
    let pages = pdf_pages(&render_sheet(&drawings[..1], &one).unwrap());
    assert_eq!(read(&pages[0].svg)[0].as_deref(), Some("https://links.example.com/qr/a"));
    let nothing = Sheet { paper: Paper::A4, pages: vec![] };
    assert!(pdf_pages(&render_sheet(&[], &nothing).unwrap()).is_empty());
}

#[test]
fn values_of_designs_reach_no_page_as_commands() {
    let mut tree: Value = Design::stock().to_json();
    tree["frame"] = json!({ "text": ") stroke quit </svg> %", "font": "Inter", "color": "#000000" });
    let drawing = drawn(&Design::parse(&tree).unwrap());
    for form in [PictureForm::Svg, PictureForm::Pdf(width(50)), PictureForm::Eps(width(50))] {
        let page = render_code(&drawing, None, form).unwrap();
        assert!(!String::from_utf8_lossy(&page).contains("quit"), "{form:?}: words are outlines");
    }
}
