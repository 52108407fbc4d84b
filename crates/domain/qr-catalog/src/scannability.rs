//! Scannability: predicts how reliably readers decode a design.

use serde::{Deserialize, Serialize};

use crate::design::{Design, EyeDot, EyeFrame, floor_to_hundredths, lightness};

kernel::words! {
    /// Weakness of an allowed design.
    Warning {
        /// Circles and leaves as eye frames are decoded only by phones and other decoders like ZXing.
        EyeFrameNotReadByAll = "eye_frame_not_read_by_all",
        /// Diamonds as eye dots fail first in small, tilted or blurred pictures.
        EyeDotWeak = "eye_dot_weak",
        /// Lightness of the background is below 0.88. On a white page some readers take it for foreground.
        BackgroundDark = "background_dark",
        /// Contrast is below 7:1, which leaves little reserve for bad light and paper.
        ContrastBelow7 = "contrast_below_7",
        /// Corner radius is above a quarter of the card's side. The card then grows, and modules shrink by 15 to 30 %
        /// in a picture of the same size.
        CodeSmallOnCard = "code_small_on_card",
    }
}

kernel::words! {
    /// Error correction level of the QR standard.
    ErrorCorrection {
        /// Level Q: restores a quarter of the code.
        Quartile = "Q",
        /// Level H: restores almost a third of the code.
        High = "H",
    }
}

/// Scannability of a design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scannability {
    /// Lowest contrast of a foreground colour against the background: 4.5 to 21, rounded down to hundredths.
    pub contrast_min: f64,
    /// Error correction level of the code.
    pub ecl: ErrorCorrection,
    /// Width of the quiet zone, in modules.
    pub quiet_zone: u32,
    /// Weaknesses of the design; empty for most designs.
    pub warnings: Vec<Warning>,
}

impl Scannability {
    /// Error correction level without a logo.
    pub const ECL: ErrorCorrection = ErrorCorrection::Quartile;
    /// Error correction level with a logo.
    pub const ECL_WITH_LOGO: ErrorCorrection = ErrorCorrection::High;
    /// Width of the quiet zone, in modules.
    pub const QUIET_ZONE: u32 = 4;
    /// Contrast from which every reader decodes the code.
    pub const GOOD_CONTRAST: f64 = 7.0;
    /// Largest corner radius that costs little space, as a share of the card's side.
    pub const WIDE_CORNERS: f64 = 0.25;

    /// Rates a design.
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
