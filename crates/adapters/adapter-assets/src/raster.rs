//! Conversion of drawings to PNG.

use std::ops::RangeInclusive;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// Allowed sides of a rasterised drawing, in pixels.
pub const RASTER_SIZES: RangeInclusive<u32> = 128..=2048;

/// Reason why a drawing was not rasterised.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    #[error("a picture must have {} to {} pixels a side", RASTER_SIZES.start(), RASTER_SIZES.end())]
    Size,
    /// The drawing is not a valid SVG.
    #[error("the drawing is not a valid SVG")]
    Drawing(#[from] resvg::usvg::Error),
    #[error("the picture can't be encoded")]
    Encoding(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Rasterises a square drawing as a transparent PNG of `size` x `size` pixels. Draws shapes and gradients, but no texts
/// and no embedded pictures, and never reads a file.
///
/// Takes milliseconds for a usual size, and some tens of milliseconds and 16 MiB for the largest. Call it off the
/// threads that serve requests.
pub fn rasterise(svg: &str, size: u32) -> Result<Vec<u8>, RasterError> {
    if !RASTER_SIZES.contains(&size) {
        return Err(RasterError::Size);
    }
    drawn(svg, size, size)
}

/// Rasterises a drawing as a PNG of this size.
pub(crate) fn drawn(svg: &str, width: u32, height: u32) -> Result<Vec<u8>, RasterError> {
    encoded(&pixels(svg, width, height)?)
}

/// Rasterises a drawing as pixels.
pub(crate) fn pixels(svg: &str, width: u32, height: u32) -> Result<Pixmap, RasterError> {
    let tree = Tree::from_str(svg, &shapes_alone())?;
    let mut pixels = Pixmap::new(width, height).ok_or(RasterError::Size)?;
    #[expect(clippy::cast_precision_loss, reason = "some thousands at most")]
    let scale = |side: u32, of: f32| side as f32 / of;
    let scale = Transform::from_scale(scale(width, tree.size().width()), scale(height, tree.size().height()));
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

/// Encodes pixels as a PNG.
pub(crate) fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, RasterError> {
    pixels.encode_png().map_err(|error| RasterError::Encoding(error.into()))
}

/// Returns parser options without external files: by default, the parser would open drawings that an SVG names, even
/// without picture support.
pub(crate) fn shapes_alone() -> Options<'static> {
    let image_href_resolver =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options { image_href_resolver, ..Options::default() }
}
