//! Import of link tables: each domain whole or not at all.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Acting, Hostname, OwnerId, StoreError, ValidationErrors};
use landing_draft::editing::{EditDraft, EditError};
use landing_draft::id::Ids;
use landing_draft::landing::Landing;

use super::links::{KnownBy, LinkRow, put_links};
use super::plan::rows::RowResult;
use super::plan::{Action, Fault};

#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// Path of the row in the file, such as `lines.2`.
    pub path: String,
    /// Label of the link, if readable.
    pub name: Option<String>,
    pub domain: Hostname,
    /// Link, or the errors of the row.
    pub content: Result<LinkRow, ValidationErrors>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableOptions {
    /// Column that identifies rows.
    pub by: KnownBy,
    /// Whether to only report the outcome of each row, without changes.
    pub dry_run: bool,
}

/// Imports link tables.
#[derive(Clone)]
pub struct LinkTables {
    edit: Arc<EditDraft>,
    ids: Ids,
}

impl LinkTables {
    /// Creates a use-case that edits drafts with `edit`.
    pub fn new(edit: Arc<EditDraft>, ids: Ids) -> Self {
        Self { edit, ids }
    }

    /// Checks that the owner has a domain.
    pub async fn check(&self, owner: OwnerId, domain: &Hostname) -> Result<(), EditError> {
        self.edit.read(owner, domain).await.map(|_| ())
    }

    /// Imports a table, and returns the outcome of each row, in order.
    pub async fn run(
        &self,
        by: &Acting,
        rows: Vec<TableRow>,
        options: TableOptions,
    ) -> Result<Vec<RowResult>, StoreError> {
        let mut groups: BTreeMap<Hostname, Vec<usize>> = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            groups.entry(row.domain.clone()).or_default().push(index);
        }
        let mut outcomes = BTreeMap::new();
        for (domain, places) in groups {
            let of_domain: Vec<&TableRow> = places.iter().filter_map(|place| rows.get(*place)).collect();
            let done = self.domain(by, &domain, &of_domain, options).await?;
            outcomes.extend(places.into_iter().zip(done));
        }
        let result = |(row, outcome): (TableRow, _)| RowResult { path: row.path, name: row.name, outcome };
        Ok(rows.into_iter().zip(outcomes.into_values()).map(result).collect())
    }

    async fn domain(
        &self,
        by: &Acting,
        domain: &Hostname,
        rows: &[&TableRow],
        options: TableOptions,
    ) -> Result<Vec<Result<Action, Fault>>, StoreError> {
        let faults = rows.iter().map(|row| row.content.as_ref().err().cloned().map(Fault::Invalid)).collect();
        let links: Vec<LinkRow> = rows.iter().filter_map(|row| row.content.as_ref().ok()).cloned().collect();
        if links.len() < rows.len() {
            return Ok(failed(rows, faults));
        }
        let ids = self.ids.clone();
        let put = move |landing: &mut Landing| {
            let mut tried = landing.clone();
            let put = put_links(&mut tried, &links, options.by, &ids);
            if put.is_ok() && !options.dry_run {
                *landing = tried;
            }
            Ok(put)
        };
        Ok(match self.edit.run(by, domain, None, put).await {
            Ok(done) => match done.value {
                Ok(actions) => actions.into_iter().map(Ok).collect(),
                Err(faults) => failed(rows, faults),
            },
            Err(EditError::DomainNotFound) => rows.iter().map(|_| Err(Fault::DomainNotFound)).collect(),
            Err(EditError::Store(error)) => return Err(error),
            // No revision is expected, nothing is copied, and a broken rule is reported by row.
            Err(_) => rows.iter().map(|_| Err(Fault::Busy)).collect(),
        })
    }
}

/// Outcomes of a domain with faults: no row was imported.
fn failed(rows: &[&TableRow], faults: Vec<Option<Fault>>) -> Vec<Result<Action, Fault>> {
    let first = rows.iter().zip(&faults).find(|(_, fault)| fault.is_some());
    let first = first.map(|(row, _)| row.path.clone()).unwrap_or_default();
    let other = || Fault::Another(first.clone());
    faults.into_iter().map(|fault| Err(fault.unwrap_or_else(other))).collect()
}
