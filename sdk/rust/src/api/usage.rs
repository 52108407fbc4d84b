//! The methods of usage.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Operation, Request, read};
use crate::types;

/// How much of what is limited is used.
#[derive(Debug, Clone)]
pub struct Usage {
    pub(super) client: Client,
}

impl Usage {
    /// Show what is used of the plan.
    ///
    /// Domains and uploads, each with what there is and what is allowed.
    pub fn show(&self) -> Request<UsageShow> {
        Request::new(&self.client, &[])
    }
}

/// `GET /api/admin/usage`
#[derive(Debug, Clone, Copy)]
pub enum UsageShow {}

impl Operation for UsageShow {
    type Output = types::UsageOut;
    const ID: &'static str = "usage_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/usage";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::UsageOut, Error> {
        read::json(&body)
    }
}
