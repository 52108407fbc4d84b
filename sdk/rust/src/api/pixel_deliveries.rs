//! The methods of pixel deliveries.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Keyed, Operation, Paged, Request, read};
use crate::types;

/// What was sent to a pixel's platform, and what it answered.
#[derive(Debug, Clone)]
pub struct PixelDeliveries {
    pub(super) client: Client,
}

impl PixelDeliveries {
    /// List a pixel's deliveries.
    ///
    /// Also those of a pixel that was deleted. Of what identifies a fan only hashes are shown, as only hashes are sent.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: `meta` or `tiktok`
    pub fn list(&self, provider_id: &str, platform: &str) -> Request<PixelDeliveriesList> {
        Request::new(&self.client, &[provider_id, platform])
    }

    /// Send parked deliveries again.
    ///
    /// All of the pixel that the platform still takes, as if they were new.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: `meta` or `tiktok`
    pub fn redrive(&self, provider_id: &str, platform: &str) -> Request<PixelDeliveriesRedrive> {
        Request::new(&self.client, &[provider_id, platform])
    }
}

/// `GET /api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries`
#[derive(Debug, Clone, Copy)]
pub enum PixelDeliveriesList {}

impl Operation for PixelDeliveriesList {
    type Output = types::DeliveryList;
    const ID: &'static str = "pixel_deliveries_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DeliveryList, Error> {
        read::json(&body)
    }
}

impl Paged for PixelDeliveriesList {
    type Item = types::DeliveryOut;

    fn split(page: types::DeliveryList) -> (Vec<types::DeliveryOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::DeliveryList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<PixelDeliveriesList> {
    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the part before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive`
#[derive(Debug, Clone, Copy)]
pub enum PixelDeliveriesRedrive {}

impl Operation for PixelDeliveriesRedrive {
    type Output = types::Redriven;
    const ID: &'static str = "pixel_deliveries_redrive";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::Redriven, Error> {
        read::json(&body)
    }
}

impl Keyed for PixelDeliveriesRedrive {}
