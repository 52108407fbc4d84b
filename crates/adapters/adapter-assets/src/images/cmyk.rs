//! JPEG pictures for print, with four inks.

use image::RgbImage;
use moxcms::ColorProfile;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::inks;

/// Decodes a picture with the profile of its inks; `None` if it has other colours, or can't be decoded.
///
/// Without a profile, the general decoder's estimate is as good as that of a browser.
pub(super) fn decode(bytes: &[u8], profile: &ColorProfile) -> Option<RgbImage> {
    let options =
        DecoderOptions::default().set_strict_mode(false).set_max_width(usize::MAX).set_max_height(usize::MAX);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let (width, height) = decoder.dimensions()?;
    let stored = decoder.input_colorspace()?;
    if !matches!(stored, ColorSpace::CMYK | ColorSpace::YCCK) {
        return None;
    }
    decoder.set_options(options.jpeg_set_out_colorspace(stored));
    let mut amounts = decoder.decode().ok()?;
    for pixel in amounts.chunks_exact_mut(4) {
        if let [cyan, magenta, yellow, black] = pixel {
            let light = if stored == ColorSpace::YCCK {
                let (cyan, magenta, yellow) = to_inks(*cyan, *magenta, *yellow);
                [cyan, magenta, yellow].map(|ink| u8::MAX - ink)
            } else {
                [*cyan, *magenta, *yellow]
            };
            // Programs store the inverse of inks; browsers rely on it.
            [*cyan, *magenta, *yellow] = light.map(|light| u8::MAX - less(light, *black));
            *black = 0;
        }
    }
    let pixels = inks::to_srgb(&amounts, profile)?;
    RgbImage::from_raw(u32::try_from(width).ok()?, u32::try_from(height).ok()?, pixels)
}

/// Takes black ink, stored inversely, from the light that another ink lets through. Chromium applies a profile to the
/// colours that are left, with no black.
fn less(light: u8, black: u8) -> u8 {
    u8::try_from(u16::from(light) * u16::from(black) / 255).unwrap_or(u8::MAX)
}

/// Converts luma and chroma, which encode inverted inks like the colours of a screen.
fn to_inks(luma: u8, blue: u8, red: u8) -> (u8, u8, u8) {
    let (luma, blue, red) = (f32::from(luma), f32::from(blue) - 128.0, f32::from(red) - 128.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = |value: f32| value.round().clamp(0.0, 255.0) as u8;
    (byte(luma + 1.402 * red), byte(luma - 0.344_136 * blue - 0.714_136 * red), byte(luma + 1.772 * blue))
}
