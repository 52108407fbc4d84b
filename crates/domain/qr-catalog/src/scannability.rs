//! What can be said beforehand about how well a design is read.

use serde::{Deserialize, Serialize};

use crate::design::{Design, EyeDot, EyeFrame, floor_to_hundredths, lightness};

kernel::words! {
    /// What holds a design back, though it is allowed.
    Warning {
        /// Circles and leaves as eye frames are read by phones and other decoders of the ZXing class only.
        EyeFrameNotReadByAll = "eye_frame_not_read_by_all",
        /// Diamonds as eye dots are the first to be lost in a small, tilted or blurred picture.
        EyeDotWeak = "eye_dot_weak",
        /// The background is darker than 0.88, so that on a white page some readers take it for the foreground.
        BackgroundDark = "background_dark",
        /// The contrast is under 7:1, so that little of it may be lost to light and paper.
        ContrastBelow7 = "contrast_below_7",
        /// Corners of more than a quarter of the card's side make the card grow around the code, so that in a picture of one
        /// size the modules are smaller by 15 to 30 %.
        CodeSmallOnCard = "code_small_on_card",
    }
}

kernel::words! {
    /// How much of a code may be lost, by the letter of the standard.
    ErrorCorrection {
        /// A quarter of it.
        Quartile = "Q",
        /// Almost a third.
        High = "H",
    }
}

/// How well a design is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scannability {
    /// The contrast of the weakest colour of the foreground against the background, 4.5 to 21, rounded down to hundredths.
    pub contrast_min: f64,
    /// The error correction level.
    pub ecl: ErrorCorrection,
    /// The width of the empty border in modules.
    pub quiet_zone: u32,
    /// What holds it back; empty for most designs.
    pub warnings: Vec<Warning>,
}

impl Scannability {
    /// The error correction level of codes: a quarter of the code may be lost.
    pub const ECL: ErrorCorrection = ErrorCorrection::Quartile;
    /// The error correction level of codes with a picture in the middle: almost a third may be lost.
    pub const ECL_WITH_LOGO: ErrorCorrection = ErrorCorrection::High;
    /// The empty border of every code, in modules.
    pub const QUIET_ZONE: u32 = 4;
    /// From here on the contrast is high enough for every reader.
    pub const GOOD_CONTRAST: f64 = 7.0;
    /// Up to here round corners cost little room.
    pub const WIDE_CORNERS: f64 = 0.25;

    /// How well this design is read.
    pub fn of(design: &Design) -> Self {
        let contrast = design.contrast_min();
        let found = [
            (matches!(design.eye_frame(), EyeFrame::Circle | EyeFrame::Leaf), Warning::EyeFrameNotReadByAll),
            (design.eye_dot() == EyeDot::Diamond, Warning::EyeDotWeak),
            (lightness(design.bg()) < Design::LIGHT_BACKGROUND, Warning::BackgroundDark),
            (contrast < Self::GOOD_CONTRAST, Warning::ContrastBelow7),
            (design.card_radius() > Self::WIDE_CORNERS, Warning::CodeSmallOnCard),
        ];
        Self {
            contrast_min: floor_to_hundredths(contrast),
            ecl: if design.logo().is_some() { Self::ECL_WITH_LOGO } else { Self::ECL },
            quiet_zone: Self::QUIET_ZONE,
            warnings: found.into_iter().filter_map(|(holds, warning)| holds.then_some(warning)).collect(),
        }
    }
}
