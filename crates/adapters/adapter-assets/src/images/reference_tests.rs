//! Comparison with pictures as Chromium renders them; see `tests/pictures/README.md`.

use std::fs;
use std::path::Path;

use image::imageops::overlay;
use image::{Rgba, RgbaImage};

use super::*;

/// Largest accepted difference of a channel.
const TOLERANCE: u8 = 2;

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
        if beyond > 0 {
            differing.push(format!("{name}: {beyond} of {} channels, by at most {largest}", ours.len()));
        }
    }
    assert!(compared > 30, "{compared} pictures");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
