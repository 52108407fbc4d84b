//! Uploaded pictures. They are checked by content and size before decoding, and encoded again.

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

/// Limits of uploaded and stored pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureLimits {
    /// Maximum file size.
    pub max_bytes: usize,
    /// Maximum number of pixels, regardless of the file size.
    pub max_pixels: u64,
    /// Maximum side of an upload.
    pub max_side: u32,
    /// Maximum side of a stored picture; larger pictures are scaled down.
    pub stored_side: u32,
}

impl Default for PictureLimits {
    fn default() -> Self {
        Self { max_bytes: 10 << 20, max_pixels: 40_000_000, max_side: 12_000, stored_side: 2560 }
    }
}

/// Accepted formats.
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

/// An accepted picture. Only the pixels of the upload are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// File content.
    pub bytes: Bytes,
    /// File extension.
    pub extension: Extension,
    /// Content type for serving the file.
    pub content_type: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Picture {
    /// Returns the name for storing the file.
    pub fn name(&self) -> AssetName {
        AssetName::of(&self.bytes, self.extension)
    }
}

/// Reason why a picture is refused. The texts are shown to the sender.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The upload is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is too large.
    #[error("the file has {bytes} bytes; at most {limit} are accepted")]
    TooLarge {
        /// File size.
        bytes: usize,
        /// Maximum file size.
        limit: usize,
    },
    /// The content is of another kind.
    #[error("a PNG, JPEG or WebP picture is needed; the content of this file is {found}")]
    Unsupported {
        /// Detected kind.
        found: &'static str,
    },
    /// The picture is animated.
    #[error("moving pictures are not accepted")]
    Animated,
    /// A side is too long.
    #[error("the picture is {width} x {height}; a side may have at most {limit} pixels")]
    SideTooLong {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Maximum side.
        limit: u32,
    },
    /// There are too many pixels.
    #[error("the picture is {width} x {height}; at most {limit} pixels are accepted")]
    TooManyPixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Maximum number of pixels.
        limit: u64,
    },
    /// The file ends too early.
    #[error("the {0} file ends before the picture does")]
    Truncated(PictureFormat),
    /// The content of the file is invalid.
    #[error("the {format} file is damaged: {reason}")]
    Damaged {
        /// Format according to the start of the file.
        format: PictureFormat,
        /// Cause.
        reason: String,
    },
}

/// Checks a picture and encodes it again. The result contains only pixels: no location, camera
/// data, text or trailing bytes. Sizes are checked before decoding.
///
/// This takes up to some seconds, and up to 650 MB for the largest accepted picture. A 40-megapixel
/// photo takes 120 MB, or twice that if it is rotated. Do not call it on request threads, and only
/// a few times at once.
pub fn accept_picture(bytes: &[u8], limits: &PictureLimits) -> Result<Picture, PictureError> {
    let format = format_of(bytes, limits)?;
    let end = structure::end(format, bytes)?;
    // Bytes after the end never reach a decoder.
    let unpacked = unpacked(format, bytes.get(..end).unwrap_or(bytes), limits)?;
    let Unpacked { image, profile, .. } = unpacked;
    encode::encode(format, image, profile.as_deref(), limits.stored_side)
        .map_err(|error| PictureError::Damaged { format, reason: error.to_string() })
}

/// Checks a picture that this or another installation encoded. It is stored unchanged, so it must
/// match the kind in its name and contain nothing else.
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

/// Decoded content of a picture file.
struct Unpacked {
    image: DynamicImage,
    /// Color profile, if there is one.
    profile: Option<Vec<u8>>,
    /// True if the file has EXIF data.
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

/// Returns limits for decoders: eight bytes per pixel and 64 MiB for their own buffers.
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
        // The EXIF orientation is not stored, so it is applied to the pixels.
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
