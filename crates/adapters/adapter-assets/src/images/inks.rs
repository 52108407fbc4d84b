//! Colours of printed inks, from the tables of their profile.
//!
//! The library for profiles samples the tables anew at 17 steps, which is wrong by up to 20 levels where ink covers
//! most. This module evaluates them as they are, like Chromium.

use moxcms::{
    ColorProfile, DataColorSpace, Layout, LutDataType, LutStore, LutWarehouse, TransformOptions, Vector3d,
};

use super::colours::{AT_ONCE, srgb_level};

/// Number of steps of the table that encodes light.
const STEPS: u16 = u16::MAX;
/// White of profiles.
const WHITE: [f32; 3] = [0.9642, 1.0, 0.8249];

/// Converts pixels of cyan, magenta, yellow and no black to RGB; `None` if the profile is for other colours. Zero means
/// no ink.
pub(super) fn to_srgb(inks: &[u8], profile: &ColorProfile) -> Option<Vec<u8>> {
    if profile.color_space != DataColorSpace::Cmyk {
        return None;
    }
    if let Some(pixels) = Inks::of(profile).and_then(|table| table.to_srgb(inks)) {
        return Some(pixels);
    }
    let transform = profile.create_transform_8bit(
        Layout::Rgba,
        &ColorProfile::new_srgb(),
        Layout::Rgb,
        TransformOptions::default(),
    );
    let transform = transform.ok()?;
    let mut pixels = vec![0; inks.len() / 4 * 3];
    for (inks, pixels) in inks.chunks(AT_ONCE * 4).zip(pixels.chunks_mut(AT_ONCE * 3)) {
        transform.transform(inks, pixels).ok()?;
    }
    Some(pixels)
}

/// Colours of mixtures of cyan, magenta and yellow, without black.
struct Inks {
    /// Place in the grid of each amount of each ink.
    places: [Vec<Place>; 3],
    /// Colour at each grid point; the place of yellow changes fastest.
    colours: Vec<[f32; 3]>,
    /// Curves that are applied to the three channels of a colour.
    curves: [Vec<f32>; 3],
    /// Matrix to linear sRGB.
    to_light: [[f32; 3]; 3],
    /// Level of each amount of light.
    levels: Vec<u8>,
}

/// Place between two points of the grid.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// Number of the point before it, as a part of the number of a grid point.
    low: usize,
    /// Number of the point behind it.
    high: usize,
    /// Share of the point behind it.
    share: f32,
}

impl Inks {
    /// Returns the inks of a profile; `None` unless it has tables from four inks to Lab.
    fn of(profile: &ColorProfile) -> Option<Self> {
        let table = profile.lut_a_to_b_perceptual.as_ref().or(profile.lut_a_to_b_colorimetric.as_ref())?;
        let LutWarehouse::Lut(table) = table else { return None };
        if profile.pcs != DataColorSpace::Lab
            || (table.num_input_channels, table.num_output_channels) != (4, 3)
            || table.num_clut_grid_points < 2
        {
            return None;
        }
        let grid = usize::from(table.num_clut_grid_points);
        let [cyan, magenta, yellow, black] = parts::<4>(&table.input_table)?;
        #[expect(clippy::cast_precision_loss, reason = "at most 255")]
        let last = (grid - 1) as f32;
        let places = [(cyan, grid * grid), (magenta, grid), (yellow, 1)].map(|(curve, stride)| {
            let place = |amount: u8| {
                let (low, share) = split(at(&curve, f32::from(amount) / 255.0) * last);
                Place { low: low * stride, high: (low + 1).min(grid - 1) * stride, share }
            };
            (0..=u8::MAX).map(place).collect::<Vec<_>>()
        });
        Some(Self {
            places,
            colours: without_black(table, grid, at(&black, 0.0) * last)?,
            curves: parts::<3>(&table.output_table)?,
            to_light: to_light(),
            levels: (0..=STEPS).map(|light| srgb_level(f32::from(light) / f32::from(STEPS))).collect(),
        })
    }

