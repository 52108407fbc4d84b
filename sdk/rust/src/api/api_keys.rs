//! The methods of api keys.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// Keys of the API: their scopes, restrictions and ends of life.
#[derive(Debug, Clone)]
pub struct ApiKeys {
    pub(super) client: Client,
}

impl ApiKeys {
    /// List keys.
    ///
    /// Revoked and expired keys are not listed; no answer ever shows a secret again.
    pub fn list(&self) -> Request<ApiKeysList> {
        Request::new(&self.client, &[])
    }

    /// Create a key.
    ///
    /// The answer holds the whole token, this once. A key can't hand out more than it holds itself.
    pub fn create(&self, body: &types::KeyMint) -> Request<ApiKeysCreate> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Show what the calling key may do.
    ///
    /// Its scopes, its restriction and the rights that result. Every valid key may read them, so an integrator sees why another
    /// operation refuses it.
    pub fn self_show(&self) -> Request<ApiKeysSelfShow> {
        Request::new(&self.client, &[])
    }

    /// Revoke a key.
    ///
    /// By its number or its prefix. At once and for good: every request that comes after this answer is refused. Webhooks that the key made
    /// are sent nothing more. A key that may do more than the calling one is left alone, and so is the owner's first key; each key may revoke itself.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn revoke(&self, id: &str) -> Request<ApiKeysRevoke> {
        Request::new(&self.client, &[id])
    }

    /// Show a key.
    ///
    /// By its number or its prefix, with its restriction and its end. A key that has ended by itself is shown too; a revoked one is not.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn show(&self, id: &str) -> Request<ApiKeysShow> {
        Request::new(&self.client, &[id])
    }

    /// Rotate a key.
    ///
    /// Makes a new token with the same rights and end of life; the old one lives on for the overlap. Webhooks that the old key made are the
    /// new one's. The owner's first key is rotated by itself alone.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn rotate(&self, id: &str, body: &types::KeyRotate) -> Request<ApiKeysRotate> {
        Request::new(&self.client, &[id]).with_json(body)
    }
}

/// `GET /api/admin/api-keys`
#[derive(Debug, Clone, Copy)]
pub enum ApiKeysList {}

impl Operation for ApiKeysList {
    type Output = types::KeyList;
    const ID: &'static str = "api_keys_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/api-keys";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::KeyList, Error> {
        read::json(&body)
    }
}

impl Paged for ApiKeysList {
    type Item = types::KeyListItem;

    fn split(page: types::KeyList) -> (Vec<types::KeyListItem>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::KeyList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<ApiKeysList> {
    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the page before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/api-keys`
#[derive(Debug, Clone, Copy)]
pub enum ApiKeysCreate {}

impl Operation for ApiKeysCreate {
    type Output = types::MintedKey;
    const ID: &'static str = "api_keys_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/api-keys";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::MintedKey, Error> {
        read::json(&body)
    }
}

impl Keyed for ApiKeysCreate {}

/// `GET /api/admin/api-keys/self`
#[derive(Debug, Clone, Copy)]
pub enum ApiKeysSelfShow {}

impl Operation for ApiKeysSelfShow {
    type Output = types::EffectiveRights;
    const ID: &'static str = "api_keys_self_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/api-keys/self";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::EffectiveRights, Error> {
        read::json(&body)
    }
}

/// `DELETE /api/admin/api-keys/{id}`
#[derive(Debug, Clone, Copy)]
pub enum ApiKeysRevoke {}

impl Operation for ApiKeysRevoke {
    type Output = ();
    const ID: &'static str = "api_keys_revoke";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/api-keys/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for ApiKeysRevoke {}

/// `GET /api/admin/api-keys/{id}`
#[derive(Debug, Clone, Copy)]
pub enum ApiKeysShow {}

impl Operation for ApiKeysShow {
    type Output = types::KeyOut;
    const ID: &'static str = "api_keys_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/api-keys/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::KeyOut, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/api-keys/{id}/rotate`
#[derive(Debug, Clone, Copy)]
pub enum ApiKeysRotate {}

impl Operation for ApiKeysRotate {
    type Output = types::MintedKey;
    const ID: &'static str = "api_keys_rotate";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/api-keys/{id}/rotate";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::MintedKey, Error> {
        read::json(&body)
    }
}

impl Conditional for ApiKeysRotate {}

impl Keyed for ApiKeysRotate {}
