//! Taking a document in: read what exists, plan, carry out; again when somebody else was faster.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kernel::{ErrorKind, Hostname, Location, OwnerId, StoreError, ValidationErrors};
use landing_draft::context::Context;
use landing_draft::domain::PlanCaps;
use landing_draft::id::PresetId;
use landing_draft::labels::Labels;
use landing_draft::landing::Landing;
use landing_draft::ports::{DomainStore, DraftStore, FileStore, PresetStore};
use landing_draft::preset::{Preset, PresetName};

use qr_catalog::code::Code;
use qr_catalog::ports::CodeStore;
use smartlink_policy::ports::SmartLinkStore;
use smartlink_policy::smart_link::SmartLink;

use super::plan::rows::{Content, DomainRow, Row, RowResult};
use super::plan::{Action, Circumstances, DomainFacts, DomainRows, Fault, OnConflict, Planned, plan_domain};
use super::ports::{ApplyError, DomainChange, DraftChange, Mode, SettledDomain, TransferStore};

/// How often a row is planned anew. Somebody else who edits the same draft meanwhile is rare.
const MAX_ATTEMPTS: usize = 20;

/// How many entries of a list are read at once.
const PAGE: u32 = 200;

/// How a document is taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportOptions {
    /// What becomes of a row whose natural name stands for something else already.
    pub on_conflict: OnConflict,
    /// Whether it is only found out what would become of each row.
    pub dry_run: bool,
}

/// The stores that documents are taken into.
#[derive(Clone)]
pub struct Stores {
    /// Domains.
    pub domains: Arc<dyn DomainStore>,
    /// Their drafts.
    pub drafts: Arc<dyn DraftStore>,
    /// The library of banners.
    pub presets: Arc<dyn PresetStore>,
    /// Smart links.
    pub smart_links: Arc<dyn SmartLinkStore>,
    /// Printed codes.
    pub codes: Arc<dyn CodeStore>,
    /// Uploaded files.
    pub files: Arc<dyn FileStore>,
    /// What carries changes out.
    pub transfer: Arc<dyn TransferStore>,
}

/// Takes documents in.
#[derive(Clone)]
pub struct Importing {
    stores: Stores,
    labels: Labels,
    context: Context,
    caps: PlanCaps,
}

impl Importing {
    /// Into these stores.
    pub fn new(stores: Stores, labels: Labels, context: Context, caps: PlanCaps) -> Self {
        Self { stores, labels, context, caps }
    }

    /// Takes a document in, and tells what became of each row, in their order. Each domain is taken in whole or not at all, and one
    /// that fails leaves the others alone. The same document a second time changes nothing.
    pub async fn run(
        &self,
        owner: OwnerId,
        rows: Vec<Row>,
        options: ImportOptions,
    ) -> Result<Vec<RowResult>, StoreError> {
        let (mut groups, mut outcomes) = (Groups::default(), BTreeMap::new());
        let mut labels = Vec::with_capacity(rows.len());
        for (place, Row { path, name, domain, content }) in rows.into_iter().enumerate() {
            labels.push((path, name));
            match (domain, content) {
                (Some(domain), content) => groups.add(domain, place, content),
                (None, content) => {
                    let none =
                        || ValidationErrors::one(Location::root(), ErrorKind::Value, "names no domain");
                    outcomes.insert(place, Err(Fault::Invalid(content.err().unwrap_or_else(none))));
                }
            }
        }
        let ids = self.stores.transfer.ids(owner).await?;
        let mut turn = Turn { owner, options, caps: self.caps, ids };
        for (hostname, group) in groups.in_order() {
            let done = self.group(&mut turn, hostname, group, &labels).await?;
            outcomes.extend(done);
        }
        let result = |((path, name), outcome)| RowResult { path, name, outcome };
        Ok(labels.into_iter().zip(outcomes.into_values()).map(result).collect())
    }

