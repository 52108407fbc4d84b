use std::sync::OnceLock;

use rustybuzz::{Direction, ShapePlan};

use super::runs::Writing;

/// A face that a label can be set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Face {
    /// Inter.
    Inter,
    /// Roboto.
    Roboto,
    /// Open Sans.
    OpenSans,
    /// Lato.
    Lato,
    /// Montserrat.
    Montserrat,
    /// Poppins.
    Poppins,
    /// Raleway.
    Raleway,
    /// Nunito.
    Nunito,
    /// Oswald.
    Oswald,
    /// Playfair Display.
    PlayfairDisplay,
    /// Bebas Neue.
    BebasNeue,
    /// Pacifico.
    Pacifico,
}

/// What the program carries of a face.
struct Data {
    name: &'static str,
    ttf: &'static [u8],
    web: &'static [u8],
}

macro_rules! data {
    ($name:literal, $slug:literal) => {
        &Data {
            name: $name,
            ttf: include_bytes!(concat!("../../fonts/", $slug, ".ttf")),
            web: include_bytes!(concat!("../../fonts/web/", $slug, ".woff2")),
        }
    };
}

impl Face {
    /// All faces, in the order of the documentation.
    pub const ALL: [Self; 12] = [
        Self::Inter,
        Self::Roboto,
        Self::OpenSans,
        Self::Lato,
        Self::Montserrat,
        Self::Poppins,
        Self::Raleway,
        Self::Nunito,
        Self::Oswald,
        Self::PlayfairDisplay,
        Self::BebasNeue,
        Self::Pacifico,
    ];

    /// The name as the interface writes it.
    pub fn name(self) -> &'static str {
        self.data().name
    }

    /// The face of a name; names are exact.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.name() == name)
    }

    fn data(self) -> &'static Data {
        match self {
            Self::Inter => data!("Inter", "inter"),
            Self::Roboto => data!("Roboto", "roboto"),
            Self::OpenSans => data!("Open Sans", "open-sans"),
            Self::Lato => data!("Lato", "lato"),
            Self::Montserrat => data!("Montserrat", "montserrat"),
            Self::Poppins => data!("Poppins", "poppins"),
            Self::Raleway => data!("Raleway", "raleway"),
            Self::Nunito => data!("Nunito", "nunito"),
            Self::Oswald => data!("Oswald", "oswald"),
            Self::PlayfairDisplay => data!("Playfair Display", "playfair-display"),
            Self::BebasNeue => data!("Bebas Neue", "bebas-neue"),
            Self::Pacifico => data!("Pacifico", "pacifico"),
        }
    }

    /// The parsed face. Parsing costs more than a short label, so it is done once for the program's life.
    /// `None` can't happen with the files that are compiled in; a test reads them all.
    pub(super) fn parsed(self) -> Option<&'static Parsed> {
        static PARSED: [OnceLock<Option<Parsed>>; 12] = [const { OnceLock::new() }; 12];
        PARSED.get(self as usize)?.get_or_init(|| Parsed::new(self.data().ttf)).as_ref()
    }
}

/// The file that a browser sets live text of a face in, and its content type. It holds Latin and, where the face has
/// it, the Cyrillic of Russian, Ukrainian and Belarusian.
pub fn face_file(face: Face) -> (&'static [u8], &'static str) {
    (face.data().web, "font/woff2")
}

/// A face ready to be shaped with.
pub(super) struct Parsed {
    pub(super) font: rustybuzz::Face<'static>,
    pub(super) units_per_em: u16,
    /// From the base line up, in font units.
    pub(super) ascender: i16,
    /// From the base line down, so negative, in font units.
    pub(super) descender: i16,
    plans: [OnceLock<ShapePlan>; Writing::COUNT],
}

impl Parsed {
    fn new(ttf: &'static [u8]) -> Option<Self> {
        let font = rustybuzz::Face::from_slice(ttf, 0)?;
        let units_per_em = u16::try_from(font.units_per_em()).ok().filter(|units| *units > 0)?;
        let (ascender, descender) = (font.ascender(), font.descender());
        Some(Self {
            font,
            units_per_em,
            ascender,
            descender,
            plans: [const { OnceLock::new() }; Writing::COUNT],
        })
    }

    /// The look-ups that a writing needs, which take longer to collect than to apply to a label.
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

    pub(super) fn script(self) -> rustybuzz::Script {
        match self {
            Self::Latin => rustybuzz::script::LATIN,
            Self::Cyrillic => rustybuzz::script::CYRILLIC,
            Self::Greek => rustybuzz::script::GREEK,
            Self::Hebrew => rustybuzz::script::HEBREW,
        }
    }
}

#[cfg(test)]
mod tests {
    use rustybuzz::ttf_parser::Tag;

    use super::*;

    #[test]
    fn every_face_can_be_read_and_is_found_by_its_name_alone() {
        for face in Face::ALL {
            assert_eq!(Face::parse(face.name()), Some(face));
            let parsed = face.parsed().expect("the file is a font");
            assert!(parsed.ascender > 0 && parsed.descender < 0);
            let kern = parsed.font.tables().gpos.is_some_and(|gpos| {
                gpos.features.into_iter().any(|feature| feature.tag == Tag::from_bytes(b"kern"))
            });
            // These two are published without kerning.
            let published = !matches!(face, Face::OpenSans | Face::Poppins);
            assert_eq!(kern, published, "{}", face.name());
        }
        assert_eq!(Face::parse("inter"), None);
    }

    #[test]
    fn the_web_files_are_small_and_the_faces_together_stay_within_their_budget() {
        let mut total = 0;
        for face in Face::ALL {
            let (bytes, content_type) = face_file(face);
            assert!(bytes.starts_with(b"wOF2") && bytes.len() <= 30 * 1024, "{}", face.name());
            assert_eq!(content_type, "font/woff2");
            total += face.data().ttf.len();
        }
        assert!(total < 1_600_000, "{total}");
    }
}
