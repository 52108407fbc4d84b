//! Lines of preview cards: text of any scripts and directions as outlines.

use std::ops::Range;

use harfrust::{Buffer, Direction, GlyphId, Language, Script, ShapeOptions, ShaperFont, Tag, shape};
use landing_draft::appearance::Font;
use skrifa::DrawMemory;
use unicode_bidi::{BidiInfo, Level};
use unicode_script::UnicodeScript as _;
use unicode_segmentation::UnicodeSegmentation as _;

use super::faces::{Face, face_of, is_real};
use super::pen::Pen;
use super::pixels;

/// Look that the lines of a text share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    pub(super) font: Font,
    /// Letter height in pixels.
    pub(super) size: u16,
    /// Whether the text runs from right to left.
    pub(super) right_to_left: bool,
    /// Whether ideographs have their Japanese forms.
    pub(super) japanese: bool,
}

/// Line as outlines.
pub(super) struct Line {
    /// Data of an SVG path.
    pub(super) path: String,
    /// Width in pixels.
    pub(super) width: u32,
    /// Height in pixels.
    pub(super) height: u32,
}

/// Part of a line in one face and one script.
struct Piece {
    range: Range<usize>,
    face: Face,
    script: unicode_script::Script,
}

/// Splits a text into the clusters that some face can draw, and the other clusters.
pub(super) fn sorted(text: &str, font: Font) -> (String, Vec<&str>) {
    let (mut drawn, mut lacking) = (String::with_capacity(text.len()), Vec::new());
    for cluster in text.graphemes(true) {
        if face_of(cluster, font, None).is_some() {
            drawn.push_str(cluster);
        } else {
            lacking.push(cluster);
        }
    }
    (drawn, lacking)
}

/// Returns whether the first letter with a direction runs from right to left.
pub(super) fn is_right_to_left(text: &str) -> bool {
    BidiInfo::new(text, None).paragraphs.first().is_some_and(|paragraph| paragraph.level.is_rtl())
}

/// Draws a line; `None` if nothing is visible.
pub(super) fn outlined(text: &str, setting: &Setting) -> Option<Line> {
    let mut pen = Pen::new(1.0, text.len() * 200);
    let mut drawing = Drawing { pen: &mut pen, setting, advance: 0.0, up: 0.0, down: 0.0 };
    let base = if setting.right_to_left { Level::rtl() } else { Level::ltr() };
    let bidi = BidiInfo::new(text, Some(base));
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let right_to_left = levels.get(run.start).is_some_and(Level::is_rtl);
            let mut pieces = pieces(text, run, setting.font);
            if right_to_left {
                pieces.reverse();
            }
            for piece in &pieces {
                drawing.draw(text, piece, right_to_left)?;
            }
        }
    }
    let Drawing { advance, up, down, .. } = drawing;
    let bounds = pen.bounds()?;
    #[expect(clippy::cast_possible_truncation, reason = "some thousands of pixels at most")]
    let hundredths = |value: f32| value.round() as i64;
    let (left, right) = (bounds.left.min(0), bounds.right.max(hundredths(advance)));
    let (top, bottom) = (bounds.top.min(-hundredths(up)), bounds.bottom.max(hundredths(down)));
    let mut path = String::new();
    pen.write_to(&mut path, -left, -top);
    Some(Line { path, width: pixels(right - left), height: pixels(bottom - top) })
}

/// Splits a run of one direction into pieces. Neutral characters join the piece before them if its face has them.
fn pieces(text: &str, run: Range<usize>, font: Font) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (offset, cluster) in text.get(run.clone()).unwrap_or_default().grapheme_indices(true) {
        let start = run.start + offset;
        let range = start..start + cluster.len();
        let last = pieces.last_mut();
        let Some(face) = face_of(cluster, font, last.as_ref().map(|piece| piece.face)) else { continue };
        let script = cluster.chars().map(|character| character.script()).find(|script| is_real(*script));
        let script = script.unwrap_or(unicode_script::Script::Common);
        let piece = Piece { range, face, script };
        if !last.is_some_and(|last| last.takes(&piece)) {
            pieces.push(piece);
        }
    }
    pieces
}

impl Piece {
    /// Appends the next piece if it has the same face and no other script. Returns whether it did.
    fn takes(&mut self, next: &Self) -> bool {
        let fits = !is_real(self.script) || !is_real(next.script) || self.script == next.script;
        if self.face.id != next.face.id || self.range.end != next.range.start || !fits {
            return false;
        }
        self.range.end = next.range.end;
        if !is_real(self.script) {
            self.script = next.script;
        }
        true
    }
}

/// Line under construction. Lengths are in hundredths of a pixel.
struct Drawing<'a> {
    pen: &'a mut Pen,
    setting: &'a Setting,
    advance: f32,
    /// Height above the baseline.
    up: f32,
    /// Depth below the baseline.
    down: f32,
}

impl Drawing<'_> {
    fn draw(&mut self, text: &str, piece: &Piece, right_to_left: bool) -> Option<()> {
        let parsed = piece.face.parsed;
        let scale = f32::from(self.setting.size) * 100.0 / f32::from(parsed.units_per_em);
        let mut glyphs = Buffer::new();
        glyphs.push_str(text.get(piece.range.clone())?);
        glyphs.set_direction(if right_to_left { Direction::RightToLeft } else { Direction::LeftToRight });
        glyphs.set_script(script(piece.script));
        if self.setting.japanese {
            glyphs.set_language("ja".parse::<Language>().ok());
        }
        shape(&ShaperFont::new(&parsed.font), &mut glyphs, ShapeOptions::new()).ok()?;
        self.pen.scale_to(scale);
        for (info, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            #[expect(clippy::cast_precision_loss, reason = "some thousands of units")]
            let units = |value: i32| value as f32;
            self.pen.place_at(self.advance / scale + units(position.x_offset), units(position.y_offset));
            // A glyph without an outline, such as a space, only moves the pen.
            if let Some(outline) = parsed.scaler.outline(GlyphId::new(info.glyph_id)) {
                outline.draw(DrawMemory::Scratch, &mut *self.pen).ok()?;
            }
            self.advance += units(position.x_advance) * scale;
        }
        self.up = self.up.max(parsed.ascender * scale);
        self.down = self.down.max(-parsed.descender * scale);
        Some(())
    }
}

fn script(script: unicode_script::Script) -> Option<Script> {
    let name = script.short_name().as_bytes();
    name.try_into().ok().and_then(|tag: &[u8; 4]| Script::from_iso15924_tag(Tag::new(tag)))
}
