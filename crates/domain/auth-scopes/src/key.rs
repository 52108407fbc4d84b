use std::fmt;

use kernel::{Fingerprint, OwnerId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::restriction::rights_of;
use crate::{
    Caller, KeyName, KeyPrefix, MemberId, NewToken, Pepper, PepperId, Restriction, Rights, Scopes, TokenHash,
};

kernel::stored_id! {
    /// Stored number of a key.
    KeyId
}

/// Reference to a key in a request: number or prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyRef {
    /// Number of the key.
    Id(KeyId),
    /// Prefix of the key's token.
    Prefix(KeyPrefix),
}

kernel::text_value!(KeyRef, "the number or the prefix of a key");

impl KeyRef {
    /// Parses either form; `None` if invalid. Prefixes start with a letter, so the forms can't be confused.
    pub fn parse(text: &str) -> Option<Self> {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().ok().map(|id| Self::Id(KeyId(id)));
        }
        KeyPrefix::parse(text).map(Self::Prefix)
    }
}

impl fmt::Display for KeyRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.get().fmt(f),
            Self::Prefix(prefix) => prefix.fmt(f),
        }
    }
}

/// Holder of a key, on whose behalf the key acts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// Owner of the key.
    Owner,
    /// Member with the current restriction.
    Member(MemberId, Option<Restriction>),
    /// Removed member, whose keys are rejected.
    Removed(MemberId),
}

impl Holder {
    /// Member, removed or not; `None` for the owner.
    pub const fn member(&self) -> Option<MemberId> {
        match *self {
            Self::Owner => None,
            Self::Member(id, _) | Self::Removed(id) => Some(id),
        }
    }

    /// Current rights of the holder.
    pub fn rights(&self) -> Rights {
        match self {
            Self::Owner => Rights::all(),
            Self::Member(_, restriction) => rights_of(restriction.as_ref()),
            Self::Removed(_) => Rights::NONE,
        }
    }
}

/// Unrevoked key with its holder, from a single lookup.
///
/// serde distinguishes a missing field from null: a key without the `restriction` or `expires_at` field is rejected, so
/// that no key becomes unlimited by mistake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredKey {
    /// Owner of the key.
    pub owner: OwnerId,
    /// Number of the key.
    pub key_id: KeyId,
    /// Prefix of the key's token.
    pub prefix: KeyPrefix,
    /// Hash of the key's token.
    pub hash: TokenHash,
    /// Pepper of the hash, if recorded.
    pub pepper: Option<PepperId>,
    /// Name of the key.
    pub name: KeyName,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Restriction of the key, without that of the holder.
    #[serde(deserialize_with = "Option::deserialize")]
    pub restriction: Option<Restriction>,
    /// Holder of the key, in the current state.
    pub holder: Holder,
    /// Time from which the key is rejected.
    #[serde(deserialize_with = "Option::deserialize")]
    pub expires_at: Option<UnixTime>,
}

impl StoredKey {
    /// Creates a key for the owner with every scope and right, without expiry. Set the fields to reduce its rights.
    pub fn unrestricted(
        owner: OwnerId,
        key_id: KeyId,
        name: KeyName,
        token: &NewToken,
        pepper: &Pepper,
    ) -> Self {
        Self {
            owner,
            key_id,
            prefix: token.prefix().clone(),
            hash: token.hash(pepper),
            pepper: Some(pepper.id()),
            name,
            scopes: Scopes::ALL,
            restriction: None,
            holder: Holder::Owner,
            expires_at: None,
        }
    }

    /// State of the key for `ETag` and `If-Match`, independent of its uses.
    pub fn fingerprint(&self) -> Fingerprint {
        let grant = Grant {
            name: self.name.clone(),
            scopes: self.scopes,
            restriction: self.restriction.clone(),
            member: self.holder.member(),
            expires_at: self.expires_at,
        };
        grant.fingerprint(self.key_id, &self.prefix)
    }

    /// Whether the key is accepted at `now`: not expired, and its holder not removed.
    pub fn is_alive(&self, now: UnixTime) -> bool {
        !matches!(self.holder, Holder::Removed(_)) && self.expires_at.is_none_or(|end| now < end)
    }

