//! Comparison with pictures as Chromium renders them; see `tests/pictures/README.md`.

use std::fs;
use std::path::Path;

use image::imageops::overlay;
use image::{Rgba, RgbaImage};

use super::*;

/// Largest accepted difference of a channel.
const TOLERANCE: u8 = 2;

/// Files that differ more, with the number of channels beyond the tolerance and the largest difference.
/// `tests/pictures/README.md` says why.
const FURTHER: [(&str, usize, u8); 14] = [
    ("adobe-rgb.jpg", 1756, 27),
    ("cmyk-no-adobe.jpg", 3072, 23),
    ("cmyk-profile.jpg", 3072, 23),
    ("exif-1-then-6.jpg", 1, 3),
    ("exif-6-then-1.jpg", 1, 3),
    ("exif-none-then-6.jpg", 1, 3),
    ("exif-samples-Fujifilm-FinePix-E500.jpg", 10, 3),
    ("exif-samples-Sony-HDR-HC3.jpg", 5, 3),
    ("exif-xmp-then-6.jpg", 1, 3),
    ("image-basi0g16.png", 9, 13),
    ("image-portrait-2.jpg", 1117, 5),
    ("prophoto.png", 14, 16),
    ("rec2020.jpg", 129, 11),
    ("ycck-profile.jpg", 2560, 22),
];

/// Returns a picture as this crate reads it, on white.
fn read(bytes: &[u8]) -> RgbaImage {
    let limits = PictureLimits::default();
    let format = format_of(bytes, &limits).unwrap();
    let image = unpacked(format, bytes, &limits).unwrap().image;
    let mut white = RgbaImage::from_pixel(image.width(), image.height(), Rgba([255; 4]));
    overlay(&mut white, &image.into_rgba8(), 0, 0);
    white
}

#[test]
fn pictures_look_as_in_chromium() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let (mut compared, mut differing) = (0, Vec::new());
    for entry in fs::read_dir(folder.join("expected")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let expected = image::open(folder.join("expected").join(&name)).unwrap().into_rgba8();
        let ours = read(&fs::read(folder.join(name.strip_suffix(".png").unwrap())).unwrap());
        compared += 1;
        if ours.dimensions() != expected.dimensions() {
            differing.push(format!("{name}: {:?} instead of {:?}", ours.dimensions(), expected.dimensions()));
            continue;
        }
        let differences = ours.iter().zip(expected.iter()).map(|(ours, expected)| ours.abs_diff(*expected));
        let largest = differences.clone().max().unwrap_or_default();
        let beyond = differences.filter(|difference| *difference > TOLERANCE).count();
        let file = name.strip_suffix(".png").unwrap();
        let known = FURTHER.iter().find(|(known, ..)| *known == file);
        let (most, furthest) = known.map_or((0, TOLERANCE), |(_, beyond, largest)| (*beyond, *largest));
        if beyond > most || largest > furthest {
            differing.push(format!("{name}: {beyond} of {} channels, by at most {largest}", ours.len()));
        }
    }
    assert!(compared > 30, "{compared} pictures");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
