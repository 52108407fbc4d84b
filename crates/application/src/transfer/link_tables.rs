//! Import of link tables: each domain whole or not at all, or only the valid rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Acting, Hostname, OwnerId, StoreError, ValidationErrors};
use landing_draft::editing::{EditDraft, EditError};
use landing_draft::id::Ids;
use landing_draft::landing::Landing;

use super::links::{KnownBy, LinkRow, put_good_links, put_links};
use super::plan::rows::RowResult;
use super::plan::{Action, Fault};

/// Approximate size of a link, in bytes.
const LINK: usize = 200;

#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// Path of the row in the file, such as `lines.2`.
    pub path: String,
    /// Label of the link, if readable.
    pub name: Option<String>,
    /// Domain of the link; `None` if the row has no usable one, and `content` says why.
    pub domain: Option<Hostname>,
    /// Link, or the errors of the row.
    pub content: Result<LinkRow, ValidationErrors>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableOptions {
    /// Column that identifies rows.
    pub by: KnownBy,
    /// Whether to only report the outcome of each row, without changes.
    pub dry_run: bool,
    /// Whether to import the valid rows of a domain although others fail.
    pub partial: bool,
}

/// Rows by domain.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LinkTable {
    /// Path and name of each row, in the order of the file.
    rows: Vec<(String, Option<String>)>,
    groups: Vec<Group>,
}

/// Rows of one domain.
#[derive(Debug, Clone, PartialEq, Default)]
struct Group {
    domain: Option<Hostname>,
    /// Index in the file and errors of each row.
    rows: Vec<(usize, Option<ValidationErrors>)>,
    /// Links of the rows without errors.
    links: Arc<Vec<LinkRow>>,
}

impl LinkTable {
    /// Groups rows by their domains.
    pub fn of(rows: Vec<TableRow>) -> Self {
        let mut table = Self { rows: Vec::with_capacity(rows.len()), groups: Vec::new() };
        let mut groups: BTreeMap<Option<Hostname>, Group> = BTreeMap::new();
        for (index, TableRow { path, name, domain, content }) in rows.into_iter().enumerate() {
            table.rows.push((path, name));
            let group = groups.entry(domain).or_default();
            match content {
                Ok(link) => {
                    Arc::make_mut(&mut group.links).push(link);
                    group.rows.push((index, None));
                }
                Err(errors) => group.rows.push((index, Some(errors))),
            }
        }
        table.groups = groups.into_iter().map(|(domain, group)| Group { domain, ..group }).collect();
        table
    }
}

/// Imported table.
#[derive(Debug)]
pub struct Imported {
    table: LinkTable,
    /// End of each group.
    ends: Vec<End>,
}

/// End of the import of one domain.
#[derive(Debug)]
enum End {
    /// Outcome of each link.
    Each(Vec<Result<Action, Fault>>),
    /// A row failed, so no link was imported. Has the fault of each link, or none if a row has errors.
    Whole(Vec<Option<Fault>>),
    /// No link was imported, all for the same reason.
    All(Fault),
}

impl Imported {
    /// Returns the outcome of each row, in the order of the file.
    pub fn into_results(self) -> Vec<RowResult> {
        let LinkTable { rows, groups } = self.table;
        let mut outcomes = BTreeMap::new();
        for (group, end) in groups.into_iter().zip(self.ends) {
            outcomes.extend(end.outcomes(group.rows, &rows));
        }
        let result = |((path, name), outcome)| RowResult { path, name, outcome };
        rows.into_iter().zip(outcomes.into_values()).map(result).collect()
    }
}

impl End {
    /// Returns the outcome of each row of a group, with its index.
    fn outcomes(
        self,
        group: Vec<(usize, Option<ValidationErrors>)>,
        rows: &[(String, Option<String>)],
    ) -> Vec<(usize, Result<Action, Fault>)> {
        let (links, other) = match self {
            Self::Each(links) => (links, Fault::Busy),
            Self::All(fault) => (Vec::new(), fault),
            Self::Whole(faults) => {
                let mut of_links = faults.iter();
                let mut has_failed =
                    |errors: &Option<_>| errors.is_some() || of_links.next().is_some_and(Option::is_some);
                let first = group.iter().find(|(_, errors)| has_failed(errors));
                let path = first.and_then(|(index, _)| rows.get(*index)).map(|(path, _)| path.clone());
                let other = Fault::Another(path.unwrap_or_default());
                let links = faults.into_iter().map(|fault| Err(fault.unwrap_or_else(|| other.clone())));
                (links.collect(), other)
            }
        };
        let mut links = links.into_iter();
        let outcome = |(index, errors): (usize, Option<ValidationErrors>)| match errors {
            Some(errors) => (index, Err(Fault::Invalid(errors))),
            None => (index, links.next().unwrap_or_else(|| Err(other.clone()))),
        };
        group.into_iter().map(outcome).collect()
    }
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

