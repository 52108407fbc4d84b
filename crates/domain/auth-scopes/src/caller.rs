use kernel::{Acting, ActingKey, Actor, OwnerId, UnixTime};

use crate::{KeyId, KeyName, KeyPrefix, MemberId, Restriction, Right, Rights, Scope, Scopes};

/// Caller of one request, with the effective rights. Has no serde: deserializing would create a caller without a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Owner (tenant) whose data the request can access.
    pub owner: OwnerId,
    /// Number of the key.
    pub key_id: KeyId,
    /// Prefix of the key's token.
    pub prefix: KeyPrefix,
    /// Name of the key.
    pub key_name: KeyName,
    /// Member on whose behalf the key acts; `None` for the owner.
    pub member: Option<MemberId>,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Restriction of the key as it was requested.
    pub restriction: Option<Restriction>,
    /// Effective rights: the key's restriction intersected with the member's current rights.
    pub rights: Rights,
    /// Time from which the key is rejected.
    pub expires_at: Option<UnixTime>,
    /// Id of the request.
    pub request_id: Option<String>,
}

/// Reason why a valid key may not call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// The key lacks the scope.
    #[error("this key lacks the scope {0}")]
    InsufficientScope(Scope),
    /// The key or its member lacks the right.
    #[error("this key lacks the right {0}")]
    InsufficientRights(Right),
}

impl Caller {
    /// Checks that the caller may call an operation. The scope is checked before the right.
    ///
    /// ```
    /// # use auth_scopes::{KeyId, KeyName, NewToken, Pepper};
    /// # use kernel::{OwnerId, UnixTime};
    /// use auth_scopes::{Denied, Right, Scope, Scopes, StoredKey};
    /// # let (token, pepper, now) = (NewToken::generate(&|bytes: &mut [u8]| bytes.fill(0)), Pepper::new([7; 32]), UnixTime::from_seconds(0));
    /// # let name = KeyName::parse("CI").unwrap();
    ///
    /// let key = StoredKey::unrestricted(OwnerId::new(1), KeyId::new(1), name, &token, &pepper);
    /// let key = StoredKey { scopes: Scopes::only(Scope::Read), ..key };
    /// let caller = key.into_caller(now).unwrap();
    /// assert_eq!(caller.authorize(Scope::Read, Right::LandingsView), Ok(()));
    /// let denied = caller.authorize(Scope::Write, Right::LandingsPublish);
    /// assert_eq!(denied, Err(Denied::InsufficientScope(Scope::Write)));
    /// ```
    pub fn authorize(&self, scope: Scope, right: Right) -> Result<(), Denied> {
        if !self.scopes.contains(scope) {
            Err(Denied::InsufficientScope(scope))
        } else if !self.rights.contains(right) {
            Err(Denied::InsufficientRights(right))
        } else {
            Ok(())
        }
    }

    /// Returns the actor of the caller's changes.
    pub fn acting(&self) -> Acting {
        let key = ActingKey {
            prefix: self.prefix.as_str().to_owned(),
            name: self.key_name.as_str().to_owned(),
            member: self.member.map(MemberId::get),
        };
        Acting { owner: self.owner, actor: Actor::Key(key), request_id: self.request_id.clone() }
    }

    /// Whether a key that expires at `expires_at` would outlive the caller's own key.
    pub(crate) fn is_outlived_by(&self, expires_at: Option<UnixTime>) -> bool {
        self.expires_at.is_some_and(|own| expires_at.is_none_or(|other| other > own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, restriction, stored_key};
    use crate::{Holder, permissions};

    const OPERATIONS: [(&str, Scope, Right); 5] = [
        ("see", Scope::Read, Right::LandingsView),
        ("publish", Scope::Write, Right::LandingsPublish),
        ("mint", Scope::Write, Right::KeysMint),
        ("see qr", Scope::Read, Right::QrView),
        ("edit qr", Scope::Write, Right::QrEdit),
    ];

    fn cell(caller: Option<&Caller>, scope: Scope, right: Right) -> &'static str {
        match caller.map(|caller| caller.authorize(scope, right)) {
            None => "401",
            Some(Ok(())) => "yes",
            Some(Err(Denied::InsufficientScope(_))) => "scope",
            Some(Err(Denied::InsufficientRights(_))) => "right",
        }
    }

    /// The second and third holder are the first member with ever fewer rights.
    fn holders() -> [(&'static str, Holder); 6] {
        let member = |restriction| Holder::Member(MemberId::new(1), restriction);
        let only_view = restriction(None, Some(&[("landings", &["view"])]));
        [
            ("owner", Holder::Owner),
            ("member, any", member(None)),
            ("member, landings+keys", member(restriction(Some(&["landings", "keys"]), None))),
            ("member, landings.view", member(only_view)),
            ("member, qr", member(restriction(Some(&["qr"]), None))),
            ("member, removed", Holder::Removed(MemberId::new(1))),
        ]
    }

    #[test]
    fn truth_table() {
        let view: &[(&str, &[&str])] = &[("landings", &["view"])];
        let restrictions = [
            ("any", None),
            ("landings", restriction(Some(&["landings"]), None)),
            ("landings.view", restriction(None, Some(view))),
            ("landings.view, qr", restriction(Some(&["landings", "qr"]), Some(view))),
        ];
        let heading = OPERATIONS.map(|(name, ..)| format!("{name:<8}")).concat();
        let mut table = format!("{:<7}{:<19}{:<23}{}\n", "scopes", "key", "holder", heading.trim_end());
        for (scopes, bits) in [("r", 1), ("w", 2), ("rw", 3)] {
            for (key_kind, restriction) in &restrictions {
                for (holder_kind, holder) in holders() {
                    let key = StoredKeyParts { bits, restriction: restriction.clone(), holder };
                    let caller = key.caller();
                    let cells =
                        OPERATIONS.map(|(_, s, r)| format!("{:<8}", cell(caller.as_ref(), s, r))).concat();
                    table += &format!("{scopes:<7}{key_kind:<19}{holder_kind:<23}{}\n", cells.trim_end());
                }
            }
        }
        insta::assert_snapshot!(table);
    }

    struct StoredKeyParts {
        bits: u8,
        restriction: Option<Restriction>,
        holder: Holder,
    }

    impl StoredKeyParts {
        fn caller(self) -> Option<Caller> {
            let scopes = Scopes::from_bits(self.bits).unwrap();
            let (restriction, holder) = (self.restriction, self.holder);
            crate::StoredKey { scopes, restriction, holder, ..stored_key() }.into_caller(NOW)
        }
    }

    #[test]
    fn an_expired_key_has_no_caller() {
        for (end, alive) in [(None, true), (Some(NOW.plus_seconds(1)), true), (Some(NOW), false)] {
            let key = crate::StoredKey { expires_at: end, ..stored_key() };
            assert_eq!(key.into_caller(NOW).is_some(), alive, "{end:?}");
        }
    }

    #[test]
    fn permission_types_authorize_as_their_constants() {
        use permissions::{Requires, RequiresScope};
        let caller = stored_key().into_caller(NOW).unwrap();
        let denied = caller.authorize(permissions::Write::SCOPE, permissions::landings::Publish::RIGHT);
        assert_eq!(denied, Ok(()));
    }
}
