//! Uploaded pictures and sounds, and the names of files.

use std::io::Cursor;

use adapter_assets::{AssetName, PictureLimits, Stored, accept_picture, accept_sound};
use dev_kit::hostile::Outcome::{Refused, Taken};
use dev_kit::hostile::{fuzz, mangled, mangled_text};
use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use proptest::prelude::*;

/// Small limits, so that pictures are cheap.
const LIMITS: PictureLimits =
    PictureLimits { max_bytes: 1 << 20, max_pixels: 250_000, max_side: 1000, stored: STORED };
const STORED: Stored = Stored { width: 256, height: 256, covers: false, bytes: None };

fn pictures() -> Vec<Vec<u8>> {
    let plain =
        DynamicImage::from(RgbImage::from_fn(24, 16, |x, y| image::Rgb([(x * 9) as u8, (y * 15) as u8, 90])));
    let clear = DynamicImage::from(RgbaImage::from_fn(9, 30, |x, y| {
        image::Rgba([(x * y) as u8, 5, 200, (y * 8) as u8])
    }));
    let formats = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];
    let write = |picture: &DynamicImage, format| {
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, format).unwrap();
        file.into_inner()
    };
    let mut files: Vec<_> = formats.map(|format| write(&plain, format)).into();
    files.push(write(&clear, ImageFormat::Png));
    files.push(write(&clear, ImageFormat::WebP));
    // Two formats in one file: a picture followed by a page.
    files.push([write(&plain, ImageFormat::Png), b"<html><script>alert(1)</script>".to_vec()].concat());
    files
}

#[test]
fn uploaded_pictures() {
    let check = |bytes: Vec<u8>| {
        let Ok(picture) = accept_picture(&bytes, &LIMITS) else { return Ok(Refused) };
        prop_assert!(picture.width <= STORED.width && picture.height <= STORED.height);
        prop_assert!(!picture.bytes.windows(7).any(|part| part == b"<script"));
        let again = accept_picture(&picture.bytes, &LIMITS);
        prop_assert!(again.is_ok_and(|again| (again.width, again.height) == (picture.width, picture.height)));
        Ok(Taken)
    };
    fuzz("picture", 8, mangled(pictures()), check).unwrap();
}

/// Headers with a false size and a valid checksum, as in decompression bombs.
#[test]
fn pictures_that_say_they_are_larger() {
    let check = |(width, height, depth, colours): (u32, u32, u8, u8)| {
        let mut header = b"IHDR".to_vec();
        header.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
        header.extend([depth, colours, 0, 0, 0]);
        let mut sum = flate2::Crc::new();
        sum.update(&header);
        let mut file = pictures()[0].clone();
        file.splice(12..29, header);
        file.splice(29..33, sum.sum().to_be_bytes());
        // The rest of the file matches only one of the headers.
        let Ok(picture) = accept_picture(&file, &LIMITS) else { return Ok(Refused) };
        prop_assert!(u64::from(width) * u64::from(height) <= LIMITS.max_pixels);
        prop_assert!(picture.width <= STORED.width);
        Ok(Taken)
    };
    let side = || prop_oneof![0_u32..2_000, any::<u32>()];
    let kinds = (side(), side(), prop::sample::select(vec![1_u8, 2, 4, 8, 16]), 0_u8..8);
    // Sometimes the true header: 24 x 16 pixels of 8 bits, in colour.
    let kinds = prop_oneof![7 => kinds, 1 => Just((24, 16, 8, 2))];
    fuzz("picture header", 8, kinds, check).unwrap();
}

fn sounds() -> Vec<Vec<u8>> {
    let mut wav = b"RIFF".to_vec();
    wav.extend(836_u32.to_le_bytes());
    wav.extend(b"WAVEfmt ");
    for word in [16_u32, 0x0001_0001, 8000, 8000, 0x0008_0001] {
        wav.extend(word.to_le_bytes());
    }
    wav.extend(b"data");
    wav.extend(800_u32.to_le_bytes());
    wav.extend([128; 800]);
    // MPEG 1 layer III, 128 kbit/s, 44.1 kHz: frames of 417 bytes, after an empty tag.
    let frame = [&[0xff, 0xfb, 0x90, 0x00][..], &[0; 413]].concat();
    let mp3 = [b"ID3\x04\0\0\0\0\0\0".to_vec(), frame.repeat(4)].concat();
    let mut ogg = b"OggS\0\x02".to_vec();
    ogg.extend([0; 8]);
    ogg.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 30]);
    ogg.extend(b"\x01vorbis\0\0\0\0\x02\x44\xac\0\0\0\0\0\0\0\xee\x02\0\0\0\0\0\xb8\x01");
    vec![wav, mp3, ogg]
}

#[test]
fn uploaded_sounds() {
    let check = |bytes: Vec<u8>| {
        let Ok(sound) = accept_sound(&bytes) else { return Ok(Refused) };
        prop_assert!(AssetName::parse(&sound.name().to_string()).is_ok());
        Ok(Taken)
    };
    fuzz("sound", 1, mangled(sounds()), check).unwrap();
}

#[test]
fn names_of_files() {
    let good = AssetName::of(b"x", adapter_assets::Extension::Png).to_string();
    let check = |text: String| {
        let Ok(name) = AssetName::parse(&text) else { return Ok(Refused) };
        prop_assert_eq!(&name.to_string(), &text);
        prop_assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.'), "{text}");
        prop_assert!(!text.contains(".."));
        Ok(Taken)
    };
    fuzz("file name", 1, mangled_text(&[good.as_str(), "../../etc/passwd", "a.png"]), check).unwrap();
}