    /// Converts pixels of three inks and an ignored fourth byte to RGB; `None` never happens with a valid profile.
    fn to_srgb(&self, inks: &[u8]) -> Option<Vec<u8>> {
        let mut pixels = Vec::with_capacity(inks.len() / 4 * 3);
        let mut last = ([0; 3], self.colour([0; 3])?);
        for pixel in inks.chunks_exact(4) {
            let &[cyan, magenta, yellow, _] = pixel else { return None };
            let mixture = [cyan, magenta, yellow];
            if mixture != last.0 {
                last = (mixture, self.colour(mixture)?);
            }
            pixels.extend(last.1);
        }
        Some(pixels)
    }

    /// Returns the colour of a mixture: a mean of the colours at the eight grid points around it.
    fn colour(&self, mixture: [u8; 3]) -> Option<[u8; 3]> {
        let mut around = [Place::default(); 3];
        for ((place, places), amount) in around.iter_mut().zip(&self.places).zip(mixture) {
            *place = *places.get(usize::from(amount))?;
        }
        let mut mean = [0.0; 3];
        for corner in 0..8_u8 {
            let (mut point, mut weight) = (0, 1.0);
            for (place, bit) in around.iter().zip([4, 2, 1]) {
                let (end, share) = if corner & bit == 0 {
                    (place.low, 1.0 - place.share)
                } else {
                    (place.high, place.share)
                };
                point += end;
                weight *= share;
            }
            for (mean, channel) in mean.iter_mut().zip(self.colours.get(point)?) {
                *mean += weight * channel;
            }
        }
        for (channel, curve) in mean.iter_mut().zip(&self.curves) {
            *channel = at(curve, *channel);
        }
        let xyz = xyz_of_lab(mean);
        let mut colour = [0; 3];
        for (level, row) in colour.iter_mut().zip(self.to_light) {
            let light: f32 = row.iter().zip(xyz).map(|(factor, part)| factor * part).sum();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to the steps"
            )]
            let step = (light.clamp(0.0, 1.0) * f32::from(STEPS)).round() as usize;
            *level = *self.levels.get(step)?;
        }
        Some(colour)
    }
}

/// Returns the colours of a grid of four inks at one place of black.
fn without_black(table: &LutDataType, grid: usize, place: f32) -> Option<Vec<[f32; 3]>> {
    let all = numbers(&table.clut_table);
    let (low, share) = split(place);
    let high = (low + 1).min(grid - 1);
    let colour = |blacks: &[f32], place: usize| -> Option<[f32; 3]> {
        blacks.get(place * 3..place * 3 + 3)?.try_into().ok()
    };
    let colours: Option<Vec<_>> = all
        .chunks_exact(grid * 3)
        .map(|blacks| {
            let (mut mixed, high) = (colour(blacks, low)?, colour(blacks, high)?);
            for (low, high) in mixed.iter_mut().zip(high) {
                *low += share * (high - *low);
            }
            Some(mixed)
        })
        .collect();
    colours.filter(|colours| colours.len() == grid * grid * grid)
}

/// Splits joined curves of equal length.
fn parts<const N: usize>(joined: &LutStore) -> Option<[Vec<f32>; N]> {
    let joined = numbers(joined);
    let length = joined.len() / N;
    if length < 2 {
        return None;
    }
    joined.chunks_exact(length).take(N).map(<[f32]>::to_vec).collect::<Vec<_>>().try_into().ok()
}

fn numbers(stored: &LutStore) -> Vec<f32> {
    match stored {
        LutStore::Store8(bytes) => bytes.iter().map(|value| f32::from(*value) / 255.0).collect(),
        LutStore::Store16(words) => words.iter().map(|value| f32::from(*value) / 65535.0).collect(),
    }
}

