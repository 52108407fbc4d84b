//! The methods of broadcasts.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// Messages to an audience, behind a safety gate.
#[derive(Debug, Clone)]
pub struct Broadcasts {
    pub(super) client: Client,
}

impl Broadcasts {
    /// List broadcasts.
    ///
    /// The campaigns of the owner, a page at a time, newest first.
    pub fn list(&self) -> Request<BroadcastsList> {
        Request::new(&self.client, &[])
    }

    /// Create a broadcast.
    ///
    /// It becomes a draft. Nothing is delivered.
    pub fn create(&self, body: &types::BroadcastCreate) -> Request<BroadcastsCreate> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Show the gate.
    ///
    /// Whether launches and deliveries may happen now, and what keeps them from it. An operator of the service opens both halves.
    pub fn gate_show(&self) -> Request<BroadcastsGateShow> {
        Request::new(&self.client, &[])
    }

    /// Preview an audience.
    ///
    /// Creates and sends nothing. All fans of the account may be read for it, so it takes as long as the engine does.
    pub fn preview(&self, body: &types::PreviewAsk) -> Request<BroadcastsPreview> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Show a broadcast.
    ///
    /// The campaign with its audience, message and pace, and how many messages are sent, waiting and withheld.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn show(&self, id: &str) -> Request<BroadcastsShow> {
        Request::new(&self.client, &[id])
    }

    /// List the audit of a broadcast.
    ///
    /// Each change of its state: what changed, when, and with which key.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn audit(&self, id: &str) -> Request<BroadcastsAudit> {
        Request::new(&self.client, &[id])
    }

    /// Cancel a broadcast.
    ///
    /// It ends for good, whatever it was doing.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn cancel(&self, id: &str) -> Request<BroadcastsCancel> {
        Request::new(&self.client, &[id])
    }

    /// Launch a broadcast.
    ///
    /// A draft starts, or is scheduled if its start is still to come. The gate must be open and the account connected.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn launch(&self, id: &str) -> Request<BroadcastsLaunch> {
        Request::new(&self.client, &[id])
    }

    /// Pause a broadcast.
    ///
    /// It stops until it is resumed. A message that is being submitted at the moment may still go out.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn pause(&self, id: &str) -> Request<BroadcastsPause> {
        Request::new(&self.client, &[id])
    }

    /// Report on a broadcast.
    ///
    /// What the campaign has come to: messages by outcome, replies, and what was earned from those who received it.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn report(&self, id: &str) -> Request<BroadcastsReport> {
        Request::new(&self.client, &[id])
    }

    /// Resume a broadcast.
    ///
    /// A paused campaign goes on where it was. The gate must be open and its account connected.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn resume(&self, id: &str) -> Request<BroadcastsResume> {
        Request::new(&self.client, &[id])
    }

    /// Unschedule a broadcast.
    ///
    /// A scheduled campaign becomes a draft again.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn unschedule(&self, id: &str) -> Request<BroadcastsUnschedule> {
        Request::new(&self.client, &[id])
    }
}

/// `GET /api/admin/broadcasts`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsList {}

impl Operation for BroadcastsList {
    type Output = types::BroadcastList;
    const ID: &'static str = "broadcasts_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/broadcasts";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BroadcastList, Error> {
        read::json(&body)
    }
}

impl Paged for BroadcastsList {
    type Item = types::BroadcastOut;

    fn split(page: types::BroadcastList) -> (Vec<types::BroadcastOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::BroadcastList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<BroadcastsList> {
    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the page before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/broadcasts`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsCreate {}

impl Operation for BroadcastsCreate {
    type Output = types::BroadcastCreated;
    const ID: &'static str = "broadcasts_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/broadcasts";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::BroadcastCreated, Error> {
        read::json(&body)
    }
}

impl Keyed for BroadcastsCreate {}

/// `GET /api/admin/broadcasts/gate`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsGateShow {}

impl Operation for BroadcastsGateShow {
    type Output = types::BroadcastGate;
    const ID: &'static str = "broadcasts_gate_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/broadcasts/gate";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BroadcastGate, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/broadcasts/preview`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsPreview {}

impl Operation for BroadcastsPreview {
    type Output = types::PreviewOut;
    const ID: &'static str = "broadcasts_preview";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/broadcasts/preview";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::PreviewOut, Error> {
        read::json(&body)
    }
}

/// `GET /api/admin/broadcasts/{id}`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsShow {}

impl Operation for BroadcastsShow {
    type Output = types::BroadcastDetail;
    const ID: &'static str = "broadcasts_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/broadcasts/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BroadcastDetail, Error> {
        read::json(&body)
    }
}

/// `GET /api/admin/broadcasts/{id}/audit`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsAudit {}

impl Operation for BroadcastsAudit {
    type Output = types::BroadcastAudit;
    const ID: &'static str = "broadcasts_audit";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/broadcasts/{id}/audit";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BroadcastAudit, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/broadcasts/{id}/cancel`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsCancel {}

impl Operation for BroadcastsCancel {
    type Output = types::BroadcastOut;
    const ID: &'static str = "broadcasts_cancel";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/broadcasts/{id}/cancel";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::BroadcastOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BroadcastsCancel {}

impl Keyed for BroadcastsCancel {}

/// `POST /api/admin/broadcasts/{id}/launch`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsLaunch {}

impl Operation for BroadcastsLaunch {
    type Output = types::BroadcastOut;
    const ID: &'static str = "broadcasts_launch";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/broadcasts/{id}/launch";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::BroadcastOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BroadcastsLaunch {}

impl Keyed for BroadcastsLaunch {}

/// `POST /api/admin/broadcasts/{id}/pause`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsPause {}

impl Operation for BroadcastsPause {
    type Output = types::BroadcastOut;
    const ID: &'static str = "broadcasts_pause";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/broadcasts/{id}/pause";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::BroadcastOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BroadcastsPause {}

impl Keyed for BroadcastsPause {}

/// `GET /api/admin/broadcasts/{id}/report`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsReport {}

impl Operation for BroadcastsReport {
    type Output = types::BroadcastReport;
    const ID: &'static str = "broadcasts_report";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/broadcasts/{id}/report";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BroadcastReport, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/broadcasts/{id}/resume`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsResume {}

impl Operation for BroadcastsResume {
    type Output = types::BroadcastOut;
    const ID: &'static str = "broadcasts_resume";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/broadcasts/{id}/resume";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::BroadcastOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BroadcastsResume {}

impl Keyed for BroadcastsResume {}

/// `POST /api/admin/broadcasts/{id}/unschedule`
#[derive(Debug, Clone, Copy)]
pub enum BroadcastsUnschedule {}

impl Operation for BroadcastsUnschedule {
    type Output = types::BroadcastOut;
    const ID: &'static str = "broadcasts_unschedule";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/broadcasts/{id}/unschedule";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::BroadcastOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BroadcastsUnschedule {}

impl Keyed for BroadcastsUnschedule {}
