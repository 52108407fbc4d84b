use image::codecs::webp::WebPEncoder;
use image::{ImageFormat, Rgba, RgbaImage};
use proptest::prelude::*;

use super::*;

const LIMITS: PictureLimits =
    PictureLimits { max_bytes: 1 << 20, max_pixels: 4_000_000, max_side: 3_000, stored: STORED };
const STORED: Stored = Stored { width: 256, height: 256, covers: false, bytes: None };

/// Builds a picture with varied colours, and a transparent corner if `clear` is set.
fn sample(width: u32, height: u32, clear: bool) -> DynamicImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let alpha = if clear && x < width / 2 && y < height / 2 { 40 } else { 255 };
        Rgba([(x * 3 % 256) as u8, (y * 5 % 256) as u8, ((x * y) % 251) as u8, alpha])
    })
    .into()
}

fn write(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn png() -> Vec<u8> {
    write(&sample(60, 40, true), ImageFormat::Png)
}

fn jpeg() -> Vec<u8> {
    write(&sample(60, 40, false).into_rgb8().into(), ImageFormat::Jpeg)
}

fn webp() -> Vec<u8> {
    let mut bytes = Vec::new();
    sample(60, 40, true).write_with_encoder(WebPEncoder::new_lossless(&mut bytes)).unwrap();
    bytes
}

/// Builds a PNG chunk with its checksum.
fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let sum = name.iter().chain(content).fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 })
    });
    [&(content.len() as u32).to_be_bytes()[..], name, content, &(!sum).to_be_bytes()].concat()
}

fn ihdr(width: u32, height: u32) -> Vec<u8> {
    let content = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    chunk(b"IHDR", &content)
}

fn accept(bytes: &[u8]) -> Result<Picture, PictureError> {
    accept_picture(bytes, &LIMITS)
}

#[test]
fn each_format_is_accepted_and_written_anew() {
    for (bytes, extension) in [(png(), Extension::Png), (jpeg(), Extension::Jpg), (webp(), Extension::Png)] {
        let picture = accept(&bytes).unwrap();
        assert_eq!((picture.width, picture.height, picture.extension), (60, 40, extension));
        assert_eq!(picture.content_type, extension.content_type());
        // The stored file is accepted again, without losses.
        let again = accept(&picture.bytes).unwrap();
        assert_eq!((again.width, again.height, again.extension), (60, 40, extension));
        assert!(picture.name().to_string().ends_with(extension.as_str()));
    }
}

#[test]
fn what_is_seen_through_stays_so() {
    for bytes in [png(), webp()] {
        let picture = accept(&bytes).unwrap();
        let pixels = image::load_from_memory(&picture.bytes).unwrap().into_rgba8();
        assert_eq!(pixels, sample(60, 40, true).into_rgba8());
    }
}

#[test]
fn an_opaque_picture_takes_the_smaller_form() {
    // Smooth gradients with noise.
    let mut state = 1_u32;
    let photograph = RgbaImage::from_fn(200, 200, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let level = |way: u32| (way / 2 + (state >> 28)) as u8;
        Rgba([level(x), level(y), level(x + y), 255])
    });
    let photograph = write(&photograph.into(), ImageFormat::Png);
    assert_eq!(accept(&photograph).unwrap().extension, Extension::Jpg);
    let plain = RgbaImage::from_pixel(200, 200, Rgba([200, 30, 30, 255]));
    assert_eq!(accept(&write(&plain.into(), ImageFormat::Png)).unwrap().extension, Extension::Png);
    let gray = write(&sample(50, 50, false).into_luma8().into(), ImageFormat::Jpeg);
    let gray = accept(&gray).unwrap();
    assert_eq!(image::load_from_memory(&gray.bytes).unwrap().color(), image::ColorType::L8);
    let deep = write(&DynamicImage::ImageRgba16(sample(50, 50, true).into_rgba16()), ImageFormat::Png);
    let deep = accept(&deep).unwrap();
    assert_eq!(image::load_from_memory(&deep.bytes).unwrap().color(), image::ColorType::Rgba8);
}