    /// Current rights of the key: its restriction intersected with the rights of its holder.
    pub fn rights(&self) -> Rights {
        rights_of(self.restriction.as_ref()).intersection(self.holder.rights())
    }

    /// Returns the caller with this key at `now`; `None` if the key is rejected.
    pub fn into_caller(self, now: UnixTime) -> Option<Caller> {
        let rights = self.rights();
        self.is_alive(now).then(|| Caller {
            owner: self.owner,
            key_id: self.key_id,
            prefix: self.prefix,
            key_name: self.name,
            member: self.holder.member(),
            scopes: self.scopes,
            rights,
            restriction: self.restriction,
            expires_at: self.expires_at,
            request_id: None,
        })
    }
}

/// Checked permissions of a key to be created, before its token exists. serde requires `restriction` and `expires_at`,
/// as for [`StoredKey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// Name of the key.
    pub name: KeyName,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Restriction of the key.
    #[serde(deserialize_with = "Option::deserialize")]
    pub restriction: Option<Restriction>,
    /// Member on whose behalf the key acts; `None` for the owner.
    pub member: Option<MemberId>,
    /// Time from which the key is rejected.
    #[serde(deserialize_with = "Option::deserialize")]
    pub expires_at: Option<UnixTime>,
}

impl Grant {
    /// State of the key with this grant, for `ETag` and `If-Match`.
    pub fn fingerprint(&self, id: KeyId, prefix: &KeyPrefix) -> Fingerprint {
        Fingerprint::of(&(id, prefix, self))
    }
}

/// Key to be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewKey {
    /// Reserved number, if any.
    pub id: Option<KeyId>,
    /// Prefix of the key's token.
    pub prefix: KeyPrefix,
    /// Hash of the key's token.
    pub hash: TokenHash,
    /// Pepper of the hash.
    pub pepper: PepperId,
    /// Permissions and holder of the key.
    pub grant: Grant,
    /// Time of the creation.
    pub created_at: UnixTime,
}

/// Replacement of a key's hash by a new hash of the same token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renewal {
    /// Number of the key.
    pub key_id: KeyId,
    /// Hash to replace.
    pub old: TokenHash,
    /// New hash.
    pub new: TokenHash,
    /// Pepper of the new hash.
    pub pepper: PepperId,
}

/// Key in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedKey {
    /// Number of the key.
    pub id: KeyId,
    /// Prefix of the key's token.
    pub prefix: KeyPrefix,
    /// Name of the key.
    pub name: KeyName,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Time of the last use, accurate to about a minute; `None` if never used.
    pub last_used_at: Option<UnixTime>,
}

/// Key with all details, without its token and hash. serde requires `restriction` and `expires_at`, as for
/// [`StoredKey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyDetails {
    /// Number of the key.
    pub id: KeyId,
    /// Prefix of the key's token.
    pub prefix: KeyPrefix,
    /// Permissions and holder of the key.
    pub grant: Grant,
    /// Time of the creation.
    pub created_at: UnixTime,
    /// Time of the last use, accurate to about a minute; `None` if never used.
    pub last_used_at: Option<UnixTime>,
}

impl KeyDetails {
    /// State of the key for `ETag` and `If-Match`, independent of its uses.
    pub fn fingerprint(&self) -> Fingerprint {
        self.grant.fingerprint(self.id, &self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_named_by_number_or_prefix() {
        let prefix = |text| KeyPrefix::parse(text).map(KeyRef::Prefix);
        for (text, expected) in [
            ("17", Some(KeyRef::Id(KeyId(17)))),
            ("1234567890", Some(KeyRef::Id(KeyId(1_234_567_890)))),
            ("a234567890", prefix("a234567890")),
            ("99999999999999999999", None),
            ("-1", None),
            ("+1", None),
            ("", None),
            ("A234567890", None),
            ("a23456789", None),
        ] {
            assert_eq!(KeyRef::parse(text), expected, "{text:?}");
        }
    }
}
