//! Import of a document: read the existing data, plan, apply. A concurrent change starts a new attempt.

mod groups;
mod library;
mod rights;
mod team;
mod turn;

use std::collections::HashMap;
use std::sync::Arc;

use auth_scopes::Caller;
use kernel::{Hostname, StoreError};
use landing_draft::context::Context;
use landing_draft::domain::PlanCaps;
use landing_draft::labels::Labels;
use landing_draft::landing::Landing;
use landing_draft::preset::{Preset, PresetName};

use self::groups::{Group, Outcome, Sorted, failed};
use self::turn::Turn;
use super::files::{Absent, Files, SentFiles};
use super::plan::rows::{Row, RowResult};
use super::plan::{Circumstances, DomainFacts, DomainRows, Fault, OnConflict, Planned, plan_domain};
use super::ports::{ApplyError, DomainChange, Mode};
use super::stores::Stores;

/// Maximum number of attempts per group of rows. Concurrent edits of the same draft are rare.
const MAX_ATTEMPTS: usize = 20;

/// Approximate size of a smart link or a code, in bytes.
const ROW: usize = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportOptions {
    /// Policy for a row whose natural name already exists with other content.
    pub on_conflict: OnConflict,
    /// Whether to only report the outcome of each row, without changes.
    pub dry_run: bool,
}

/// Imports documents.
#[derive(Clone)]
pub struct Importing {
    stores: Stores,
    labels: Labels,
    context: Context,
    caps: PlanCaps,
}

impl Importing {
    pub fn new(stores: Stores, labels: Labels, context: Context, caps: PlanCaps) -> Self {
        Self { stores, labels, context, caps }
    }

    /// Imports a document, and returns the outcome of each row, in order. Presets come first, because banners follow
    /// them. Each domain is imported whole or not at all, and a failed domain does not affect others. Importing the
    /// same document twice changes nothing. Files that the owner has not uploaded come from `sent`.
    pub async fn run(
        &self,
        caller: Caller,
        rows: Vec<Row>,
        options: ImportOptions,
        sent: Arc<dyn SentFiles>,
    ) -> Result<Vec<RowResult>, StoreError> {
        let (mut sorted, mut labels) = (Sorted::default(), Vec::with_capacity(rows.len()));
        for (place, Row { path, name, domain, content }) in rows.into_iter().enumerate() {
            labels.push((path, name));
            sorted.add(place, domain, content);
        }
        let by = caller.acting();
        let ids = self.stores.transfer.ids(by.owner).await?;
        let files = Files::new(self.stores.clone(), sent);
        let mut turn = Turn { caller, by, options, files, caps: self.caps, ids, tried: HashMap::new() };
        let mut outcomes = std::mem::take(&mut sorted.outcomes);
        outcomes.extend(self.library(&mut turn, std::mem::take(&mut sorted.library)).await?);
        for (hostname, group) in sorted.take_domains() {
            outcomes.extend(self.group(&mut turn, hostname, group, &labels).await?);
        }
        outcomes.extend(self.team(&turn, sorted.team).await?);
        let result = |((path, name), outcome)| RowResult { path, name, outcome };
        Ok(labels.into_iter().zip(outcomes.into_values()).map(result).collect())
    }

    /// Imports the rows of one domain.
    async fn group(
        &self,
        turn: &mut Turn,
        hostname: Hostname,
        group: Group,
        labels: &groups::Labels,
    ) -> Result<Vec<(usize, Outcome)>, StoreError> {
        let Group { places, rows, faults } = group;
        if !faults.is_empty() {
            return Ok(failed(&places, faults, labels));
        }
        let first = rows.domain.first().map(|(place, _)| *place).or(places.first().copied());
        let at_first = |fault| Ok(failed(&places, vec![(first.unwrap_or_default(), fault)], labels));
        let rows = Arc::new(rows);
        for _ in 0..MAX_ATTEMPTS {
            let (facts, absent) = self.facts(turn, &hostname, &rows).await?;
            let denied = rights::denied(&turn.caller, &rows, facts.existing.is_none());
            if !denied.is_empty() {
                return Ok(failed(&places, denied, labels));
            }
            let planned = match self.planned(turn, &hostname, &rows, facts).await? {
                Ok(planned) => planned,
                Err(faults) => return Ok(failed(&places, faults, labels)),
            };
            let done =
                |actions: Vec<_>| actions.into_iter().map(|(place, action)| (place, Ok(action))).collect();
            let Planned { actions, change: Some(change) } = planned else { return Ok(done(planned.actions)) };
            let settled = change.settled.clone();
            if turn.mode() == Mode::Apply {
                let named = change.files();
                let sent = absent.sent.iter().filter(|file| named.contains(file));
                if let Err(fault) = turn.files.keep(turn.owner(), sent).await? {
                    return at_first(fault);
                }
            }
            match self.apply(turn, change).await {
                Ok(()) => {
                    turn.has_done(&hostname, settled.as_ref());
                    return Ok(done(actions));
                }
                Err(ApplyError::Stale) => continue,
                Err(ApplyError::Taken) => return at_first(Fault::DomainTaken),
                Err(ApplyError::CapReached) => return at_first(Fault::CapReached),
                Err(ApplyError::Quarantined) => return at_first(Fault::HostnameQuarantined),
                Err(ApplyError::Unproven) => return at_first(Fault::HostnameUnproven),
                Err(ApplyError::Store(error)) => return Err(error),
            }
        }
        at_first(Fault::Busy)
    }

