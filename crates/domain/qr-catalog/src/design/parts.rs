//! Optional parts of a design: a logo in the middle, and a frame with a call to action.

use kernel::{FileName, Font, Rgb};

/// Logo in the middle of a code, which replaces the modules there. The code then has error correction level H.
#[derive(Debug, Clone, PartialEq)]
pub struct Logo {
    pub(crate) file: FileName,
    pub(crate) size: f64,
}

impl Logo {
    /// Minimum share of the code's width that stays free for the logo. A smaller logo is not recognizable.
    pub const MIN_SIZE: f64 = 0.12;

    /// Maximum share of the code's width that stays free for the logo. It covers a twentieth of the modules, a third of
    /// what level H restores. The rest is reserve for bad light and paper.
    pub const MAX_SIZE: f64 = 0.22;

    /// Name of the image file, which the owner uploaded.
    pub fn file(&self) -> &FileName {
        &self.file
    }

    /// Share of the code's width that stays free for the logo, rounded down to whole modules.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Whether the file name has an image extension. Uploads get their extension by content.
    pub(crate) fn takes(file: &FileName) -> bool {
        [".png", ".jpg", ".webp"].iter().any(|end| file.as_str().ends_with(end))
    }

    /// Side of the free square in modules, for a code of `modules` a side. An odd number like the code's side, so that
    /// the logo is centered.
    #[expect(clippy::cast_possible_truncation, reason = "a code has at most 177 modules a side")]
    pub(crate) fn modules(&self, modules: i32) -> i32 {
        let most = (f64::from(modules) * self.size + 1e-9).floor() as i32;
        (most - (most + 1) % 2).max(1)
    }
}

kernel::line_of_text! {
    /// Call to action on a frame, 1-40 characters.
    CallToAction, 1..=40
}

/// Frame around a code, with a call to action below the code.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    pub(crate) text: CallToAction,
    pub(crate) font: Font,
    pub(crate) color: Rgb,
}

impl Frame {
    /// Call to action below the code.
    pub fn text(&self) -> &CallToAction {
        &self.text
    }

    /// Font of the call to action.
    pub fn font(&self) -> Font {
        self.font
    }

    /// Colour of the frame.
    pub fn color(&self) -> Rgb {
        self.color
    }

    /// Colour of the call to action: white or almost black, whichever has more contrast on the frame. The contrast is
    /// at least 4.3:1 on every frame colour.
    pub fn text_color(&self) -> Rgb {
        const WHITE: Rgb = Rgb::new(0xff, 0xff, 0xff);
        const DARK: Rgb = Rgb::new(0x11, 0x11, 0x11);
        if WHITE.contrast(self.color) >= DARK.contrast(self.color) { WHITE } else { DARK }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_takes_an_odd_number_of_modules_and_never_more_than_its_share() {
        let file = FileName::parse("0a.png").unwrap();
        for (size, modules, expected) in [
            (0.22, 25, 5),
            (0.22, 33, 7),
            (0.22, 41, 9),
            (0.22, 177, 37),
            (0.2, 25, 5),
            (0.12, 25, 3),
            (0.12, 21, 1),
            (0.12, 177, 21),
        ] {
            let logo = Logo { file: file.clone(), size };
            assert_eq!(logo.modules(modules), expected, "{size} of {modules}");
            assert!(f64::from(logo.modules(modules)) <= size * f64::from(modules) + 1e-9);
        }
    }

    #[test]
    fn a_call_to_action_is_read_on_every_frame() {
        let text = CallToAction::parse("Scan me").unwrap();
        for level in 0..=255 {
            for color in [Rgb::new(level, level, level), Rgb::new(level, 0, 0), Rgb::new(255, level, 0)] {
                let frame = Frame { text: text.clone(), font: Font::Inter, color };
                assert!(frame.text_color().contrast(color) >= 4.3, "{color}");
            }
        }
    }
}
