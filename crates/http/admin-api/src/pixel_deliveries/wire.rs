//! Deliveries of conversions to pixels.

use deserr::Deserr;
use std::collections::BTreeMap;

use crate::words;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Filters of the list of deliveries.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct DeliveryQuery {
    /// Maximum number of items.
    #[deserr(default = 100, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 100, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// The deliveries of a pixel.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeliveryList {
    /// Newest first.
    pub items: Vec<DeliveryOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Delivery of one conversion to one pixel.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PixelDelivery)]
pub struct DeliveryOut {
    /// Number of the delivery.
    pub id: i64,
    /// Id of the conversion at the platform, the same at every attempt and for every report of one transaction.
    pub event_id: String,
    /// Name of the event at the platform.
    pub event_name: String,
    /// Time of the conversion.
    #[schema(format = DateTime)]
    pub event_time: String,
    /// `action_source` of the event at Meta; null for TikTok and once the event is deleted.
    #[schema(value_type = Option<words::ActionSource>)]
    pub action_source: Option<String>,
    /// Reason why `action_source` is not `website`: `no_user_agent`, because Meta needs the visitor's user agent for
    /// website events. The pixel does not send user agents, or the click has none. Null for `website`.
    #[schema(value_type = Option<words::ActionSourceReason>)]
    pub action_source_reason: Option<String>,
    /// SHA-256 hashes of the fan's identifiers, by the platform's names; empty once they are deleted.
    pub hashed: BTreeMap<String, Vec<String>>,
    /// State.
    #[schema(value_type = words::PixelDeliveryState)]
    pub state: String,
    /// Cause of state `parked`.
    #[schema(value_type = Option<words::ParkReason>)]
    pub reason: Option<String>,
    /// Number of attempts.
    pub attempts: u32,
    /// Time of the next attempt, while pending.
    #[schema(format = DateTime)]
    pub next_attempt_at: Option<String>,
    /// Last answer of the platform; null before the first attempt.
    pub last_answer: Option<AnswerOut>,
    /// Time at which the service received the conversion, in Unix seconds.
    pub created_at: i64,
    /// Time at which the service received the conversion, in RFC 3339.
    #[schema(format = DateTime)]
    pub created_at_iso: String,
    /// Whether the event is a test of the pixel.
    pub test: bool,
}

/// Answer of a platform.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PlatformAnswer)]
pub struct AnswerOut {
    /// Meaning of the answer.
    #[schema(value_type = words::DeliveryVerdict)]
    pub verdict: String,
    /// HTTP status; null without a response.
    pub status: Option<u16>,
    /// Reason why there was no response. Null after a response, and for attempts from before the reason was recorded.
    #[schema(value_type = Option<words::PixelNoAnswer>)]
    pub error: Option<String>,
    /// The platform's own code.
    pub code: Option<i64>,
}

/// A test of a pixel.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"test_event_code": "TEST12345"}))]
pub struct PixelTest {
    /// Code from the platform's test page; generated if left out.
    #[deserr(default)]
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9_-]*$")]
    #[validate(length(min = 1, max = 64), custom(function = crate::rules::test_code))]
    pub test_event_code: Option<String>,
}

/// Result of a test.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PixelTested {
    /// Test code of the event.
    pub test_event_code: String,
    /// Name of the event.
    pub event_name: String,
    /// Id of the event.
    pub event_id: String,
    /// Answer of the platform.
    pub answer: AnswerOut,
}

/// Number of queued retries.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Redriven {
    /// Number of parked deliveries that are retried; expired ones are left out.
    pub redriven: u64,
}
