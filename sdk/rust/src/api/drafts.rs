//! The methods of drafts.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// The draft of a landing page: differences, preview, publication, versions.
#[derive(Debug, Clone)]
pub struct Drafts {
    pub(super) client: Client,
}

impl Drafts {
    /// Show what publishing would change.
    ///
    /// Each difference from the live version to the draft, as a path with the value before and after.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn diff(&self, domain: &str) -> Request<DraftsDiff> {
        Request::new(&self.client, &[domain])
    }

    /// Preview the draft.
    ///
    /// The page as it would go live for the visitor that the query imagines. Never stored, and counted nowhere.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn preview(&self, domain: &str) -> Request<DraftsPreview> {
        Request::new(&self.client, &[domain])
    }

    /// Publish the draft.
    ///
    /// The live page changes at once and as a whole. An unchanged draft keeps its version.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn publish(&self, domain: &str) -> Request<DraftsPublish> {
        Request::new(&self.client, &[domain])
    }

    /// Roll back to a version.
    ///
    /// The old content becomes the draft and live, as a new version.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn rollback(&self, domain: &str, body: &types::Rollback) -> Request<DraftsRollback> {
        Request::new(&self.client, &[domain]).with_json(body)
    }

    /// Show what a visitor would get, and why.
    ///
    /// Reads the live version, or with `draft=true` the draft. Nothing is sent or counted.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn simulate(&self, domain: &str) -> Request<DraftsSimulate> {
        Request::new(&self.client, &[domain])
    }

    /// List published versions.
    ///
    /// Each publication with its time and key, a page at a time.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn versions_list(&self, domain: &str) -> Request<DraftsVersionsList> {
        Request::new(&self.client, &[domain])
    }
}

/// `GET /api/admin/domains/{domain}/diff`
#[derive(Debug, Clone, Copy)]
pub enum DraftsDiff {}

impl Operation for DraftsDiff {
    type Output = types::DiffOut;
    const ID: &'static str = "drafts_diff";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains/{domain}/diff";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DiffOut, Error> {
        read::json(&body)
    }
}

/// `GET /api/admin/domains/{domain}/preview`
#[derive(Debug, Clone, Copy)]
pub enum DraftsPreview {}

impl Operation for DraftsPreview {
    type Output = String;
    const ID: &'static str = "drafts_preview";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains/{domain}/preview";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<String, Error> {
        read::text(&body)
    }
}

impl Request<DraftsPreview> {
    /// A two-letter country code.
    pub fn country(self, value: &str) -> Self {
        self.with_query("country", value)
    }

    /// `mobile`, `tablet` or `desktop`.
    pub fn device(self, value: &str) -> Self {
        self.with_query("device", value)
    }

    /// `ios`, `android`, `windows`, `macos`, `linux` or `chromeos`.
    pub fn os(self, value: &str) -> Self {
        self.with_query("os", value)
    }

    /// `chrome`, `safari`, `firefox`, `edge`, `opera` or `samsung`.
    pub fn browser(self, value: &str) -> Self {
        self.with_query("browser", value)
    }

    /// `instagram`, `tiktok`, `facebook`, `snapchat`, `x`, `telegram`, `reddit` or `none`.
    pub fn in_app(self, value: &str) -> Self {
        self.with_query("in_app", value)
    }

    /// A language code such as `de` or `pt-BR`.
    pub fn lang(self, value: &str) -> Self {
        self.with_query("lang", value)
    }

    /// The page that led here: an address or a host.
    pub fn referrer(self, value: &str) -> Self {
        self.with_query("referrer", value)
    }

    /// `direct`, `qr` or `qr-<slug>`; `direct` by default.
    pub fn channel(self, value: &str) -> Self {
        self.with_query("channel", value)
    }

    /// The query of the page's address, such as `utm_source=story`.
    pub fn query(self, value: &str) -> Self {
        self.with_query("query", value)
    }

    /// Whether the visitor was here before.
    pub fn returning(self, value: bool) -> Self {
        self.with_query("returning", if value { "true" } else { "false" })
    }

    /// The moment in Unix seconds; now by default.
    pub fn at(self, value: i64) -> Self {
        self.with_query("at", &value.to_string())
    }

