use landing_draft::button::LabelFile;
use landing_draft::selection::{Selection, ShownButton};

/// Returns the picture of a button's label, if there is one with exactly the shown text.
pub(crate) fn label_picture<'a>(
    selection: &'a Selection<'_>,
    shown: &ShownButton<'_>,
) -> Option<&'a LabelFile> {
    let button = selection.segment.buttons().iter().find(|button| button.id() == shown.id)?;
    button.picture_of(shown.label.as_str())
}