#[test]
fn a_large_picture_is_made_smaller_and_keeps_its_shape() {
    for (width, height, expected) in [
        (300, 200, (256, 171)),
        (1000, 500, (256, 128)),
        (256, 256, (256, 256)),
        (100, 1000, (26, 256)),
        (3000, 1, (256, 1)),
    ] {
        let picture = accept(&write(&sample(width, height, false), ImageFormat::Png)).unwrap();
        assert_eq!((picture.width, picture.height), expected);
        let written = image::load_from_memory(&picture.bytes).unwrap();
        assert_eq!((written.width(), written.height()), expected);
    }
}

#[test]
fn a_bomb_is_refused_by_its_header() {
    let header = |width, height| [&b"\x89PNG\r\n\x1a\n"[..], &ihdr(width, height)].concat();
    let whole = |width, height| {
        [header(width, height), chunk(b"IDAT", &[0x78, 0x9c, 3, 0, 0, 0, 0, 1]), chunk(b"IEND", &[])].concat()
    };
    assert_eq!(
        accept(&whole(60_000, 60_000)),
        Err(PictureError::SideTooLong { width: 60_000, height: 60_000, limit: 3_000 })
    );
    assert_eq!(
        accept(&whole(2_500, 2_500)),
        Err(PictureError::TooManyPixels { width: 2_500, height: 2_500, limit: 4_000_000 })
    );
    assert_eq!(
        accept_picture(&whole(8_000, 8_000), &PictureLimits::default()),
        Err(PictureError::TooManyPixels { width: 8_000, height: 8_000, limit: 40_000_000 })
    );
    assert_eq!(accept(&header(60_000, 60_000)), Err(PictureError::Truncated(PictureFormat::Png)));
    assert!(matches!(accept(&whole(0, 10)), Err(PictureError::Damaged { .. })));
    // The file has much less data than its header promises.
    assert!(accept(&whole(1_000, 1_000)).is_err());
}

#[test]
fn a_jpeg_whose_header_was_changed_is_refused() {
    let mut large = jpeg();
    let frame = large.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    large[frame + 5..frame + 9].copy_from_slice(&[0xEA, 0x60, 0xEA, 0x60]);
    assert!(matches!(accept(&large), Err(PictureError::SideTooLong { width: 60_000, .. })));
}

#[test]
fn a_file_that_lost_its_end_is_refused_and_says_so() {
    for (bytes, format) in
        [(png(), PictureFormat::Png), (jpeg(), PictureFormat::Jpeg), (webp(), PictureFormat::Webp)]
    {
        for kept in [12, 40, bytes.len() / 2, bytes.len() - 1] {
            assert_eq!(accept(&bytes[..kept]), Err(PictureError::Truncated(format)), "{format} {kept}");
        }
    }
}

#[test]
fn what_follows_a_picture_is_dropped() {
    for bytes in [png(), jpeg(), webp()] {
        let plain = accept(&bytes).unwrap();
        for tail in [&b"<html><script>alert(1)</script>"[..], b"PK\x03\x04zipzip", &[0xFF; 64], &bytes] {
            assert_eq!(accept(&[&bytes, tail].concat()).unwrap(), plain);
        }
    }
}

#[test]
fn texts_inside_of_a_picture_are_dropped() {
    let bytes = png();
    let secret = b"Comment\0<script>where I live</script>";
    let noted = [&bytes[..33], &chunk(b"tEXt", secret), &bytes[33..]].concat();
    assert_eq!(accept(&noted).unwrap(), accept(&bytes).unwrap());

    let bytes = jpeg();
    let comment = [&[0xFF, 0xFE, 0, secret.len() as u8 + 2][..], secret].concat();
    let noted = [&bytes[..2], &comment, &bytes[2..]].concat();
    assert_eq!(accept(&noted).unwrap(), accept(&bytes).unwrap());
}

