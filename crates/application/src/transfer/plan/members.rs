//! Plans of team members.

use auth_scopes::{
    Member, MemberEdit, MemberId, MemberPatch, NewMember, Restriction, Rights, check_authority, check_within,
};
use kernel::Precondition;

use super::rows::MemberRow;
use super::{Action, Circumstances, Fault};

/// Team member to add or change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberWrite {
    Insert(NewMember),
    Change(MemberId, MemberEdit),
}

/// Plans a row; `existing` is the member that the row describes. No member gets more rights than `rights`, and no
/// member with more rights is changed.
pub fn plan(
    row: &MemberRow,
    existing: Option<&Member>,
    rights: Rights,
    with: &Circumstances<'_>,
) -> Result<(Action, Option<MemberWrite>), Fault> {
    let planned = match existing {
        None => (Action::Created, Some(MemberWrite::Insert(new(row, with)))),
        Some(there) if (&there.name, &there.restriction) == (&row.name, &row.restriction) => {
            (Action::Skipped, None)
        }
        Some(there) => {
            with.conflict(Fault::MemberTaken, || MemberWrite::Change(there.id, edit(row, rights)))?
        }
    };
    if planned.1.is_some() {
        if let Some(there) = existing {
            check_authority(rights, there).map_err(|_| Fault::BeyondOwnRights)?;
        }
        check_within(rights, row.restriction.as_ref()).map_err(|_| Fault::Escalation)?;
    }
    Ok(planned)
}

fn new(row: &MemberRow, with: &Circumstances<'_>) -> NewMember {
    let MemberRow { name, email, restriction } = row.clone();
    NewMember { id: None, name, email, restriction, created_at: with.now }
}

fn edit(row: &MemberRow, rights: Rights) -> MemberEdit {
    let restriction = row.restriction.as_ref();
    let patch = MemberPatch {
        name: Some(row.name.as_str().to_owned()),
        email: None,
        tabs: Some(restriction.and_then(Restriction::tab_words)),
        caps: Some(restriction.and_then(Restriction::cap_words)),
    };
    MemberEdit { patch, rights, expected: Precondition::None }
}
