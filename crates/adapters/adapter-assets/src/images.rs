//! Uploaded pictures: identified by content, checked for size before decoding, and reencoded.

mod cmyk;
mod colours;
mod encode;
mod inks;
mod png_colours;
#[cfg(test)]
mod reference_tests;
mod scale;
mod structure;
#[cfg(test)]
mod tests;

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::{jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageResult};
use landing_draft::file::Slot;

use crate::files::{AssetName, Extension};
use crate::sniff::kind_of;

/// Limits of uploaded and of stored pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureLimits {
    /// Maximum file size, in bytes.
    pub max_bytes: usize,
    /// Maximum number of pixels, whatever the file size.
    pub max_pixels: u64,
    /// Maximum length of a side, in pixels.
    pub max_side: u32,
    /// Size of a stored picture; larger pictures are shrunk.
    pub stored: Stored,
}

/// Size of a stored picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Whether the picture covers this area, of which the page shows the middle. Otherwise it fits into the area.
    pub covers: bool,
    /// Maximum file size, in bytes.
    pub bytes: Option<usize>,
}

/// Longest side of any stored picture that is shown as a whole, in pixels.
const LONGEST_STORED: u32 = 2560;

impl Stored {
    /// Returns the size of pictures in a slot.
    fn of(slot: Slot) -> Self {
        let within = |width, height| Self { width, height, covers: false, bytes: None };
        match slot {
            // 48 CSS pixels on a screen with three pixels each.
            Slot::Avatar => Self { covers: true, ..within(144, 144) },
            Slot::Background => within(LONGEST_STORED, LONGEST_STORED),
            // Messengers ignore larger files. A portrait may be twice as high as wide.
            Slot::Preview => Self { bytes: Some(600_000), ..within(1200, 2400) },
            // A quarter of the largest picture of a code, or four centimetres in print.
            Slot::Logo => within(1024, 1024),
        }
    }
}

impl PictureLimits {
    /// Returns the limits of pictures in a slot.
    pub fn of(slot: Slot) -> Self {
        Self { max_bytes: 10 << 20, max_pixels: 40_000_000, max_side: 12_000, stored: Stored::of(slot) }
    }
}

impl Default for PictureLimits {
    fn default() -> Self {
        Self::of(Slot::Background)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Png,
    Jpeg,
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

/// Picture that may be stored: only the pixels of the upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub bytes: Bytes,
    pub extension: Extension,
    /// Content type of responses with the file.
    pub content_type: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Picture {
    /// Returns the file name under which the picture is stored.
    pub fn name(&self) -> AssetName {
        AssetName::of(&self.bytes, self.extension)
    }
}

/// Reason why a picture is rejected. The texts are messages for the uploader.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    #[error("the file is empty")]
    Empty,
    #[error("the file has {bytes} bytes; at most {limit} are accepted")]
    TooLarge {
        /// Size of the file, in bytes.
        bytes: usize,
        /// Maximum size, in bytes.
        limit: usize,
    },
    /// The content has the format in which phones save photographs by default.
    #[error(
        "{found} photographs are not accepted; send a JPEG: on an iPhone, choose Settings \u{203a} Camera \u{203a} Formats \u{203a} Most Compatible; on Android, turn off HEIF (high efficiency) pictures in the camera's settings"
    )]
    Phone {
        /// Detected format.
        found: &'static str,
    },
    /// The content has another format.
    #[error("a PNG, JPEG or WebP picture is needed; the content of this file is {found}")]
    Unsupported {
        /// Detected format.
        found: &'static str,
    },
    #[error("animated pictures are not accepted")]
    Animated,
    #[error("the picture is {width} x {height}; a side may have at most {limit} pixels")]
    SideTooLong {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Maximum length of a side, in pixels.
        limit: u32,
    },
    #[error("the picture is {width} x {height}; at most {limit} pixels are accepted")]
    TooManyPixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Maximum number of pixels.
        limit: u64,
    },
    #[error("the {0} file ends before the picture does")]
    Truncated(PictureFormat),
    /// The content violates its format.
    #[error("the {format} file is damaged: {reason}")]
    Damaged {
        /// Format detected from the start of the file.
        format: PictureFormat,
        reason: String,
    },
}

