//! Drawing a code as SVG.
//!
//! The unit is a module, and a drawing is a square card: the code, four empty modules around it, and what the card's
//! round corners need beyond that. All foreground is one path of closed outlines, so that no rasteriser leaves hairlines between
//! modules and no print shop meets a stroke. Lengths are whole hundredths of a module, so the same code in the same
//! design is the same text everywhere.
//!
//! A picture in the middle and the words of a frame are not drawn here, because both need more than a design: a drawing says
//! where they belong, and a [`CodeRenderer`](crate::ports::CodeRenderer) puts them there.

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

/// What may be asked of a drawing beside its design.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DrawOptions {
    /// The width in px, which is the height too where there is no frame; without it the drawing takes the room that it is given.
    pub size: Option<u32>,
}

/// A part of a drawing, in hundredths of a module, from the upper left corner of all that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
}

/// A picture that belongs into a drawing: as large as its place allows, in the middle of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnLogo {
    /// The stored file.
    pub file: FileName,
    /// Its place.
    pub area: Area,
    /// The colour below it, for pictures that can be seen through.
    pub background: Rgb,
}

/// Words that belong into a drawing: on one line, as large as their place allows, in the middle of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnText {
    /// The words.
    pub text: String,
    /// Their font.
    pub font: Font,
    /// Their colour.
    pub color: Rgb,
    /// Their place.
    pub area: Area,
}

/// A drawn code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The picture, an SVG document without what `logo` and `text` say.
    pub svg: String,
    /// The side of the whole card in modules, without a frame.
    pub side: u32,
    /// The side of the code in modules, without the quiet zone.
    pub modules: u32,
    /// The width and the height of all that is drawn, in modules. A drawing without a frame is a square.
    pub size: (u32, u32),
    /// The colour along the edge, which goes on where paper is cut.
    pub edge: Rgb,
    /// The picture in the middle, if there is one.
    pub logo: Option<DrawnLogo>,
    /// The call to action of the frame, if there is one.
    pub text: Option<DrawnText>,
}

impl Drawing {
    /// Whether the SVG is all there is to draw.
    pub fn is_complete(&self) -> bool {
        self.logo.is_none() && self.text.is_none()
    }
}

/// More text than a code holds: about 1,600 bytes at error correction Q, 1,200 at H.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the address is too long for a QR code")]
pub struct TooLong;

/// Draws a code that holds `url`, at error correction Q, or H around a picture, with a quiet zone of four modules. The same
/// input gives the same text, so it may be cached by its content.
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
    // How far the card is from the upper left corner of all, and how large all is.
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

/// The place of a picture: in the middle of a code of `modules` that begins at `begin`, half a module inside of the `free` ones, so
/// that it touches no other module.
fn middle_of(begin: i32, modules: i32, free: i32) -> Area {
    let corner = begin * ONE + (modules - free) * ONE / 2 + ONE / 2;
    let side = (free - 1).max(1) * ONE;
    Area { x: corner, y: corner, width: side, height: side }
}