    /// Imports a table.
    pub async fn run(
        &self,
        by: &Acting,
        table: LinkTable,
        options: TableOptions,
    ) -> Result<Imported, StoreError> {
        let mut ends = Vec::with_capacity(table.groups.len());
        for group in &table.groups {
            ends.push(self.import(by, group, options).await?);
        }
        Ok(Imported { table, ends })
    }

    async fn import(&self, by: &Acting, group: &Group, options: TableOptions) -> Result<End, StoreError> {
        let (links, ids) = (Arc::clone(&group.links), self.ids.clone());
        let has_errors = links.len() < group.rows.len();
        let Some(domain) = &group.domain else { return Ok(End::Whole(Vec::new())) };
        if links.is_empty() || (has_errors && !options.partial) {
            return Ok(End::Whole(Vec::new()));
        }
        let weight = links.len().saturating_mul(LINK);
        let put = move |landing: &mut Landing| {
            let mut tried = landing.clone();
            let end = if options.partial {
                End::Each(put_good_links(&mut tried, &links, options.by, &ids))
            } else {
                match put_links(&mut tried, &links, options.by, &ids) {
                    Ok(actions) => End::Each(actions.into_iter().map(Ok).collect()),
                    Err(faults) => End::Whole(faults),
                }
            };
            if matches!(end, End::Each(_)) && !options.dry_run {
                *landing = tried;
            }
            Ok(end)
        };
        Ok(match self.edit.run_weighing(weight, by, domain, None, put).await {
            Ok(done) => done.value,
            Err(EditError::DomainNotFound) => End::All(Fault::DomainNotFound),
            Err(EditError::Store(error)) => return Err(error),
            // No revision is expected, nothing is copied, and a broken rule is reported by row.
            Err(_) => End::All(Fault::Busy),
        })
    }
}

#[cfg(test)]
mod tests {
    use kernel::{ErrorKind, Location};

    use super::*;

    fn row(path: &str, domain: Option<&str>, fault: Option<&str>) -> TableRow {
        let label = landing_draft::text::Label::parse("x").unwrap();
        let url = landing_draft::target::Target::parse("tel:1").unwrap();
        let link = LinkRow { label, url, segment: None, position: None };
        let content = fault.map_or(Ok(link), |message| {
            Err(ValidationErrors::one(Location::root(), ErrorKind::Value, message))
        });
        let domain = domain.map(|domain| Hostname::parse(domain).unwrap());
        TableRow { path: path.to_owned(), name: None, domain, content }
    }

    fn said(rows: Vec<TableRow>, ends: Vec<End>) -> Vec<String> {
        let results = Imported { table: LinkTable::of(rows), ends }.into_results();
        let line = |row: RowResult| match row.outcome {
            Ok(action) => format!("{} {}", row.path, action.as_str()),
            Err(fault) => format!("{} {fault}", row.path),
        };
        results.into_iter().map(line).collect()
    }

    #[test]
    fn outcomes_are_in_the_order_of_the_file() {
        let rows = vec![
            row("rows.2", Some("b.example"), None),
            row("rows.3", None, Some("domain: is missing")),
            row("rows.4", Some("a.example"), None),
            row("rows.5", Some("b.example"), Some("url: is wrong")),
            row("rows.6", Some("b.example"), None),
        ];
        let ends = vec![
            End::Whole(Vec::new()),
            End::All(Fault::DomainNotFound),
            End::Each(vec![Ok(Action::Created), Err(Fault::SegmentUnknown)]),
        ];
        let expected = [
            "rows.2 created",
            "rows.3 domain: is missing",
            "rows.4 this domain is not registered",
            "rows.5 url: is wrong",
            "rows.6 this domain has no such segment",
        ];
        assert_eq!(said(rows, ends), expected);
    }

    #[test]
    fn a_domain_that_is_whole_or_not_names_its_first_failed_row() {
        let rows = |fault| {
            vec![
                row("rows.2", Some("a.example"), None),
                row("rows.3", Some("a.example"), fault),
                row("rows.4", Some("a.example"), None),
            ]
        };
        let expected = [
            "rows.2 no row of this domain was imported, because rows.3 failed",
            "rows.3 url: is wrong",
            "rows.4 no row of this domain was imported, because rows.3 failed",
        ];
        assert_eq!(said(rows(Some("url: is wrong")), vec![End::Whole(Vec::new())]), expected);
        let faults = vec![None, None, Some(Fault::SegmentUnknown)];
        let expected = [
            "rows.2 no row of this domain was imported, because rows.4 failed",
            "rows.3 no row of this domain was imported, because rows.4 failed",
            "rows.4 this domain has no such segment",
        ];
        assert_eq!(said(rows(None), vec![End::Whole(faults)]), expected);
    }
}
