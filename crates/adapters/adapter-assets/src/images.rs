//! Uploaded pictures: accepted by content, bounded before anything is unpacked, and encoded anew.

mod colours;
mod encode;
mod structure;
#[cfg(test)]
mod tests;

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::{jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageResult};

use crate::files::{AssetName, Extension};
use crate::sniff::kind_of;

/// How large a picture may come in, and how large it goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureLimits {
    /// The longest file.
    pub max_bytes: usize,
    /// The most pixels, whatever the file weighs.
    pub max_pixels: u64,
    /// The longest side.
    pub max_side: u32,
    /// The longest side of what is stored; a larger picture is made smaller.
    pub stored_side: u32,
}

impl Default for PictureLimits {
    fn default() -> Self {
        Self { max_bytes: 10 << 20, max_pixels: 40_000_000, max_side: 12_000, stored_side: 2560 }
    }
}

/// The formats that are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
}

impl std::fmt::Display for PictureFormat {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Webp => "WebP",
        })
    }
}

/// A picture that may be stored: nothing of the upload but its pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Bytes,
    /// Its kind.
    pub extension: Extension,
    /// The type that it is served with.
    pub content_type: &'static str,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

impl Picture {
    /// The name that it is stored under.
    pub fn name(&self) -> AssetName {
        AssetName::of(&self.bytes, self.extension)
    }
}

/// Why a picture is refused. The texts are messages for the sender.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Nothing was sent.
    #[error("the file is empty")]
    Empty,
    /// The file is too long.
    #[error("the file has {bytes} bytes; at most {limit} are accepted")]
    TooLarge {
        /// Its length.
        bytes: usize,
        /// The longest that is accepted.
        limit: usize,
    },
    /// The content is of another kind.
    #[error("a PNG, JPEG or WebP picture is needed; the content of this file is {found}")]
    Unsupported {
        /// What it is.
        found: &'static str,
    },
    /// The picture is animated.
    #[error("moving pictures are not accepted")]
    Animated,
    /// A side is too long.
    #[error("the picture is {width} x {height}; a side may have at most {limit} pixels")]
    SideTooLong {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The longest side that is accepted.
        limit: u32,
    },
    /// There are too many pixels.
    #[error("the picture is {width} x {height}; at most {limit} pixels are accepted")]
    TooManyPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The most that are accepted.
        limit: u64,
    },
    /// The file ends too early.
    #[error("the {0} file ends before the picture does")]
    Truncated(PictureFormat),
    /// The file is not what it says.
    #[error("the {format} file is damaged: {reason}")]
    Damaged {
        /// The format that it begins as.
        format: PictureFormat,
        /// What is wrong.
        reason: String,
    },
}

/// Checks a picture and encodes it anew, so that what is stored holds its pixels and nothing else: no location, no camera, no
/// text, nothing after its end. Sizes are checked before pixels are unpacked.
///
/// It computes for up to some seconds and may take 650 MB for the largest picture that is accepted (120 MB for a
/// photograph of 40 megapixels, twice that if it is turned): call it off the threads that answer requests, few at once.
pub fn accept_picture(bytes: &[u8], limits: &PictureLimits) -> Result<Picture, PictureError> {
    let format = format_of(bytes, limits)?;
    let end = structure::end(format, bytes)?;
    // Bytes after the end never reach a decoder.
    let unpacked = unpacked(format, bytes.get(..end).unwrap_or(bytes), limits)?;
    let Unpacked { image, profile, .. } = unpacked;
    encode::encode(format, image, profile.as_deref(), limits.stored_side)
        .map_err(|error| PictureError::Damaged { format, reason: error.to_string() })
}

/// Checks a picture that was encoded here before, or by another installation: it is kept as it is, so it must be a picture of the kind
/// that its name says and nothing beside.
pub(crate) fn check_kept_picture(
    bytes: &[u8],
    extension: Extension,
    limits: &PictureLimits,
) -> Result<(), PictureError> {
    let format = format_of(bytes, limits)?;
    let damaged = |reason: &str| PictureError::Damaged { format, reason: reason.to_owned() };
    let is_named = match format {
        PictureFormat::Png => extension == Extension::Png,
        PictureFormat::Jpeg => extension == Extension::Jpg,
        PictureFormat::Webp => extension == Extension::Webp,
    };
    if !is_named {
        return Err(damaged("its name says another kind"));
    }
    if structure::end(format, bytes)? != bytes.len() {
        return Err(damaged("something follows the picture"));
    }
    match unpacked(format, bytes, &PictureLimits { max_side: limits.stored_side, ..*limits })? {
        Unpacked { has_notes: true, .. } => Err(damaged("it holds notes of a camera")),
        _ => Ok(()),
    }
}

