//! Types of pixel deliveries.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::AnswerOut;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The deliveries of a pixel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeliveryList {
    /// Newest first.
    pub items: Vec<DeliveryOut>,
    /// Where the next part begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// One conversion on its way to one pixel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeliveryOut {
    /// How often it was tried.
    pub attempts: i64,
    /// Time at which the conversion was taken in, in Unix seconds.
    pub created_at: i64,
    /// Time at which the conversion was taken in, in RFC 3339.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
    pub created_at_iso: String,
    /// The conversion's id at the platform, the same at every attempt.
    pub event_id: String,
    /// The event's name at the platform.
    pub event_name: String,
    /// When the conversion happened.
    pub event_time: String,
    /// What identifies the fan, by the platform's names, as SHA-256.
    pub hashed: BTreeMap<String, Vec<String>>,
    /// Its number.
    pub id: i64,
    /// What the platform last said; null before the first attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_answer: Option<AnswerOut>,
    /// When it is tried next, while it is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<String>,
    /// Why it is parked: `too_old`, `refused`, `exhausted` or `pixel_deleted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// `pending`, `delivered`, `waiting_token` or `parked`.
    pub state: String,
    /// Whether the event is a test of the pixel.
    pub test: bool,
}

/// What was put on its way again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Redriven {
    /// How many parked deliveries are tried again; those that are too old are not.
    pub redriven: i64,
}
