//! Combines a drawing with its logo and the text of its frame.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::imageops::FilterType;
use image::{ImageFormat, RgbaImage};
use qr_catalog::draw::{Area, Drawing, DrawnLogo, DrawnText};
use resvg::tiny_skia::{IntSize, Pixmap, PixmapPaint, Transform};

use crate::labels::{clean_text, outline};
use crate::raster::{RASTER_SIZES, RasterError, encoded, pixels};

/// Reason why a code was not rendered; for the log.
pub(super) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Maximum side of a logo. On a code of 50 mm the logo is 10 mm wide, so this is 1,300 dpi.
const LOGO_SIDE: u32 = 512;
/// Font size in pixels for drawing text before it is scaled to its area.
const TEXT_SIZE: u16 = 100;
/// Drawings are measured in hundredths of a module.
const ONE: f64 = 100.0;

/// Decodes a logo file and reduces it to the maximum side.
pub(super) fn logo(content: &[u8]) -> Result<RgbaImage, Failure> {
    let picture = image::load_from_memory(content)?;
    let is_large = picture.width().max(picture.height()) > LOGO_SIDE;
    let picture = if is_large { picture.thumbnail(LOGO_SIDE, LOGO_SIDE) } else { picture };
    Ok(picture.into_rgba8())
}

/// Returns the drawing with the text of its frame, without the logo.
pub(super) fn with_text(drawing: &Drawing) -> Result<Cow<'_, str>, Failure> {
    let Some(DrawnText { text, font, color, area }) = &drawing.text else {
        return Ok(Cow::Borrowed(&drawing.svg));
    };
    let drawn = outline(&clean_text(text), *font, TEXT_SIZE);
    let drawn = drawn.map_err(|reason| format!("{font} does not draw a call to action: {reason:?}"))?;
    let [x, y, width, _] = contain(*area, (drawn.width, drawn.height));
    let scale = width / f64::from(drawn.width);
    let path = format!(
        r#"<path fill="{color}" transform="translate({x:.4} {y:.4}) scale({scale:.6})" d="{}"/>"#,
        drawn.path
    );
    Ok(Cow::Owned(before_end(&drawing.svg, &path)))
}

/// Returns the whole drawing as SVG with its logo.
pub(super) fn svg(drawing: &Drawing, logo: Option<&RgbaImage>) -> Result<String, Failure> {
    let svg = with_text(drawing)?;
    let Some((DrawnLogo { area, .. }, logo)) = drawing.logo.as_ref().zip(logo) else {
        return Ok(svg.into_owned());
    };
    let mut png = Cursor::new(Vec::new());
    logo.write_to(&mut png, ImageFormat::Png)?;
    let [x, y, width, height] = contain(*area, logo.dimensions());
    let mut element = format!(r#"<image x="{x:.4}" y="{y:.4}" width="{width:.4}" height="{height:.4}""#);
    // Writing to a string can't fail.
    let _ = write!(element, r#" href="data:image/png;base64,{}"/>"#, STANDARD.encode(png.into_inner()));
    Ok(before_end(&svg, &element))
}

/// Renders the whole drawing as a PNG of this width in pixels.
pub(super) fn png(drawing: &Drawing, logo: Option<&RgbaImage>, width: u32) -> Result<Vec<u8>, Failure> {
    if !RASTER_SIZES.contains(&width) {
        return Err(RasterError::Size.into());
    }
    let (wide, high) = drawing.size;
    let height = u64::from(width) * u64::from(high) / u64::from(wide.max(1));
    let mut canvas = pixels(&with_text(drawing)?, width, u32::try_from(height)?)?;
    if let Some((DrawnLogo { area, .. }, logo)) = drawing.logo.as_ref().zip(logo) {
        let scale = f64::from(width) / f64::from(wide.max(1));
        place(&mut canvas, logo, contain(*area, logo.dimensions()).map(|length| length * scale))?;
    }
    Ok(encoded(&canvas)?)
}

/// Draws a picture on a canvas, aligned to whole pixels.
#[expect(clippy::cast_possible_truncation, reason = "a few thousand pixels")]
fn place(canvas: &mut Pixmap, logo: &RgbaImage, [x, y, width, height]: [f64; 4]) -> Result<(), Failure> {
    let side = |length: f64| (length.round() as u32).max(1);
    let mut small = image::imageops::resize(logo, side(width), side(height), FilterType::CatmullRom);
    for pixel in small.pixels_mut() {
        let [red, green, blue, alpha] = pixel.0;
        // The canvas stores premultiplied colors.
        let times = |value: u8| (u16::from(value) * u16::from(alpha) / 255) as u8;
        pixel.0 = [times(red), times(green), times(blue), alpha];
    }
    let size = IntSize::from_wh(small.width(), small.height()).ok_or(RasterError::Size)?;
    let small = Pixmap::from_vec(small.into_raw(), size).ok_or(RasterError::Size)?;
    let (x, y) = (x.round() as i32, y.round() as i32);
    canvas.draw_pixmap(x, y, small.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    Ok(())
}

/// Fits a box with the aspect ratio of `size` into an area, centered. Returns x, y, width and
/// height in modules.
pub(super) fn contain(area: Area, (width, height): (u32, u32)) -> [f64; 4] {
    let [x, y, wide, high] = [area.x, area.y, area.width, area.height].map(|length| f64::from(length) / ONE);
    let (width, height) = (f64::from(width.max(1)), f64::from(height.max(1)));
    let scale = (wide / width).min(high / height);
    let (width, height) = (width * scale, height * scale);
    [x + (wide - width) / 2.0, y + (high - height) / 2.0, width, height]
}

fn before_end(svg: &str, element: &str) -> String {
    let inside = svg.strip_suffix("</svg>").unwrap_or(svg);
    [inside, element, "</svg>"].concat()
}
