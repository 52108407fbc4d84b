//! The methods of webhooks.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Request, read};
use crate::types;

/// What happens, reported to the owner's own servers in signed messages.
#[derive(Debug, Clone)]
pub struct Webhooks {
    pub(super) client: Client,
}

impl Webhooks {
    /// List webhooks.
    ///
    /// At most 20. No answer ever holds a secret again.
    pub fn list(&self) -> Request<WebhooksList> {
        Request::new(&self.client, &[])
    }

    /// Create a webhook.
    ///
    /// The answer holds the secret that messages are signed with, this once. Messages are signed after Standard Webhooks: verify
    /// `webhook-signature` before you act on one. An event type needs the right to read what it reports, and `*` means all that the key may
    /// read; the rights that the key and its member have then are judged at each delivery.
    pub fn create(&self, body: &types::WebhookCreate) -> Request<WebhooksCreate> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Delete a webhook.
    ///
    /// With its secret and its deliveries. Nothing is sent any more, but for a message that is on its way.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn delete(&self, id: &str) -> Request<WebhooksDelete> {
        Request::new(&self.client, &[id])
    }

    /// Show a webhook.
    ///
    /// With the reason, where the service switched it off.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn show(&self, id: &str) -> Request<WebhooksShow> {
        Request::new(&self.client, &[id])
    }

    /// Change a webhook.
    ///
    /// Only what is supplied changes. `active: true` also takes back that the service switched it off; what is still pending goes on. It also
    /// makes a webhook the calling key's whose own key is not accepted any more.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn update(&self, id: &str, body: &types::WebhookUpdate) -> Request<WebhooksUpdate> {
        Request::new(&self.client, &[id]).with_json(body)
    }

    /// Rotate a webhook's secret.
    ///
    /// The answer holds the new secret, this once. During the overlap every message has a signature with each of the two.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn rotate(&self, id: &str, body: &types::WebhookRotate) -> Request<WebhooksRotate> {
        Request::new(&self.client, &[id]).with_json(body)
    }

    /// Test a webhook.
    ///
    /// Sends a message of the type `webhook.test`, also to a webhook that is switched off, and answers what came back. A message that the
    /// webhook took is in the list of its deliveries; nothing else follows from a test.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn test(&self, id: &str) -> Request<WebhooksTest> {
        Request::new(&self.client, &[id])
    }
}

/// `GET /api/admin/webhooks`
#[derive(Debug, Clone, Copy)]
pub enum WebhooksList {}

impl Operation for WebhooksList {
    type Output = types::WebhookList;
    const ID: &'static str = "webhooks_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/webhooks";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::WebhookList, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/webhooks`
#[derive(Debug, Clone, Copy)]
pub enum WebhooksCreate {}

impl Operation for WebhooksCreate {
    type Output = types::WebhookWithSecret;
    const ID: &'static str = "webhooks_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/webhooks";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::WebhookWithSecret, Error> {
        read::json(&body)
    }
}

impl Keyed for WebhooksCreate {}

/// `DELETE /api/admin/webhooks/{id}`
#[derive(Debug, Clone, Copy)]
pub enum WebhooksDelete {}

impl Operation for WebhooksDelete {
    type Output = ();
    const ID: &'static str = "webhooks_delete";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/webhooks/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for WebhooksDelete {}

/// `GET /api/admin/webhooks/{id}`
#[derive(Debug, Clone, Copy)]
pub enum WebhooksShow {}

impl Operation for WebhooksShow {
    type Output = types::WebhookOut;
    const ID: &'static str = "webhooks_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/webhooks/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::WebhookOut, Error> {
        read::json(&body)
    }
}

/// `PATCH /api/admin/webhooks/{id}`
#[derive(Debug, Clone, Copy)]
pub enum WebhooksUpdate {}

impl Operation for WebhooksUpdate {
    type Output = types::WebhookOut;
    const ID: &'static str = "webhooks_update";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/webhooks/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::WebhookOut, Error> {
        read::json(&body)
    }
}

impl Conditional for WebhooksUpdate {}

/// `POST /api/admin/webhooks/{id}/rotate`
#[derive(Debug, Clone, Copy)]
pub enum WebhooksRotate {}

impl Operation for WebhooksRotate {
    type Output = types::WebhookWithSecret;
    const ID: &'static str = "webhooks_rotate";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/webhooks/{id}/rotate";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::WebhookWithSecret, Error> {
        read::json(&body)
    }
}

impl Conditional for WebhooksRotate {}

impl Keyed for WebhooksRotate {}

/// `POST /api/admin/webhooks/{id}/test`
#[derive(Debug, Clone, Copy)]
pub enum WebhooksTest {}

impl Operation for WebhooksTest {
    type Output = types::WebhookTested;
    const ID: &'static str = "webhooks_test";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/webhooks/{id}/test";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::WebhookTested, Error> {
        read::json(&body)
    }
}

impl Keyed for WebhooksTest {}
