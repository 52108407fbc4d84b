//! Conversion of colours to sRGB, because colour profiles are not stored.

use image::{DynamicImage, RgbImage};
use moxcms::{CmsError, ColorProfile, DataColorSpace, Layout, ToneReprCurve, TransformOptions};

/// Maximum size of a colour profile, in bytes. Profiles of phones and cameras have a few kilobytes, those of printing
/// presses up to three megabytes.
const LONGEST_PROFILE: usize = 4 << 20;
/// Number of pixels that are converted at once.
pub(super) const AT_ONCE: usize = 1 << 16;

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

/// Converts pixels in place, or leaves all unchanged if the profile can't be applied.
fn translate(samples: &mut [u8], profile: &ColorProfile, layout: Layout, channels: usize) {
    let stepped = with_srgb_curves(profile);
    let profile = stepped.as_ref().map_or(profile, |(profile, _)| profile);
    let transform =
        profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default());
    let Ok(transform) = transform else { return };
    if let Some((_, levels)) = &stepped {
        for pixel in samples.chunks_exact_mut(channels) {
            // The fourth channel is alpha.
            for (sample, levels) in pixel.iter_mut().zip(levels) {
                *sample = levels.get(usize::from(*sample)).copied().unwrap_or(*sample);
            }
        }
    }
    let mut before = Vec::new();
    for samples in samples.chunks_mut(AT_ONCE * channels) {
        before.clear();
        before.extend_from_slice(samples);
        if transform.transform(&before, samples).is_err() {
            return;
        }
    }
}

/// Replaces curves that are tables by those of sRGB, and returns the level of each old level of a channel; `None` if
/// the profile has no such curves. Chromium stores a picture in this form before it converts the primaries, and its
/// rounding shows in dark colours.
fn with_srgb_curves(profile: &ColorProfile) -> Option<(ColorProfile, [[u8; 256]; 3])> {
    let has_tables = [&profile.red_trc, &profile.green_trc, &profile.blue_trc]
        .iter()
        .any(|curve| matches!(curve, Some(ToneReprCurve::Lut(table)) if table.len() > 1));
    let is_simple = profile.is_matrix_shaper()
        && profile.lut_a_to_b_perceptual.is_none()
        && profile.lut_a_to_b_colorimetric.is_none()
        && profile.cicp.is_none();
    if !has_tables || !is_simple {
        return None;
    }
    let levels = [
        srgb_levels(profile.red_trc.as_ref()?).ok()?,
        srgb_levels(profile.green_trc.as_ref()?).ok()?,
        srgb_levels(profile.blue_trc.as_ref()?).ok()?,
    ];
    let mut stepped = profile.clone();
    let srgb = ColorProfile::new_srgb();
    (stepped.red_trc, stepped.green_trc, stepped.blue_trc) = (srgb.red_trc, srgb.green_trc, srgb.blue_trc);
    Some((stepped, levels))
}

fn srgb_levels(curve: &ToneReprCurve) -> Result<[u8; 256], CmsError> {
    let curve = curve.make_linear_evaluator()?;
    let mut levels = [0; 256];
    for (old, level) in (0..=u8::MAX).zip(&mut levels) {
        *level = srgb_level(curve.evaluate_value(f32::from(old) / 255.0));
    }
    Ok(levels)
}

/// Returns the level of an amount of light.
pub(super) fn srgb_level(light: f32) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let encoded =
        if light <= 0.003_130_8 { light * 12.92 } else { light.powf(1.0 / 2.4).mul_add(1.055, -0.055) };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within 0 and 255")]
    let level = (encoded * 255.0).round() as u8;
    level
}

/// Returns the colour of each grey level.
fn grey_levels(profile: &ColorProfile) -> Option<[[u8; 3]; 256]> {
    let (layout, channels) = match profile.color_space {
        DataColorSpace::Gray => (Layout::Gray, 1),
        _ => (Layout::Rgb, 3),
    };
    let transform = profile.create_transform_8bit(
        layout,
        &ColorProfile::new_srgb(),
        Layout::Rgb,
        TransformOptions::default(),
    );
    let greys: Vec<u8> = (0..=u8::MAX).flat_map(|grey| std::iter::repeat_n(grey, channels)).collect();
    let mut levels = [[0; 3]; 256];
    transform.ok()?.transform(&greys, levels.as_flattened_mut()).ok()?;
    Some(levels)
}
