use std::ops::Range;

use unicode_bidi::{BidiClass, BidiInfo, bidi_class};
use unicode_script::{Script, UnicodeScript as _};

/// Scripts that the fonts may cover. Text in other scripts never reaches the shaper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    Latin,
    Cyrillic,
    Greek,
    Hebrew,
}

impl Writing {
    pub(super) const COUNT: usize = 4;
}

/// A part of a text that is shaped in one step.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) range: Range<usize>,
    pub(super) writing: Writing,
}

/// Returns the script of a character; `Ok(None)` if it is used in any script.
fn writing_of(character: char) -> Result<Option<Writing>, char> {
    match character.script() {
        Script::Common | Script::Inherited => Ok(None),
        Script::Latin => Ok(Some(Writing::Latin)),
        Script::Cyrillic => Ok(Some(Writing::Cyrillic)),
        Script::Greek => Ok(Some(Writing::Greek)),
        Script::Hebrew => Ok(Some(Writing::Hebrew)),
        // The Arabic letter mark only sets a direction and draws nothing.
        _ if character == '\u{61C}' => Ok(None),
        _ => Err(character),
    }
}

/// Returns the runs of a text in visual order from left to right, or the first character of a
/// script that no font covers.
pub(super) fn runs(text: &str) -> Result<Vec<Run>, char> {
    if text.is_ascii() {
        return Ok(vec![Run { range: 0..text.len(), writing: Writing::Latin }]);
    }
    if let Some(unknown) = text.chars().find_map(|character| writing_of(character).err()) {
        return Err(unknown);
    }
    let mut found = Vec::new();
    for (range, right_to_left) in in_sight_order(text) {
        if right_to_left {
            // Without overrides, only Hebrew and its neutral characters run right to left.
            found.push(Run { range, writing: Writing::Hebrew });
        } else {
            split(text, range, &mut found);
        }
    }
    Ok(found)
}

fn in_sight_order(text: &str) -> Vec<(Range<usize>, bool)> {
    if !text.chars().any(|character| matches!(bidi_class(character), BidiClass::R | BidiClass::AL)) {
        return vec![(0..text.len(), false)];
    }
    let bidi = BidiInfo::new(text, None);
    let mut ordered = Vec::new();
    // Line breaks were removed before, so there is one paragraph.
    for paragraph in &bidi.paragraphs {
        let (levels, ranges) = bidi.visual_runs(paragraph, paragraph.range.clone());
        ordered.extend(ranges.into_iter().map(|range| {
            let right_to_left = levels.get(range.start).is_some_and(unicode_bidi::Level::is_rtl);
            (range, right_to_left)
        }));
    }
    ordered
}

/// Splits a left-to-right run by script. Characters of any script stay with the run before them.
fn split(text: &str, range: Range<usize>, found: &mut Vec<Run>) {
    let mut start = range.start;
    let mut current = None;
    for (offset, character) in text.get(range.clone()).unwrap_or_default().char_indices() {
        let Ok(Some(writing)) = writing_of(character) else { continue };
        if current.is_some_and(|current| current != writing) {
            let end = range.start + offset;
            found.push(Run { range: start..end, writing: current.unwrap_or(Writing::Latin) });
            start = end;
        }
        current = Some(writing);
    }
    found.push(Run { range: start..range.end, writing: current.unwrap_or(Writing::Latin) });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(&str, Writing)> {
        runs(text).unwrap().into_iter().map(|run| (&text[run.range], run.writing)).collect()
    }

    #[test]
    fn a_text_is_split_by_script_and_direction() {
        use Writing::{Cyrillic, Greek, Hebrew, Latin};
        assert_eq!(seen("Go!"), [("Go!", Latin)]);
        assert_eq!(seen("«Привет»"), [("«Привет»", Cyrillic)]);
        assert_eq!(seen("Hi, Привет 5"), [("Hi, ", Latin), ("Привет 5", Cyrillic)]);
        assert_eq!(seen("Ωé"), [("Ω", Greek), ("é", Latin)]);
        assert_eq!(seen("—"), [("—", Latin)]);
        assert_eq!(seen("שלום"), [("שלום", Hebrew)]);
        // The paragraph runs right to left, so the last part is shown first.
        assert_eq!(seen("שלום abc"), [("abc", Latin), ("שלום ", Hebrew)]);
        assert_eq!(seen("abc שלום 12"), [("abc ", Latin), ("12", Latin), ("שלום ", Hebrew)]);
    }

    #[test]
    fn a_script_that_no_face_covers_is_reported() {
        assert_eq!(runs("ok नमस्ते").unwrap_err(), 'न');
        assert_eq!(runs("مرحبا").unwrap_err(), 'م');
        assert_eq!(runs("你好").unwrap_err(), '你');
    }
}
