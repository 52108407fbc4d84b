// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::ApiKeys;
use crate::operations::operations;
use crate::types;

operations! {
    ApiKeys:

    /// List keys.
    ///
    /// Revoked and expired keys are not listed. No response shows a token again. Each entry has the prefix, the name, the
    /// scopes and the last use; *Show a key* returns the rest.
    fn list() -> json types::KeyList {
        ApiKeysList = GET "/api/admin/api-keys" as "api_keys_list", Paged(items: types::KeyListItem);
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Create a key.
    ///
    /// The response holds the token, once. A field that is left out takes the value of the calling key; `scopes` left out
    /// means both. A key can't have more rights, a later end or another member than the calling key (`scope_escalation`,
    /// `beyond_own_rights`). `expires_at` must be in the future and before the year 10000. A repeat under the same
    /// `Idempotency-Key` shows no token.
    fn create(json body: &types::KeyMint) -> json types::MintedKey {
        ApiKeysCreate = POST "/api/admin/api-keys" as "api_keys_create", Keyed;
    }

    /// Show the rights of the calling key.
    ///
    /// Scopes, restriction and resulting rights of the calling key. Every valid key may read them, without a scope or a
    /// right. `workspace` is an opaque name of the owner, the same for all keys of the owner.
    fn self_show() -> json types::EffectiveRights {
        ApiKeysSelfShow = GET "/api/admin/api-keys/self" as "api_keys_self_show";
    }

    /// Revoke a key.
    ///
    /// By number or prefix. Requests with the key are rejected from now on, and its webhooks receive nothing more. A key
    /// that may do more than the calling key can't be revoked (`beyond_own_rights`). The owner's first key can only be
    /// revoked by itself. Every key may revoke itself.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn revoke(path id: &str) -> nothing () {
        ApiKeysRevoke = DELETE "/api/admin/api-keys/{id}" as "api_keys_revoke", Conditional;
    }

    /// Show a key.
    ///
    /// By number or prefix, with its restriction, member and end. An expired key is shown; a revoked key, and a key whose
    /// member was removed, is `key_not_found`.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: &str) -> json types::ApiKey {
        ApiKeysShow = GET "/api/admin/api-keys/{id}" as "api_keys_show";
    }

    /// Rotate a key.
    ///
    /// Creates a token with the same name, rights, member and end; the old token works until the overlap ends. Webhooks of
    /// the old key belong to the new one. The calling key needs at least all rights that the replaced key can ever have
    /// (`scope_escalation`). The owner's first key can only be rotated by itself. If two requests rotate a key at once, one
    /// is `key_not_found`.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn rotate(path id: &str, json body: &types::KeyRotate) -> json types::MintedKey {
        ApiKeysRotate = POST "/api/admin/api-keys/{id}/rotate" as "api_keys_rotate", Conditional, Keyed;
    }
}