#[test]
fn a_photograph_that_lies_on_its_side_is_turned() {
    let bytes = jpeg();
    // One EXIF entry: the orientation, rotated by 90 degrees to the right.
    let exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    let segment = [&[0xFF, 0xE1, 0, exif.len() as u8 + 2][..], exif].concat();
    let picture = accept(&[&bytes[..2], &segment, &bytes[2..]].concat()).unwrap();
    assert_eq!((picture.width, picture.height), (40, 60));
    assert!(!picture.bytes.windows(4).any(|four| four == b"Exif"));
}

#[test]
fn colours_of_a_wider_space_are_translated_and_a_broken_profile_is_ignored() {
    let red = RgbaImage::from_pixel(8, 8, Rgba([200, 60, 60, 128]));
    let bytes = write(&red.into(), ImageFormat::Png);
    let with_profile = |profile: &[u8]| {
        let mut encoded = Vec::new();
        let mut encoder = image::codecs::png::PngEncoder::new(&mut encoded);
        image::ImageEncoder::set_icc_profile(&mut encoder, profile.to_vec()).unwrap();
        image::load_from_memory(&bytes).unwrap().write_with_encoder(encoder).unwrap();
        let picture = accept(&encoded).unwrap();
        image::load_from_memory(&picture.bytes).unwrap().into_rgba8().get_pixel(3, 3).0
    };
    let wide = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let [r, g, b, a] = with_profile(&wide);
    assert!(r > 205 && g < 58 && b < 60 && a == 128, "{r} {g} {b} {a}");
    assert_eq!(with_profile(b"no profile"), [200, 60, 60, 128]);
    assert_eq!(with_profile(&wide[..200]), [200, 60, 60, 128]);
}

#[test]
fn moving_pictures_are_refused() {
    let bytes = png();
    let control = chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]);
    let moving = [&bytes[..33], &control, &bytes[33..]].concat();
    assert_eq!(accept(&moving), Err(PictureError::Animated));
    assert_eq!(accept(&moving_webp()), Err(PictureError::Animated));
}

/// Builds an animated WebP in extended form, with one frame from the simple form.
fn moving_webp() -> Vec<u8> {
    let part = |name: &[u8], content: &[u8]| {
        let mut part = [name, &(content.len() as u32).to_le_bytes(), content].concat();
        part.resize(part.len().next_multiple_of(2), 0);
        part
    };
    let size = [59, 0, 0, 39, 0, 0];
    let extended = part(b"VP8X", &[&[0x12, 0, 0, 0][..], &size].concat());
    let animation = part(b"ANIM", &[0; 6]);
    let frame = [&[0; 6][..], &size, &[100, 0, 0, 0], &webp()[12..]].concat();
    let content = [b"WEBP".to_vec(), extended, animation, part(b"ANMF", &frame)].concat();
    part(b"RIFF", &content)
}

