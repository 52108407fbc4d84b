//! Faces of preview cards for all scripts beyond those of the chosen font.

use std::io::Read as _;
use std::sync::OnceLock;

use flate2::read::ZlibDecoder;
use landing_draft::appearance::Font;
use unicode_script::{Script, UnicodeScript as _};

use super::font::{self, Parsed};
use super::is_emoji;

macro_rules! faces {
    ($($name:ident $file:literal,)*) => {
        /// Face in a compressed file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Fallback {
            $($name,)*
        }

        impl Fallback {
            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$(Self::$name,)*];
            const COUNT: usize = [$(Self::$name,)*].len();

            fn packed(self) -> &'static [u8] {
                match self {
                    $(Self::$name => include_bytes!(concat!("../../fonts/cards/", $file, ".z")),)*
                }
            }
        }
    };
}

faces! {
    Sans "sans",
    Arabic "arabic",
    Armenian "armenian",
    Bengali "bengali",
    CanadianAboriginal "canadianaboriginal",
    Cherokee "cherokee",
    Devanagari "devanagari",
    Emoji "emoji",
    Ethiopic "ethiopic",
    Georgian "georgian",
    Gujarati "gujarati",
    Gurmukhi "gurmukhi",
    Han "han",
    Hangul "hangul",
    Hebrew "hebrew",
    Kannada "kannada",
    Khmer "khmer",
    Lao "lao",
    Malayalam "malayalam",
    Math "math",
    Mongolian "mongolian",
    Myanmar "myanmar",
    NKo "nko",
    Oriya "oriya",
    Sinhala "sinhala",
    Symbols "symbols",
    Symbols2 "symbols2",
    Syriac "syriac",
    Tamil "tamil",
    Telugu "telugu",
    Thaana "thaana",
    Thai "thai",
    Tibetan "tibetan",
    Tifinagh "tifinagh",
}

impl Fallback {
    /// Returns the face, which is unpacked when it is first needed. `None` can't happen with the embedded files; a test
    /// unpacks them all.
    fn parsed(self) -> Option<&'static Parsed> {
        static PARSED: [OnceLock<Option<Parsed>>; Fallback::COUNT] =
            [const { OnceLock::new() }; Fallback::COUNT];
        let unpack = || {
            let mut unpacked = Vec::new();
            ZlibDecoder::new(self.packed()).read_to_end(&mut unpacked).ok()?;
            // The process keeps the face for good.
            Parsed::new(unpacked.leak())
        };
        PARSED.get(self as usize)?.get_or_init(unpack).as_ref()
    }

    /// Returns the faces that may have a character of a script, the best first.
    fn of(script: Script) -> &'static [Self] {
        match script {
            Script::Arabic => &[Self::Arabic],
            Script::Armenian => &[Self::Armenian],
            Script::Bengali => &[Self::Bengali],
            Script::Canadian_Aboriginal => &[Self::CanadianAboriginal],
            Script::Cherokee => &[Self::Cherokee],
            Script::Devanagari => &[Self::Devanagari],
            Script::Ethiopic => &[Self::Ethiopic],
            Script::Georgian => &[Self::Georgian],
            Script::Gujarati => &[Self::Gujarati],
            Script::Gurmukhi => &[Self::Gurmukhi],
            Script::Han | Script::Hiragana | Script::Katakana | Script::Bopomofo => &[Self::Han],
            Script::Hangul => &[Self::Hangul, Self::Han],
            Script::Hebrew => &[Self::Hebrew],
            Script::Kannada => &[Self::Kannada],
            Script::Khmer => &[Self::Khmer],
            Script::Lao => &[Self::Lao],
            Script::Malayalam => &[Self::Malayalam],
            Script::Mongolian => &[Self::Mongolian],
            Script::Myanmar => &[Self::Myanmar],
            Script::Nko => &[Self::NKo],
            Script::Oriya => &[Self::Oriya],
            Script::Sinhala => &[Self::Sinhala],
            Script::Syriac => &[Self::Syriac],
            Script::Tamil => &[Self::Tamil],
            Script::Telugu => &[Self::Telugu],
            Script::Thaana => &[Self::Thaana],
            Script::Thai => &[Self::Thai],
            Script::Tibetan => &[Self::Tibetan],
            Script::Tifinagh => &[Self::Tifinagh],
            // Signs of many scripts, such as the stop of Devanagari and the comma of Arabic.
            Script::Common | Script::Inherited => &[
                Self::Sans,
                Self::Emoji,
                Self::Symbols,
                Self::Symbols2,
                Self::Math,
                Self::Han,
                Self::Arabic,
                Self::Devanagari,
            ],
            _ => &[Self::Sans],
        }
    }
}

