//! The methods of sessions.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Keyed, Operation, Request, read};
use crate::types;

/// Sign-ins to the dashboard with the calling key.
#[derive(Debug, Clone)]
pub struct Sessions {
    pub(super) client: Client,
}

impl Sessions {
    /// End all sessions.
    ///
    /// All of the calling key, or all but one.
    pub fn end_all(&self) -> Request<SessionsEndAll> {
        Request::new(&self.client, &[])
    }

    /// List sessions.
    ///
    /// Sessions of the calling key that have not ended, the one that was used last first.
    pub fn list(&self) -> Request<SessionsList> {
        Request::new(&self.client, &[])
    }

    /// Begin a session.
    ///
    /// The dashboard does so at the sign-in. A session ends after 12 hours without a request, after 30 days, or with its key. Of more than 50
    /// sessions of a key, the one that was used longest ago ends.
    pub fn create(&self, body: &types::SessionCreate) -> Request<SessionsCreate> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// End a session.
    ///
    /// At once and for good: every request of it that comes after this answer is refused.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn end(&self, id: &str) -> Request<SessionsEnd> {
        Request::new(&self.client, &[id])
    }

    /// Show a session.
    ///
    /// With the rights of its key, and records that it was used. The dashboard asks for each request, so a session that was ended is refused
    /// on every process at once.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn show(&self, id: &str) -> Request<SessionsShow> {
        Request::new(&self.client, &[id])
    }
}

/// `DELETE /api/admin/sessions`
#[derive(Debug, Clone, Copy)]
pub enum SessionsEndAll {}

impl Operation for SessionsEndAll {
    type Output = ();
    const ID: &'static str = "sessions_end_all";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/sessions";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Request<SessionsEndAll> {
    /// Id of the session that is kept; without it all end.
    pub fn except(self, value: &str) -> Self {
        self.with_query("except", value)
    }
}

/// `GET /api/admin/sessions`
#[derive(Debug, Clone, Copy)]
pub enum SessionsList {}

impl Operation for SessionsList {
    type Output = types::SessionList;
    const ID: &'static str = "sessions_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/sessions";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SessionList, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/sessions`
#[derive(Debug, Clone, Copy)]
pub enum SessionsCreate {}

impl Operation for SessionsCreate {
    type Output = types::SessionOut;
    const ID: &'static str = "sessions_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/sessions";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::SessionOut, Error> {
        read::json(&body)
    }
}

impl Keyed for SessionsCreate {}

/// `DELETE /api/admin/sessions/{id}`
#[derive(Debug, Clone, Copy)]
pub enum SessionsEnd {}

impl Operation for SessionsEnd {
    type Output = ();
    const ID: &'static str = "sessions_end";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/sessions/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

/// `GET /api/admin/sessions/{id}`
#[derive(Debug, Clone, Copy)]
pub enum SessionsShow {}

impl Operation for SessionsShow {
    type Output = types::SessionShown;
    const ID: &'static str = "sessions_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/sessions/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SessionShown, Error> {
        read::json(&body)
    }
}
