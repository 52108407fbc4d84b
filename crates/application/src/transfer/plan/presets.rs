//! Plans of library presets.

use landing_draft::preset::Preset;

use super::rows::PresetRow;
use super::{Action, Circumstances, Fault};

/// Preset to create or change.
#[derive(Debug, Clone, PartialEq)]
pub enum PresetWrite {
    Insert,
    Replace {
        /// Preset as it was read.
        before: Box<Preset>,
        /// New state of the preset.
        after: Box<Preset>,
    },
}

/// Plans a row; `existing` is the preset with the same name.
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
