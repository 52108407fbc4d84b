//! Drawing a code as SVG.
//!
//! The unit is a module, and a drawing is a square card: the code, four empty modules around it, and what the card's
//! round corners need beyond that. All foreground is one path of closed outlines, so that no rasteriser leaves hairlines between
//! modules and no print shop meets a stroke. Lengths are whole hundredths of a module, so the same code in the same
//! design is the same text everywhere.

mod card;
mod eyes;
mod matrix;
mod modules;
mod paint;
mod pen;
#[cfg(test)]
mod tests;
mod trace;

use std::fmt::Write as _;

use card::Card;
use matrix::Matrix;
use pen::Pen;

use crate::design::Design;

/// What may be asked of a drawing beside its design.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DrawOptions {
    /// Width and height in px; without it the drawing takes the room that it is given.
    pub size: Option<u32>,
}

/// A drawn code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The picture, an SVG document.
    pub svg: String,
    /// The side of the whole card in modules.
    pub side: u32,
    /// The side of the code in modules, without the quiet zone.
    pub modules: u32,
}

/// More text than a code holds at error correction Q: about 1,600 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the address is too long for a QR code")]
pub struct TooLong;

/// Draws a code that holds `url`, at error correction Q with a quiet zone of four modules. The same input gives the same
/// text, so it may be cached by its content.
pub fn draw(design: &Design, url: &str, options: &DrawOptions) -> Result<Drawing, TooLong> {
    let matrix = Matrix::of(url)?;
    let card = Card::around(matrix.size, design.card_radius());
    let mut pen = Pen::with_capacity(16 * 1024, card.margin);
    modules::draw(&mut pen, &matrix, design.module());
    eyes::draw(&mut pen, matrix.size, design.eye_frame(), design.eye_dot());
    let foreground = pen.finish();
    let mut svg = String::with_capacity(foreground.len() + 1024);
    svg.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg""#);
    if let Some(size) = options.size {
        // Writing into a String can't fail, here and below.
        let _ = write!(svg, r#" width="{size}" height="{size}""#);
    }
    let side = card.side;
    let _ = write!(svg, r#" viewBox="0 0 {side} {side}">"#);
    let fill = paint::define(&mut svg, design.fg_grad(), card.margin, matrix.size);
    let _ = write!(svg, r#"<rect width="{side}" height="{side}""#);
    if card.radius > 0 {
        let _ = write!(svg, r#" rx="{}""#, pen::decimal(card.radius));
    }
    let _ = write!(svg, r#" fill="{}"/><path fill="{fill}" d="{foreground}"/></svg>"#, design.bg());
    let count = |length: i32| u32::try_from(length).unwrap_or_default();
    Ok(Drawing { svg, side: count(side), modules: count(matrix.size) })
}
