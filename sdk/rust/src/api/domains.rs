//! The methods of domains.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// Domains, their provisioning, and copies of drafts between them.
#[derive(Debug, Clone)]
pub struct Domains {
    pub(super) client: Client,
}

impl Domains {
    /// Copy parts of a draft to many domains.
    ///
    /// Each target by itself: one that fails leaves the others alone. Drafts only. An answer that takes longer than a second is sent
    /// bit by bit, each outcome when it is there. The work goes on when the caller leaves, if there is an `Idempotency-Key`.
    pub fn content_copy(&self, body: &types::BulkCopy) -> Request<DomainsContentCopy> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// List domains.
    ///
    /// Every domain of the owner with its state of provisioning, or those that match `search` and `state`. With `limit` or `cursor` the
    /// list comes in parts.
    pub fn list(&self) -> Request<DomainsList> {
        Request::new(&self.client, &[])
    }

    /// Register a domain.
    ///
    /// The row is there at once, `pending`; a worker provisions the domain and makes it `active`. A hostname that another account gave up
    /// can't be registered for 7 days, and until 90 days have passed it needs a DNS record, which the error names.
    pub fn create(&self, body: &types::DomainRegister) -> Request<DomainsCreate> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Delete a domain.
    ///
    /// Its draft and versions go with it, its pages stop, and the name is free.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn delete(&self, domain: &str) -> Request<DomainsDelete> {
        Request::new(&self.client, &[domain])
    }

    /// Show a domain.
    ///
    /// The domain with its state of provisioning, and the reason where provisioning failed. `ETag` is the revision of its draft.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn show(&self, domain: &str) -> Request<DomainsShow> {
        Request::new(&self.client, &[domain])
    }

    /// Copy a whole draft from another domain.
    ///
    /// Replaces the draft of the path's domain by a copy of the source's, under new ids. Stamped addresses are not copied.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn draft_copy(&self, domain: &str, body: &types::CopyFrom) -> Request<DomainsDraftCopy> {
        Request::new(&self.client, &[domain]).with_json(body)
    }

    /// Provision a failed domain again.
    ///
    /// Starts provisioning again after its cause was mended, such as a DNS record.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn provision(&self, domain: &str) -> Request<DomainsProvision> {
        Request::new(&self.client, &[domain])
    }
}

/// `POST /api/admin/bulk/copy-content`
#[derive(Debug, Clone, Copy)]
pub enum DomainsContentCopy {}

impl Operation for DomainsContentCopy {
    type Output = types::BulkCopyOut;
    const ID: &'static str = "domains_content_copy";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/bulk/copy-content";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::BulkCopyOut, Error> {
        read::json(&body)
    }
}

impl Keyed for DomainsContentCopy {}

/// `GET /api/admin/domains`
#[derive(Debug, Clone, Copy)]
pub enum DomainsList {}

impl Operation for DomainsList {
    type Output = types::DomainList;
    const ID: &'static str = "domains_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DomainList, Error> {
        read::json(&body)
    }
}

impl Paged for DomainsList {
    type Item = types::DomainOut;

    fn split(page: types::DomainList) -> (Vec<types::DomainOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::DomainList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<DomainsList> {
    /// A part of the hostname or of the display name, whatever the case.
    pub fn search(self, value: &str) -> Self {
        self.with_query("search", value)
    }

    /// Only those in this state.
    pub fn state(self, value: &str) -> Self {
        self.with_query("state", value)
    }

    /// `created_at` by default.
    pub fn sort(self, value: &str) -> Self {
        self.with_query("sort", value)
    }

    /// How many at most; all by default.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the part before ended. It is valid only with the `sort` that it was returned for.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/domains`
#[derive(Debug, Clone, Copy)]
pub enum DomainsCreate {}

impl Operation for DomainsCreate {
    type Output = types::DomainOut;
    const ID: &'static str = "domains_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/domains";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::DomainOut, Error> {
        read::json(&body)
    }
}

impl Keyed for DomainsCreate {}

/// `DELETE /api/admin/domains/{domain}`
#[derive(Debug, Clone, Copy)]
pub enum DomainsDelete {}

impl Operation for DomainsDelete {
    type Output = ();
    const ID: &'static str = "domains_delete";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/domains/{domain}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for DomainsDelete {}

/// `GET /api/admin/domains/{domain}`
#[derive(Debug, Clone, Copy)]
pub enum DomainsShow {}

impl Operation for DomainsShow {
    type Output = types::DomainOut;
    const ID: &'static str = "domains_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/domains/{domain}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DomainOut, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/domains/{domain}/copy-from`
#[derive(Debug, Clone, Copy)]
pub enum DomainsDraftCopy {}

impl Operation for DomainsDraftCopy {
    type Output = types::DomainOut;
    const ID: &'static str = "domains_draft_copy";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/domains/{domain}/copy-from";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::DomainOut, Error> {
        read::json(&body)
    }
}

impl Conditional for DomainsDraftCopy {}

impl Keyed for DomainsDraftCopy {}

/// `POST /api/admin/domains/{domain}/provision`
#[derive(Debug, Clone, Copy)]
pub enum DomainsProvision {}

impl Operation for DomainsProvision {
    type Output = types::DomainOut;
    const ID: &'static str = "domains_provision";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/domains/{domain}/provision";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::DomainOut, Error> {
        read::json(&body)
    }
}

impl Keyed for DomainsProvision {}
