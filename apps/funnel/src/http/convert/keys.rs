//! Keys on the wire.

use api_contract::keys::MintedKey;
use auth_scopes::{MemberId, Minted, Restriction, Scope};
use kernel::UnixTime;

use crate::http::answer::ShownOnce;

/// A new key with its token.
pub fn minted_key(minted: &Minted) -> MintedKey {
    let grant = &minted.grant;
    MintedKey {
        id: minted.id.get(),
        name: grant.name.as_str().to_owned(),
        prefix: minted.token.prefix().as_str().to_owned(),
        token: Some(minted.token.expose().to_owned()),
        scopes: grant.scopes.iter().map(Scope::word).map(str::to_owned).collect(),
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

impl ShownOnce for MintedKey {
    type Rest = Self;

    fn rest(&self) -> Self {
        Self { token: None, ..self.clone() }
    }
}
