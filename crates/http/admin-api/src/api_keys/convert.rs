//! Wire types of keys.

use crate::api_keys::wire::{KeyListItem, KeyMint, KeyOut, MintedKey};
use auth_scopes::{KeyDetails, ListedKey, MemberId, MintRequest, Minted, Restriction, Scope};
use kernel::UnixTime;

/// Converts a new key with its token.
pub fn minted_key(minted: &Minted) -> MintedKey {
    let grant = &minted.grant;
    MintedKey {
        id: minted.id.get(),
        name: grant.name.as_str().to_owned(),
        prefix: minted.token.prefix().as_str().to_owned(),
        token: Some(minted.token.expose().to_owned()),
        scopes: grant.scopes.iter().map(Scope::as_str).map(str::to_owned).collect(),
        created_at: minted.created_at.seconds(),
        tabs: grant.restriction.as_ref().and_then(Restriction::tab_words),
        caps: grant
            .restriction
            .as_ref()
            .and_then(Restriction::cap_words)
            .map(|caps| caps.into_iter().collect()),
        expires_at: grant.expires_at.map(UnixTime::seconds),
        member_id: grant.member.map(MemberId::get),
    }
}

/// Converts the body of a new key.
pub fn mint_request(body: KeyMint) -> MintRequest {
    MintRequest {
        name: body.name,
        scopes: body.scopes,
        tabs: body.tabs,
        caps: body.caps.map(|caps| caps.into_iter().collect()),
        expires_at: body.expires_at,
        member_id: body.member_id.map(MemberId::new),
    }
}

/// Converts a key of the list.
pub fn listed_key(key: &ListedKey) -> KeyListItem {
    KeyListItem {
        prefix: key.prefix.as_str().to_owned(),
        name: key.name.as_str().to_owned(),
        scopes: key.scopes.iter().map(Scope::as_str).map(str::to_owned).collect(),
        last_used_at: key.last_used_at.map(UnixTime::seconds),
    }
}

/// Converts a key without its token.
pub fn key_out(key: &KeyDetails) -> KeyOut {
    let grant = &key.grant;
    let restriction = grant.restriction.as_ref();
    KeyOut {
        id: key.id.get(),
        prefix: key.prefix.as_str().to_owned(),
        name: grant.name.as_str().to_owned(),
        scopes: grant.scopes.iter().map(Scope::as_str).map(str::to_owned).collect(),
        tabs: restriction.and_then(Restriction::tab_words),
        caps: restriction.and_then(Restriction::cap_words).map(|caps| caps.into_iter().collect()),
        member_id: grant.member.map(MemberId::get),
        created_at: key.created_at.seconds(),
        last_used_at: key.last_used_at.map(UnixTime::seconds),
        expires_at: grant.expires_at.map(UnixTime::seconds),
    }
}
