//! The methods of content.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Operation, Request, read};
use crate::types;

/// What sells of the vault.
#[derive(Debug, Clone)]
pub struct Content {
    pub(super) client: Client,
}

impl Content {
    /// List content.
    ///
    /// The order by sales looks at what was captured in the window; the others at the engine's counters of all time.
    pub fn list(&self) -> Request<ContentList> {
        Request::new(&self.client, &[])
    }

    /// Show an item of content.
    ///
    /// One item of the vault with its captured sales and the bundles that contain it.
    ///
    /// - `content_id`: The id of an item of content at the engine
    pub fn show(&self, content_id: &str) -> Request<ContentShow> {
        Request::new(&self.client, &[content_id])
    }
}

/// `GET /api/admin/content`
#[derive(Debug, Clone, Copy)]
pub enum ContentList {}

impl Operation for ContentList {
    type Output = types::ContentList;
    const ID: &'static str = "content_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/content";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ContentList, Error> {
        read::json(&body)
    }
}

impl Request<ContentList> {
    /// `buyers` by default.
    pub fn sort(self, value: &str) -> Self {
        self.with_query("sort", value)
    }

    /// How many at most; 60 by default.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// The first second of the window, Unix seconds; looked at by `sort=sales` only.
    pub fn from_ts(self, value: i64) -> Self {
        self.with_query("from_ts", &value.to_string())
    }

    /// The last second of the window, Unix seconds; looked at by `sort=sales` only.
    pub fn to_ts(self, value: i64) -> Self {
        self.with_query("to_ts", &value.to_string())
    }
}

/// `GET /api/admin/content/{content_id}`
#[derive(Debug, Clone, Copy)]
pub enum ContentShow {}

impl Operation for ContentShow {
    type Output = types::ContentDetail;
    const ID: &'static str = "content_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/content/{content_id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ContentDetail, Error> {
        read::json(&body)
    }
}
