use image::imageops::FilterType;
use image::{DynamicImage, RgbaImage};

use super::Stored;

/// Scales a picture down to the stored size, and keeps its shape.
pub(super) fn to_fit(image: DynamicImage, stored: &Stored) -> DynamicImage {
    let (width, height) = fitting((image.width(), image.height()), stored);
    to_size(image, width, height)
}

/// Scales a picture. Colours are weighted by their opacity, so that the colour of invisible pixels has no effect.
pub(super) fn to_size(image: DynamicImage, width: u32, height: u32) -> DynamicImage {
    if (image.width(), image.height()) == (width, height) {
        return image;
    }
    match image {
        DynamicImage::ImageRgba8(mut pixels) => {
            weigh(&mut pixels);
            let mut scaled = resampled(&pixels.into(), width, height).into_rgba8();
            unweigh(&mut scaled);
            scaled.into()
        }
        opaque => resampled(&opaque, width, height),
    }
}

fn resampled(image: &DynamicImage, width: u32, height: u32) -> DynamicImage {
    if image.width() >= width.saturating_mul(2) || image.height() >= height.saturating_mul(2) {
        // Averages areas with little memory; the sharper filter would hold a large picture as floats.
        return image.thumbnail_exact(width, height);
    }
    image.resize_exact(width, height, FilterType::CatmullRom)
}

/// Returns the size of the stored picture.
fn fitting((width, height): (u32, u32), stored: &Stored) -> (u32, u32) {
    let (across, down) =
        (f64::from(stored.width) / f64::from(width), f64::from(stored.height) / f64::from(height));
    let factor = if stored.covers { across.max(down) } else { across.min(down) };
    if factor >= 1.0 {
        return (width, height);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "smaller than a side, and positive"
    )]
    let scaled = |side: u32| ((f64::from(side) * factor).round() as u32).max(1);
    (scaled(width), scaled(height))
}

fn weigh(image: &mut RgbaImage) {
    for pixel in image.pixels_mut() {
        let [red, green, blue, alpha] = &mut pixel.0;
        for channel in [red, green, blue] {
            *channel = quotient(u32::from(*channel) * u32::from(*alpha), 255);
        }
    }
}

fn unweigh(image: &mut RgbaImage) {
    for pixel in image.pixels_mut() {
        let [red, green, blue, alpha] = &mut pixel.0;
        for channel in [red, green, blue] {
            *channel = quotient(u32::from(*channel) * 255, u32::from(*alpha));
        }
    }
}

/// Divides and rounds; an invisible pixel is black.
fn quotient(value: u32, by: u32) -> u8 {
    let rounded = (value + by / 2).checked_div(by).unwrap_or_default();
    u8::try_from(rounded).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    #[test]
    fn a_picture_fills_or_fits_its_slot_and_never_grows() {
        let within = Stored { width: 1200, height: 2400, covers: false, bytes: None };
        let covering = Stored { width: 144, height: 144, covers: true, bytes: None };
        for (stored, size, expected) in [
            (&within, (2560, 1440), (1200, 675)),
            (&within, (2560, 1707), (1200, 800)),
            (&within, (1000, 4000), (600, 2400)),
            (&within, (800, 600), (800, 600)),
            (&within, (12_000, 1), (1200, 1)),
            (&covering, (3000, 2000), (216, 144)),
            (&covering, (2000, 3000), (144, 216)),
            (&covering, (100, 3000), (100, 3000)),
            (&covering, (144, 144), (144, 144)),
        ] {
            assert_eq!(fitting(size, stored), expected, "{size:?}");
        }
    }

    #[test]
    fn the_colour_of_invisible_pixels_does_not_bleed() {
        // White letters on invisible black, as most programs save logos.
        let logo = RgbaImage::from_fn(400, 400, |x, y| {
            if (x / 3 + y / 3) % 2 == 0 { Rgba([255, 255, 255, 255]) } else { Rgba([0, 0, 0, 0]) }
        });
        for side in [100, 300] {
            let scaled = to_size(logo.clone().into(), side, side).into_rgba8();
            for Rgba([red, green, blue, alpha]) in scaled.pixels() {
                assert!(*alpha < 3 || red.min(green).min(blue) > &250, "{red} {green} {blue} {alpha}");
            }
        }
    }
}
