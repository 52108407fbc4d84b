//! Authority of a caller over existing keys and members.

use crate::restriction::rights_of;
#[cfg(feature = "use-cases")]
use crate::{Caller, KeyError, StoredKey};
use crate::{Member, MemberError, Rights};

/// Whether target and caller are the owner's first key or its successor by rotation.
#[cfg(feature = "use-cases")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FirstKeys {
    /// Whether the target key is the first key or its successor.
    pub target: bool,
    /// Whether the caller's key is the first key or its successor.
    pub caller: bool,
}

/// Checks that the caller may revoke `found`. The caller must have all rights of the target, and only the first key
/// itself may act on the first key. A key may always revoke itself, for example after a leak.
#[cfg(feature = "use-cases")]
pub(crate) fn check_revocation(caller: &Caller, found: &StoredKey, first: FirstKeys) -> Result<(), KeyError> {
    if caller.key_id == found.key_id {
        return Ok(());
    }
    check_first(first)?;
    let is_within = found.scopes.is_within(caller.scopes) && found.rights().is_within(caller.rights);
    if is_within { Ok(()) } else { Err(KeyError::BeyondOwnRights) }
}

/// Checks that only the owner's first key acts on the owner's first key.
#[cfg(feature = "use-cases")]
pub(crate) fn check_first(first: FirstKeys) -> Result<(), KeyError> {
    if first.target && !first.caller { Err(KeyError::FirstKey) } else { Ok(()) }
}

/// Checks that a caller with these rights may change or remove a member, or mint a key for the member.
///
/// ```
/// # use auth_scopes::{Email, Member, MemberId, MemberName, Rights, Tab, check_authority};
/// # let (name, email) = (MemberName::parse("Ana").unwrap(), Email::parse("ana@example.com").unwrap());
/// # let created_at = kernel::UnixTime::from_seconds(0);
/// let unrestricted = Member { id: MemberId::new(1), name, email, restriction: None, created_at };
/// assert!(check_authority(Rights::of_tab(Tab::Team), &unrestricted).is_err());
/// assert!(check_authority(Rights::all(), &unrestricted).is_ok());
/// ```
pub fn check_authority(rights: Rights, member: &Member) -> Result<(), MemberError> {
    if rights_of(member.restriction.as_ref()).is_within(rights) {
        Ok(())
    } else {
        Err(MemberError::BeyondOwnRights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, member, restriction, stored_key};
    use crate::{Holder, KeyId, MemberId, Scope, Scopes};

    #[test]
    fn a_key_is_revoked_by_those_who_may_do_as_much() {
        let key = |number, tabs: Option<&[&str]>| StoredKey {
            key_id: KeyId::new(number),
            restriction: restriction(tabs, None),
            ..stored_key()
        };
        let of_member = |key: StoredKey, tabs: Option<&[&str]>| StoredKey {
            holder: Holder::Member(MemberId::new(1), restriction(tabs, None)),
            ..key
        };
        let (narrow, other) = (Some(&["keys", "team"][..]), Some(&["keys", "qr"][..]));
        let removed = StoredKey { holder: Holder::Removed(MemberId::new(2)), ..key(9, None) };
        let writes = StoredKey { scopes: Scopes::only(Scope::Write), ..key(9, None) };
        for (why, caller, found, allowed) in [
            ("an equal", key(1, None), key(2, None), true),
            ("a lesser", key(1, None), key(2, narrow), true),
            ("a superior", key(1, narrow), key(2, None), false),
            ("an equal of few rights", key(1, narrow), key(2, narrow), true),
            ("a key of other rights", key(1, narrow), key(2, other), false),
            ("itself", key(1, narrow), key(1, narrow), true),
            ("the owner, by a member of few rights", of_member(key(1, None), narrow), key(2, None), false),
            ("the owner, by a member of all rights", of_member(key(1, None), None), key(2, None), true),
            ("a key whose member shrank", key(1, narrow), of_member(key(2, None), narrow), true),
            ("a key of a removed member", key(1, narrow), removed, true),
            ("a key of more scopes", writes.clone(), key(2, None), false),
            ("a key of fewer scopes", key(1, None), writes, true),
        ] {
            let caller = caller.into_caller(NOW).unwrap();
            let judged = check_revocation(&caller, &found, FirstKeys::default());
            assert_eq!(judged.is_ok(), allowed, "{why}");
        }
    }

    #[test]
    fn the_first_key_is_beyond_everybody_but_itself() {
        let caller = stored_key().into_caller(NOW).unwrap();
        let narrow = StoredKey { restriction: restriction(Some(&["keys"]), None), ..stored_key() };
        let found = StoredKey { key_id: KeyId::new(7), ..narrow };
        for (target, of_caller, allowed) in
            [(false, false, true), (false, true, true), (true, true, true), (true, false, false)]
        {
            let first = FirstKeys { target, caller: of_caller };
            assert_eq!(check_first(first).is_ok(), allowed, "{first:?}");
            assert_eq!(check_revocation(&caller, &found, first).is_ok(), allowed, "{first:?}");
        }
        let itself = FirstKeys { target: true, caller: true };
        assert!(check_revocation(&caller, &stored_key(), itself).is_ok());
    }

    #[test]
    fn a_member_is_acted_on_by_those_who_may_do_as_much() {
        for (tabs, mine, allowed) in [
            (None, None, true),
            (None, Some(&["team"][..]), false),
            (Some(&["team"][..]), Some(&["team"]), true),
            (Some(&["team", "qr"]), Some(&["team"]), false),
            (Some(&["qr"]), Some(&["team", "qr"]), true),
            (Some(&["qr"]), None, true),
        ] {
            let member = Member { restriction: restriction(tabs, None), ..member() };
            let rights = rights_of(restriction(mine, None).as_ref());
            assert_eq!(check_authority(rights, &member).is_ok(), allowed, "{tabs:?} {mine:?}");
        }
    }
}
