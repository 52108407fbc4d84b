use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::FilterType;
use image::{DynamicImage, ImageResult};

use super::{Picture, PictureFormat, colours};
use crate::files::Extension;

const JPEG_QUALITY: u8 = 85;

/// Encodes a picture. Pictures with transparency become PNG, others JPEG. An opaque PNG stays PNG
/// if that is smaller, as for drawings and screenshots.
pub(super) fn encode(
    source: PictureFormat,
    image: DynamicImage,
    profile: Option<&[u8]>,
    stored_side: u32,
) -> ImageResult<Picture> {
    let mut image = eight_bits(shrink(image, stored_side));
    colours::to_srgb(&mut image, profile);
    let (bytes, extension) = if image.color().has_alpha() {
        (png(&image)?, Extension::Png)
    } else if source == PictureFormat::Png {
        let (png, jpeg) = (png(&image)?, jpeg(&image)?);
        if png.len() <= jpeg.len() { (png, Extension::Png) } else { (jpeg, Extension::Jpg) }
    } else {
        (jpeg(&image)?, Extension::Jpg)
    };
    Ok(Picture {
        bytes: Bytes::from(bytes),
        extension,
        content_type: extension.content_type(),
        width: image.width(),
        height: image.height(),
    })
}

fn shrink(image: DynamicImage, side: u32) -> DynamicImage {
    let longest = image.width().max(image.height());
    if longest <= side {
        return image;
    }
    if longest >= side.saturating_mul(2) {
        // The thumbnail filter averages areas with little memory. The sharper filter would hold a large
        // picture as floats.
        return image.thumbnail(side, side);
    }
    image.resize(side, side, FilterType::CatmullRom)
}

/// Reduces a picture to eight bits per channel, with an alpha channel only if a pixel is
/// transparent.
fn eight_bits(image: DynamicImage) -> DynamicImage {
    let gray = !image.color().has_color();
    if image.color().has_alpha() {
        let image = image.into_rgba8();
        if image.pixels().any(|pixel| pixel.0.last() != Some(&u8::MAX)) {
            return DynamicImage::ImageRgba8(image);
        }
        let opaque = DynamicImage::ImageRgba8(image);
        return if gray { opaque.into_luma8().into() } else { opaque.into_rgb8().into() };
    }
    if gray { image.into_luma8().into() } else { image.into_rgb8().into() }
}

fn png(image: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, PngFilter::Adaptive);
    image.write_with_encoder(encoder)?;
    Ok(bytes)
}

fn jpeg(image: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?;
    Ok(bytes)
}
