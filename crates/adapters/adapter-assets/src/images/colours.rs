//! Conversion of colours to sRGB, because colour profiles are not stored.

use image::{DynamicImage, RgbImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Maximum size of a colour profile, in bytes. Profiles of phones and cameras have a few kilobytes, those of printing
/// presses up to three megabytes.
const LONGEST_PROFILE: usize = 4 << 20;
/// Number of pixels that are converted at once.
const AT_ONCE: usize = 1 << 16;

/// Returns the profile of a picture; `None` if it can't be read. Colours without a readable profile count as sRGB, as
/// in browsers.
pub(super) fn profile(icc: &[u8]) -> Option<ColorProfile> {
    if icc.len() > LONGEST_PROFILE {
        return None;
    }
    ColorProfile::new_from_slice(icc).ok()
}

/// Converts a picture of eight bits per channel. A profile for another kind of colours than those of the picture is
/// ignored; one for RGB also describes grey.
pub(super) fn to_srgb(image: DynamicImage, profile: Option<&ColorProfile>) -> DynamicImage {
    let Some(profile) = profile else { return image };
    match (image, profile.color_space) {
        (DynamicImage::ImageRgb8(mut pixels), DataColorSpace::Rgb) => {
            translate(&mut pixels, profile, Layout::Rgb, 3);
            pixels.into()
        }
        (DynamicImage::ImageRgba8(mut pixels), DataColorSpace::Rgb) => {
            translate(&mut pixels, profile, Layout::Rgba, 4);
            pixels.into()
        }
        (DynamicImage::ImageLuma8(pixels), DataColorSpace::Gray | DataColorSpace::Rgb) => {
            let Some(levels) = grey_levels(profile) else { return pixels.into() };
            let is_grey = levels.iter().all(|[red, green, blue]| red == green && green == blue);
            let level = |grey: u8| levels.get(usize::from(grey)).copied().unwrap_or([grey; 3]);
            if is_grey {
                let mut pixels = pixels;
                pixels.iter_mut().for_each(|grey| *grey = level(*grey)[0]);
                return pixels.into();
            }
            let (width, height) = pixels.dimensions();
            let coloured = pixels.iter().flat_map(|grey| level(*grey)).collect();
            RgbImage::from_raw(width, height, coloured).map_or(pixels.into(), DynamicImage::from)
        }
        (DynamicImage::ImageLumaA8(mut pixels), DataColorSpace::Gray | DataColorSpace::Rgb) => {
            let levels = grey_levels(profile);
            for pixel in pixels.pixels_mut() {
                let [grey, _] = &mut pixel.0;
                let level = levels.as_ref().and_then(|levels| levels.get(usize::from(*grey)));
                *grey = level.map_or(*grey, |[_, green, _]| *green);
            }
            pixels.into()
        }
        (image, _) => image,
    }
}

/// Converts inks to RGB; `None` if the profile is for other colours. Zero means no ink.
pub(super) fn inks_to_srgb(inks: &[u8], profile: &ColorProfile) -> Option<Vec<u8>> {
    if profile.color_space != DataColorSpace::Cmyk {
        return None;
    }
    let transform =
        profile.create_transform_8bit(Layout::Rgba, &ColorProfile::new_srgb(), Layout::Rgb, options());
    let transform = transform.ok()?;
    let mut pixels = vec![0; inks.len() / 4 * 3];
    for (inks, pixels) in inks.chunks(AT_ONCE * 4).zip(pixels.chunks_mut(AT_ONCE * 3)) {
        transform.transform(inks, pixels).ok()?;
    }
    Some(pixels)
}

/// Converts pixels in place, or leaves all unchanged if the profile can't be applied.
fn translate(samples: &mut [u8], profile: &ColorProfile, layout: Layout, channels: usize) {
    let transform = profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, options());
    let Ok(transform) = transform else { return };
    let mut before = Vec::new();
    for samples in samples.chunks_mut(AT_ONCE * channels) {
        before.clear();
        before.extend_from_slice(samples);
        if transform.transform(&before, samples).is_err() {
            return;
        }
    }
}

/// Returns the colour of each grey level.
fn grey_levels(profile: &ColorProfile) -> Option<[[u8; 3]; 256]> {
    let (layout, channels) = match profile.color_space {
        DataColorSpace::Gray => (Layout::Gray, 1),
        _ => (Layout::Rgb, 3),
    };
    let transform = profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), Layout::Rgb, options());
    let greys: Vec<u8> = (0..=u8::MAX).flat_map(|grey| std::iter::repeat_n(grey, channels)).collect();
    let mut levels = [[0; 3]; 256];
    transform.ok()?.transform(&greys, levels.as_flattened_mut()).ok()?;
    Some(levels)
}

fn options() -> TransformOptions {
    TransformOptions::default()
}
