//! File formats of code pictures, and picture names for caches and `ETag`s.

use hmac_sha256::Hash as Sha256;
use serde::{Deserialize, Serialize};

use crate::draw::{Area, Drawing};
use crate::print::PrintWidth;

/// File format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureForm {
    /// Vector drawing, for screens and layout programs.
    Svg,
    /// Pixel image; the width is 128 to 2048 pixels.
    Png(u32),
    /// Page for print shops, with boxes for trim, bleed and safe area.
    Pdf(PrintWidth),
    /// Page for older print shops and layout programs.
    Eps(PrintWidth),
}

impl PictureForm {
    /// Media type of the format.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png(_) => "image/png",
            Self::Pdf(_) => "application/pdf",
            Self::Eps(_) => "application/postscript",
        }
    }
}

/// Name of a picture: a digest of everything that affects the picture, so equal names mean equal pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PictureName([u8; 32]);

impl PictureName {
    /// Computes the name of a drawing in a format. The name includes the program version, because versions may render
    /// differently. A complete SVG is named by its own content.
    pub fn of(drawing: &Drawing, form: PictureForm) -> Self {
        if form == PictureForm::Svg && drawing.is_complete() {
            return Self(Sha256::hash(drawing.svg.as_bytes()));
        }
        let mut digest = Sha256::new();
        digest.update(env!("CARGO_PKG_VERSION"));
        match form {
            PictureForm::Svg => digest.update("svg"),
            PictureForm::Png(size) => digest.update(size.to_be_bytes()),
            PictureForm::Pdf(width) => digest.update(format!("pdf{}", width.mm())),
            PictureForm::Eps(width) => digest.update(format!("eps{}", width.mm())),
        }
        digest.update(&drawing.svg);
        let place = |Area { x, y, width, height }: Area| format!("\0{x} {y} {width} {height}\0");
        if let Some(logo) = &drawing.logo {
            digest.update(format!("{}{}{}", logo.file, place(logo.area), logo.background));
        }
        if let Some(text) = &drawing.text {
            digest.update(format!("{}{}{}{}", text.font, place(text.area), text.color, text.text));
        }
        Self(digest.finalize())
    }

    /// Name in hexadecimal digits.
    pub fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use kernel::{FileName, Font, Rgb};

    use super::*;
    use crate::design::{CallToAction, Design, Frame, Logo};
    use crate::draw::{DrawOptions, draw};

    fn drawing(change: impl FnOnce(&mut Design)) -> Drawing {
        let mut design = Design::stock();
        change(&mut design);
        draw(&design, "https://a.example/qr", &DrawOptions::default()).unwrap()
    }

    fn with_logo(file: &str) -> Drawing {
        drawing(|design| design.logo = Some(Logo { file: FileName::parse(file).unwrap(), size: 0.2 }))
    }

    fn with_frame(text: &str, font: Font) -> Drawing {
        let (text, color) = (CallToAction::parse(text).unwrap(), Rgb::new(0, 0, 0));
        drawing(|design| design.frame = Some(Frame { text, font, color }))
    }

    #[test]
    fn a_name_stands_for_one_drawing_in_one_form() {
        let small = PrintWidth::parse(30).unwrap();
        let forms = [PictureForm::Svg, PictureForm::Png(128), PictureForm::Png(256), PictureForm::Pdf(small)];
        let forms = forms
            .into_iter()
            .chain([PictureForm::Pdf(PrintWidth::parse(50).unwrap()), PictureForm::Eps(small)]);
        let drawings = [
            drawing(|_| {}),
            with_logo("a.png"),
            with_logo("b.png"),
            with_frame("Scan me", Font::Inter),
            with_frame("Scan us", Font::Inter),
            with_frame("Scan me", Font::Lato),
        ];
        let names: Vec<_> = forms
            .flat_map(|form| drawings.each_ref().map(|drawing| PictureName::of(drawing, form)))
            .collect();
        for (n, one) in names.iter().enumerate() {
            assert!(names.iter().skip(n + 1).all(|other| other != one));
            assert_eq!(one.text().len(), 64);
        }
    }
}
