//! Deliveries of conversions to pixels.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which deliveries to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryQuery {
    /// How many at most.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// Where the part before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn hundred() -> u32 {
    100
}

/// The deliveries of a pixel.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeliveryList {
    /// Newest first.
    pub items: Vec<DeliveryOut>,
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// One conversion on its way to one pixel.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeliveryOut {
    /// Its number.
    pub id: i64,
    /// The conversion's id at the platform, the same at every attempt.
    pub event_id: String,
    /// The event's name at the platform.
    pub event_name: String,
    /// When the conversion happened.
    #[schema(format = DateTime)]
    pub event_time: String,
    /// What identifies the fan, by the platform's names, as SHA-256.
    pub hashed: BTreeMap<String, Vec<String>>,
    /// `pending`, `delivered`, `waiting_token` or `parked`.
    pub state: String,
    /// Why it is parked: `too_old`, `refused`, `exhausted` or `pixel_deleted`.
    pub reason: Option<String>,
    /// How often it was tried.
    pub attempts: u32,
    /// When it is tried next, while it is pending.
    #[schema(format = DateTime)]
    pub next_attempt_at: Option<String>,
    /// What the platform last said; null before the first attempt.
    pub last_answer: Option<AnswerOut>,
    /// Time at which the conversion was taken in, in Unix seconds.
    pub created_at: i64,
    /// Time at which the conversion was taken in, in RFC 3339.
    #[schema(format = DateTime)]
    pub created_at_iso: String,
    /// Whether the event is a test of the pixel.
    pub test: bool,
}

/// What a platform said.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AnswerOut {
    /// `delivered`, `throttled`, `retry`, `auth` or `permanent`.
    pub verdict: String,
    /// The HTTP status; null when no answer came.
    pub status: Option<u16>,
    /// Reason why no answer came: `timeout`, `dns`, `tls`, `refused` or `connection`. Null when one came, and for attempts from before the
    /// reason was recorded.
    pub error: Option<String>,
    /// The platform's own code.
    pub code: Option<i64>,
}

/// A test of a pixel.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"test_event_code": "TEST12345"}))]
pub struct PixelTest {
    /// The code from the platform's test page; one is made up if it is left out.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9_-]*$")]
    pub test_event_code: Option<String>,
}

/// What came of a test.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PixelTested {
    /// The code that marked the event.
    pub test_event_code: String,
    /// The event's name.
    pub event_name: String,
    /// The event's id.
    pub event_id: String,
    /// What the platform said.
    pub answer: AnswerOut,
}

/// What was put on its way again.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Redriven {
    /// How many parked deliveries are tried again; those that are too old are not.
    pub redriven: u64,
}
