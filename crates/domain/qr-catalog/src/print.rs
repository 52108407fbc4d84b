//! Geometry of printed pages, in millimetres from the upper left corner.
//!
//! Print shops do not cut exactly on the line. So the edge colour continues beyond the trim (bleed), and the drawing
//! keeps a safe distance inside the trim. Marks outside the bleed show where to cut.

use kernel::ParseError;
use serde::{Deserialize, Serialize};

use crate::draw::Drawing;

/// Distance from the drawing to the trim. Content further inside is never cut.
pub const SAFE_MM: f64 = 3.0;
/// Width of the bleed, in which the edge colour continues beyond the trim.
pub const BLEED_MM: f64 = 3.0;
/// Length of a cut mark, which starts at the bleed.
pub const MARK_MM: f64 = 3.0;
/// Unprintable border of a sheet on most printers.
pub const SHEET_MARGIN_MM: f64 = 5.0;

/// Width of a printed drawing without the safe distance: 20 to 500 mm. Phones can't read the modules of a narrower
/// drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct PrintWidth(u16);

impl PrintWidth {
    /// Minimum and maximum width, in millimetres.
    pub const BOUNDS: (u16, u16) = (20, 500);

    /// Checks a width in millimetres; `None` if out of bounds.
    pub fn parse(mm: u32) -> Option<Self> {
        let (least, most) = Self::BOUNDS;
        u16::try_from(mm).ok().filter(|mm| (least..=most).contains(mm)).map(Self)
    }

    /// Width in millimetres.
    pub fn mm(self) -> u16 {
        self.0
    }
}

impl TryFrom<u32> for PrintWidth {
    type Error = ParseError;

    fn try_from(mm: u32) -> Result<Self, ParseError> {
        Self::parse(mm).ok_or(ParseError::needs("20 to 500 millimetres"))
    }
}

impl From<PrintWidth> for u32 {
    fn from(width: PrintWidth) -> Self {
        width.0.into()
    }
}

/// Rectangle on a page, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PageBox {
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from the upper edge.
    pub y: f64,
    /// Width of the rectangle.
    pub width: f64,
    /// Height of the rectangle.
    pub height: f64,
}

impl PageBox {
    /// Returns the rectangle, extended by this length on every side.
    #[must_use]
    fn grown(self, by: f64) -> Self {
        Self { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }
}

/// Rectangles of one printed code.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PrintBoxes {
    /// Safe area, which the drawing fills.
    pub safe: PageBox,
}

impl PrintBoxes {
    /// Places a drawing of this width in the upper left corner of its own page.
    pub fn of(drawing: &Drawing, width: PrintWidth) -> Self {
        let around = SAFE_MM + BLEED_MM + MARK_MM;
        let (wide, high) = drawing.size;
        let (width, share) = (f64::from(width.mm()), f64::from(high) / f64::from(wide.max(1)));
        Self { safe: PageBox { x: around, y: around, width, height: width * share } }
    }

    /// Returns the rectangles, moved by this offset.
    #[must_use]
    fn moved(self, x: f64, y: f64) -> Self {
        Self { safe: PageBox { x: self.safe.x + x, y: self.safe.y + y, ..self.safe } }
    }

    /// Rectangle along which the paper is cut.
    pub fn trim(&self) -> PageBox {
        self.safe.grown(SAFE_MM)
    }

    /// Coloured rectangle, beyond the trim.
    pub fn bleed(&self) -> PageBox {
        self.trim().grown(BLEED_MM)
    }

    /// Whole rectangle, with the cut marks.
    pub fn media(&self) -> PageBox {
        self.bleed().grown(MARK_MM)
    }

    /// Start and end points of the cut marks, two at each corner of the trim.
    pub fn marks(&self) -> [[(f64, f64); 2]; 8] {
        let (trim, bleed, media) = (self.trim(), self.bleed(), self.media());
        let ends = |from: f64, length: f64, outer: f64, outer_length: f64| {
            [[outer, from], [from + length, outer + outer_length]]
        };
        let across = ends(bleed.x, bleed.width, media.x, media.width);
        let down = ends(bleed.y, bleed.height, media.y, media.height);
        let [left, right] = across;
        let [top, bottom] = down;
        let (xs, ys) = ([trim.x, trim.x + trim.width], [trim.y, trim.y + trim.height]);
        let level = |[from, to]: [f64; 2], y: f64| [(from, y), (to, y)];
        let upright = |x: f64, [from, to]: [f64; 2]| [(x, from), (x, to)];
        [
            level(left, ys[0]),
            level(right, ys[0]),
            level(left, ys[1]),
            level(right, ys[1]),
            upright(xs[0], top),
            upright(xs[1], top),
            upright(xs[0], bottom),
            upright(xs[1], bottom),
        ]
    }
}

