//! What becomes of a preset of the library.

use landing_draft::preset::Preset;

use super::rows::PresetRow;
use super::{Action, Circumstances, Fault};

/// A preset that is made or changed.
#[derive(Debug, Clone, PartialEq)]
pub enum PresetWrite {
    /// It is made.
    Insert,
    /// It is changed.
    Replace {
        /// As it was read.
        before: Box<Preset>,
        /// What it becomes.
        after: Box<Preset>,
    },
}

/// What becomes of a row; `existing` is the preset of its name.
pub fn plan(
    row: &PresetRow,
    existing: Option<&Preset>,
    with: &Circumstances<'_>,
) -> Result<(Action, Option<PresetWrite>), Fault> {
    match existing {
        None => Ok((Action::Created, Some(PresetWrite::Insert))),
        Some(there) if there.content == row.content => Ok((Action::Skipped, None)),
        Some(there) => with.conflict(Fault::PresetNameTaken, || {
            let after = Preset { content: row.content.clone(), updated_at: with.now, ..there.clone() };
            PresetWrite::Replace { before: Box::new(there.clone()), after: Box::new(after) }
        }),
    }
}
