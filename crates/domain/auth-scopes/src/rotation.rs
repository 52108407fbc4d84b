//! Rules for rotation: replacing a key by a new key with the same rights.

use kernel::{ErrorKind, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::restriction::rights_of;
use crate::{Caller, Grant, KeyError, KeyId, NewKey, StoredKey};

/// Maximum overlap in which the old key stays valid, in seconds: one week.
pub(crate) const MAX_OVERLAP_SECONDS: i64 = 604_800;

/// Fate of the replaced key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OldKey {
    /// Revoked immediately.
    Revoked,
    /// Valid until this time, but never beyond its own expiry.
    LivesUntil(UnixTime),
}

/// Rotation to be stored as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rotation {
    /// Number of the replaced key.
    pub old_key: KeyId,
    /// Expiry that the old key must still have. A different expiry means that a concurrent rotation was faster.
    pub expected_end: Option<UnixTime>,
    /// Fate of the replaced key.
    pub old: OldKey,
    /// New key. Its `created_at` is the time of the rotation.
    pub new: NewKey,
}

/// Decides whether the caller may rotate `found` at `now`. Returns the fate of the old key, and the permissions of the
/// new key.
///
/// The rotated key must not exceed the caller's key in scopes, own restriction, expiry or holder. So a member can't
/// take over the owner's key, even with equal current rights.
pub(crate) fn decide(
    caller: &Caller,
    found: &StoredKey,
    overlap_seconds: i64,
    now: UnixTime,
) -> Result<(OldKey, Grant), KeyError> {
    if !found.is_alive(now) {
        return Err(KeyError::NotFound);
    }
    let foreign = caller.member.is_some() && caller.member != found.holder.member();
    let own = rights_of(caller.restriction.as_ref());
    let escalates = foreign
        || !found.scopes.is_within(caller.scopes)
        || !rights_of(found.restriction.as_ref()).is_within(own)
        || caller.is_outlived_by(found.expires_at);
    if escalates {
        return Err(KeyError::ScopeEscalation);
    }
    let grant = Grant {
        name: found.name.clone(),
        scopes: found.scopes,
        restriction: found.restriction.clone(),
        member: found.holder.member(),
        expires_at: found.expires_at,
    };
    Ok((old_key(found.expires_at, overlap_seconds, now), grant))
}

fn old_key(own_end: Option<UnixTime>, overlap_seconds: i64, now: UnixTime) -> OldKey {
    if overlap_seconds <= 0 {
        return OldKey::Revoked;
    }
    let end = now.plus_seconds(overlap_seconds);
    OldKey::LivesUntil(own_end.map_or(end, |own| own.min(end)))
}

/// Checks the overlap: 0 to 604800 seconds, 0 if absent. The error is at `overlap_seconds`.
pub(crate) fn check_overlap(seconds: Option<i64>) -> Result<i64, ValidationErrors> {
    let error =
        |kind, message| Err(ValidationErrors::one(Location::root().at("overlap_seconds"), kind, message));
    match seconds.unwrap_or(0) {
        ..0 => error(ErrorKind::GreaterThanEqual, "must be at least 0"),
        seconds @ 0..=MAX_OVERLAP_SECONDS => Ok(seconds),
        _ => error(ErrorKind::LessThanEqual, "must be at most 604800"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, caller, restriction, stored_key};
    use crate::{Holder, MemberId, Scope, Scopes};

    #[test]
    fn overlap_bounds() {
        for (seconds, expected) in [
            (None, Some(0)),
            (Some(0), Some(0)),
            (Some(604_800), Some(604_800)),
            (Some(604_801), None),
            (Some(-1), None),
        ] {
            assert_eq!(check_overlap(seconds).ok(), expected, "{seconds:?}");
        }
    }

    #[test]
    fn the_old_key_never_outlives_its_own_end() {
        let (early, late) = (NOW.plus_seconds(10), NOW.plus_seconds(1000));
        for (own_end, overlap, expected) in [
            (None, 0, OldKey::Revoked),
            (None, 60, OldKey::LivesUntil(NOW.plus_seconds(60))),
            (Some(early), 60, OldKey::LivesUntil(early)),
            (Some(late), 60, OldKey::LivesUntil(NOW.plus_seconds(60))),
        ] {
            let found = StoredKey { expires_at: own_end, ..stored_key() };
            let (old, grant) = decide(&caller(), &found, overlap, NOW).unwrap();
            assert_eq!(old, expected);
            assert_eq!(grant.expires_at, own_end, "the new key ends when the old one would have");
        }
    }

    #[test]
    fn a_stronger_key_is_refused() {
        let member = |restriction| Holder::Member(MemberId::new(1), restriction);
        let qr = || restriction(Some(&["qr"]), None);
        let full = stored_key();
        let read = StoredKey { scopes: Scopes::only(Scope::Read), ..stored_key() };
        let narrow = StoredKey { restriction: qr(), ..stored_key() };
        let ends = StoredKey { expires_at: Some(NOW.plus_seconds(5)), ..stored_key() };
        let of_member = StoredKey { holder: member(None), ..stored_key() };
        let of_shrunk_member = StoredKey { holder: member(qr()), ..stored_key() };
        let narrow_of_member = StoredKey { restriction: qr(), ..of_shrunk_member.clone() };
        for (caller, found, allowed) in [
            (&full, &full, true),
            (&full, &narrow, true),
            (&full, &of_member, true),
            (&read, &full, false),
            (&narrow, &full, false),
            (&narrow, &narrow, true),
            (&ends, &full, false),
            (&ends, &ends, true),
            (&of_member, &full, false),
            (&of_member, &of_member, true),
            (&of_member, &narrow_of_member, true),
            (&narrow_of_member, &of_shrunk_member, false),
        ] {
            let caller = caller.clone().into_caller(NOW).unwrap();
            let decided = decide(&caller, found, 0, NOW);
            assert_eq!(decided.is_ok(), allowed, "{caller:?} rotates {found:?}");
        }
    }

    #[test]
    fn a_dead_key_is_not_found() {
        let expired = StoredKey { expires_at: Some(NOW), ..stored_key() };
        let removed = StoredKey { holder: Holder::Removed(MemberId::new(1)), ..stored_key() };
        for dead in [expired, removed] {
            assert!(matches!(decide(&caller(), &dead, 0, NOW), Err(KeyError::NotFound)));
        }
    }
}
