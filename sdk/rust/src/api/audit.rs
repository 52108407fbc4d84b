//! The methods of audit.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Operation, Paged, Request, read};
use crate::types;

/// Who changed what.
#[derive(Debug, Clone)]
pub struct Audit {
    pub(super) client: Client,
}

impl Audit {
    /// List who changed what.
    ///
    /// Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv` the answer is a table in
    /// CSV (RFC 4180): the whole log, or with `limit` a part of it, and the header `Next-Cursor` holds the cursor of the next. Entries are
    /// written with the change itself and can't be changed or deleted.
    pub fn list(&self) -> Request<AuditList> {
        Request::new(&self.client, &[])
    }
}

/// `GET /api/admin/audit`
#[derive(Debug, Clone, Copy)]
pub enum AuditList {}

impl Operation for AuditList {
    type Output = types::AuditList;
    const ID: &'static str = "audit_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/audit";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::AuditList, Error> {
        read::json(&body)
    }
}

impl Paged for AuditList {
    type Item = types::AuditLogEntry;

    fn split(page: types::AuditList) -> (Vec<types::AuditLogEntry>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::AuditList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<AuditList> {
    /// By whom: the prefix of a key, `member:<id>`, or `cli` for the command line.
    pub fn actor(self, value: &str) -> Self {
        self.with_query("actor", value)
    }

    /// What was done: an action such as `landing.publish`, or all of a kind such as `landing`.
    pub fn action(self, value: &str) -> Self {
        self.with_query("action", value)
    }

    /// To what: a type such as `domain`, or a type and an id such as `domain:links.example.com`.
    pub fn subject(self, value: &str) -> Self {
        self.with_query("subject", value)
    }

    /// The first second, Unix seconds.
    pub fn from_ts(self, value: i64) -> Self {
        self.with_query("from_ts", &value.to_string())
    }

    /// The last second, Unix seconds.
    pub fn to_ts(self, value: i64) -> Self {
        self.with_query("to_ts", &value.to_string())
    }

    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the part before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}
