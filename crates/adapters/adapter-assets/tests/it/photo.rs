//! Simulated photographs of codes, and two decoders that share no code.

use adapter_assets::render_code;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use image::{DynamicImage, GrayImage, ImageBuffer, Luma, Rgb, RgbImage};
use qr_catalog::draw::Drawing;
use qr_catalog::picture::PictureForm;
use rxing::common::GlobalHistogramBinarizer;
use rxing::helpers::detect_in_luma_filtered;
use rxing::qrcode::QRCodeReader;
use rxing::{BarcodeFormat, BinaryBitmap, Luma8LuminanceSource, Reader as _};

/// Distortion of a picture before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hardship {
    /// No distortion, at 4 pixels per module.
    Small,
    /// No distortion, at 8 pixels per module, like all following variants.
    Clean,
    /// Shrunk to 160 pixels per side.
    Scaled,
    /// Rotated by 7 degrees.
    Rotated,
    /// Blurred by 0.15 modules (the standard deviation).
    Blurred,
    /// Compressed as a JPEG of quality 60.
    Jpeg,
}

impl Hardship {
    pub(crate) const ALL: [Self; 6] =
        [Self::Small, Self::Clean, Self::Scaled, Self::Rotated, Self::Blurred, Self::Jpeg];
}

/// Photographed scene: a drawing on a grey background, with or without a logo.
pub(crate) struct Scene {
    small: RgbImage,
    clean: RgbImage,
    background: u8,
    /// Width of the scaled picture, in pixels.
    scaled: u32,
}

impl Scene {
    pub(crate) fn of(drawing: &Drawing, logo: Option<&[u8]>, background: u8) -> Self {
        let at_scale = |scale: u32| {
            // Only the longest addresses exceed the maximum raster size.
            let width = (drawing.size.0 * scale).min(2048);
            on_background(&render_code(drawing, logo, PictureForm::Png(width)).unwrap(), background)
        };
        // A frame and level H enlarge the code, so the picture grows with it: a module keeps the size that it has
        // without both.
        let scaled = if drawing.is_complete() { 160 } else { 160 * drawing.size.0 / 45 };
        Self { small: at_scale(4), clean: at_scale(8), background, scaled }
    }

    pub(crate) fn photograph(&self, hardship: Hardship) -> GrayImage {
        let clean = || grey(&self.clean);
        match hardship {
            Hardship::Small => grey(&self.small),
            Hardship::Clean => clean(),
            Hardship::Scaled => scaled(&clean(), self.scaled),
            Hardship::Rotated => rotated(&clean(), 7.0, self.background),
            Hardship::Blurred => blurred(&clean(), 0.15 * 8.0),
            Hardship::Jpeg => grey(&jpeg(&self.clean, 60)),
        }
    }
}

/// Reads a code with a port of ZXing. First tries local thresholds, also on shrunk copies of the picture, and then one
/// global threshold.
pub(crate) fn read_by_rxing(picture: &GrayImage) -> Option<String> {
    let (width, height) = picture.dimensions();
    let format = Some(BarcodeFormat::QR_CODE);
    let found = detect_in_luma_filtered(picture.as_raw().clone(), width, height, format);
    let found = found.or_else(|_| {
        let source = Luma8LuminanceSource::new(picture.as_raw().clone(), width, height)?;
        QRCodeReader::new().decode(&mut BinaryBitmap::new(GlobalHistogramBinarizer::new(source)))
    });
    found.ok().map(|result| result.getText().to_owned())
}

/// Reads a code with the decoder of the Quirc family: first at the original size, then at double size.
pub(crate) fn read_by_rqrr(picture: &GrayImage) -> Option<String> {
    let read = |picture: &GrayImage| {
        let (pixels, width) = (picture.as_raw(), picture.width() as usize);
        let at = |x: usize, y: usize| pixels[y * width + x];
        let mut prepared = rqrr::PreparedImage::prepare_from_greyscale(width, picture.height() as usize, at);
        prepared.detect_grids().iter().find_map(|grid| grid.decode().ok()).map(|(_, text)| text)
    };
    let doubled = || resize(picture, picture.width() * 2, picture.height() * 2, FilterType::Triangle);
    read(picture).or_else(|| read(&doubled()))
}

pub(crate) fn on_background(png: &[u8], background: u8) -> RgbImage {
    let picture = image::load_from_memory(png).unwrap().into_rgba8();
    let (width, height) = picture.dimensions();
    let mix = |value: u8, alpha: u8| {
        let (alpha, value) = (u32::from(alpha), u32::from(value));
        u8::try_from((value * alpha + u32::from(background) * (255 - alpha) + 127) / 255).unwrap()
    };
    let mut pixels = Vec::with_capacity((width * height * 3) as usize);
    for pixel in picture.as_raw().chunks_exact(4) {
        if pixel[3] == u8::MAX {
            pixels.extend_from_slice(&pixel[..3]);
        } else {
            pixels.extend(pixel[..3].iter().map(|value| mix(*value, pixel[3])));
        }
    }
    ImageBuffer::<Rgb<u8>, _>::from_raw(width, height, pixels).unwrap()
}