kernel::words! {
    /// Paper size of a sheet.
    Paper {
        /// 210 x 297 mm.
        A4 = "a4",
        /// 8.5 x 11 inches.
        Letter = "letter",
    }
}

impl Paper {
    /// Width and height in millimetres.
    pub fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// Sheet: pages of codes to cut out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// Paper size of the pages.
    pub paper: Paper,
    /// Per page, the index of each drawing with its rectangles.
    pub pages: Vec<Vec<(usize, PrintBoxes)>>,
}

/// Reason why a sheet can't be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// Not even one code fits on the paper.
    #[error("a code of this width does not fit on the paper")]
    TooWide,
    /// Total number of copies is above [`Sheet::MOST`].
    #[error("a sheet has at most {} codes, copies included", Sheet::MOST)]
    TooMany,
}

impl Sheet {
    /// Maximum number of codes on all pages of a sheet, copies included.
    pub const MOST: usize = 1_000;

    /// Places `copies` of each drawing in rows, all with the same width, on as many pages as needed. Neighbours share
    /// the space for cut marks.
    pub fn of(
        drawings: &[Drawing],
        width: PrintWidth,
        copies: usize,
        paper: Paper,
    ) -> Result<Self, SheetError> {
        if drawings.len().saturating_mul(copies) > Self::MOST {
            return Err(SheetError::TooMany);
        }
        let boxes: Vec<_> = drawings.iter().map(|drawing| PrintBoxes::of(drawing, width)).collect();
        let largest = |side: fn(PageBox) -> f64| boxes.iter().map(|one| side(one.trim())).fold(0.0, f64::max);
        let (wide, high) = (largest(|trim| trim.width), largest(|trim| trim.height));
        let (paper_width, paper_height) = paper.size();
        let (columns, rows) = (fitting(paper_width, wide), fitting(paper_height, high));
        if columns == 0 || rows == 0 {
            return Err(SheetError::TooWide);
        }
        let cell = |place: usize| {
            let (column, row) = (place % columns, place / columns);
            let step = |count: usize, side: f64| count as f64 * (side + GAP_MM) + SHEET_MARGIN_MM;
            (step(column, wide), step(row, high))
        };
        let all: Vec<_> = (0..boxes.len()).flat_map(|index| std::iter::repeat_n(index, copies)).collect();
        let page = |indexes: &[usize]| {
            let placed = indexes.iter().enumerate().filter_map(|(place, index)| {
                let (x, y) = cell(place);
                Some((*index, boxes.get(*index)?.moved(x, y)))
            });
            placed.collect()
        };
        Ok(Self { paper, pages: all.chunks(columns * rows).map(page).collect() })
    }
}

/// Distance from trim to trim: two bleeds, and the shared cut marks between them.
const GAP_MM: f64 = 2.0 * BLEED_MM + MARK_MM;

