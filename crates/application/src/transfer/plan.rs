//! Decisions of an import: compare rows with the existing data.

mod codes;
pub mod members;
pub mod presets;
pub mod rows;
mod smart_links;

use std::collections::BTreeSet;
use std::sync::Arc;

use auth_scopes::Denied;
use kernel::{ErrorKind, Location, UnixTime, ValidationErrors, words};
use landing_draft::domain::Domain;
use landing_draft::file::FileName;
use landing_draft::id::Ids;
use landing_draft::landing::Landing;
use landing_draft::ports::Draft;
use landing_draft::preset::Preset;
use qr_catalog::code::Code;
use smartlink_policy::smart_link::SmartLink;

use super::ports::{DomainChange, DraftChange, SettledDomain};
use rows::{CodeRow, DomainRow, SmartLinkRow};

words! {
    /// Policy for a row whose natural name already exists with other content.
    OnConflict {
        /// Keep the existing data.
        Skip = "skip",
        /// Replace the existing data with the row.
        Replace = "replace",
        /// Report the row as failed.
        Fail = "fail",
    }
}

words! {
    /// Action taken for a row.
    Action {
        Created = "created",
        /// The existing data differed from the row and was replaced.
        Replaced = "replaced",
        /// Nothing changed: the data already matched the row, or was kept.
        Skipped = "skipped",
    }
}

/// Reason why a row was not imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The row breaks a rule; each error starts with its path in the row.
    #[error("{0}")]
    Invalid(ValidationErrors),
    /// Another owner has the hostname, or this owner has it and [`OnConflict::Fail`] is set.
    #[error("this hostname is already registered")]
    DomainTaken,
    #[error("the plan allows no more domains")]
    CapReached,
    #[error("another account gave this hostname up less than 7 days ago; register it later")]
    HostnameQuarantined,
    #[error(
        "another account had this hostname within the last 90 days; register it on its own first, to see the DNS record that proves it is yours"
    )]
    HostnameUnproven,
    /// The library has no preset with the name in the row.
    #[error("the library has no preset {0:?}; import it first, or in the same document")]
    PresetNotFound(String),
    /// The owner has not uploaded a file that the row names.
    #[error("there is no file {0}; import the archive that contains it")]
    FileNotFound(String),
    /// A sent file can't be stored.
    #[error("the file {file} can't be imported: {reason}")]
    FileRefused {
        file: String,
        /// Description of the problem.
        reason: String,
    },
    /// The owner has the maximum number of files.
    #[error("{0}")]
    FileQuota(String),
    /// The library has a different preset with this name, and [`OnConflict::Fail`] is set.
    #[error("the library has another preset with this name")]
    PresetNameTaken,
    /// The team has a member with this address but another name or other rights, and [`OnConflict::Fail`] is set.
    #[error("the team has a member with this address, but another name or other rights")]
    MemberTaken,
    /// The caller may not change the team.
    #[error("{0}")]
    Denied(#[from] Denied),
    /// A member would get more rights than the caller has.
    #[error("a member can't have more rights than the calling key")]
    Escalation,
    /// An existing member has more rights than the caller.
    #[error("a member who may do more than the calling key can't be changed")]
    BeyondOwnRights,
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The domain has no segment with the id or name in the row.
    #[error("this domain has no such segment")]
    SegmentUnknown,
    /// The slug, or the label of its scans, is already used on the domain.
    #[error("this slug is taken on the domain")]
    SlugTaken,
    /// Another row of the same domain failed, and a domain is imported whole or not at all.
    #[error("no row of this domain was imported, because {0} failed")]
    Another(String),
    /// Too many concurrent changes of the same data.
    #[error("too many requests edit this draft at once; retry")]
    Busy,
}

impl Fault {
    /// Fault of a row whose natural name an earlier row has.
    pub(super) fn duplicate(field: &str) -> Self {
        let place = Location::root().at(field);
        Self::Invalid(ValidationErrors::one(place, ErrorKind::Duplicate, "appears twice in the document"))
    }
}

/// Existing data of a domain, and of everything that rows about the domain name.
#[derive(Debug, Clone, Default)]
pub struct DomainFacts {
    /// Domain with its draft; `None` if the owner does not have the domain.
    pub existing: Option<(Domain, Draft)>,
    /// Ids in the row that other domains of the owner already use.
    pub taken: BTreeSet<String>,
    /// Preset that the row names.
    pub preset: Option<Preset>,
    /// Files that rows name and that were neither uploaded nor sent.
    pub missing_files: BTreeSet<FileName>,
    /// Smart links of the domain; loaded only if rows need them.
    pub smart_links: Vec<SmartLink>,
    /// Printed codes of the domain; loaded only if rows need them.
    pub codes: Vec<Code>,
}

/// Rows about one domain, each with its index in the document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DomainRows {
    /// Rows about the domain itself.
    pub domain: Vec<(usize, DomainRow)>,
    pub smart_links: Vec<(usize, SmartLinkRow)>,
    pub codes: Vec<(usize, CodeRow)>,
}

