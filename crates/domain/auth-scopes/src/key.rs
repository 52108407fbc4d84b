use std::fmt;

use kernel::{Fingerprint, OwnerId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::restriction::rights_of;
use crate::{
    Caller, KeyName, KeyPrefix, MemberId, NewToken, Pepper, PepperId, Restriction, Rights, Scopes, TokenHash,
};

kernel::stored_id! {
    /// The stored number of a key.
    KeyId
}

/// How a request names a key: by its number or by its prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyRef {
    /// By number.
    Id(KeyId),
    /// By prefix.
    Prefix(KeyPrefix),
}

kernel::text_value!(KeyRef, "the number or the prefix of a key");

impl KeyRef {
    /// Reads either form; `None` for what names no key. Prefixes begin with a letter, so the two never mix.
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

/// On whose behalf a key acts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// The owner.
    Owner,
    /// A member, with the restriction that they have now.
    Member(MemberId, Option<Restriction>),
    /// A member who was removed; their keys are refused.
    Removed(MemberId),
}

impl Holder {
    /// The member, removed or not.
    pub const fn member(&self) -> Option<MemberId> {
        match *self {
            Self::Owner => None,
            Self::Member(id, _) | Self::Removed(id) => Some(id),
        }
    }

    /// What the holder may do now.
    pub fn rights(&self) -> Rights {
        match self {
            Self::Owner => Rights::all(),
            Self::Member(_, restriction) => rights_of(restriction.as_ref()),
            Self::Removed(_) => Rights::NONE,
        }
    }
}

/// A key that was not revoked, as one look-up finds it.
///
/// To serde a field that is left out is not the same as null: whoever forgets a restriction or an end has no key without either.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredKey {
    /// The owner of the key.
    pub owner: OwnerId,
    /// The number of the key.
    pub key_id: KeyId,
    /// The middle part of its token.
    pub prefix: KeyPrefix,
    /// What its token must hash to.
    pub hash: TokenHash,
    /// The pepper of the hash, where that was recorded.
    pub pepper: Option<PepperId>,
    /// The name of the key.
    pub name: KeyName,
    /// The scopes of the key.
    pub scopes: Scopes,
    /// Its own restriction, before the holder's.
    #[serde(deserialize_with = "Option::deserialize")]
    pub restriction: Option<Restriction>,
    /// On whose behalf it acts, as of now.
    pub holder: Holder,
    /// The moment from which on it is refused.
    #[serde(deserialize_with = "Option::deserialize")]
    pub expires_at: Option<UnixTime>,
}

impl StoredKey {
    /// The key of a token that acts for the owner with every scope and every right, and does not end. What is to be less is
    /// set on the fields.
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

    /// State of the key for `ETag` and `If-Match`; its uses don't change it.
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

    /// Whether the key is accepted at `now`: not expired, and its holder is not removed.
    pub fn is_alive(&self, now: UnixTime) -> bool {
        !matches!(self.holder, Holder::Removed(_)) && self.expires_at.is_none_or(|end| now < end)
    }

    /// Rights of the key now: its restriction, within the rights of its holder.
    pub fn rights(&self) -> Rights {
        rights_of(self.restriction.as_ref()).intersection(self.holder.rights())
    }

    /// The caller who presents this key at `now`; `None` when the key is refused.
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
        })
    }
}

/// What a key that is to be made may do: checked, but without a token yet.
/// Its restriction and its end are read as those of a [`StoredKey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// The name of the key.
    pub name: KeyName,
    /// The scopes of the key.
    pub scopes: Scopes,
    /// Its own restriction.
    #[serde(deserialize_with = "Option::deserialize")]
    pub restriction: Option<Restriction>,
    /// The member on whose behalf it acts; `None` is the owner.
    pub member: Option<MemberId>,
    /// The moment from which on it is refused.
    #[serde(deserialize_with = "Option::deserialize")]
    pub expires_at: Option<UnixTime>,
}

impl Grant {
    /// State of the key that has this grant, for `ETag` and `If-Match`.
    pub fn fingerprint(&self, id: KeyId, prefix: &KeyPrefix) -> Fingerprint {
        Fingerprint::of(&(id, prefix, self))
    }
}

/// A key to be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewKey {
    /// The number that was reserved for it, if one was.
    pub id: Option<KeyId>,
    /// The middle part of its token.
    pub prefix: KeyPrefix,
    /// What its token hashes to.
    pub hash: TokenHash,
    /// The pepper of the hash.
    pub pepper: PepperId,
    /// Rights of the key, and its holder.
    pub grant: Grant,
    /// When it was made.
    pub created_at: UnixTime,
}

/// A hash that takes the place of another one of the same token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renewal {
    /// The key.
    pub key_id: KeyId,
    /// The hash as it was found.
    pub old: TokenHash,
    /// The new one.
    pub new: TokenHash,
    /// Under which pepper the new one was made.
    pub pepper: PepperId,
}

/// A key as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedKey {
    /// The number of the key.
    pub id: KeyId,
    /// The middle part of its token.
    pub prefix: KeyPrefix,
    /// The name of the key.
    pub name: KeyName,
    /// The scopes of the key.
    pub scopes: Scopes,
    /// When it was last used, to about a minute; `None` for never.
    pub last_used_at: Option<UnixTime>,
}

/// A key as its own page shows it, without its token and its hash.
/// Its restriction and its end are read as those of a [`StoredKey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyDetails {
    /// The number of the key.
    pub id: KeyId,
    /// The middle part of its token.
    pub prefix: KeyPrefix,
    /// Rights of the key, and its holder.
    pub grant: Grant,
    /// When it was made.
    pub created_at: UnixTime,
    /// When it was last used, to about a minute; `None` for never.
    pub last_used_at: Option<UnixTime>,
}

impl KeyDetails {
    /// State of the key for `ETag` and `If-Match`; its uses don't change it.
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