/// What a file of a picture holds.
struct Unpacked {
    image: DynamicImage,
    /// The colour profile, where it has one.
    profile: Option<Vec<u8>>,
    /// Whether it holds EXIF.
    has_notes: bool,
}

fn unpacked(format: PictureFormat, bytes: &[u8], limits: &PictureLimits) -> Result<Unpacked, PictureError> {
    let cursor = Cursor::new(bytes);
    let damaged = |error| damaged(format, &error);
    match format {
        PictureFormat::Png => {
            let decoder = PngDecoder::with_limits(cursor, decoder_limits(limits)).map_err(damaged)?;
            let moves = decoder.is_apng().map_err(damaged)?;
            decode(format, decoder, moves, limits)
        }
        PictureFormat::Jpeg => decode(format, JpegDecoder::new(cursor).map_err(damaged)?, false, limits),
        PictureFormat::Webp => {
            let decoder = WebPDecoder::new(cursor).map_err(damaged)?;
            let moves = decoder.has_animation();
            decode(format, decoder, moves, limits)
        }
    }
}

fn format_of(bytes: &[u8], limits: &PictureLimits) -> Result<PictureFormat, PictureError> {
    if bytes.is_empty() {
        return Err(PictureError::Empty);
    }
    if bytes.len() > limits.max_bytes {
        return Err(PictureError::TooLarge { bytes: bytes.len(), limit: limits.max_bytes });
    }
    match kind_of(bytes) {
        "PNG" => Ok(PictureFormat::Png),
        "JPEG" => Ok(PictureFormat::Jpeg),
        "WebP" => Ok(PictureFormat::Webp),
        found => Err(PictureError::Unsupported { found }),
    }
}

/// Four channels of two bytes a pixel, and room for what decoders keep beside them.
fn decoder_limits(limits: &PictureLimits) -> image::Limits {
    let mut decoder_limits = image::Limits::no_limits();
    decoder_limits.max_image_width = Some(u32::MAX);
    decoder_limits.max_image_height = Some(u32::MAX);
    decoder_limits.max_alloc = Some(limits.max_pixels.saturating_mul(8).saturating_add(64 << 20));
    decoder_limits
}

fn decode(
    format: PictureFormat,
    mut decoder: impl ImageDecoder,
    moves: bool,
    limits: &PictureLimits,
) -> Result<Unpacked, PictureError> {
    check_size(format, decoder.dimensions(), limits)?;
    if moves {
        return Err(PictureError::Animated);
    }
    let unpack = || -> ImageResult<_> {
        decoder.set_limits(decoder_limits(limits))?;
        // The EXIF orientation is not stored, so the picture is rotated by it.
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let profile = decoder.icc_profile().unwrap_or_default();
        let has_notes = decoder.exif_metadata().unwrap_or_default().is_some();
        let mut image = DynamicImage::from_decoder(decoder)?;
        image.apply_orientation(orientation);
        Ok(Unpacked { image, profile, has_notes })
    };
    unpack().map_err(|error| damaged(format, &error))
}

fn check_size(
    format: PictureFormat,
    (width, height): (u32, u32),
    limits: &PictureLimits,
) -> Result<(), PictureError> {
    if width == 0 || height == 0 {
        return Err(PictureError::Damaged { format, reason: "it has no pixels".to_string() });
    }
    if width.max(height) > limits.max_side {
        return Err(PictureError::SideTooLong { width, height, limit: limits.max_side });
    }
    if u64::from(width) * u64::from(height) > limits.max_pixels {
        return Err(PictureError::TooManyPixels { width, height, limit: limits.max_pixels });
    }
    Ok(())
}

fn damaged(format: PictureFormat, error: &ImageError) -> PictureError {
    if let ImageError::IoError(io) = error
        && io.kind() == std::io::ErrorKind::UnexpectedEof
    {
        return PictureError::Truncated(format);
    }
    PictureError::Damaged { format, reason: error.to_string() }
}
