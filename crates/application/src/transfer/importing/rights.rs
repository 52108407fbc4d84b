//! Rights that the rows of a document need.

use auth_scopes::{Caller, Right, Scope};

use crate::transfer::plan::{DomainRows, Fault};

/// Rights to change everything that the row of a domain holds.
const DOMAIN: &[Right] = &[Right::LandingsEditContent, Right::AppearanceEdit, Right::NotificationsEdit];

/// Returns the rows of one domain that the caller may not import, each with the missing right.
pub(super) fn denied(caller: &Caller, rows: &DomainRows, is_new: bool) -> Vec<(usize, Fault)> {
    let register: &[Right] = if is_new { &[Right::LandingsRegister] } else { &[] };
    let domains = rows.domain.iter().map(|(place, _)| (*place, [DOMAIN, register].concat()));
    let links = rows.smart_links.iter().map(|(place, _)| (*place, vec![Right::LinksCreate]));
    let codes = rows.codes.iter().map(|(place, _)| (*place, vec![Right::QrEdit]));
    let all = domains.chain(links).chain(codes);
    all.filter_map(|(place, rights)| Some((place, missing(caller, &rights)?))).collect()
}

/// Returns the first of these rights that the caller lacks.
pub(super) fn missing(caller: &Caller, rights: &[Right]) -> Option<Fault> {
    rights.iter().find_map(|right| caller.authorize(Scope::Write, *right).err()).map(Fault::from)
}
