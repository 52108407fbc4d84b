//! The methods of funnel links.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Keyed, Operation, Paged, Request, read};
use crate::types;

/// Tracked links of the connected engine, one for each offer and country.
#[derive(Debug, Clone)]
pub struct FunnelLinks {
    pub(super) client: Client,
}

impl FunnelLinks {
    /// Switch a funnel link on or off.
    ///
    /// Upstream first, then here; then the draft's buttons are stamped again. A link of an account that was connected before is
    /// never switched.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `link_id`: The number of a funnel link
    pub fn toggle(
        &self,
        domain: &str,
        link_id: &str,
        body: &types::LinkToggle,
    ) -> Request<FunnelLinksToggle> {
        Request::new(&self.client, &[domain, link_id]).with_json(body)
    }

    /// Provision a domain's funnel links.
    ///
    /// Makes the upstream links that the domain's slots lack, and puts their addresses on the draft's buttons. Calling it again
    /// makes nothing twice; a slot that failed is tried again by the next call.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn provision(&self, domain: &str, body: &types::ProvisionLinks) -> Request<FunnelLinksProvision> {
        Request::new(&self.client, &[domain]).with_json(body)
    }

    /// Plan a domain's funnel links.
    ///
    /// Shows for each slot whether its link is recorded, would be taken over or would be made. Nothing is written anywhere.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn plan(&self, domain: &str, body: &types::ProvisionLinks) -> Request<FunnelLinksPlan> {
        Request::new(&self.client, &[domain]).with_json(body)
    }

    /// List tracked funnel links.
    ///
    /// The recorded links with the engine's statistics, by offer and then by time of creation.
    pub fn list(&self) -> Request<FunnelLinksList> {
        Request::new(&self.client, &[])
    }
}

/// `PATCH /api/admin/domains/{domain}/links/{link_id}`
#[derive(Debug, Clone, Copy)]
pub enum FunnelLinksToggle {}

impl Operation for FunnelLinksToggle {
    type Output = types::ToggledOut;
    const ID: &'static str = "funnel_links_toggle";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/domains/{domain}/links/{link_id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ToggledOut, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/domains/{domain}/provision-links`
#[derive(Debug, Clone, Copy)]
pub enum FunnelLinksProvision {}

impl Operation for FunnelLinksProvision {
    type Output = types::ProvisionedOut;
    const ID: &'static str = "funnel_links_provision";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/domains/{domain}/provision-links";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::ProvisionedOut, Error> {
        read::json(&body)
    }
}

impl Keyed for FunnelLinksProvision {}

/// `POST /api/admin/domains/{domain}/provision-links/dry-run`
#[derive(Debug, Clone, Copy)]
pub enum FunnelLinksPlan {}

impl Operation for FunnelLinksPlan {
    type Output = types::DryRunOut;
    const ID: &'static str = "funnel_links_plan";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/domains/{domain}/provision-links/dry-run";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DryRunOut, Error> {
        read::json(&body)
    }
}

/// `GET /api/admin/smart-links`
#[derive(Debug, Clone, Copy)]
pub enum FunnelLinksList {}

impl Operation for FunnelLinksList {
    type Output = types::TrackedLinkList;
    const ID: &'static str = "funnel_links_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/smart-links";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::TrackedLinkList, Error> {
        read::json(&body)
    }
}

impl Paged for FunnelLinksList {
    type Item = types::TrackedLinkOut;

    fn split(page: types::TrackedLinkList) -> (Vec<types::TrackedLinkOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::TrackedLinkList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<FunnelLinksList> {
    /// A part of the name or of the provider id, whatever the case.
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