    /// Any text that identifies the visitor: the same text keeps the same arm.
    pub fn visitor(self, value: &str) -> Self {
        self.with_query("visitor", value)
    }

    /// The draft instead of the live version.
    pub fn draft(self, value: bool) -> Self {
        self.with_query("draft", if value { "true" } else { "false" })
    }
}

/// `POST /api/admin/domains/{domain}/publish`
#[derive(Debug, Clone, Copy)]
pub enum DraftsPublish {}

impl Operation for DraftsPublish {
    type Output = types::PublishOut;
    const ID: &'static str = "drafts_publish";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/domains/{domain}/publish";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::PublishOut, Error> {
        read::json(&body)
    }
}

impl Conditional for DraftsPublish {}

impl Keyed for DraftsPublish {}

/// `POST /api/admin/domains/{domain}/rollback`
#[derive(Debug, Clone, Copy)]
pub enum DraftsRollback {}

impl Operation for DraftsRollback {
    type Output = types::PublishOut;
    const ID: &'static str = "drafts_rollback";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/domains/{domain}/rollback";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::PublishOut, Error> {
        read::json(&body)
    }
}

impl Conditional for DraftsRollback {}

impl Keyed for DraftsRollback {}

/// `GET /api/admin/domains/{domain}/simulate`
#[derive(Debug, Clone, Copy)]
pub enum DraftsSimulate {}

impl Operation for DraftsSimulate {
    type Output = types::Simulation;
    const ID: &'static str = "drafts_simulate";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains/{domain}/simulate";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::Simulation, Error> {
        read::json(&body)
    }
}

impl Request<DraftsSimulate> {
    /// A two-letter country code.
    pub fn country(self, value: &str) -> Self {
        self.with_query("country", value)
    }

    /// `mobile`, `tablet` or `desktop`.
    pub fn device(self, value: &str) -> Self {
        self.with_query("device", value)
    }

    /// `ios`, `android`, `windows`, `macos`, `linux` or `chromeos`.
    pub fn os(self, value: &str) -> Self {
        self.with_query("os", value)
    }

    /// `chrome`, `safari`, `firefox`, `edge`, `opera` or `samsung`.
    pub fn browser(self, value: &str) -> Self {
        self.with_query("browser", value)
    }

    /// `instagram`, `tiktok`, `facebook`, `snapchat`, `x`, `telegram`, `reddit` or `none`.
    pub fn in_app(self, value: &str) -> Self {
        self.with_query("in_app", value)
    }

    /// A language code such as `de` or `pt-BR`.
    pub fn lang(self, value: &str) -> Self {
        self.with_query("lang", value)
    }

    /// The page that led here: an address or a host.
    pub fn referrer(self, value: &str) -> Self {
        self.with_query("referrer", value)
    }

    /// `direct`, `qr` or `qr-<slug>`; `direct` by default.
    pub fn channel(self, value: &str) -> Self {
        self.with_query("channel", value)
    }

    /// The query of the page's address, such as `utm_source=story`.
    pub fn query(self, value: &str) -> Self {
        self.with_query("query", value)
    }

    /// Whether the visitor was here before.
    pub fn returning(self, value: bool) -> Self {
        self.with_query("returning", if value { "true" } else { "false" })
    }

    /// The moment in Unix seconds; now by default.
    pub fn at(self, value: i64) -> Self {
        self.with_query("at", &value.to_string())
    }

    /// Any text that identifies the visitor: the same text keeps the same arm.
    pub fn visitor(self, value: &str) -> Self {
        self.with_query("visitor", value)
    }

    /// The draft instead of the live version.
    pub fn draft(self, value: bool) -> Self {
        self.with_query("draft", if value { "true" } else { "false" })
    }
}

/// `GET /api/admin/domains/{domain}/versions`
#[derive(Debug, Clone, Copy)]
pub enum DraftsVersionsList {}

impl Operation for DraftsVersionsList {
    type Output = types::VersionList;
    const ID: &'static str = "drafts_versions_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains/{domain}/versions";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::VersionList, Error> {
        read::json(&body)
    }
}

impl Paged for DraftsVersionsList {
    type Item = types::VersionOut;

    fn split(page: types::VersionList) -> (Vec<types::VersionOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::VersionList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<DraftsVersionsList> {
    /// How many at most; 50 by default.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// `next_cursor` of the part before.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}
