//! The methods of members.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// The people of the team and their rights.
#[derive(Debug, Clone)]
pub struct Members {
    pub(super) client: Client,
}

impl Members {
    /// List members.
    ///
    /// The people of the team with their rights, a page at a time.
    pub fn list(&self) -> Request<MembersList> {
        Request::new(&self.client, &[])
    }

    /// Add a member.
    ///
    /// A member has a name, an address of mail and rights; keys are created for a member or for the owner.
    pub fn create(&self, body: &types::MemberCreate) -> Request<MembersCreate> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Remove a member.
    ///
    /// Their keys are refused from the next request on. A member who may do more than the calling key is left alone.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn delete(&self, id: i64) -> Request<MembersDelete> {
        Request::new(&self.client, &[&id.to_string()])
    }

    /// Show a member.
    ///
    /// The member with their rights.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn show(&self, id: i64) -> Request<MembersShow> {
        Request::new(&self.client, &[&id.to_string()])
    }

    /// Change a member.
    ///
    /// Their keys have the new rights from the next request on. A member who may do more than the calling key is left alone.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn update(&self, id: i64, body: &types::MemberUpdate) -> Request<MembersUpdate> {
        Request::new(&self.client, &[&id.to_string()]).with_json(body)
    }
}

/// `GET /api/admin/members`
#[derive(Debug, Clone, Copy)]
pub enum MembersList {}

impl Operation for MembersList {
    type Output = types::MemberList;
    const ID: &'static str = "members_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/members";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::MemberList, Error> {
        read::json(&body)
    }
}

impl Paged for MembersList {
    type Item = types::MemberOut;

    fn split(page: types::MemberList) -> (Vec<types::MemberOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::MemberList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<MembersList> {
    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the page before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/members`
#[derive(Debug, Clone, Copy)]
pub enum MembersCreate {}

impl Operation for MembersCreate {
    type Output = types::MemberOut;
    const ID: &'static str = "members_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/members";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::MemberOut, Error> {
        read::json(&body)
    }
}

impl Keyed for MembersCreate {}

/// `DELETE /api/admin/members/{id}`
#[derive(Debug, Clone, Copy)]
pub enum MembersDelete {}

impl Operation for MembersDelete {
    type Output = ();
    const ID: &'static str = "members_delete";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/members/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for MembersDelete {}

/// `GET /api/admin/members/{id}`
#[derive(Debug, Clone, Copy)]
pub enum MembersShow {}

impl Operation for MembersShow {
    type Output = types::MemberOut;
    const ID: &'static str = "members_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/members/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::MemberOut, Error> {
        read::json(&body)
    }
}

/// `PATCH /api/admin/members/{id}`
#[derive(Debug, Clone, Copy)]
pub enum MembersUpdate {}

impl Operation for MembersUpdate {
    type Output = types::MemberOut;
    const ID: &'static str = "members_update";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/members/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::MemberOut, Error> {
        read::json(&body)
    }
}

impl Conditional for MembersUpdate {}