/// Number of trims of this length that fit on a side of the paper, with bleeds and marks.
#[expect(clippy::cast_possible_truncation, reason = "a handful, and never below 0")]
fn fitting(paper: f64, trim: f64) -> usize {
    let room = paper - 2.0 * (SHEET_MARGIN_MM + BLEED_MM + MARK_MM);
    ((room + GAP_MM + 1e-9) / (trim + GAP_MM)).floor().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Design;
    use crate::draw::{DrawOptions, draw};

    fn square() -> Drawing {
        draw(&Design::stock(), "https://a.example/qr", &DrawOptions::default()).unwrap()
    }

    fn tall() -> Drawing {
        let square = square();
        let (width, height) = square.size;
        Drawing { size: (width, height * 2), ..square }
    }

    fn width(mm: u32) -> PrintWidth {
        PrintWidth::parse(mm).unwrap()
    }

    #[test]
    fn widths_are_bounded() {
        for (mm, fits) in [(0, false), (19, false), (20, true), (500, true), (501, false), (70_000, false)] {
            assert_eq!(PrintWidth::parse(mm).is_some(), fits, "{mm}");
        }
    }

    #[test]
    fn safe_area_trim_bleed_and_marks_are_each_around_the_other() {
        let boxes = PrintBoxes::of(&tall(), width(50));
        let of = |page: PageBox| (page.x, page.y, page.width, page.height);
        assert_eq!(of(boxes.safe), (9.0, 9.0, 50.0, 100.0));
        assert_eq!(of(boxes.trim()), (6.0, 6.0, 56.0, 106.0));
        assert_eq!(of(boxes.bleed()), (3.0, 3.0, 62.0, 112.0));
        assert_eq!(of(boxes.media()), (0.0, 0.0, 68.0, 118.0));
        for [from, to] in boxes.marks() {
            let length = (to.0 - from.0).abs() + (to.1 - from.1).abs();
            assert!((length - MARK_MM).abs() < 1e-9, "{from:?} {to:?}");
            let on_trim = |at: f64, begin: f64, side: f64| at == begin || at == begin + side;
            let trim = boxes.trim();
            assert!(on_trim(from.0, trim.x, trim.width) || on_trim(from.1, trim.y, trim.height));
            let bleed = boxes.bleed();
            let is_inside = |(x, y): (f64, f64)| {
                x > bleed.x && x < bleed.x + bleed.width && y > bleed.y && y < bleed.y + bleed.height
            };
            assert!(!is_inside(from) && !is_inside(to), "no mark is in the colour");
        }
    }

    #[test]
    fn sheets_are_filled_row_by_row() {
        for (mm, copies, paper, pages) in [
            (50, 12, Paper::A4, vec![12]),
            (50, 25, Paper::A4, vec![12, 12, 1]),
            (50, 0, Paper::A4, vec![]),
            (20, 60, Paper::A4, vec![40, 20]),
            (182, 2, Paper::A4, vec![1, 1]),
            (50, 13, Paper::Letter, vec![12, 1]),
        ] {
            let sheet = Sheet::of(&[square()], width(mm), copies, paper).unwrap();
            assert_eq!(
                sheet.pages.iter().map(Vec::len).collect::<Vec<_>>(),
                pages,
                "{mm} {copies} {paper:?}"
            );
            let (wide, high) = paper.size();
            for (place, (_, one)) in sheet.pages.iter().flat_map(|page| page.iter().enumerate()) {
                let media = one.media();
                assert!(media.x >= SHEET_MARGIN_MM && media.x + media.width <= wide - SHEET_MARGIN_MM + 1e-9);
                assert!(
                    media.y >= SHEET_MARGIN_MM && media.y + media.height <= high - SHEET_MARGIN_MM + 1e-9
                );
                assert!(place > 0 || (media.x, media.y) == (SHEET_MARGIN_MM, SHEET_MARGIN_MM));
            }
        }
        assert_eq!(Sheet::of(&[square()], width(183), 1, Paper::A4), Err(SheetError::TooWide));
        assert_eq!(Sheet::of(&[tall()], width(150), 1, Paper::A4), Err(SheetError::TooWide));
        assert!(Sheet::of(&[square(), square()], width(50), 500, Paper::A4).is_ok());
        assert_eq!(Sheet::of(&[square(), square()], width(50), 501, Paper::A4), Err(SheetError::TooMany));
    }

    #[test]
    fn no_bleed_of_a_sheet_reaches_into_another() {
        let sheet = Sheet::of(&[square(), tall()], width(30), 5, Paper::A4).unwrap();
        assert_eq!(sheet.pages.concat().iter().map(|(index, _)| *index).sum::<usize>(), 5);
        for page in sheet.pages {
            for (n, (_, one)) in page.iter().enumerate() {
                for (_, other) in page.iter().skip(n + 1) {
                    let (a, b) = (one.bleed(), other.bleed());
                    let apart = a.x + a.width <= b.x
                        || b.x + b.width <= a.x
                        || a.y + a.height <= b.y
                        || b.y + b.height <= a.y;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
    }
}
