//! Rows of a document, grouped into units that are imported together.

use std::collections::{BTreeMap, HashMap};

use kernel::{Hostname, ValidationErrors};

use crate::transfer::plan::rows::{Content, MemberRow, PresetRow};
use crate::transfer::plan::{Action, DomainRows, Fault};

pub(super) type Outcome = Result<Action, Fault>;

/// Path and name of each row.
pub(super) type Labels = [(String, Option<String>)];

/// Rows of a document, grouped, each with its index.
#[derive(Default)]
pub(super) struct Sorted {
    pub(super) library: Vec<(usize, PresetRow)>,
    pub(super) team: Vec<(usize, MemberRow)>,
    /// Outcomes of unreadable rows without a known domain.
    pub(super) outcomes: BTreeMap<usize, Outcome>,
    /// Domains, in the order of first mention.
    order: Vec<Hostname>,
    by_domain: HashMap<Hostname, Group>,
}

/// Rows of one domain.
#[derive(Default)]
pub(super) struct Group {
    /// Indexes of all rows.
    pub(super) places: Vec<usize>,
    pub(super) rows: DomainRows,
    /// Faults of unreadable rows.
    pub(super) faults: Vec<(usize, Fault)>,
}

impl Sorted {
    pub(super) fn add(
        &mut self,
        place: usize,
        domain: Option<Hostname>,
        content: Result<Content, ValidationErrors>,
    ) {
        match (content, domain) {
            (Ok(Content::Preset(row)), _) => self.library.push((place, *row)),
            (Ok(Content::Member(row)), _) => self.team.push((place, *row)),
            (Ok(Content::Domain(row)), _) => {
                self.group(row.hostname.clone(), place).rows.domain.push((place, *row));
            }
            (Ok(Content::SmartLink(row)), _) => {
                self.group(row.domain.clone(), place).rows.smart_links.push((place, *row));
            }
            (Ok(Content::Code(row)), _) => {
                self.group(row.domain.clone(), place).rows.codes.push((place, *row));
            }
            (Err(errors), Some(domain)) => {
                self.group(domain, place).faults.push((place, Fault::Invalid(errors)));
            }
            (Err(errors), None) => {
                self.outcomes.insert(place, Err(Fault::Invalid(errors)));
            }
        }
    }

    fn group(&mut self, domain: Hostname, place: usize) -> &mut Group {
        if !self.by_domain.contains_key(&domain) {
            self.order.push(domain.clone());
        }
        let group = self.by_domain.entry(domain).or_default();
        group.places.push(place);
        group
    }

    /// Removes and returns the rows by domain.
    pub(super) fn take_domains(&mut self) -> Vec<(Hostname, Group)> {
        let group = |domain: Hostname| {
            let group = self.by_domain.remove(&domain)?;
            Some((domain, group))
        };
        std::mem::take(&mut self.order).into_iter().filter_map(group).collect()
    }
}

/// Outcomes of a domain with faults: no row was imported.
pub(super) fn failed(
    places: &[usize],
    faults: Vec<(usize, Fault)>,
    labels: &Labels,
) -> Vec<(usize, Outcome)> {
    let faults: BTreeMap<usize, Fault> = faults.into_iter().collect();
    let first = faults.keys().next().and_then(|place| labels.get(*place));
    let first = first.map(|(path, _)| path.clone()).unwrap_or_default();
    let of = |place: &usize| faults.get(place).cloned().unwrap_or_else(|| Fault::Another(first.clone()));
    places.iter().map(|place| (*place, Err(of(place)))).collect()
}
