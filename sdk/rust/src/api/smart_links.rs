//! The methods of smart links.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// Links that split visitors between offers by weight and country.
#[derive(Debug, Clone)]
pub struct SmartLinks {
    pub(super) client: Client,
}

impl SmartLinks {
    /// List a domain's smart links.
    ///
    /// The smart links of one domain with their policies, a page at a time.
    ///
    /// - `domain`: The domain.
    pub fn list(&self, domain: &str) -> Request<SmartLinksList> {
        Request::new(&self.client, &[]).with_query("domain", domain)
    }

    /// Create a smart link.
    ///
    /// The upstream platform is never contacted.
    pub fn create(&self, body: &types::SmartLinkCreate) -> Request<SmartLinksCreate> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Delete a smart link.
    ///
    /// Its address stops working at once, and its slug is free again.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn delete(&self, id: &str) -> Request<SmartLinksDelete> {
        Request::new(&self.client, &[id])
    }

    /// Show a smart link.
    ///
    /// The smart link with its policy.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn show(&self, id: &str) -> Request<SmartLinksShow> {
        Request::new(&self.client, &[id])
    }

    /// Change a smart link.
    ///
    /// A policy is replaced whole. The change is live at once.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn update(&self, id: &str, body: &types::SmartLinkUpdate) -> Request<SmartLinksUpdate> {
        Request::new(&self.client, &[id]).with_json(body)
    }

    /// Simulate a smart link.
    ///
    /// Shows what the visitors of a country get, and why. Nothing is sent and nothing is recorded.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn simulate(&self, id: &str, body: &types::PolicySimulate) -> Request<SmartLinksSimulate> {
        Request::new(&self.client, &[id]).with_json(body)
    }
}

/// `GET /api/admin/smartlinks`
#[derive(Debug, Clone, Copy)]
pub enum SmartLinksList {}

impl Operation for SmartLinksList {
    type Output = types::SmartLinkList;
    const ID: &'static str = "smart_links_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/smartlinks";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SmartLinkList, Error> {
        read::json(&body)
    }
}

impl Paged for SmartLinksList {
    type Item = types::SmartLinkOut;

    fn split(page: types::SmartLinkList) -> (Vec<types::SmartLinkOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::SmartLinkList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<SmartLinksList> {
    /// A part of the name or of the slug, whatever the case.
    pub fn search(self, value: &str) -> Self {
        self.with_query("search", value)
    }

    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the page before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/smartlinks`
#[derive(Debug, Clone, Copy)]
pub enum SmartLinksCreate {}

impl Operation for SmartLinksCreate {
    type Output = types::SmartLinkOut;
    const ID: &'static str = "smart_links_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/smartlinks";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::SmartLinkOut, Error> {
        read::json(&body)
    }
}

impl Keyed for SmartLinksCreate {}

/// `DELETE /api/admin/smartlinks/{id}`
#[derive(Debug, Clone, Copy)]
pub enum SmartLinksDelete {}

impl Operation for SmartLinksDelete {
    type Output = ();
    const ID: &'static str = "smart_links_delete";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/smartlinks/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for SmartLinksDelete {}

/// `GET /api/admin/smartlinks/{id}`
#[derive(Debug, Clone, Copy)]
pub enum SmartLinksShow {}

impl Operation for SmartLinksShow {
    type Output = types::SmartLinkOut;
    const ID: &'static str = "smart_links_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/smartlinks/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SmartLinkOut, Error> {
        read::json(&body)
    }
}

/// `PATCH /api/admin/smartlinks/{id}`
#[derive(Debug, Clone, Copy)]
pub enum SmartLinksUpdate {}

impl Operation for SmartLinksUpdate {
    type Output = types::SmartLinkOut;
    const ID: &'static str = "smart_links_update";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/smartlinks/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SmartLinkOut, Error> {
        read::json(&body)
    }
}

impl Conditional for SmartLinksUpdate {}

/// `POST /api/admin/smartlinks/{id}/simulate`
#[derive(Debug, Clone, Copy)]
pub enum SmartLinksSimulate {}

impl Operation for SmartLinksSimulate {
    type Output = types::PolicySimulation;
    const ID: &'static str = "smart_links_simulate";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/smartlinks/{id}/simulate";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::PolicySimulation, Error> {
        read::json(&body)
    }
}
