//! What becomes of a row, decided on what exists.

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
    /// What becomes of a row whose natural name stands for something else already.
    OnConflict {
        /// What exists stays.
        Skip = "skip",
        /// What exists becomes what the row says.
        Replace = "replace",
        /// The row fails.
        Fail = "fail",
    }
}

words! {
    /// What was done with a row.
    Action {
        /// It was not there and is now.
        Created = "created",
        /// It was something else.
        Replaced = "replaced",
        /// Nothing: it is what the row says, or stays what it is.
        Skipped = "skipped",
    }
}

/// Why nothing was done with a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The row breaks a rule; each error begins with its place in the row.
    #[error("{0}")]
    Invalid(ValidationErrors),
    /// The hostname belongs to somebody else, or to this owner where conflicts fail.
    #[error("this hostname is already registered")]
    DomainTaken,
    /// The plan allows no further domain.
    #[error("the plan allows no more domains")]
    CapReached,
    /// Another owner gave the hostname up less than 7 days ago.
    #[error("another account gave this hostname up less than 7 days ago; register it later")]
    HostnameQuarantined,
    /// Another owner had the hostname within 90 days.
    #[error(
        "another account had this hostname within the last 90 days; register it by itself first, which shows the DNS record that proves it yours"
    )]
    HostnameUnproven,
    /// The library has no preset of the name that the row gives.
    #[error("the library has no preset {0:?}; import it first, or in the same document")]
    PresetNotFound(String),
    /// The owner never uploaded a file that the row names.
    #[error("there is no file {0}; import the archive that contains it")]
    FileNotFound(String),
    /// A file that came with the document can't be kept.
    #[error("the file {file} can't be imported: {reason}")]
    FileRefused {
        /// Its name.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The owner has as many files as are allowed.
    #[error("{0}")]
    FileQuota(String),
    /// The library has another preset of this name, where conflicts fail.
    #[error("the library has another preset of this name")]
    PresetNameTaken,
    /// The team has a member of this address who is called otherwise or may do something else, where conflicts fail.
    #[error("the team has a member of this address, with another name or other rights")]
    MemberTaken,
    /// Whoever sent the document may not change the team.
    #[error("{0}")]
    Denied(#[from] Denied),
    /// A member would be given more than whoever sent the document may do.
    #[error("a member can't have more rights than the calling key")]
    Escalation,
    /// A member who is there may do more than whoever sent the document.
    #[error("a member who may do more than the calling key can't be changed")]
    BeyondOwnRights,
    /// The owner has no domain of this name.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The domain has no segment of the id or name that the row gives.
    #[error("this domain has no such segment")]
    SegmentUnknown,
    /// The slug, or the label of its scans, belongs to something else on the domain.
    #[error("this slug is taken on the domain")]
    SlugTaken,
    /// Another row of the same domain failed, and a domain is taken in whole or not at all.
    #[error("no row of this domain was imported, because {0} failed")]
    Another(String),
    /// Too many others change the same at once.
    #[error("too many writers edit this draft at once")]
    Busy,
}

impl Fault {
    /// A row of the same natural name is before this one.
    pub(super) fn duplicate(field: &str) -> Self {
        let place = Location::root().at(field);
        Self::Invalid(ValidationErrors::one(place, ErrorKind::Duplicate, "appears twice in the document"))
    }
}

/// What exists of a domain and of what a row about it names.
#[derive(Debug, Clone, Default)]
pub struct DomainFacts {
    /// The domain and its draft; none where the owner has no such domain.
    pub existing: Option<(Domain, Draft)>,
    /// Which of the row's ids other domains of the owner have.
    pub taken: BTreeSet<String>,
    /// The preset that the row names.
    pub preset: Option<Preset>,
    /// The files that rows name, that the owner did not upload, and that did not come with the document.
    pub missing_files: BTreeSet<FileName>,
    /// The smart links of the domain, if rows are about some.
    pub smart_links: Vec<SmartLink>,
    /// The printed codes of the domain, if rows are about some.
    pub codes: Vec<Code>,
}

/// The rows about one domain, each with its place among the rows about it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DomainRows {
    /// The domain itself.
    pub domain: Vec<(usize, DomainRow)>,
    /// Its smart links.
    pub smart_links: Vec<(usize, SmartLinkRow)>,
    /// Its printed codes.
    pub codes: Vec<(usize, CodeRow)>,
}

/// What is to be done with rows, each with its place, and the change that does it.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// What is done with each row.
    pub actions: Vec<(usize, Action)>,
    /// What does it; none where nothing is to be done.
    pub change: Option<DomainChange>,
}

/// What decides beside rows and facts.
pub struct Circumstances<'a> {
    /// What becomes of a row whose natural name stands for something else already.
    pub on_conflict: OnConflict,
    /// New ids.
    pub ids: &'a Ids,
    /// The moment.
    pub now: UnixTime,
}

impl Circumstances<'_> {
    /// What becomes of something that exists and that a row says otherwise.
    fn conflict<T>(&self, fault: Fault, replaced: impl FnOnce() -> T) -> Result<(Action, Option<T>), Fault> {
        match self.on_conflict {
            OnConflict::Skip => Ok((Action::Skipped, None)),
            OnConflict::Fail => Err(fault),
            OnConflict::Replace => Ok((Action::Replaced, Some(replaced()))),
        }
    }
}

/// What becomes of the rows about one domain, or which of them can't be taken in.
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

/// What becomes of the domain itself.
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
        // The banner says what the preset says here, as for any domain that follows it.
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

/// Whether two drafts say the same, whatever was drawn of them or stamped on them.
fn is_same(one: &Landing, other: &Landing) -> bool {
    one.banner.preset_id == other.banner.preset_id && one.to_portable() == other.to_portable()
}

#[cfg(test)]
mod tests;
