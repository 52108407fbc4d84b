//! The methods of content requests.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// What fans request, and the answers.
#[derive(Debug, Clone)]
pub struct ContentRequests {
    pub(super) client: Client,
}

impl ContentRequests {
    /// List content requests.
    ///
    /// The content that fans requested, with its state and price.
    pub fn list(&self) -> Request<ContentRequestsList> {
        Request::new(&self.client, &[])
    }

    /// Respond to a content request.
    ///
    /// The answer is kept at once, and reaches the engine exactly once.
    ///
    /// - `request_id`: The number of a content request
    pub fn respond(&self, request_id: &str, body: &types::RequestRespond) -> Request<ContentRequestsRespond> {
        Request::new(&self.client, &[request_id]).with_json(body)
    }
}

/// `GET /api/admin/requests`
#[derive(Debug, Clone, Copy)]
pub enum ContentRequestsList {}

impl Operation for ContentRequestsList {
    type Output = types::RequestList;
    const ID: &'static str = "content_requests_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/requests";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::RequestList, Error> {
        read::json(&body)
    }
}

impl Paged for ContentRequestsList {
    type Item = types::RequestOut;

    fn split(page: types::RequestList) -> (Vec<types::RequestOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::RequestList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<ContentRequestsList> {
    /// Those in this state; all of them by default.
    pub fn status(self, value: &str) -> Self {
        self.with_query("status", value)
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

/// `POST /api/admin/requests/{request_id}/respond`
#[derive(Debug, Clone, Copy)]
pub enum ContentRequestsRespond {}

impl Operation for ContentRequestsRespond {
    type Output = types::RespondedOut;
    const ID: &'static str = "content_requests_respond";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/requests/{request_id}/respond";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::RespondedOut, Error> {
        read::json(&body)
    }
}

impl Conditional for ContentRequestsRespond {}

impl Keyed for ContentRequestsRespond {}
