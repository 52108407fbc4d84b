//! Types of pixel deliveries.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::PlatformAnswer;
use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

words! {
    /// Place of a conversion in the words of Meta.
    ActionSource {
        AnyOther = "other",
        Website = "website",
    }
}

words! {
    /// Reason why a conversion is not reported as one of a website.
    ActionSourceReason {
        NoUserAgent = "no_user_agent",
    }
}

/// The deliveries of a pixel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeliveryList {
    /// Newest first.
    pub items: Vec<PixelDelivery>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

words! {
    /// Reason why a delivery gets no more attempts.
    ParkReason {
        TooOld = "too_old",
        Refused = "refused",
        Exhausted = "exhausted",
        PixelDeleted = "pixel_deleted",
    }
}

/// Delivery of one conversion to one pixel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PixelDelivery {
    /// `action_source` of the event at Meta; null for TikTok and once the event is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_source: Option<ActionSource>,
    /// Reason why `action_source` is not `website`: `no_user_agent`, because Meta needs the visitor's user agent for
    /// website events. The pixel does not send user agents, or the click has none. Null for `website`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_source_reason: Option<ActionSourceReason>,
    /// Number of attempts.
    pub attempts: i64,
    /// Time at which the service received the conversion, in Unix seconds.
    pub created_at: i64,
    /// Time at which the service received the conversion, in RFC 3339.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
    pub created_at_iso: String,
    /// Id of the conversion at the platform, the same at every attempt and for every report of one transaction.
    pub event_id: String,
    /// Name of the event at the platform.
    pub event_name: String,
    /// Time of the conversion.
    pub event_time: String,
    /// SHA-256 hashes of the fan's identifiers, by the platform's names; empty once they are deleted.
    pub hashed: BTreeMap<String, Vec<String>>,
    /// Number of the delivery.
    pub id: i64,
    /// Last answer of the platform; null before the first attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_answer: Option<PlatformAnswer>,
    /// Time of the next attempt, while pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<String>,
    /// Cause of state `parked`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ParkReason>,
    /// State.
    pub state: PixelDeliveryState,
    /// Whether the event is a test of the pixel.
    pub test: bool,
}

words! {
    /// State of a delivery to a pixel.
    PixelDeliveryState {
        Pending = "pending",
        Delivered = "delivered",
        WaitingToken = "waiting_token",
        Parked = "parked",
    }
}

/// Number of queued retries.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Redriven {
    /// Number of parked deliveries that are retried; expired ones are left out.
    pub redriven: i64,
}
