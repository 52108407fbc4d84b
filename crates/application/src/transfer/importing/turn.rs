//! State of one import.

use std::collections::HashMap;
use std::sync::Arc;

use auth_scopes::Caller;
use kernel::{Acting, Hostname, OwnerId};
use landing_draft::domain::PlanCaps;
use landing_draft::ports::Draft;
use landing_draft::preset::{Preset, PresetName};

use super::ImportOptions;
use crate::transfer::files::Files;
use crate::transfer::ports::{DraftChange, Mode, SettledDomain};

pub(super) struct Turn {
    pub(super) caller: Caller,
    pub(super) by: Acting,
    pub(super) options: ImportOptions,
    /// Files sent with the document.
    pub(super) files: Files,
    /// Remaining limits of the plan; in a dry run, planned domains count too.
    pub(super) caps: PlanCaps,
    /// Domain of each segment id and button id.
    pub(super) ids: HashMap<String, Hostname>,
    /// Presets that a dry run would have saved.
    pub(super) tried: HashMap<PresetName, Preset>,
}

impl Turn {
    pub(super) fn owner(&self) -> OwnerId {
        self.by.owner
    }

    pub(super) fn mode(&self) -> Mode {
        if self.options.dry_run { Mode::DryRun } else { Mode::Apply }
    }

    /// In a dry run, returns the draft with the not-yet-saved preset applied.
    pub(super) fn as_tried(&self, draft: Draft) -> Draft {
        let follows = |preset: &&Preset| draft.landing.banner.preset_id == Some(preset.id);
        let Some(preset) = self.tried.values().find(follows) else { return draft };
        let mut landing = (*draft.landing).clone();
        let enabled = landing.banner.enabled;
        preset.stamp(&mut landing, enabled);
        Draft { landing: Arc::new(landing), ..draft }
    }

    pub(super) fn has_done(&mut self, domain: &Hostname, settled: Option<&SettledDomain>) {
        let Some(DraftChange { expected, landing, .. }) = settled.map(|settled| &settled.draft) else {
            return;
        };
        if self.options.dry_run && expected.is_none() {
            self.caps = self.caps.less_one();
        }
        self.ids.extend(landing.ids().map(|id| (id, domain.clone())));
    }
}
