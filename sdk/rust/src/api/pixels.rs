//! The methods of pixels.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Request, read};
use crate::types;

/// Server-side conversion pixels of a funnel link.
#[derive(Debug, Clone)]
pub struct Pixels {
    pub(super) client: Client,
}

impl Pixels {
    /// List a link's pixels.
    ///
    /// At most one pixel for each platform. No answer ever holds an access token. `ETag` covers all pixels of the link, and so does the
    /// `If-Match` of a change.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    pub fn list(&self, provider_id: &str) -> Request<PixelsList> {
        Request::new(&self.client, &[provider_id])
    }

    /// Make or change a pixel.
    ///
    /// One a platform and link. The token is write-only: left out or blank, it stays as it is.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    pub fn set(&self, provider_id: &str, body: &types::PixelPut) -> Request<PixelsSet> {
        Request::new(&self.client, &[provider_id]).with_json(body)
    }

    /// Delete a pixel.
    ///
    /// Forwarding to the platform stops at once, and so does what is queued.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: `meta` or `tiktok`
    pub fn delete(&self, provider_id: &str, platform: &str) -> Request<PixelsDelete> {
        Request::new(&self.client, &[provider_id, platform])
    }

    /// Test a pixel.
    ///
    /// Sends one marked event that belongs to no person, also by a paused pixel, and returns the platform's answer. A test that the platform
    /// accepted is in the list of the pixel's deliveries, marked as `test`.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: `meta` or `tiktok`
    pub fn test(&self, provider_id: &str, platform: &str, body: &types::PixelTest) -> Request<PixelsTest> {
        Request::new(&self.client, &[provider_id, platform]).with_json(body)
    }
}

/// `GET /api/admin/smart-links/{provider_id}/pixels`
#[derive(Debug, Clone, Copy)]
pub enum PixelsList {}

impl Operation for PixelsList {
    type Output = types::PixelList;
    const ID: &'static str = "pixels_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/smart-links/{provider_id}/pixels";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::PixelList, Error> {
        read::json(&body)
    }
}

/// `PUT /api/admin/smart-links/{provider_id}/pixels`
#[derive(Debug, Clone, Copy)]
pub enum PixelsSet {}

impl Operation for PixelsSet {
    type Output = types::PixelOut;
    const ID: &'static str = "pixels_set";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/smart-links/{provider_id}/pixels";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::PixelOut, Error> {
        read::json(&body)
    }
}

impl Conditional for PixelsSet {}

/// `DELETE /api/admin/smart-links/{provider_id}/pixels/{platform}`
#[derive(Debug, Clone, Copy)]
pub enum PixelsDelete {}

impl Operation for PixelsDelete {
    type Output = ();
    const ID: &'static str = "pixels_delete";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/smart-links/{provider_id}/pixels/{platform}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for PixelsDelete {}

/// `POST /api/admin/smart-links/{provider_id}/pixels/{platform}/test`
#[derive(Debug, Clone, Copy)]
pub enum PixelsTest {}

impl Operation for PixelsTest {
    type Output = types::PixelTested;
    const ID: &'static str = "pixels_test";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/smart-links/{provider_id}/pixels/{platform}/test";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::PixelTested, Error> {
        read::json(&body)
    }
}

impl Keyed for PixelsTest {}
