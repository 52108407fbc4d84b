// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::ApiKeys;
use crate::operations::operations;
use crate::types;

operations! {
    ApiKeys:

    /// List keys.
    ///
    /// Revoked and expired keys are not listed; no answer ever shows a secret again.
    fn list() -> json types::KeyList {
        ApiKeysList = GET "/api/admin/api-keys" as "api_keys_list", Paged(items: types::KeyListItem);
        /// How many at most.
        "limit" limit: i64;
        /// Where the page before ended.
        "cursor" cursor: &str;
    }

    /// Create a key.
    ///
    /// The answer holds the whole token, this once. A key can't hand out more than it holds itself.
    fn create(json body: &types::KeyMint) -> json types::MintedKey {
        ApiKeysCreate = POST "/api/admin/api-keys" as "api_keys_create", Keyed;
    }

    /// Show what the calling key may do.
    ///
    /// Its scopes, its restriction and the rights that result. Every valid key may read them, so an integrator sees why another
    /// operation refuses it.
    fn self_show() -> json types::EffectiveRights {
        ApiKeysSelfShow = GET "/api/admin/api-keys/self" as "api_keys_self_show";
    }

    /// Revoke a key.
    ///
    /// By its number or its prefix. At once and for good: every request that comes after this answer is refused. Webhooks that the key made
    /// are sent nothing more. A key that may do more than the calling one is left alone, and so is the owner's first key; each key may revoke itself.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn revoke(path id: &str) -> nothing () {
        ApiKeysRevoke = DELETE "/api/admin/api-keys/{id}" as "api_keys_revoke", Conditional;
    }

    /// Show a key.
    ///
    /// By its number or its prefix, with its restriction and its end. A key that has ended by itself is shown too; a revoked one is not.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: &str) -> json types::KeyOut {
        ApiKeysShow = GET "/api/admin/api-keys/{id}" as "api_keys_show";
    }

    /// Rotate a key.
    ///
    /// Makes a new token with the same rights and end of life; the old one lives on for the overlap. Webhooks that the old key made are the
    /// new one's. The owner's first key is rotated by itself alone.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn rotate(path id: &str, json body: &types::KeyRotate) -> json types::MintedKey {
        ApiKeysRotate = POST "/api/admin/api-keys/{id}/rotate" as "api_keys_rotate", Conditional, Keyed;
    }
}
