use std::fmt::Write as _;

use super::card::Card;
use super::pen::{ONE, decimal};
use super::{Area, DrawnText};
use crate::design::Frame;

/// Width of a frame at the sides and above the card, in modules.
const BORDER: i32 = 1;
/// Maximum corner radius that a frame takes from its card, in hundredths of a module.
const ROUNDEST: i32 = 300;

/// Frame around a card. Lengths are in modules.
pub(super) struct Framing<'a> {
    frame: &'a Frame,
    card: Card,
    /// Height of the area below the card.
    foot: i32,
}

impl<'a> Framing<'a> {
    pub(super) fn around(card: Card, frame: &'a Frame) -> Self {
        Self { frame, card, foot: (card.side + 3) / 6 }
    }

    /// Offset of the card inside the frame, and size of the frame.
    pub(super) fn room(&self) -> (i32, (i32, i32)) {
        let width = self.card.side + 2 * BORDER;
        (BORDER, (width, self.card.side + BORDER + self.foot))
    }

    /// Writes the frame as one filled rectangle below the card.
    pub(super) fn draw(&self, svg: &mut String) {
        let (_, (width, height)) = self.room();
        let _ = write!(svg, r#"<rect width="{width}" height="{height}""#);
        if self.card.radius > 0 {
            let _ = write!(svg, r#" rx="{}""#, decimal(self.card.radius.min(ROUNDEST) + BORDER * ONE));
        }
        let _ = write!(svg, r#" fill="{}"/>"#, self.frame.color());
    }

    /// Call to action, in the area below the card.
    pub(super) fn into_text(self) -> DrawnText {
        let (inset, (width, _)) = self.room();
        // A tenth of the foot stays free above and below, and the width of a round corner at the sides.
        let (foot, side) = (self.foot * ONE, (ROUNDEST / 2) + BORDER * ONE);
        let area = Area {
            x: side,
            y: (inset + self.card.side) * ONE + foot / 10,
            width: width * ONE - 2 * side,
            height: foot * 8 / 10,
        };
        let frame = self.frame;
        DrawnText { text: frame.text().to_string(), font: frame.font(), color: frame.text_color(), area }
    }
}
