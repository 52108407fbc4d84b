//! Import of team members, each independently. No member gets more rights than the caller has.

use std::collections::{HashMap, VecDeque};

use auth_scopes::{Email, Member, MemberError, Right};
use kernel::StoreError;

use super::groups::Outcome;
use super::turn::Turn;
use super::{Importing, rights};
use crate::transfer::plan::members::{MemberWrite, plan};
use crate::transfer::plan::rows::MemberRow;
use crate::transfer::plan::{Circumstances, Fault};
use crate::transfer::ports::Mode;

impl Importing {
    pub(super) async fn team(
        &self,
        turn: &Turn,
        rows: Vec<(usize, MemberRow)>,
    ) -> Result<Vec<(usize, Outcome)>, StoreError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(fault) = rights::missing(&turn.caller, &[Right::TeamEdit]) {
            return Ok(rows.into_iter().map(|(place, _)| (place, Err(fault.clone()))).collect());
        }
        let mut known = by_email(self.stores.all_members(turn.owner()).await?);
        let mut done = Vec::with_capacity(rows.len());
        for (place, row) in rows {
            let there = known.get_mut(&row.email).and_then(VecDeque::pop_front);
            done.push((place, self.member(turn, &row, there.as_ref()).await?));
        }
        Ok(done)
    }

    async fn member(
        &self,
        turn: &Turn,
        row: &MemberRow,
        there: Option<&Member>,
    ) -> Result<Outcome, StoreError> {
        let now = self.context.clock.now();
        let with = Circumstances { on_conflict: turn.options.on_conflict, ids: &self.context.ids, now };
        let (action, write) = match plan(row, there, turn.caller.rights, &with) {
            Ok((action, Some(write))) if turn.mode() == Mode::Apply => (action, write),
            Ok((action, _)) => return Ok(Ok(action)),
            Err(fault) => return Ok(Err(fault)),
        };
        let (by, members) = (&turn.by, &self.stores.members);
        let written = match &write {
            MemberWrite::Insert(new) => members.insert(by, new).await.map_err(MemberError::from),
            MemberWrite::Change(id, edit) => members.update(by, *id, edit).await,
        };
        match written {
            Ok(_) => Ok(Ok(action)),
            Err(MemberError::Store(error)) => Err(error),
            Err(MemberError::Escalation) => Ok(Err(Fault::Escalation)),
            Err(MemberError::BeyondOwnRights) => Ok(Err(Fault::BeyondOwnRights)),
            Err(MemberError::ValidationErrors(errors)) => Ok(Err(Fault::Invalid(errors))),
            // The member was removed since it was read; the next import adds it.
            Err(_) => Ok(Err(Fault::Busy)),
        }
    }
}

/// Groups members by e-mail address, oldest first.
fn by_email(members: Vec<Member>) -> HashMap<Email, VecDeque<Member>> {
    let mut known: HashMap<Email, VecDeque<Member>> = HashMap::new();
    for member in members {
        known.entry(member.email.clone()).or_default().push_back(member);
    }
    known
}
