//! Drawings as PNG.

use std::ops::RangeInclusive;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// The sides that a drawing may be rasterised to, in pixels.
pub const RASTER_SIZES: RangeInclusive<u32> = 128..=2048;

/// Why a drawing was not rasterised.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The side is out of bounds.
    #[error("a picture has {} to {} pixels a side", RASTER_SIZES.start(), RASTER_SIZES.end())]
    Size,
    /// The drawing is not an SVG that can be read.
    #[error("the drawing can't be read")]
    Drawing(#[from] resvg::usvg::Error),
    /// The pixels could not be written.
    #[error("the picture can't be written")]
    Encoding(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A square drawing as a PNG of `size` x `size` pixels, seen through where nothing is drawn. Shapes and gradients are
/// drawn; texts and pictures inside of a drawing are not, and no file is ever read.
///
/// It takes milliseconds for a usual size, and some tens of them for the largest, which holds 16 MiB: call it off the
/// threads that answer requests.
pub fn rasterise(svg: &str, size: u32) -> Result<Vec<u8>, RasterError> {
    if !RASTER_SIZES.contains(&size) {
        return Err(RasterError::Size);
    }
    drawn(svg, size, size)
}

/// A drawing as a PNG of these sides.
pub(crate) fn drawn(svg: &str, width: u32, height: u32) -> Result<Vec<u8>, RasterError> {
    encoded(&pixels(svg, width, height)?)
}

/// A drawing as pixels.
pub(crate) fn pixels(svg: &str, width: u32, height: u32) -> Result<Pixmap, RasterError> {
    let tree = Tree::from_str(svg, &shapes_alone())?;
    let mut pixels = Pixmap::new(width, height).ok_or(RasterError::Size)?;
    #[expect(clippy::cast_precision_loss, reason = "some thousands at most")]
    let scale = |side: u32, of: f32| side as f32 / of;
    let scale = Transform::from_scale(scale(width, tree.size().width()), scale(height, tree.size().height()));
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

/// Pixels as a PNG.
pub(crate) fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, RasterError> {
    pixels.encode_png().map_err(|error| RasterError::Encoding(error.into()))
}

/// By itself the reader would open files that a drawing names, other drawings even without support for pictures.
pub(crate) fn shapes_alone() -> Options<'static> {
    let image_href_resolver =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options { image_href_resolver, ..Options::default() }
}