/// Checks a picture and reencodes it, so that the stored file contains only pixels. Location, camera, text and trailing
/// data are removed. Sizes are checked before the pixels are decoded.
///
/// Takes up to some seconds. Memory use is up to 650 MB for the largest accepted picture; a photograph of 40 megapixels
/// takes 120 MB, or twice that if it is rotated. Call it off the threads that serve requests, and only a few times at
/// once.
pub fn accept_picture(bytes: &[u8], limits: &PictureLimits) -> Result<Picture, PictureError> {
    let format = format_of(bytes, limits)?;
    let end = structure::end(format, bytes)?;
    // Bytes after the end never reach a decoder.
    let bytes = bytes.get(..end).unwrap_or(bytes);
    let Unpacked { image, .. } = unpacked(format, bytes, limits)?;
    let is_lossy = format == PictureFormat::Webp && structure::is_lossy_webp(bytes);
    encode::encode(format, is_lossy, image, &limits.stored)
        .map_err(|error| PictureError::Damaged { format, reason: error.to_string() })
}

/// Checks a picture encoded earlier by this or another installation. The file stays unchanged, so it must have the
/// format of its name and contain nothing else.
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
    let limits = PictureLimits { max_side: limits.stored.width.max(limits.stored.height), ..*limits };
    match unpacked(format, bytes, &limits)? {
        Unpacked { has_notes: true, .. } => Err(damaged("it holds notes of a camera")),
        _ => Ok(()),
    }
}

/// Decoded content of a picture file.
struct Unpacked {
    /// Upright picture in sRGB, with eight bits per channel.
    image: DynamicImage,
    /// Whether the file has EXIF data.
    has_notes: bool,
}

fn unpacked(format: PictureFormat, bytes: &[u8], limits: &PictureLimits) -> Result<Unpacked, PictureError> {
    let cursor = Cursor::new(bytes);
    let damaged = |error| damaged(format, &error);
    match format {
        PictureFormat::Png => {
            let decoder = PngDecoder::with_limits(cursor, decoder_limits(limits)).map_err(damaged)?;
            let moves = decoder.is_apng().map_err(damaged)?;
            decode(format, bytes, decoder, moves, limits)
        }
        PictureFormat::Jpeg => {
            decode(format, bytes, JpegDecoder::new(cursor).map_err(damaged)?, false, limits)
        }
        PictureFormat::Webp => {
            let decoder = WebPDecoder::new(cursor).map_err(damaged)?;
            let moves = decoder.has_animation();
            decode(format, bytes, decoder, moves, limits)
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
        found @ ("HEIC" | "AVIF") => Err(PictureError::Phone { found }),
        found => Err(PictureError::Unsupported { found }),
    }
}

/// Returns decoder limits: four channels of two bytes per pixel, plus working memory of decoders.
fn decoder_limits(limits: &PictureLimits) -> image::Limits {
    let mut decoder_limits = image::Limits::no_limits();
    decoder_limits.max_image_width = Some(u32::MAX);
    decoder_limits.max_image_height = Some(u32::MAX);
    decoder_limits.max_alloc = Some(limits.max_pixels.saturating_mul(8).saturating_add(64 << 20));
    decoder_limits
}

fn decode(
    format: PictureFormat,
    bytes: &[u8],
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
        let notes = match format {
            // The decoder would return the last ones.
            PictureFormat::Jpeg => structure::first_exif(bytes).map(<[u8]>::to_vec),
            _ => decoder.exif_metadata().unwrap_or_default(),
        };
        let profile = decoder.icc_profile().unwrap_or_default().and_then(|icc| colours::profile(&icc));
        let profile =
            if format == PictureFormat::Png { png_colours::profile(bytes, profile) } else { profile };
        let inks = profile.as_ref().filter(|_| format == PictureFormat::Jpeg);
        let mut image = match inks.and_then(|profile| cmyk::decode(bytes, profile)) {
            Some(printed) => printed.into(),
            None => {
                let image = encode::eight_bits(DynamicImage::from_decoder(decoder)?);
                colours::to_srgb(image, profile.as_ref())
            }
        };
        // The orientation is not stored, so rotate the picture by it.
        let orientation = notes.as_deref().and_then(Orientation::from_exif_chunk);
        image.apply_orientation(orientation.unwrap_or(Orientation::NoTransforms));
        Ok(Unpacked { image, has_notes: notes.is_some() })
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
