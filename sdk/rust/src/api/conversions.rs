//! The methods of conversions.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Operation, Paged, Request, read};
use crate::types;

/// What fans did, one by one, and where it belongs.
#[derive(Debug, Clone)]
pub struct Conversions {
    pub(super) client: Client,
}

impl Conversions {
    /// List the conversions.
    ///
    /// Subscriptions, payments, refunds and messages of all domains or of one, attributed or not, also those of domains that were deleted. With
    /// `Accept: text/csv` the answer is a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor`
    /// holds the cursor of the next.
    pub fn list(&self) -> Request<ConversionsList> {
        Request::new(&self.client, &[])
    }
}

/// `GET /api/admin/conversions`
#[derive(Debug, Clone, Copy)]
pub enum ConversionsList {}

impl Operation for ConversionsList {
    type Output = types::ConversionList;
    const ID: &'static str = "conversions_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/conversions";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ConversionList, Error> {
        read::json(&body)
    }
}

impl Paged for ConversionsList {
    type Item = types::ConversionOut;

    fn split(page: types::ConversionList) -> (Vec<types::ConversionOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::ConversionList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<ConversionsList> {
    /// Those that belong to this domain of the owner.
    pub fn domain(self, value: &str) -> Self {
        self.with_query("domain", value)
    }

    /// Those of this type.
    pub fn r#type(self, value: &str) -> Self {
        self.with_query("type", value)
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
