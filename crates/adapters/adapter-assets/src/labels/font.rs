use std::sync::OnceLock;

use harfrust::{Direction, Script, ShapePlan};
use landing_draft::appearance::Font;
use skrifa::ScalerFont;

use super::runs::Writing;

/// Embedded files of a font.
struct Data {
    ttf: &'static [u8],
    web: &'static [u8],
}

macro_rules! data {
    ($slug:literal) => {
        &Data {
            ttf: include_bytes!(concat!("../../fonts/", $slug, ".ttf")),
            web: include_bytes!(concat!("../../fonts/web/", $slug, ".woff2")),
        }
    };
}

fn data(font: Font) -> &'static Data {
    match font {
        Font::Inter => data!("inter"),
        Font::Roboto => data!("roboto"),
        Font::OpenSans => data!("open-sans"),
        Font::Lato => data!("lato"),
        Font::Montserrat => data!("montserrat"),
        Font::Poppins => data!("poppins"),
        Font::Raleway => data!("raleway"),
        Font::Nunito => data!("nunito"),
        Font::Oswald => data!("oswald"),
        Font::PlayfairDisplay => data!("playfair-display"),
        Font::BebasNeue => data!("bebas-neue"),
        Font::Pacifico => data!("pacifico"),
    }
}

/// Returns the parsed font. Parsing costs more than a short label, so each font is parsed once per process.
///
/// `None` can't happen with the embedded files; a test parses them all.
pub(super) fn parsed(font: Font) -> Option<&'static Parsed> {
    static PARSED: [OnceLock<Option<Parsed>>; 12] = [const { OnceLock::new() }; 12];
    PARSED.get(font as usize)?.get_or_init(|| Parsed::new(data(font).ttf)).as_ref()
}

/// Returns the file with which a browser draws live text, and its content type. It covers Latin and, if the font has
/// it, the Cyrillic of Russian, Ukrainian and Belarusian.
pub(crate) fn font_file(font: Font) -> (&'static [u8], &'static str) {
    (data(font).web, "font/woff2")
}

/// Font ready for shaping.
pub(super) struct Parsed {
    pub(super) font: harfrust::Font,
    /// Draws outlines in font units.
    pub(super) scaler: ScalerFont,
    pub(super) units_per_em: u16,
    /// Distance from the baseline up, in font units.
    pub(super) ascender: f32,
    /// Distance from the baseline down, negative, in font units.
    pub(super) descender: f32,
    plans: [OnceLock<ShapePlan>; Writing::COUNT],
}

impl Parsed {
    pub(super) fn new(ttf: &'static [u8]) -> Option<Self> {
        let font = harfrust::Font::new(ttf, 0)?;
        let metrics = font.metrics();
        let line = metrics.h_line()?;
        let (ascender, descender) = (line.ascender.to_f64() as f32, line.descender.to_f64() as f32);
        let scaler = ScalerFont::unhinted(font.clone(), None);
        let units_per_em = metrics.units_per_em;
        Some(Self {
            font,
            scaler,
            units_per_em,
            ascender,
            descender,
            plans: [const { OnceLock::new() }; Writing::COUNT],
        })
    }

    /// Returns the cached shaping plan of a script. Building a plan takes longer than applying it to a label.
    pub(super) fn plan(&self, writing: Writing) -> Option<&ShapePlan> {
        let slot = self.plans.get(writing as usize)?;
        let make = || ShapePlan::new(&self.font, writing.direction(), Some(writing.script()), None, &[]);
        Some(slot.get_or_init(make))
    }
}

impl Writing {
    pub(super) fn direction(self) -> Direction {
        if self == Self::Hebrew { Direction::RightToLeft } else { Direction::LeftToRight }
    }

    pub(super) fn script(self) -> Script {
        match self {
            Self::Latin => Script::LATIN,
            Self::Cyrillic => Script::CYRILLIC,
            Self::Greek => Script::GREEK,
            Self::Hebrew => Script::HEBREW,
        }
    }
}

#[cfg(test)]
mod tests {
    use harfrust::Tag;
    use skrifa::raw::TableProvider as _;

    use super::*;

    #[test]
    fn every_face_can_be_read() {
        for font in Font::ALL {
            let parsed = parsed(font).expect("the file is a font");
            assert!(parsed.ascender > 0.0 && parsed.descender < 0.0);
            let gpos = parsed.font.tables().gpos();
            let features = gpos.and_then(|gpos| gpos.feature_list());
            let kern = features.is_ok_and(|features| {
                features.feature_records().iter().any(|feature| feature.feature_tag() == Tag::new(b"kern"))
            });
            // These two fonts are published without kerning.
            let published = !matches!(font, Font::OpenSans | Font::Poppins);
            assert_eq!(kern, published, "{}", font.name());
        }
    }

    #[test]
    fn the_web_files_are_small_and_the_faces_together_stay_within_their_budget() {
        let mut total = 0;
        for font in Font::ALL {
            let (bytes, content_type) = font_file(font);
            assert!(bytes.starts_with(b"wOF2") && bytes.len() <= 30 * 1024, "{}", font.name());
            assert_eq!(content_type, "font/woff2");
            total += data(font).ttf.len();
        }
        assert!(total < 1_600_000, "{total}");
    }
}
