//! SVG drawings of codes.
//!
//! The unit is a module. A drawing is a square card: the code, a quiet zone of four modules, and extra margin for the
//! card's round corners. The whole foreground is one path of closed outlines, so rasterizers leave no hairlines between
//! modules and print shops get no strokes. Lengths are whole hundredths of a module, so the same code and design give
//! the same text on every machine.
//!
//! Logo and call to action need more than a design, so they are not in the SVG. A drawing contains only their areas,
//! and a [`CodeRenderer`](crate::ports::CodeRenderer) fills them.

mod card;
mod eyes;
mod framing;
mod matrix;
mod modules;
mod paint;
mod pen;
#[cfg(test)]
mod tests;
mod trace;

use std::fmt::Write as _;

use card::Card;
use kernel::{FileName, Font, Rgb};
use matrix::Matrix;
use pen::{ONE, Pen};

use crate::design::Design;

/// Options of a drawing in addition to the design.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DrawOptions {
    /// Width in pixels, and also the height if there is no frame. With `None`, the drawing fills the available space.
    pub size: Option<u32>,
}

/// Rectangle in a drawing, in hundredths of a module, measured from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Distance from the left edge.
    pub x: i32,
    /// Distance from the upper edge.
    pub y: i32,
    /// Width of the rectangle.
    pub width: i32,
    /// Height of the rectangle.
    pub height: i32,
}

/// Logo to place into a drawing: centered, and as large as its area allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnLogo {
    /// Name of the stored image file.
    pub file: FileName,
    /// Area for the logo.
    pub area: Area,
    /// Colour behind a transparent logo.
    pub background: Rgb,
}

/// Text to place into a drawing: one centered line, as large as its area allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnText {
    /// Text of the line.
    pub text: String,
    /// Font of the text.
    pub font: Font,
    /// Colour of the text.
    pub color: Rgb,
    /// Area for the text.
    pub area: Area,
}

/// Drawn code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// SVG document, without `logo` and `text`.
    pub svg: String,
    /// Side of the card without a frame, in modules.
    pub side: u32,
    /// Side of the code without the quiet zone, in modules.
    pub modules: u32,
    /// Width and height of the whole drawing, in modules; equal if there is no frame.
    pub size: (u32, u32),
    /// Colour along the edge, which continues into the bleed.
    pub edge: Rgb,
    /// Logo in the middle, if any.
    pub logo: Option<DrawnLogo>,
    /// Call to action of the frame, if any.
    pub text: Option<DrawnText>,
}

impl Drawing {
    /// Whether the SVG is the whole picture, without logo and text.
    pub fn is_complete(&self) -> bool {
        self.logo.is_none() && self.text.is_none()
    }
}

/// Error: the text is longer than a code can hold, about 1,600 bytes at error correction Q or 1,200 at H.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the address is too long for a QR code")]
pub struct TooLong;

/// Draws a code for `url`. Error correction is Q, or H with a logo; the quiet zone is four modules. The same input
/// gives the same text, so drawings can be cached by content.
pub fn draw(design: &Design, url: &str, options: &DrawOptions) -> Result<Drawing, TooLong> {
    let mut matrix = Matrix::of(url, design.logo().is_some())?;
    let logo = design.logo().map(|logo| (logo, logo.modules(matrix.size)));
    if let Some((_, side)) = logo {
        matrix.clear_middle(side);
    }
    let card = Card::around(matrix.size, design.card_radius());
    let framing = design.frame().map(|frame| framing::Framing::around(card, frame));
    let mut pen = Pen::with_capacity(16 * 1024, card.margin);
    modules::draw(&mut pen, &matrix, design.module());
    eyes::draw(&mut pen, matrix.size, design.eye_frame(), design.eye_dot());
    let foreground = pen.finish();
    // Offset of the card in the whole drawing, and size of the whole drawing.
    let (inset, (width, height)) =
        framing.as_ref().map_or((0, (card.side, card.side)), framing::Framing::room);
    let mut svg = String::with_capacity(foreground.len() + 1024);
    svg.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg""#);
    if let Some(size) = options.size {
        let high = i64::from(size) * i64::from(height) / i64::from(width.max(1));
        // Writing into a String can't fail, here and below.
        let _ = write!(svg, r#" width="{size}" height="{high}""#);
    }
    let _ = write!(svg, r#" viewBox="0 0 {width} {height}">"#);
    let fill = paint::define(&mut svg, design.fg_grad(), card.margin, matrix.size);
    if let Some(framing) = &framing {
        framing.draw(&mut svg);
        let _ = write!(svg, r#"<g transform="translate({inset} {inset})">"#);
    }
    let side = card.side;
    let _ = write!(svg, r#"<rect width="{side}" height="{side}""#);
    if card.radius > 0 {
        let _ = write!(svg, r#" rx="{}""#, pen::decimal(card.radius));
    }
    let _ = write!(svg, r#" fill="{}"/><path fill="{fill}" d="{foreground}"/>"#, design.bg());
    svg.push_str(if framing.is_some() { "</g></svg>" } else { "</svg>" });
    let count = |length: i32| u32::try_from(length).unwrap_or_default();
    Ok(Drawing {
        svg,
        side: count(side),
        modules: count(matrix.size),
        size: (count(width), count(height)),
        edge: design.frame().map_or(design.bg(), |frame| frame.color()),
        logo: logo.map(|(logo, free)| DrawnLogo {
            file: logo.file().clone(),
            area: middle_of(inset + card.margin, matrix.size, free),
            background: design.bg(),
        }),
        text: framing.map(framing::Framing::into_text),
    })
}

/// Area of a logo: half a module inside the `free` modules in the middle of a code, so that the logo touches no other
/// module. The code has `modules` modules a side and starts at `begin`.
fn middle_of(begin: i32, modules: i32, free: i32) -> Area {
    let corner = begin * ONE + (modules - free) * ONE / 2 + ONE / 2;
    let side = (free - 1).max(1) * ONE;
    Area { x: corner, y: corner, width: side, height: side }
}
