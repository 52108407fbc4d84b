//! The methods of buttons.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Request, read};
use crate::types;

/// The buttons that a segment of visitors sees.
#[derive(Debug, Clone)]
pub struct Buttons {
    pub(super) client: Client,
}

impl Buttons {
    /// List buttons.
    ///
    /// The buttons of one segment of the draft, in the order in which they are shown.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    pub fn list(&self, domain: &str, tier: &str) -> Request<ButtonsList> {
        Request::new(&self.client, &[domain, tier])
    }

    /// Create a button.
    ///
    /// Adds a button to a segment of the draft, at the end unless `position` says otherwise. Visitors see it once the draft is
    /// published.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    pub fn create(&self, domain: &str, tier: &str, body: &types::ButtonCreate) -> Request<ButtonsCreate> {
        Request::new(&self.client, &[domain, tier]).with_json(body)
    }

    /// Reorder a segment's buttons.
    ///
    /// Takes the ids of all buttons of the segment in their new order; a list that lacks one or names another is refused.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    pub fn reorder(&self, domain: &str, tier: &str, body: &types::ButtonOrder) -> Request<ButtonsReorder> {
        Request::new(&self.client, &[domain, tier]).with_json(body)
    }

    /// Delete a button.
    ///
    /// Takes the button out of the draft. Visitors see it until the draft is published.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    /// - `button_id`: The id of a button of the segment
    pub fn delete(&self, domain: &str, tier: &str, button_id: &str) -> Request<ButtonsDelete> {
        Request::new(&self.client, &[domain, tier, button_id])
    }

    /// Change a button.
    ///
    /// Changes the fields that the body names. Visitors see the change once the draft is published.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    /// - `button_id`: The id of a button of the segment
    pub fn update(
        &self,
        domain: &str,
        tier: &str,
        button_id: &str,
        body: &types::ButtonUpdate,
    ) -> Request<ButtonsUpdate> {
        Request::new(&self.client, &[domain, tier, button_id]).with_json(body)
    }
}

/// `GET /api/admin/buttons/{domain}/{tier}`
#[derive(Debug, Clone, Copy)]
pub enum ButtonsList {}

impl Operation for ButtonsList {
    type Output = types::ButtonList;
    const ID: &'static str = "buttons_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/buttons/{domain}/{tier}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ButtonList, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/buttons/{domain}/{tier}`
#[derive(Debug, Clone, Copy)]
pub enum ButtonsCreate {}

impl Operation for ButtonsCreate {
    type Output = types::ButtonOut;
    const ID: &'static str = "buttons_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/buttons/{domain}/{tier}";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::ButtonOut, Error> {
        read::json(&body)
    }
}

impl Conditional for ButtonsCreate {}

impl Keyed for ButtonsCreate {}

/// `PUT /api/admin/buttons/{domain}/{tier}/order`
#[derive(Debug, Clone, Copy)]
pub enum ButtonsReorder {}

impl Operation for ButtonsReorder {
    type Output = types::ButtonList;
    const ID: &'static str = "buttons_reorder";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/buttons/{domain}/{tier}/order";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ButtonList, Error> {
        read::json(&body)
    }
}

impl Conditional for ButtonsReorder {}

/// `DELETE /api/admin/buttons/{domain}/{tier}/{button_id}`
#[derive(Debug, Clone, Copy)]
pub enum ButtonsDelete {}

impl Operation for ButtonsDelete {
    type Output = ();
    const ID: &'static str = "buttons_delete";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/buttons/{domain}/{tier}/{button_id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for ButtonsDelete {}

/// `PATCH /api/admin/buttons/{domain}/{tier}/{button_id}`
#[derive(Debug, Clone, Copy)]
pub enum ButtonsUpdate {}

impl Operation for ButtonsUpdate {
    type Output = types::ButtonOut;
    const ID: &'static str = "buttons_update";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/buttons/{domain}/{tier}/{button_id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ButtonOut, Error> {
        read::json(&body)
    }
}

impl Conditional for ButtonsUpdate {}
