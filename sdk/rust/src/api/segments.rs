//! The methods of segments.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Request, read};
use crate::types;

/// Groups of visitors of a landing page, by conditions.
#[derive(Debug, Clone)]
pub struct Segments {
    pub(super) client: Client,
}

impl Segments {
    /// List segments.
    ///
    /// The segments of the draft with their conditions, in the order in which they are tried.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn list(&self, domain: &str) -> Request<SegmentsList> {
        Request::new(&self.client, &[domain])
    }

    /// Create a segment.
    ///
    /// The first segment of a domain becomes its catch-all default.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn create(&self, domain: &str, body: &types::SegmentCreate) -> Request<SegmentsCreate> {
        Request::new(&self.client, &[domain]).with_json(body)
    }

    /// Delete a segment.
    ///
    /// Takes the segment and its buttons out of the draft. The default segment cannot be deleted.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `segment_id`: The id of a segment of the draft
    pub fn delete(&self, domain: &str, segment_id: &str) -> Request<SegmentsDelete> {
        Request::new(&self.client, &[domain, segment_id])
    }

    /// Change a segment.
    ///
    /// Changes the fields that the body names. To move the default, make another segment the default.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `segment_id`: The id of a segment of the draft
    pub fn update(
        &self,
        domain: &str,
        segment_id: &str,
        body: &types::SegmentUpdate,
    ) -> Request<SegmentsUpdate> {
        Request::new(&self.client, &[domain, segment_id]).with_json(body)
    }
}

/// `GET /api/admin/segments/{domain}`
#[derive(Debug, Clone, Copy)]
pub enum SegmentsList {}

impl Operation for SegmentsList {
    type Output = types::SegmentList;
    const ID: &'static str = "segments_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/segments/{domain}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SegmentList, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/segments/{domain}`
#[derive(Debug, Clone, Copy)]
pub enum SegmentsCreate {}

impl Operation for SegmentsCreate {
    type Output = types::SegmentOut;
    const ID: &'static str = "segments_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/segments/{domain}";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::SegmentOut, Error> {
        read::json(&body)
    }
}

impl Conditional for SegmentsCreate {}

impl Keyed for SegmentsCreate {}

/// `DELETE /api/admin/segments/{domain}/{segment_id}`
#[derive(Debug, Clone, Copy)]
pub enum SegmentsDelete {}

impl Operation for SegmentsDelete {
    type Output = ();
    const ID: &'static str = "segments_delete";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/segments/{domain}/{segment_id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for SegmentsDelete {}

impl Request<SegmentsDelete> {
    /// Delete the buttons that are still in the segment too.
    pub fn force(self, value: bool) -> Self {
        self.with_query("force", if value { "true" } else { "false" })
    }
}

/// `PATCH /api/admin/segments/{domain}/{segment_id}`
#[derive(Debug, Clone, Copy)]
pub enum SegmentsUpdate {}

impl Operation for SegmentsUpdate {
    type Output = types::SegmentOut;
    const ID: &'static str = "segments_update";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/segments/{domain}/{segment_id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SegmentOut, Error> {
        read::json(&body)
    }
}

impl Conditional for SegmentsUpdate {}