/// Returns the value of a curve between its points.
fn at(curve: &[f32], place: f32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "at most some thousand points")]
    let (low, share) = split(place.clamp(0.0, 1.0) * curve.len().saturating_sub(1) as f32);
    let low_value = curve.get(low).copied().unwrap_or_default();
    low_value + share * (curve.get(low + 1).copied().unwrap_or(low_value) - low_value)
}

/// Splits a place into the point before it and the share of the next point.
fn split(place: f32) -> (usize, f32) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places are not negative")]
    let low = place as usize;
    (low, place.fract())
}

/// Decodes a colour in the range of numbers that Chromium uses for profiles of all versions.
fn xyz_of_lab([lightness, red, yellow]: [f32; 3]) -> [f32; 3] {
    let middle = (lightness * 100.0 + 16.0) / 116.0;
    let roots = [middle + (red * 255.0 - 128.0) / 500.0, middle, middle - (yellow * 255.0 - 128.0) / 200.0];
    let part = |root: f32| {
        let cube = root * root * root;
        if cube > 0.008_856 { cube } else { (root - 16.0 / 116.0) / 7.787 }
    };
    let [x, y, z] = roots.map(part);
    let [white_x, white_y, white_z] = WHITE;
    [x * white_x, y * white_y, z * white_z]
}

/// Returns the matrix from XYZ to linear sRGB.
fn to_light() -> [[f32; 3]; 3] {
    let from_xyz = ColorProfile::new_srgb().rgb_to_xyz_matrix().inverse();
    let column = |xyz: [f64; 3]| from_xyz.mul_vector(Vector3d { v: xyz }).v;
    let [[a, d, g], [b, e, h], [c, f, i]] =
        [column([1.0, 0.0, 0.0]), column([0.0, 1.0, 0.0]), column([0.0, 0.0, 1.0])];
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    let row = |row: [f64; 3]| row.map(|factor| factor as f32);
    [row([a, b, c]), row([d, e, f]), row([g, h, i])]
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::ImageDecoder as _;
    use image::codecs::jpeg::JpegDecoder;

    use super::*;

    fn press() -> ColorProfile {
        let jpeg = include_bytes!("../../tests/pictures/cmyk-profile.jpg");
        let icc = JpegDecoder::new(Cursor::new(&jpeg[..])).unwrap().icc_profile().unwrap().unwrap();
        ColorProfile::new_from_slice(&icc).unwrap()
    }

    fn table(profile: &mut ColorProfile) -> &mut LutDataType {
        match &mut profile.lut_a_to_b_perceptual {
            Some(LutWarehouse::Lut(table)) => table,
            _ => panic!("no table"),
        }
    }

    #[test]
    fn no_ink_is_paper_and_all_inks_are_dark() {
        let inks = Inks::of(&press()).unwrap();
        let colours = inks.to_srgb(&[0, 0, 0, 0, 255, 255, 255, 0]).unwrap();
        for (level, exact) in colours.into_iter().zip([252.495, 254.225, 254.789, 53.119, 54.145, 57.596]) {
            assert!((f32::from(level) - exact).abs() < 0.6, "{level} instead of {exact}");
        }
    }

    #[test]
    fn tables_of_another_size_than_they_say_are_refused() {
        let damages: [fn(&mut LutDataType); 5] = [
            |table| table.num_clut_grid_points = 1,
            |table| table.num_clut_grid_points += 1,
            |table| table.num_input_channels = 3,
            |table| table.clut_table = LutStore::Store8(vec![0; 9]),
            |table| table.input_table = LutStore::Store16(vec![0; 4]),
        ];
        for (number, damage) in damages.into_iter().enumerate() {
            let mut profile = press();
            damage(table(&mut profile));
            assert!(Inks::of(&profile).is_none(), "damage {number}");
        }
        let mut profile = press();
        profile.lut_a_to_b_perceptual = None;
        assert!(Inks::of(&profile).is_none());
    }
}
