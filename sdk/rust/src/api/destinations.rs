//! The methods of destinations.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Keyed, Operation, Paged, Request, read};
use crate::types;

/// Whether the addresses that pages and links lead to still work.
#[derive(Debug, Clone)]
pub struct Destinations {
    pub(super) client: Client,
}

impl Destinations {
    /// List destinations and their health.
    ///
    /// The `http` and `https` addresses that buttons, in drafts and on live pages, and the ends of smart links lead to. Each is looked at
    /// once a day, while the owner has opted in. It is `broken` after two looks in a row that failed, at least an hour apart: an answer of 400
    /// or above, but for 401, 403, 405 and 429, or none. One look that succeeds mends it.
    pub fn list(&self) -> Request<DestinationsList> {
        Request::new(&self.client, &[])
    }

    /// Switch destination health on or off.
    ///
    /// Off by default. Once it is on, destinations are gathered within seconds and anew every hour. Switched off, nothing is looked at
    /// any more, and what is known of destinations is deleted.
    pub fn switch(&self, body: &types::DestinationSwitch) -> Request<DestinationsSwitch> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Look at a destination again now.
    ///
    /// It counts like any other look, and the next one comes a day later. A host gets at most one request a second, so the answer may take
    /// half a minute.
    pub fn check(&self, body: &types::DestinationCheck) -> Request<DestinationsCheck> {
        Request::new(&self.client, &[]).with_json(body)
    }
}

/// `GET /api/admin/links/health`
#[derive(Debug, Clone, Copy)]
pub enum DestinationsList {}

impl Operation for DestinationsList {
    type Output = types::DestinationList;
    const ID: &'static str = "destinations_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/links/health";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DestinationList, Error> {
        read::json(&body)
    }
}

impl Paged for DestinationsList {
    type Item = types::DestinationOut;

    fn split(page: types::DestinationList) -> (Vec<types::DestinationOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::DestinationList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<DestinationsList> {
    /// Only those in this state.
    pub fn state(self, value: &str) -> Self {
        self.with_query("state", value)
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

/// `PUT /api/admin/links/health`
#[derive(Debug, Clone, Copy)]
pub enum DestinationsSwitch {}

impl Operation for DestinationsSwitch {
    type Output = types::DestinationSwitch;
    const ID: &'static str = "destinations_switch";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/links/health";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DestinationSwitch, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/links/health/check`
#[derive(Debug, Clone, Copy)]
pub enum DestinationsCheck {}

impl Operation for DestinationsCheck {
    type Output = types::DestinationOut;
    const ID: &'static str = "destinations_check";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/links/health/check";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::DestinationOut, Error> {
        read::json(&body)
    }
}

impl Keyed for DestinationsCheck {}