#[test]
fn other_content_is_refused_by_its_kind() {
    for (bytes, found) in [
        (&b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"[..], "SVG"),
        (b"GIF89a/*<html>*/", "GIF"),
        (b"<!DOCTYPE html><html></html>", "HTML or XML"),
        (b"just words", "unknown"),
        (b"%PDF-1.7", "PDF"),
    ] {
        assert_eq!(accept(bytes), Err(PictureError::Unsupported { found }));
    }
    assert_eq!(accept(b""), Err(PictureError::Empty));
    let long = vec![0; LIMITS.max_bytes + 1];
    assert_eq!(accept(&long), Err(PictureError::TooLarge { bytes: (1 << 20) + 1, limit: 1 << 20 }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_bytes_never_panic(start in 0..4_usize, bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let starts: [&[u8]; 4] = [b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF\xff\0\0\0WEBP"];
        let _ = accept(&[starts[start], &bytes].concat());
    }

    #[test]
    fn changed_pictures_never_panic(
        which in 0..3_usize, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = [png, jpeg, webp][which]();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(picture) = accept(&bytes) {
            prop_assert!(picture.width <= STORED.width && picture.height <= STORED.height);
        }
    }
}

#[test]
fn what_phones_make_is_refused_with_advice() {
    for (brand, found) in [(b"heic", "HEIC"), (b"mif1", "HEIC"), (b"avif", "AVIF")] {
        let refused = accept(&[&b"\0\0\0\x18ftyp"[..], brand, b"\0\0\0\0"].concat()).unwrap_err();
        assert_eq!(refused, PictureError::Phone { found });
        let advice = refused.to_string();
        assert!(advice.contains("Most Compatible") && advice.contains(found), "{advice}");
    }
}

#[test]
fn a_lossy_picture_that_is_transparent_stays_small() {
    let side = 300;
    let pixels = RgbaImage::from_fn(side, side, |x, y| {
        let (dx, dy) = (x.abs_diff(side / 2), y.abs_diff(side / 2));
        let noise = (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)) >> 4;
        let alpha = if dx * dx + dy * dy < 20_000 { 255 } else { 0 };
        Rgba([(x / 2 + noise % 24) as u8, (y / 2 + noise % 16) as u8, 90 + (noise % 30) as u8, alpha])
    });
    let lossy = webp::Encoder::from_rgba(&pixels, side, side).encode(80.0).to_vec();
    let limits = PictureLimits { stored: Stored { width: 2_560, height: 2_560, ..STORED }, ..LIMITS };
    for limits in [limits, LIMITS] {
        let picture = accept_picture(&lossy, &limits).unwrap();
        assert_eq!(picture.extension, Extension::Webp);
        assert!(picture.bytes.len() < lossy.len() * 3 / 2, "{} of {}", picture.bytes.len(), lossy.len());
        let seen = image::load_from_memory(&picture.bytes).unwrap().into_rgba8();
        assert_eq!(seen.dimensions(), (picture.width, picture.height));
        assert_eq!((seen.get_pixel(0, 0).0[3], seen.get_pixel(128, 128).0[3]), (0, 255));
        check_kept_picture(&picture.bytes, Extension::Webp, &limits).unwrap();
    }
    assert_eq!(
        accept(&webp()).unwrap().extension,
        Extension::Png,
        "without losses before, without losses after"
    );
}

#[test]
fn a_preview_is_as_small_as_messengers_need_it() {
    let mut state = 7_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let limits = PictureLimits { max_bytes: 40 << 20, ..PictureLimits::of(Slot::Preview) };
    // The worst case: noise, and noise with transparency.
    for alpha in [255, 128] {
        let pixels = RgbaImage::from_fn(2560, 1440, |_, _| Rgba([noise(), noise(), noise(), alpha]));
        let picture = accept_picture(&write(&pixels.into(), ImageFormat::Png), &limits).unwrap();
        assert!(picture.bytes.len() <= 600_000, "{} bytes", picture.bytes.len());
        assert!(picture.width <= 1200 && picture.extension == Extension::Jpg, "{}", picture.width);
    }
    let smooth = RgbaImage::from_fn(2560, 1707, |x, y| Rgba([(x / 10) as u8, (y / 7) as u8, 90, 255]));
    let picture = accept_picture(&write(&smooth.into(), ImageFormat::Png), &limits).unwrap();
    assert_eq!((picture.width, picture.height), (1200, 800));
}

#[test]
fn a_banner_picture_is_as_large_as_the_sharpest_screen_needs_it() {
    for (size, expected) in [((2560, 2560), (144, 144)), ((1600, 900), (256, 144)), ((90, 120), (90, 120))] {
        let bytes = write(&sample(size.0, size.1, false), ImageFormat::Png);
        let limits = PictureLimits { max_bytes: 40 << 20, ..PictureLimits::of(Slot::Avatar) };
        let picture = accept_picture(&bytes, &limits).unwrap();
        assert_eq!((picture.width, picture.height), expected);
    }
}
