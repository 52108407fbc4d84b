//! The methods of webhook deliveries.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Keyed, Operation, Paged, Request, read};
use crate::types;

/// What was sent to a webhook, and what it answered.
#[derive(Debug, Clone)]
pub struct WebhookDeliveries {
    pub(super) client: Client,
}

impl WebhookDeliveries {
    /// List a webhook's deliveries.
    ///
    /// Lists the deliveries of the last 30 days, with their messages and attempts. Messages and answers are left out for events that the calling key
    /// may not read.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn list(&self, id: &str) -> Request<WebhookDeliveriesList> {
        Request::new(&self.client, &[id])
    }

    /// Send a delivery again.
    ///
    /// Whatever became of it, as if for the first time, with the same `webhook-id`. To a webhook that is switched off it goes when
    /// that is switched on.
    ///
    /// - `id`: The number of the resource, as its list shows it
    /// - `delivery_id`: The number of a delivery of the webhook
    pub fn redeliver(&self, id: &str, delivery_id: &str) -> Request<WebhookDeliveriesRedeliver> {
        Request::new(&self.client, &[id, delivery_id])
    }

    /// Send failed deliveries again.
    ///
    /// Takes all of the webhook that failed for good or wait for their next try, and were made since a moment. Each is tried now, with
    /// the whole schedule before it.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn redrive(&self, id: &str, body: &types::WebhookRedrive) -> Request<WebhookDeliveriesRedrive> {
        Request::new(&self.client, &[id]).with_json(body)
    }
}

/// `GET /api/admin/webhooks/{id}/deliveries`
#[derive(Debug, Clone, Copy)]
pub enum WebhookDeliveriesList {}

impl Operation for WebhookDeliveriesList {
    type Output = types::WebhookDeliveryList;
    const ID: &'static str = "webhook_deliveries_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/webhooks/{id}/deliveries";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::WebhookDeliveryList, Error> {
        read::json(&body)
    }
}

impl Paged for WebhookDeliveriesList {
    type Item = types::WebhookDelivery;

    fn split(page: types::WebhookDeliveryList) -> (Vec<types::WebhookDelivery>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::WebhookDeliveryList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<WebhookDeliveriesList> {
    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the part before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver`
#[derive(Debug, Clone, Copy)]
pub enum WebhookDeliveriesRedeliver {}

impl Operation for WebhookDeliveriesRedeliver {
    type Output = types::WebhookDelivery;
    const ID: &'static str = "webhook_deliveries_redeliver";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::WebhookDelivery, Error> {
        read::json(&body)
    }
}

impl Keyed for WebhookDeliveriesRedeliver {}

/// `POST /api/admin/webhooks/{id}/redrive`
#[derive(Debug, Clone, Copy)]
pub enum WebhookDeliveriesRedrive {}

impl Operation for WebhookDeliveriesRedrive {
    type Output = types::WebhookRedriven;
    const ID: &'static str = "webhook_deliveries_redrive";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/webhooks/{id}/redrive";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::WebhookRedriven, Error> {
        read::json(&body)
    }
}

impl Keyed for WebhookDeliveriesRedrive {}
