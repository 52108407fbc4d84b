//! Import of library presets, each independently, with the banners that follow it.

use std::collections::HashSet;

use auth_scopes::Right;
use kernel::StoreError;
use landing_draft::id::PresetId;
use landing_draft::ports::PresetStoreError;
use landing_draft::preset::Preset;

use super::groups::Outcome;
use super::turn::Turn;
use super::{Importing, MAX_ATTEMPTS, rights};
use crate::transfer::files::Absent;
use crate::transfer::plan::presets::{PresetWrite, plan};
use crate::transfer::plan::rows::PresetRow;
use crate::transfer::plan::{Circumstances, Fault};
use crate::transfer::ports::Mode;

/// Placeholder id of a preset in a dry run; the database never assigns 0.
const UNMADE: PresetId = PresetId::new(0);

impl Importing {
    pub(super) async fn library(
        &self,
        turn: &mut Turn,
        rows: Vec<(usize, PresetRow)>,
    ) -> Result<Vec<(usize, Outcome)>, StoreError> {
        if let Some(fault) = rights::missing(&turn.caller, &[Right::NotificationsLibrary]) {
            return Ok(rows.into_iter().map(|(place, _)| (place, Err(fault.clone()))).collect());
        }
        let (mut seen, mut done) = (HashSet::new(), Vec::with_capacity(rows.len()));
        for (place, row) in rows {
            let is_first = seen.insert(row.name.clone());
            let outcome =
                if is_first { self.preset(turn, row).await? } else { Err(Fault::duplicate("name")) };
            done.push((place, outcome));
        }
        Ok(done)
    }

    async fn preset(&self, turn: &mut Turn, row: PresetRow) -> Result<Outcome, StoreError> {
        let (owner, mut absent) = (turn.owner(), Absent::default());
        for file in row.content.files() {
            turn.files.note(&mut absent, owner, file).await?;
        }
        if let Some(file) = absent.missing.first() {
            return Ok(Err(Fault::FileNotFound(file.to_string())));
        }
        for _ in 0..MAX_ATTEMPTS {
            let there = self.stores.presets.by_name(owner, &row.name).await?;
            let now = self.context.clock.now();
            let with = Circumstances { on_conflict: turn.options.on_conflict, ids: &self.context.ids, now };
            let (action, write) = match plan(&row, there.as_ref(), &with) {
                Ok((action, Some(write))) => (action, write),
                Ok((action, None)) => return Ok(Ok(action)),
                Err(fault) => return Ok(Err(fault)),
            };
            if turn.mode() == Mode::DryRun {
                turn.tried.insert(row.name.clone(), tried(row, write, now));
                return Ok(Ok(action));
            }
            if let Err(fault) = turn.files.keep(owner, &absent.sent).await? {
                return Ok(Err(fault));
            }
            let presets = &self.stores.presets;
            let written = match &write {
                PresetWrite::Insert => presets.insert(&turn.by, &row.name, &row.content, now).await.map(drop),
                PresetWrite::Replace { before, after } => presets.replace(&turn.by, before, after).await,
            };
            match written {
                Ok(()) => return Ok(Ok(action)),
                Err(PresetStoreError::NameTaken | PresetStoreError::Stale) => {}
                Err(PresetStoreError::Store(error)) => return Err(error),
            }
        }
        Ok(Err(Fault::Busy))
    }
}

/// Returns the preset that a dry run would save.
fn tried(row: PresetRow, write: PresetWrite, now: kernel::UnixTime) -> Preset {
    match write {
        PresetWrite::Replace { after, .. } => *after,
        PresetWrite::Insert => {
            Preset { id: UNMADE, name: row.name, content: row.content, created_at: now, updated_at: now }
        }
    }
}