/// Face that draws a part of a text.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) parsed: &'static Parsed,
    /// Whether two parts have the same face.
    pub(super) id: Option<Fallback>,
}

/// Returns the face for a cluster of characters that form one sign; `None` if no face has all of them. `around` is the
/// face of the text before it, which also draws its punctuation.
pub(super) fn face_of(cluster: &str, chosen: Font, around: Option<Face>) -> Option<Face> {
    let chosen = font::parsed(chosen).map(|parsed| Face { parsed, id: None });
    let fallback = |id: Fallback| Some(Face { parsed: id.parsed()?, id: Some(id) });
    let covers = |face: &Face| {
        let charmap = face.parsed.font.charmap();
        cluster.chars().all(|character| is_ignorable(character) || charmap.map_unicode(character).is_some())
    };
    if cluster.chars().any(is_emoji)
        && let Some(emoji) = fallback(Fallback::Emoji).filter(covers)
    {
        return Some(emoji);
    }
    let script = cluster.chars().map(|character| character.script()).find(|script| is_real(*script));
    let neighbour = around.filter(|_| script.is_none());
    let others = Fallback::of(script.unwrap_or(Script::Common)).iter().filter_map(|id| fallback(*id));
    neighbour.into_iter().chain(chosen).chain(others).find(covers)
}

/// Returns whether a script is that of letters, and not of signs for all scripts.
pub(super) fn is_real(script: Script) -> bool {
    !matches!(script, Script::Common | Script::Inherited | Script::Unknown)
}

/// Returns whether a character may be without a glyph, because it only affects its neighbours.
fn is_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_can_be_unpacked_and_together_they_stay_within_their_budget() {
        for face in Fallback::ALL {
            let parsed = face.parsed().unwrap_or_else(|| panic!("{face:?} is no font"));
            assert!(parsed.ascender > 0.0 && parsed.descender < 0.0, "{face:?}");
        }
        let total: usize = Fallback::ALL.iter().map(|face| face.packed().len()).sum();
        assert!(total < 6_500_000, "{total} bytes in the program");
    }

    #[test]
    fn each_script_has_a_face() {
        for (text, expected) in [
            ("a", None),
            ("\u{416}", None),
            ("\u{5D0}", Some(Fallback::Hebrew)),
            ("\u{645}", Some(Fallback::Arabic)),
            ("\u{E17}\u{E35}\u{E48}", Some(Fallback::Thai)),
            ("\u{928}", Some(Fallback::Devanagari)),
            ("\u{65E5}", Some(Fallback::Han)),
            ("\u{304B}", Some(Fallback::Han)),
            ("\u{3002}", Some(Fallback::Han)),
            ("\u{D55C}", Some(Fallback::Hangul)),
            ("\u{1F469}\u{200D}\u{1F4BB}", Some(Fallback::Emoji)),
            ("\u{2764}\u{FE0F}", Some(Fallback::Emoji)),
            ("\u{1D4D7}", Some(Fallback::Math)),
            ("\u{10A0}", Some(Fallback::Georgian)),
        ] {
            assert_eq!(face_of(text, Font::Inter, None).map(|face| face.id), Some(expected), "{text}");
        }
        assert!(face_of("\u{13000}", Font::Inter, None).is_none(), "hieroglyphs");
        assert!(face_of("\u{10FFFF}", Font::Inter, None).is_none());
        assert_eq!(face_of("\u{416}", Font::Poppins, None).map(|face| face.id), Some(Some(Fallback::Sans)));
    }
}
