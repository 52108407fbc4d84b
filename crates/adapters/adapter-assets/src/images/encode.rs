use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::error::{EncodingError, ImageFormatHint};
use image::{DynamicImage, ImageBuffer, ImageError, ImageFormat, ImageResult, Pixel, Rgb, RgbImage};

use super::{Picture, PictureFormat, Stored, scale};
use crate::files::Extension;

const QUALITY: u8 = 85;
/// Lower qualities for pictures that would exceed their limit.
const LOWER_QUALITIES: [u8; 3] = [75, 60, 45];

/// Encoded picture.
struct Encoded {
    bytes: Vec<u8>,
    extension: Extension,
}

/// Scales and encodes an sRGB picture of eight bits per channel. `is_lossy` tells whether its file had lost details
/// already.
///
/// A transparent picture becomes a PNG, or a lossy WebP if it was one; others become JPEG. An opaque PNG stays PNG if
/// that is smaller, as for drawings and screenshots.
pub(super) fn encode(
    source: PictureFormat,
    is_lossy: bool,
    image: DynamicImage,
    stored: &Stored,
) -> ImageResult<Picture> {
    let mut image = scale::to_fit(visible(image), stored);
    let mut encoded = if image.color().has_alpha() {
        let extension = if is_lossy { Extension::Webp } else { Extension::Png };
        Encoded { bytes: if is_lossy { webp(&image)? } else { png(&image)? }, extension }
    } else if source == PictureFormat::Png {
        smaller(&image)?
    } else {
        Encoded { bytes: jpeg(&image, QUALITY)?, extension: Extension::Jpg }
    };
    if let Some(limit) = stored.bytes.filter(|limit| *limit < encoded.bytes.len()) {
        (image, encoded) = squeezed(image, limit)?;
    }
    let Encoded { bytes, extension } = encoded;
    let (width, height) = (image.width(), image.height());
    let content_type = extension.content_type();
    Ok(Picture { bytes: Bytes::from(bytes), extension, content_type, width, height })
}

fn smaller(image: &DynamicImage) -> ImageResult<Encoded> {
    let (png, jpeg) = (png(image)?, jpeg(image, QUALITY)?);
    Ok(if png.len() <= jpeg.len() {
        Encoded { bytes: png, extension: Extension::Png }
    } else {
        Encoded { bytes: jpeg, extension: Extension::Jpg }
    })
}

/// Encodes a picture as a JPEG of at most `limit` bytes: on white, with less detail, and at last with fewer pixels.
fn squeezed(image: DynamicImage, limit: usize) -> ImageResult<(DynamicImage, Encoded)> {
    let mut image = on_white(image);
    loop {
        for quality in std::iter::once(QUALITY).chain(LOWER_QUALITIES) {
            let bytes = jpeg(&image, quality)?;
            if bytes.len() <= limit || image.width().max(image.height()) == 1 {
                return Ok((image, Encoded { bytes, extension: Extension::Jpg }));
            }
        }
        let less = |side: u32| (side * 3 / 4).max(1);
        let (width, height) = (less(image.width()), less(image.height()));
        image = scale::to_size(image, width, height);
    }
}

fn on_white(image: DynamicImage) -> DynamicImage {
    let DynamicImage::ImageRgba8(pixels) = image else { return image };
    let mixed = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        u8::try_from((value * alpha + 255 * (255 - alpha) + 127) / 255).unwrap_or(u8::MAX)
    };
    let white = |x, y| {
        let [red, green, blue, alpha] = pixels.get_pixel(x, y).0;
        Rgb([red, green, blue].map(|value| mixed(value, alpha)))
    };
    RgbImage::from_fn(pixels.width(), pixels.height(), white).into()
}

/// Converts to eight bits per channel. Chromium drops the lower byte of two.
pub(super) fn eight_bits(image: DynamicImage) -> DynamicImage {
    let halved = match &image {
        DynamicImage::ImageLuma16(pixels) => high_bytes(pixels).map(DynamicImage::ImageLuma8),
        DynamicImage::ImageLumaA16(pixels) => high_bytes(pixels).map(DynamicImage::ImageLumaA8),
        DynamicImage::ImageRgb16(pixels) => high_bytes(pixels).map(DynamicImage::ImageRgb8),
        DynamicImage::ImageRgba16(pixels) => high_bytes(pixels).map(DynamicImage::ImageRgba8),
        _ => None,
    };
    if let Some(halved) = halved {
        return halved;
    }
    match (image.color().has_alpha(), image.color().has_color()) {
        (true, true) => image.into_rgba8().into(),
        (true, false) => image.into_luma_alpha8().into(),
        (false, true) => image.into_rgb8().into(),
        (false, false) => image.into_luma8().into(),
    }
}

fn high_bytes<Two: Pixel<Subpixel = u16>, One: Pixel<Subpixel = u8>>(
    pixels: &ImageBuffer<Two, Vec<u16>>,
) -> Option<ImageBuffer<One, Vec<u8>>> {
    let bytes = pixels.as_raw().iter().map(|sample| sample.to_be_bytes()[0]).collect();
    ImageBuffer::from_raw(pixels.width(), pixels.height(), bytes)
}

/// Removes the alpha channel of an opaque picture. A transparent picture gets channels for colours.
fn visible(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageRgba8(pixels) if pixels.pixels().all(|pixel| pixel.0[3] == u8::MAX) => {
            DynamicImage::ImageRgba8(pixels).into_rgb8().into()
        }
        DynamicImage::ImageLumaA8(pixels) if pixels.pixels().all(|pixel| pixel.0[1] == u8::MAX) => {
            DynamicImage::ImageLumaA8(pixels).into_luma8().into()
        }
        DynamicImage::ImageLumaA8(pixels) => DynamicImage::ImageLumaA8(pixels).into_rgba8().into(),
        other => other,
    }
}

fn png(image: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, PngFilter::Adaptive);
    image.write_with_encoder(encoder)?;
    Ok(bytes)
}

fn jpeg(image: &DynamicImage, quality: u8) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality))?;
    Ok(bytes)
}

/// Encodes colours with losses, and the alpha channel without.
fn webp(image: &DynamicImage) -> ImageResult<Vec<u8>> {
    let pixels = image.to_rgba8();
    let encoder = webp::Encoder::from_rgba(&pixels, pixels.width(), pixels.height());
    let failed = |error| {
        let hint = ImageFormatHint::Exact(ImageFormat::WebP);
        ImageError::Encoding(EncodingError::new(hint, format!("{error:?}")))
    };
    encoder.encode_simple(false, f32::from(QUALITY)).map(|bytes| bytes.to_vec()).map_err(failed)
}
