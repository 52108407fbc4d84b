//! What holds for all rows of one document.

use std::collections::HashMap;
use std::sync::Arc;

use auth_scopes::Caller;
use kernel::{Hostname, OwnerId};
use landing_draft::domain::PlanCaps;
use landing_draft::ports::Draft;
use landing_draft::preset::{Preset, PresetName};

use super::ImportOptions;
use crate::transfer::files::Files;
use crate::transfer::ports::{DraftChange, Mode, SettledDomain};

/// One document that is imported.
pub(super) struct Turn {
    pub(super) caller: Caller,
    pub(super) options: ImportOptions,
    /// What came with it, and what need not come.
    pub(super) files: Files,
    /// What the plan still allows: where changes are only tried, those tried before count too.
    pub(super) caps: PlanCaps,
    /// Which domain has which ids of segments and buttons.
    pub(super) ids: HashMap<String, Hostname>,
    /// Presets as they would be by now, where changes are only tried.
    pub(super) tried: HashMap<PresetName, Preset>,
}

impl Turn {
    pub(super) fn owner(&self) -> OwnerId {
        self.caller.owner
    }

    pub(super) fn mode(&self) -> Mode {
        if self.options.dry_run { Mode::DryRun } else { Mode::Apply }
    }

    /// A draft as it would be by now: one that follows a preset which was only tried says what the preset would say.
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
