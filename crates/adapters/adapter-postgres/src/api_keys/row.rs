//! Rows of API keys, and their conversion.

use auth_scopes::{
    Grant, Holder, KeyDetails, KeyId, KeyName, KeyPrefix, ListedKey, MemberId, PepperId, Scopes, StoredKey,
    TokenHash,
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::{OwnerId, StoreError};
use serde_json::Value;

use crate::api_keys::restriction;
use crate::database::error::corrupt;
use crate::database::time::unix_time;
use crate::schema::auth::{api_keys, members};

#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = api_keys)]
pub(super) struct KeyRow {
    owner_id: i64,
    pub(super) key_id: i64,
    prefix: String,
    token_hash: Vec<u8>,
    pepper_id: Option<i64>,
    name: String,
    scopes: i16,
    restriction: Option<Value>,
    member_id: Option<i64>,
    expires_at: Option<DateTime<Utc>>,
}

/// Id, restriction and removal time of the key's member. The id distinguishes a member without restriction and removal
/// from no member.
pub(super) type MemberColumns = (Option<i64>, Option<Value>, Option<DateTime<Utc>>);

#[diesel::dsl::auto_type]
pub(super) fn key_columns() -> _ {
    let key: diesel::dsl::AsSelect<KeyRow, diesel::pg::Pg> = KeyRow::as_select();
    (key, (members::member_id.nullable(), members::restriction.nullable(), members::removed_at.nullable()))
}

#[diesel::dsl::auto_type]
pub(super) fn holds_key() -> _ {
    members::owner_id.eq(api_keys::owner_id).and(members::member_id.nullable().eq(api_keys::member_id))
}

pub(super) fn stored_key((key, member): (KeyRow, MemberColumns)) -> Result<StoredKey, StoreError> {
    let hash: [u8; 32] = key.token_hash.try_into().map_err(|_| corrupt("a token hash"))?;
    Ok(StoredKey {
        owner: OwnerId::new(key.owner_id),
        key_id: KeyId::new(key.key_id),
        prefix: KeyPrefix::parse(&key.prefix).ok_or_else(|| corrupt("a prefix"))?,
        hash: TokenHash::from_bytes(hash),
        pepper: key.pepper_id.map(PepperId::new),
        name: KeyName::restore(&key.name).map_err(corrupt)?,
        scopes: scopes(key.scopes)?,
        restriction: key.restriction.map(restriction::read).transpose()?,
        holder: holder(key.member_id, member)?,
        expires_at: key.expires_at.map(unix_time),
    })
}

fn holder(
    member_id: Option<i64>,
    (found, restriction, removed_at): MemberColumns,
) -> Result<Holder, StoreError> {
    match (member_id, found, removed_at) {
        (None, None, None) => Ok(Holder::Owner),
        (Some(id), Some(_), None) => {
            Ok(Holder::Member(MemberId::new(id), restriction.map(restriction::read).transpose()?))
        }
        (Some(id), Some(_), Some(_)) => Ok(Holder::Removed(MemberId::new(id))),
        _ => Err(corrupt("a key of a member who does not exist")),
    }
}

fn scopes(bits: i16) -> Result<Scopes, StoreError> {
    u8::try_from(bits).ok().and_then(Scopes::from_bits).ok_or_else(|| corrupt("a set of scopes"))
}

pub(super) type ListedRow = (i64, String, String, i16, Option<DateTime<Utc>>);

pub(super) fn listed_key((id, prefix, name, bits, last_used_at): ListedRow) -> Result<ListedKey, StoreError> {
    Ok(ListedKey {
        id: KeyId::new(id),
        prefix: KeyPrefix::parse(&prefix).ok_or_else(|| corrupt("a prefix"))?,
        name: KeyName::restore(&name).map_err(corrupt)?,
        scopes: scopes(bits)?,
        last_used_at: last_used_at.map(unix_time),
    })
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = api_keys)]
pub(super) struct DetailsRow {
    key_id: i64,
    prefix: String,
    name: String,
    scopes: i16,
    restriction: Option<Value>,
    member_id: Option<i64>,
    created_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
    last_used_at: Option<DateTime<Utc>>,
}

impl DetailsRow {
    pub(super) fn read(self) -> Result<KeyDetails, StoreError> {
        Ok(KeyDetails {
            id: KeyId::new(self.key_id),
            prefix: KeyPrefix::parse(&self.prefix).ok_or_else(|| corrupt("a prefix"))?,
            grant: Grant {
                name: KeyName::restore(&self.name).map_err(corrupt)?,
                scopes: scopes(self.scopes)?,
                restriction: self.restriction.map(restriction::read).transpose()?,
                member: self.member_id.map(MemberId::new),
                expires_at: self.expires_at.map(unix_time),
            },
            created_at: unix_time(self.created_at),
            last_used_at: self.last_used_at.map(unix_time),
        })
    }
}
