//! Types of webhooks.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::secret::Secret;
use serde::{Deserialize, Serialize};

/// A webhook to be made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WebhookCreate {
    /// Whether messages are sent; true when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Types of events, or `*` alone for all, also those that come later.
    pub events: Vec<String>,
    /// Where messages are sent: an https address without credentials and fragment.
    pub url: String,
}

/// The webhooks of an owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookList {
    /// In the order of making.
    pub items: Vec<WebhookOut>,
}

/// A webhook.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookOut {
    /// Whether messages are sent.
    pub active: bool,
    /// Creation time, in Unix seconds.
    pub created_at: i64,
    /// Creation time, in RFC 3339.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
    pub created_at_iso: String,
    /// What it is for.
    pub description: String,
    /// Why the service switched it off: `gone` (it answered 410) or `failing` (it failed for five days).
    pub disabled_reason: Option<String>,
    /// Types of events, or `*` alone.
    pub events: Vec<String>,
    /// Its id.
    pub id: String,
    /// The prefix of the key that made it, or that replaced this key by rotation; null for a webhook from before this was noted, which counts as
    /// the owner's, and where the key is not accepted any more.
    pub made_by: Option<String>,
    /// Where messages are sent.
    pub url: String,
    /// Types of events that it asks for and is not sent, because the key that made it may not read them now.
    pub withheld: Vec<String>,
}

/// How a secret is replaced.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WebhookRotate {
    /// How long messages are signed with the old secret too, at most a week; a day by default.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub overlap_seconds: Patch<i64>,
}

/// What came of a test.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookTested {
    /// The first kilobyte of the answer; without one the cause: `timeout`, `dns`, `tls`, `refused`, `connection` or
    /// `forbidden_address`. `dns` also stands for a name that leads into a private network.
    pub answer: String,
    /// Whether the endpoint took the message.
    pub delivered: bool,
    /// The HTTP status; null when no answer came.
    pub status: Option<i64>,
}

/// What is to change of a webhook; what is left out stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WebhookUpdate {
    /// Whether messages are sent; true also takes back that the service switched it off.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub active: Patch<bool>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub description: Patch<String>,
    /// Types of events, or `*` alone.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub events: Patch<Vec<String>>,
    /// Where messages are sent.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub url: Patch<String>,
}

/// A webhook with its secret, which is shown this once.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookWithSecret {
    /// Whether messages are sent.
    pub active: bool,
    /// Creation time, in Unix seconds.
    pub created_at: i64,
    /// Creation time, in RFC 3339.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
    pub created_at_iso: String,
    /// What it is for.
    pub description: String,
    /// Why the service switched it off: `gone` (it answered 410) or `failing` (it failed for five days).
    pub disabled_reason: Option<String>,
    /// Types of events, or `*` alone.
    pub events: Vec<String>,
    /// Its id.
    pub id: String,
    /// The prefix of the key that made it, or that replaced this key by rotation; null for a webhook from before this was noted, which counts as
    /// the owner's, and where the key is not accepted any more.
    pub made_by: Option<String>,
    /// What messages are signed with, this once; absent when the answer is repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Where messages are sent.
    pub url: String,
    /// Types of events that it asks for and is not sent, because the key that made it may not read them now.
    pub withheld: Vec<String>,
}