    /// What became of the rows about one domain.
    async fn group(
        &self,
        turn: &mut Turn,
        hostname: Hostname,
        group: Group,
        labels: &[(String, Option<String>)],
    ) -> Result<Vec<(usize, Result<Action, Fault>)>, StoreError> {
        let Group { places, rows, faults } = group;
        if !faults.is_empty() {
            return Ok(failed(&places, faults, labels));
        }
        let rows = Arc::new(rows);
        for _ in 0..MAX_ATTEMPTS {
            let facts = self.facts(turn, &hostname, &rows).await?;
            let planned = match self.planned(turn, &hostname, &rows, facts).await? {
                Ok(planned) => planned,
                Err(faults) => return Ok(failed(&places, faults, labels)),
            };
            let done = |actions: Vec<(usize, Action)>| {
                actions.into_iter().map(|(place, action)| (place, Ok(action))).collect()
            };
            let Planned { actions, change: Some(change) } = planned else { return Ok(done(planned.actions)) };
            let settled = change.settled.clone();
            let fault = match self.apply(turn, change).await {
                Ok(()) => {
                    turn.has_done(&hostname, settled.as_ref());
                    return Ok(done(actions));
                }
                Err(ApplyError::Stale) => continue,
                Err(ApplyError::Taken) => Fault::DomainTaken,
                Err(ApplyError::CapReached) => Fault::CapReached,
                Err(ApplyError::Store(error)) => return Err(error),
            };
            let first = rows.domain.first().map_or(0, |(place, _)| *place);
            return Ok(failed(&places, vec![(first, fault)], labels));
        }
        let first = places.first().copied().unwrap_or_default();
        Ok(failed(&places, vec![(first, Fault::Busy)], labels))
    }

    async fn facts(
        &self,
        turn: &Turn,
        hostname: &Hostname,
        rows: &DomainRows,
    ) -> Result<DomainFacts, StoreError> {
        let Stores { domains, drafts, .. } = &self.stores;
        let owner = turn.owner;
        let existing = match domains.find(owner, hostname).await? {
            Some(domain) => drafts.load(owner, hostname).await?.map(|draft| (domain, draft)),
            None => None,
        };
        let mut facts = DomainFacts { existing, ..DomainFacts::default() };
        if let Some((_, row)) = rows.domain.first() {
            let is_elsewhere = |id: &String| turn.ids.get(id).is_some_and(|domain| domain != hostname);
            facts.taken = row.draft.landing().ids().filter(is_elsewhere).collect();
            facts.missing_file = self.missing_file(row).await?;
            if let Some(name) = &row.preset {
                facts.preset = self.preset(owner, name).await?;
            }
        }
        if !rows.smart_links.is_empty() {
            facts.smart_links = self.stores.all_smart_links(owner, hostname).await?;
        }
        if !rows.codes.is_empty() {
            facts.codes = self.stores.all_codes(owner, hostname).await?;
        }
        Ok(facts)
    }

    async fn missing_file(&self, row: &DomainRow) -> Result<Option<String>, StoreError> {
        for file in row.draft.landing().files() {
            if !self.stores.files.exists(file).await? {
                return Ok(Some(file.to_string()));
            }
        }
        Ok(None)
    }

    async fn preset(&self, owner: OwnerId, name: &PresetName) -> Result<Option<Preset>, StoreError> {
        let mut after: Option<PresetId> = None;
        loop {
            let page = self.stores.presets.list(owner, after, PAGE).await?;
            after = page.last().map(|last| last.id);
            let is_last = is_last(page.len());
            let found = page.into_iter().find(|preset| preset.name == *name);
            if found.is_some() || is_last {
                return Ok(found);
            }
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
        let mode = if turn.options.dry_run { Mode::DryRun } else { Mode::Apply };
        if let (Mode::Apply, Some(settled)) = (mode, &mut change.settled) {
            let mut landing = Landing::clone(&settled.draft.landing);
            self.labels.set(&mut landing).await?;
            settled.draft.landing = Arc::new(landing);
        }
        let now = self.context.clock.now();
        self.stores.transfer.apply(turn.owner, &change, &turn.caps, mode, now).await
    }
}

/// Whether a page of a list is the last.
fn is_last(found: usize) -> bool {
    found < usize::try_from(PAGE).unwrap_or(usize::MAX)
}

impl Stores {
    async fn all_smart_links(&self, owner: OwnerId, domain: &Hostname) -> Result<Vec<SmartLink>, StoreError> {
        let mut all: Vec<SmartLink> = Vec::new();
        loop {
            let after = all.last().map(|link| link.id);
            let page = self.smart_links.list(owner, domain, after, PAGE).await?.unwrap_or_default();
            let is_last = is_last(page.len());
            all.extend(page);
            if is_last {
                return Ok(all);
            }
        }
    }

