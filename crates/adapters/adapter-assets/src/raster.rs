//! Renders drawings as PNG.

use std::ops::RangeInclusive;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// Allowed sides of a rasterized drawing in pixels.
pub const RASTER_SIZES: RangeInclusive<u32> = 128..=2048;

/// Reason why a drawing was not rasterized.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The side is out of bounds.
    #[error("a picture has {} to {} pixels a side", RASTER_SIZES.start(), RASTER_SIZES.end())]
    Size,
    /// The drawing is not a readable SVG.
    #[error("the drawing can't be read")]
    Drawing(#[from] resvg::usvg::Error),
    /// The PNG could not be written.
    #[error("the picture can't be written")]
    Encoding(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Renders a square drawing as a PNG of `size` x `size` pixels with a transparent background.
/// Shapes and gradients are drawn. Text and pictures are not, and no file is ever read.
///
/// A usual size takes milliseconds. The largest takes tens of milliseconds and 16 MiB. Do not call
/// this on request threads.
pub fn rasterise(svg: &str, size: u32) -> Result<Vec<u8>, RasterError> {
    if !RASTER_SIZES.contains(&size) {
        return Err(RasterError::Size);
    }
    drawn(svg, size, size)
}

/// Renders a drawing as a PNG with these sides.
pub(crate) fn drawn(svg: &str, width: u32, height: u32) -> Result<Vec<u8>, RasterError> {
    encoded(&pixels(svg, width, height)?)
}

/// Renders a drawing to pixels.
pub(crate) fn pixels(svg: &str, width: u32, height: u32) -> Result<Pixmap, RasterError> {
    let tree = Tree::from_str(svg, &shapes_alone())?;
    let mut pixels = Pixmap::new(width, height).ok_or(RasterError::Size)?;
    #[expect(clippy::cast_precision_loss, reason = "some thousands at most")]
    let scale = |side: u32, of: f32| side as f32 / of;
    let scale = Transform::from_scale(scale(width, tree.size().width()), scale(height, tree.size().height()));
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

/// Encodes pixels as PNG.
pub(crate) fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, RasterError> {
    pixels.encode_png().map_err(|error| RasterError::Encoding(error.into()))
}

/// Returns options that prevent the SVG reader from opening files named in a drawing. By default it
/// would open other drawings even without picture support.
pub(crate) fn shapes_alone() -> Options<'static> {
    let image_href_resolver =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options { image_href_resolver, ..Options::default() }
}
