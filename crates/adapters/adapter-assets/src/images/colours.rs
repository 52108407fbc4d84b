use image::DynamicImage;
use moxcms::{CmsError, ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Maximum size of a color profile. Profiles of phones and cameras have a few kilobytes; larger
/// ones belong to printers.
const LONGEST_PROFILE: usize = 64 << 10;

/// Converts colors to sRGB, because the profile is not stored. Without a readable profile, colors
/// are treated as sRGB, like in browsers.
pub(super) fn to_srgb(image: &mut DynamicImage, profile: Option<&[u8]>) {
    let Some(profile) = profile.filter(|profile| profile.len() <= LONGEST_PROFILE) else { return };
    let (samples, layout) = match image {
        DynamicImage::ImageRgb8(pixels) => (&mut **pixels, Layout::Rgb),
        DynamicImage::ImageRgba8(pixels) => (&mut **pixels, Layout::Rgba),
        _ => return,
    };
    if let Ok(translated) = translate(samples, layout, profile) {
        samples.copy_from_slice(&translated);
    }
}

fn translate(samples: &[u8], layout: Layout, profile: &[u8]) -> Result<Vec<u8>, CmsError> {
    let profile = ColorProfile::new_from_slice(profile)?;
    if profile.color_space != DataColorSpace::Rgb {
        return Err(CmsError::InvalidProfile);
    }
    let srgb = ColorProfile::new_srgb();
    let transform = profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default())?;
    let mut translated = vec![0; samples.len()];
    transform.transform(samples, &mut translated)?;
    Ok(translated)
}