    async fn all_codes(&self, owner: OwnerId, domain: &Hostname) -> Result<Vec<Code>, StoreError> {
        let mut all: Vec<Code> = Vec::new();
        loop {
            let after = all.last().map(|code| code.id);
            let page = self.codes.list(owner, domain, after, PAGE).await?.unwrap_or_default();
            let is_last = is_last(page.len());
            all.extend(page.into_iter().map(|counted| counted.code));
            if is_last {
                return Ok(all);
            }
        }
    }
}

/// The bytes of a smart link or a code, about.
const ROW: usize = 1_000;

/// Rows by the domain that they are about, in the order of first mention.
#[derive(Default)]
struct Groups {
    order: Vec<Hostname>,
    by_domain: HashMap<Hostname, Group>,
}

#[derive(Default)]
struct Group {
    /// Of all rows.
    places: Vec<usize>,
    rows: DomainRows,
    /// Of those that can't be read.
    faults: Vec<(usize, Fault)>,
}

impl Groups {
    fn add(&mut self, domain: Hostname, place: usize, content: Result<Content, ValidationErrors>) {
        if !self.by_domain.contains_key(&domain) {
            self.order.push(domain.clone());
        }
        let group = self.by_domain.entry(domain).or_default();
        group.places.push(place);
        match content {
            Ok(Content::Domain(row)) => group.rows.domain.push((place, *row)),
            Ok(Content::SmartLink(row)) => group.rows.smart_links.push((place, *row)),
            Ok(Content::Code(row)) => group.rows.codes.push((place, *row)),
            Err(errors) => group.faults.push((place, Fault::Invalid(errors))),
        }
    }

    fn in_order(mut self) -> Vec<(Hostname, Group)> {
        let group = |domain: Hostname| {
            let group = self.by_domain.remove(&domain)?;
            Some((domain, group))
        };
        std::mem::take(&mut self.order).into_iter().filter_map(group).collect()
    }
}

/// Rows of which some have faults, so that none was taken in.
fn failed(
    places: &[usize],
    faults: Vec<(usize, Fault)>,
    labels: &[(String, Option<String>)],
) -> Vec<(usize, Result<Action, Fault>)> {
    let faults: BTreeMap<usize, Fault> = faults.into_iter().collect();
    let first = faults.keys().next().and_then(|place| labels.get(*place));
    let first = first.map(|(path, _)| path.clone()).unwrap_or_default();
    let of = |place: &usize| faults.get(place).cloned().unwrap_or_else(|| Fault::Another(first.clone()));
    places.iter().map(|place| (*place, Err(of(place)))).collect()
}

/// What holds for all rows of one document.
struct Turn {
    owner: OwnerId,
    options: ImportOptions,
    /// What the plan still allows: where changes are only tried, those tried before count too.
    caps: PlanCaps,
    /// Which domain has which ids of segments and buttons.
    ids: HashMap<String, Hostname>,
}

impl Turn {
    fn has_done(&mut self, domain: &Hostname, settled: Option<&SettledDomain>) {
        let Some(DraftChange { expected, landing, .. }) = settled.map(|settled| &settled.draft) else {
            return;
        };
        if self.options.dry_run && expected.is_none() {
            self.caps = self.caps.less_one();
        }
        self.ids.extend(landing.ids().map(|id| (id, domain.clone())));
    }
}
