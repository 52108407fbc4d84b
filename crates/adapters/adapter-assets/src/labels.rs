//! Button labels: text shaped with one of twelve fonts into one SVG of outlines, so that labels look the same
//! everywhere.

mod card;
mod faces;
mod font;
mod line;
mod pen;
mod runs;
#[cfg(test)]
mod tests;
mod text;
mod typesetter;

use std::ops::RangeInclusive;

use font::Parsed;
use harfrust::{Buffer, GlyphId, GlyphInfo, ShapeOptions, ShaperFont, shape};
use kernel::Rgb;
use landing_draft::appearance::Font;
use skrifa::DrawMemory;

use crate::files::{AssetName, Extension};
pub(crate) use font::font_file;
use pen::Pen;
use runs::Run;
pub use text::clean_text;
pub use typesetter::Typesetter;

/// Allowed text heights of a label, in pixels. Other sizes are clamped.
pub const SIZES: RangeInclusive<u16> = 8..=200;

/// Maximum number of drawn characters, which bounds the cost of a label.
pub const MAX_CHARS: usize = 512;

/// Form in which a label is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Label {
    /// Drawing with outlined text.
    Outlined {
        /// Content of the SVG file.
        svg: String,
        /// Width in pixels.
        width: u32,
        /// Height in pixels: the font's line height, or more if the drawing exceeds it.
        height: u32,
    },
    /// Text drawn by the browser, for this reason.
    LiveText(Reason),
}

/// Reason why a label is not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Blank,
    /// The text is longer than [`MAX_CHARS`].
    TooLong,
    /// The text has an emoji, which the visitor's device draws in colour.
    Emoji,
    /// The font has no glyph for this character.
    MissingGlyph(char),
}

impl Label {
    /// Returns the name of the drawing's file, derived from its content; `None` for live text.
    pub fn file_name(&self) -> Option<AssetName> {
        match self {
            Self::Outlined { svg, .. } => Some(AssetName::of(svg.as_bytes(), Extension::Svg)),
            Self::LiveText(_) => None,
        }
    }
}

/// Draws a label. The same arguments give the same bytes on every machine.
pub fn render_label(text: &str, font: Font, size_px: u16, color: Rgb) -> Label {
    match draw(&clean_text(text), font, size_px.clamp(*SIZES.start(), *SIZES.end()), color) {
        Ok(label) => label,
        Err(reason) => Label::LiveText(reason),
    }
}

fn draw(text: &str, font: Font, size_px: u16, color: Rgb) -> Result<Label, Reason> {
    let Outline { path, width, height } = outline(text, font, size_px)?;
    let mut svg = String::with_capacity(path.len() + text.len() + 200);
    svg.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" ");
    svg.push_str(&format!("viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\""));
    svg.push_str(" role=\"img\" aria-label=\"");
    text::push_escaped(&mut svg, text);
    svg.push_str("\"><path fill=\"");
    svg.push_str(&color.to_string());
    svg.push_str("\" d=\"");
    svg.push_str(&path);
    svg.push_str("\"/></svg>");
    Ok(Label::Outlined { svg, width, height })
}

/// Line of text as outlines.
pub(crate) struct Outline {
    /// Data of an SVG path.
    pub(crate) path: String,
    /// Width of the box in pixels.
    pub(crate) width: u32,
    /// Height of the box in pixels.
    pub(crate) height: u32,
}

/// Outlines a text that [`clean_text`] has cleaned.
pub(crate) fn outline(text: &str, font: Font, size_px: u16) -> Result<Outline, Reason> {
    if text.is_empty() {
        return Err(Reason::Blank);
    }
    if text.chars().nth(MAX_CHARS).is_some() {
        return Err(Reason::TooLong);
    }
    if text.chars().any(is_emoji) {
        return Err(Reason::Emoji);
    }
    let runs = runs::runs(text).map_err(Reason::MissingGlyph)?;
    let first = text.chars().next().unwrap_or(' ');
    let parsed = font::parsed(font).ok_or(Reason::MissingGlyph(first))?;
    let scale = f32::from(size_px) * 100.0 / f32::from(parsed.units_per_em);
    // A glyph takes about 200 bytes.
    let mut pen = Pen::new(scale, text.len() * 200);
    let mut advance = 0;
    for run in &runs {
        advance = draw_run(&mut pen, parsed, text, run, advance)?;
    }
    frame(&pen, parsed, scale, advance).ok_or(Reason::Blank)
}

/// Returns whether a character requests a colour picture: the emoji variation selector, and blocks that contain only
/// emoji.
pub(crate) fn is_emoji(character: char) -> bool {
    matches!(character, '\u{FE0F}' | '\u{20E3}' | '\u{1F000}'..='\u{1FAFF}' | '\u{E0020}'..='\u{E007F}')
}

/// Shapes and draws a run that starts at `advance`. Returns its end, in font units.
fn draw_run(pen: &mut Pen, parsed: &Parsed, text: &str, run: &Run, advance: i32) -> Result<i32, Reason> {
    let part = text.get(run.range.clone()).unwrap_or_default();
    let mut glyphs = Buffer::new();
    glyphs.push_str(part);
    glyphs.set_direction(run.writing.direction());
    glyphs.set_script(Some(run.writing.script()));
    let options = ShapeOptions::new().plan(parsed.plan(run.writing));
    let lacking = |at: &str| {
        let lacks = |character: &char| parsed.font.charmap().map_unicode(*character).is_none();
        Reason::MissingGlyph(at.chars().find(lacks).unwrap_or('\u{FFFD}'))
    };
    shape(&ShaperFont::new(&parsed.font), &mut glyphs, options).map_err(|_| lacking(part))?;
    if let Some(cluster) = missing(glyphs.glyph_infos()) {
        return Err(lacking(part.get(cluster..).unwrap_or_default()));
    }
    let mut advance = advance;
    for (info, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
        pen.place(advance.saturating_add(position.x_offset), position.y_offset);
        // A glyph without an outline, such as a space, only moves the pen.
        if let Some(outline) = parsed.scaler.outline(GlyphId::new(info.glyph_id)) {
            outline.draw(DrawMemory::Scratch, pen).map_err(|_| lacking(part))?;
        }
        advance = advance.saturating_add(position.x_advance);
    }
    Ok(advance)
}

/// Returns the text position of the first glyph that the font lacks, after composition and decomposition by the shaper.
fn missing(glyphs: &[GlyphInfo]) -> Option<usize> {
    let clusters = glyphs.iter().filter(|glyph| glyph.glyph_id == 0).map(|glyph| glyph.cluster);
    usize::try_from(clusters.min()?).ok()
}

/// Computes the drawing's box, which contains the font's line and all outlines.
fn frame(pen: &Pen, parsed: &Parsed, scale: f32, advance: i32) -> Option<Outline> {
    let bounds = pen.bounds()?;
    let hundredths = |units: f32| (units * scale).round() as i64;
    let left = bounds.left.min(0);
    let right = bounds.right.max(hundredths(advance as f32));
    let top = bounds.top.min(-hundredths(parsed.ascender));
    let bottom = bounds.bottom.max(-hundredths(parsed.descender));
    let mut path = String::new();
    pen.write_to(&mut path, -left, -top);
    Some(Outline { path, width: pixels(right - left), height: pixels(bottom - top) })
}

/// Rounds a length up to whole pixels.
fn pixels(hundredths: i64) -> u32 {
    u32::try_from(hundredths.max(100).div_euclid(100) + i64::from(hundredths % 100 > 0)).unwrap_or(u32::MAX)
}
