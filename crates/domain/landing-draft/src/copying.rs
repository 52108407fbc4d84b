//! Copies of a landing, or of parts of it, for another domain.

use std::collections::BTreeSet;

use kernel::ParseError;

use serde::{Deserialize, Serialize};

use crate::banner::Banner;
use crate::button::Button;
use crate::id::Ids;
use crate::landing::Landing;
use crate::segment::Segment;

kernel::words! {
    /// Part of a draft that can be copied separately.
    CopyPart {
        /// Segments with all their buttons.
        ButtonsSegments = "buttons_segments",
        /// Background and canvas colour.
        Bg = "bg",
        /// Look of buttons, profile and gate, and the reach.
        Ui = "ui",
        /// Notification banner.
        Notification = "notification",
    }
}

/// Parts to copy; never empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct CopyParts(BTreeSet<CopyPart>);

impl TryFrom<Vec<String>> for CopyParts {
    type Error = ParseError;

    fn try_from(words: Vec<String>) -> Result<Self, ParseError> {
        let needs = ParseError::needs("at least one part of a landing");
        Self::parse(words.iter().map(String::as_str)).ok_or(needs)
    }
}

impl CopyParts {
    /// Returns all parts of a draft.
    pub fn all() -> Self {
        Self([CopyPart::ButtonsSegments, CopyPart::Bg, CopyPart::Ui, CopyPart::Notification].into())
    }

    /// Parses the words of the API; `None` if there are no words, or one is unknown.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let parts: BTreeSet<CopyPart> =
            words.into_iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        (!parts.is_empty()).then_some(Self(parts))
    }

    /// Whether `part` is included.
    pub fn contains(&self, part: CopyPart) -> bool {
        self.0.contains(&part)
    }
}

impl Landing {
    /// Copies the content for another domain, under new ids. Stamped URLs are left out, because they are links of
    /// the original domain.
    #[must_use]
    pub fn copied(&self, ids: &Ids) -> Self {
        let segments = self.segments.iter().map(|segment| Segment {
            id: ids.segment(),
            buttons: segment
                .buttons
                .iter()
                .map(|button| Button { id: ids.button(), stamped_url: None, ..button.clone() })
                .collect(),
            ..segment.clone()
        });
        Self {
            segments: segments.collect(),
            appearance: self.appearance.clone(),
            banner: self.banner.clone(),
            reach: self.reach.clone(),
        }
    }

    /// Replaces these parts by copies from `source`; other parts stay.
    pub fn take_over(&mut self, source: &Landing, parts: &CopyParts, ids: &Ids) {
        if parts.contains(CopyPart::ButtonsSegments) {
            self.segments = source.copied(ids).segments;
        }
        if parts.contains(CopyPart::Bg) {
            self.appearance.canvas_color = source.appearance.canvas_color;
            self.appearance.sources = source.appearance.sources.clone();
            self.appearance.design = source.appearance.design.clone();
        }
        if parts.contains(CopyPart::Ui) {
            self.appearance.ui = source.appearance.ui.clone();
            self.reach = source.reach.clone();
        }
        if parts.contains(CopyPart::Notification) {
            // The copy must not follow later edits of the source's preset.
            self.banner = Banner { preset_id: None, ..source.banner.clone() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ids, landing};

    #[test]
    fn parts() {
        assert!(CopyParts::parse(["buttons_segments", "bg", "ui", "notification"]) == Some(CopyParts::all()));
        assert!(CopyParts::parse(["bg", "bg"]).is_some());
        assert_eq!(CopyParts::parse([]), None);
        assert_eq!(CopyParts::parse(["bg", "buttons"]), None);
    }

    #[test]
    fn stamped_addresses_stay_behind() {
        let (mut source, _) = landing(&[("a", 1)]);
        source.segments[0].buttons[0].stamped_url = Some("https://platform.example/paid".to_owned());
        let copy = source.copied(&ids());
        assert_eq!(copy.segments[0].buttons[0].stamped_url, None);
    }

    #[test]
    fn only_the_named_parts_are_taken_over() {
        let (source, _) = landing(&[("source", 2)]);
        let (mut target, _) = landing(&[("target", 1)]);
        target.take_over(&source, &CopyParts(BTreeSet::from([CopyPart::Bg])), &ids());
        assert_eq!(target.segments[0].name().as_str(), "target");
        target.take_over(&source, &CopyParts::all(), &ids());
        assert_eq!((target.segments[0].name().as_str(), target.button_count()), ("source", 2));
    }
}