pub(crate) fn grey(picture: &RgbImage) -> GrayImage {
    let weigh = |pixel: &[u8]| {
        let [red, green, blue] = [pixel[0], pixel[1], pixel[2]].map(u32::from);
        u8::try_from((306 * red + 601 * green + 117 * blue + 512) >> 10).unwrap()
    };
    let pixels = picture.as_raw().chunks_exact(3).map(weigh).collect();
    ImageBuffer::<Luma<u8>, _>::from_raw(picture.width(), picture.height(), pixels).unwrap()
}

/// Shrinks a picture; each new pixel is the mean of the pixels that it covers.
fn scaled(picture: &GrayImage, width: u32) -> GrayImage {
    let height = width * picture.height() / picture.width();
    DynamicImage::ImageLuma8(picture.clone()).thumbnail_exact(width, height).into_luma8()
}

fn rotated(picture: &GrayImage, degrees: f32, background: u8) -> GrayImage {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (old, old_height) = (picture.width(), picture.height());
    let (pixels, row) = (picture.as_raw(), old as usize);
    let turned = |along: u32, across: u32| (along as f32 * cos + across as f32 * sin).ceil() as u32;
    let (width, height) = (turned(old, old_height), turned(old_height, old));
    let middle = (old as f32 / 2.0, old_height as f32 / 2.0);
    let new_middle = (width as f32 / 2.0, height as f32 / 2.0);
    GrayImage::from_fn(width, height, |x, y| {
        let (dx, dy) = (x as f32 + 0.5 - new_middle.0, y as f32 + 0.5 - new_middle.1);
        let (sx, sy) = (dx * cos + dy * sin + middle.0 - 0.5, dy * cos - dx * sin + middle.1 - 0.5);
        if sx < 0.0 || sy < 0.0 || sx >= (old - 1) as f32 || sy >= (old_height - 1) as f32 {
            return Luma([background]);
        }
        let (left, top) = (sx as usize, sy as usize);
        let (fx, fy) = (sx - left as f32, sy - top as f32);
        let at = |x: usize, y: usize| f32::from(pixels[y * row + x]);
        let upper = at(left, top) * (1.0 - fx) + at(left + 1, top) * fx;
        let lower = at(left, top + 1) * (1.0 - fx) + at(left + 1, top + 1) * fx;
        Luma([(upper * (1.0 - fy) + lower * fy).round() as u8])
    })
}

fn blurred(picture: &GrayImage, sigma: f32) -> GrayImage {
    let reach = (3.0 * sigma).ceil() as usize;
    let weights: Vec<f32> =
        (0..=2 * reach).map(|place| (-((place as f32 - reach as f32) / sigma).powi(2) / 2.0).exp()).collect();
    let sum: f32 = weights.iter().sum();
    let weights: Vec<u32> = weights.iter().map(|weight| (weight / sum * 65_536.0).round() as u32).collect();
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let across = blurred_rows(picture.as_raw(), width, &weights);
    let down = blurred_rows(&turned(&across, width, height), height, &weights);
    ImageBuffer::from_raw(picture.width(), picture.height(), turned(&down, height, width)).unwrap()
}

fn blurred_rows(pixels: &[u8], width: usize, weights: &[u32]) -> Vec<u8> {
    let reach = weights.len() / 2;
    let mut out = Vec::with_capacity(pixels.len());
    let mut padded = Vec::new();
    for row in pixels.chunks_exact(width) {
        padded.clear();
        padded.extend(std::iter::repeat_n(row[0], reach));
        padded.extend_from_slice(row);
        padded.extend(std::iter::repeat_n(row[width - 1], reach));
        let around = padded.windows(weights.len());
        out.extend(around.map(|window| {
            let sum: u32 = window.iter().zip(weights).map(|(value, weight)| u32::from(*value) * weight).sum();
            (sum >> 16).min(255) as u8
        }));
    }
    out
}

fn turned(pixels: &[u8], width: usize, height: usize) -> Vec<u8> {
    (0..width).flat_map(|x| (0..height).map(move |y| pixels[y * width + x])).collect()
}

fn jpeg(picture: &RgbImage, quality: u8) -> RgbImage {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, quality).encode_image(picture).unwrap();
    image::load_from_memory(&file).unwrap().into_rgb8()
}
