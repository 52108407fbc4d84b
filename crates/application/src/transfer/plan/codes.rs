//! Plans of printed codes.

use std::collections::BTreeSet;

use landing_draft::file::FileName;
use qr_catalog::code::{Code, CodeId, CodePatch, NewCode, Slug};

use super::rows::CodeRow;
use super::{Action, Circumstances, Fault};
use crate::transfer::ports::CodeWrite;

/// Plans a code. An existing code keeps the label of its scans forever, so the row's label counts only for new codes.
/// `codes` contains the codes of the domain and the codes that earlier rows create.
pub(super) fn plan(
    row: &CodeRow,
    codes: &mut Vec<Code>,
    missing_files: &BTreeSet<FileName>,
    with: &Circumstances<'_>,
) -> Result<(Action, Option<CodeWrite>), Fault> {
    if let Some(logo) = row.design.logo().filter(|logo| missing_files.contains(logo.file())) {
        return Err(Fault::FileNotFound(logo.file().to_string()));
    }
    if let Some(there) = codes.iter().find(|code| code.slug == row.slug) {
        let patch = CodePatch {
            target: Some(row.target.clone()),
            design: Some(row.design.clone()),
            active: Some(row.active),
            ..row.notes.patch()
        };
        let Some(after) = there.edited(&patch, with.now) else { return Ok((Action::Skipped, None)) };
        let before = there.clone();
        return with.conflict(Fault::SlugTaken, || CodeWrite::Replace { before, after });
    }
    let first = first_slug(row);
    let new = NewCode {
        domain: row.domain.clone(),
        slug: first.clone(),
        notes: row.notes.clone(),
        target: row.target.clone(),
        design: row.design.clone(),
        created_at: with.now,
    };
    if codes.iter().any(|code| code.blocks(&first) || code.blocks(&row.slug)) {
        return Err(Fault::SlugTaken);
    }
    codes.push(Code { slug: row.slug.clone(), ..Code::made(CodeId::new(0), &new) });
    let then = CodePatch { slug: Some(row.slug.clone()), active: Some(row.active), ..CodePatch::default() };
    Ok((Action::Created, Some(CodeWrite::Insert { new, then })))
}

/// Slug that the label was made from.
fn first_slug(row: &CodeRow) -> Slug {
    let label = row.source.as_ref().map_or("", |source| source.as_str());
    let slug = label.strip_prefix("qr-").and_then(|slug| Slug::parse(slug).ok());
    match (label, slug) {
        (_, Some(slug)) => slug,
        ("qr", None) => Slug::default(),
        _ => row.slug.clone(),
    }
}