/// Planned actions with their change.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// Action per row, with the index of the row.
    pub actions: Vec<(usize, Action)>,
    /// Change to apply; `None` if there is nothing to do.
    pub change: Option<DomainChange>,
}

/// Inputs of a plan other than rows and existing data.
pub struct Circumstances<'a> {
    /// Policy for a row whose natural name already exists with other content.
    pub on_conflict: OnConflict,
    /// Generator of ids.
    pub ids: &'a Ids,
    pub now: UnixTime,
}

impl Circumstances<'_> {
    /// Applies the conflict policy to existing data that differs from the row.
    fn conflict<T>(&self, fault: Fault, replaced: impl FnOnce() -> T) -> Result<(Action, Option<T>), Fault> {
        match self.on_conflict {
            OnConflict::Skip => Ok((Action::Skipped, None)),
            OnConflict::Fail => Err(fault),
            OnConflict::Replace => Ok((Action::Replaced, Some(replaced()))),
        }
    }
}

/// Plans the rows of one domain, or returns the faults of the rows that can't be imported.
pub fn plan_domain(
    hostname: &kernel::Hostname,
    rows: &DomainRows,
    facts: &DomainFacts,
    with: &Circumstances<'_>,
) -> Result<Planned, Vec<(usize, Fault)>> {
    let (mut actions, mut faults) = (Vec::new(), Vec::new());
    let mut note = |place, outcome| match outcome {
        Ok(action) => actions.push((place, action)),
        Err(fault) => faults.push((place, fault)),
    };
    let mut change = DomainChange::of(hostname.clone());
    let is_there = facts.existing.is_some() || !rows.domain.is_empty();
    for (index, (place, row)) in rows.domain.iter().enumerate() {
        let planned = if index > 0 { Err(Fault::duplicate("hostname")) } else { settle(row, facts, with) };
        note(
            *place,
            planned.map(|(action, settled)| {
                change.settled = settled;
                action
            }),
        );
    }
    let mut slugs = BTreeSet::new();
    for (place, row) in &rows.smart_links {
        let planned = match (is_there, slugs.insert(row.slug.as_str())) {
            (false, _) => Err(Fault::DomainNotFound),
            (_, false) => Err(Fault::duplicate("slug")),
            _ => smart_links::plan(row, &facts.smart_links, with),
        };
        note(
            *place,
            planned.map(|(action, write)| {
                change.smart_links.extend(write);
                action
            }),
        );
    }
    let (mut codes, mut slugs) = (facts.codes.clone(), BTreeSet::new());
    for (place, row) in &rows.codes {
        let planned = match (is_there, slugs.insert(row.slug.as_str())) {
            (false, _) => Err(Fault::DomainNotFound),
            (_, false) => Err(Fault::duplicate("slug")),
            _ => codes::plan(row, &mut codes, &facts.missing_files, with),
        };
        note(
            *place,
            planned.map(|(action, write)| {
                change.codes.extend(write);
                action
            }),
        );
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Planned { actions, change: (!change.is_empty()).then_some(change) })
}

/// Plans the domain itself.
fn settle(
    row: &DomainRow,
    facts: &DomainFacts,
    with: &Circumstances<'_>,
) -> Result<(Action, Option<SettledDomain>), Fault> {
    if let Some(file) =
        row.draft.landing().files().into_iter().find(|file| facts.missing_files.contains(file))
    {
        return Err(Fault::FileNotFound(file.to_string()));
    }
    let before = facts.existing.as_ref().map(|(_, draft)| Arc::clone(&draft.landing)).unwrap_or_default();
    let draft = row.draft.with_free_ids(&facts.taken, &before, with.ids).map_err(Fault::Invalid)?;
    let mut landing = draft.landing().clone();
    match (&row.preset, &facts.preset) {
        (None, _) => landing.banner.preset_id = None,
        // The banner gets the content of this owner's preset, like every banner that follows a preset.
        (Some(_), Some(preset)) => preset.stamp(&mut landing, draft.landing().banner.enabled),
        (Some(name), None) => return Err(Fault::PresetNotFound(name.as_str().to_owned())),
    }
    landing.take_derived(&before);
    let settled = |expected| SettledDomain {
        display_name: row.display_name.clone(),
        draft: DraftChange { expected, before: Arc::clone(&before), landing: Arc::new(landing.clone()) },
        preset: facts.preset.clone(),
    };
    match &facts.existing {
        None => Ok((Action::Created, Some(settled(None)))),
        Some((domain, _)) if is_same(&landing, &before) && domain.display_name == row.display_name => {
            Ok((Action::Skipped, None))
        }
        Some((_, draft)) => with.conflict(Fault::DomainTaken, || settled(Some(draft.revision))),
    }
}

/// Whether two drafts have the same content, apart from derived data such as stamped addresses.
fn is_same(one: &Landing, other: &Landing) -> bool {
    one.banner.preset_id == other.banner.preset_id && one.to_portable() == other.to_portable()
}

#[cfg(test)]
mod tests;
