use landing_draft::button::LabelFile;
use landing_draft::selection::{Selection, ShownButton};

/// The picture of what the button says, where there is one and it says just that.
pub(crate) fn label_picture<'a>(
    selection: &'a Selection<'_>,
    shown: &ShownButton<'_>,
) -> Option<&'a LabelFile> {
    let button = selection.segment.buttons().iter().find(|button| button.id() == shown.id)?;
    button.label_file().filter(|file| file.text == shown.label.as_str())
}