    async fn facts(
        &self,
        turn: &Turn,
        hostname: &Hostname,
        rows: &DomainRows,
    ) -> Result<(DomainFacts, Absent), StoreError> {
        let Stores { domains, drafts, .. } = &self.stores;
        let owner = turn.owner();
        let existing = match domains.find(owner, hostname).await? {
            Some(domain) => drafts.load(owner, hostname).await?.map(|draft| (domain, turn.as_tried(draft))),
            None => None,
        };
        let mut facts = DomainFacts { existing, ..DomainFacts::default() };
        if let Some((_, row)) = rows.domain.first() {
            let is_elsewhere = |id: &String| turn.ids.get(id).is_some_and(|domain| domain != hostname);
            facts.taken = row.draft.landing().ids().filter(is_elsewhere).collect();
            if let Some(name) = &row.preset {
                facts.preset = self.preset_of(turn, name).await?;
            }
        }
        if !rows.smart_links.is_empty() {
            facts.smart_links = self.stores.all_smart_links(owner, hostname).await?;
        }
        if !rows.codes.is_empty() {
            facts.codes = self.stores.all_codes(owner, hostname).await?;
        }
        let absent = absent(turn, rows).await?;
        facts.missing_files = absent.missing.clone();
        Ok((facts, absent))
    }

    async fn preset_of(&self, turn: &Turn, name: &PresetName) -> Result<Option<Preset>, StoreError> {
        match turn.tried.get(name) {
            Some(tried) => Ok(Some(tried.clone())),
            None => self.stores.presets.by_name(turn.owner(), name).await,
        }
    }

    async fn planned(
        &self,
        turn: &Turn,
        hostname: &Hostname,
        rows: &Arc<DomainRows>,
        facts: DomainFacts,
    ) -> Result<Result<Planned, Vec<(usize, Fault)>>, StoreError> {
        let there = facts.existing.as_ref().map_or(0, |(_, draft)| draft.landing.weight());
        let wanted = rows.domain.iter().map(|(_, row)| row.draft.landing().weight()).sum::<usize>();
        let small = (rows.smart_links.len() + rows.codes.len()).saturating_mul(ROW);
        let (rows, ids, on_conflict) = (Arc::clone(rows), self.context.ids.clone(), turn.options.on_conflict);
        let (hostname, now) = (hostname.clone(), self.context.clock.now());
        let plan =
            move || plan_domain(&hostname, &rows, &facts, &Circumstances { on_conflict, ids: &ids, now });
        self.context.cpu.work(there.saturating_add(wanted).saturating_add(small), plan).await
    }

    async fn apply(&self, turn: &Turn, mut change: DomainChange) -> Result<(), ApplyError> {
        let mode = turn.mode();
        match (mode, &mut change.settled) {
            (Mode::Apply, Some(settled)) => {
                let mut landing = Landing::clone(&settled.draft.landing);
                self.labels.set(&mut landing).await?;
                settled.draft.landing = Arc::new(landing);
            }
            // A dry-run preset is not in the store, so the store must not compare it.
            (Mode::DryRun, Some(settled)) => {
                settled.preset =
                    settled.preset.take().filter(|preset| !turn.tried.contains_key(&preset.name));
            }
            (_, None) => {}
        }
        let now = self.context.clock.now();
        self.stores.transfer.apply(&turn.by, &change, &turn.caps, mode, now).await
    }
}

/// Files that rows name and that the owner has not uploaded.
async fn absent(turn: &Turn, rows: &DomainRows) -> Result<Absent, StoreError> {
    let mut absent = Absent::default();
    for file in rows.domain.iter().flat_map(|(_, row)| row.draft.landing().files()) {
        turn.files.note(&mut absent, turn.owner(), file).await?;
    }
    for logo in rows.codes.iter().filter_map(|(_, row)| row.design.logo()) {
        turn.files.note(&mut absent, turn.owner(), logo.file()).await?;
    }
    Ok(absent)
}
