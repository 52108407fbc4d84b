//! Comparison with pictures as Chromium renders them; see `tests/pictures/README.md`.

use std::fs;
use std::path::Path;

use image::imageops::overlay;
use image::{Rgba, RgbaImage};

use super::*;

/// Largest accepted difference of a channel.
const TOLERANCE: u8 = 2;

/// JPEG files with channels beyond the tolerance: how many at most, and by how much. The decoder smooths colours of lower
/// resolution with other rounding than Chromium's; see `tests/pictures/README.md`.
const ROUNDED_OTHERWISE: [(&str, usize, u8); 9] = [
    ("adobe-rgb.jpg", 1800, 27),
    ("exif-1-then-6.jpg", 1, 3),
    ("exif-6-then-1.jpg", 1, 3),
    ("exif-none-then-6.jpg", 1, 3),
    ("exif-samples-Fujifilm-FinePix-E500.jpg", 10, 3),
    ("exif-samples-Sony-HDR-HC3.jpg", 5, 3),
    ("exif-xmp-then-6.jpg", 1, 3),
    ("image-portrait-2.jpg", 1150, 5),
    ("rec2020.jpg", 40, 6),
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
        let name = name.strip_suffix(".png").unwrap();
        let ours = read(&fs::read(folder.join(name)).unwrap());
        compared += 1;
        if ours.dimensions() != expected.dimensions() {
            differing.push(format!("{name}: {:?} instead of {:?}", ours.dimensions(), expected.dimensions()));
            continue;
        }
        let differences = ours.iter().zip(expected.iter()).map(|(ours, expected)| ours.abs_diff(*expected));
        let largest = differences.clone().max().unwrap_or_default();
        let beyond = differences.filter(|difference| *difference > TOLERANCE).count();
        let listed = ROUNDED_OTHERWISE.iter().find(|(listed, ..)| *listed == name);
        let (most, limit) = listed.map_or((0, TOLERANCE), |(_, most, limit)| (*most, *limit));
        if beyond > most || largest > limit {
            differing.push(format!("{name}: {beyond} of {} channels, by at most {largest}", ours.len()));
        }
        if listed.is_some() && beyond == 0 {
            differing.push(format!("{name} is within the tolerance now, so it needs no entry"));
        }
    }
    assert!(compared > 30, "{compared} pictures");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
