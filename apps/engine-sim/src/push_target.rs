//! Target, mode and progress of the push of events.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Target of the push.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushTarget {
    /// Base URL of the service's edge; `/engine/v1/events` is appended.
    pub url: String,
    #[serde(default)]
    pub mode: PushMode,
    /// Restarts at the first event instead of the first unacknowledged one.
    #[serde(default)]
    pub replay: bool,
}

/// Mode of the push.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PushMode {
    /// Events per batch, at most 1,000.
    pub batch: usize,
    /// Share of events that are sent twice.
    pub duplicates: f64,
    /// Whether events are sent out of order.
    pub shuffle: bool,
    /// Additional signing secrets, as during a rotation.
    pub more_secrets: Vec<String>,
    /// Whether the first signature is wrong.
    pub wrong_signature: bool,
    /// Seconds added to the timestamp.
    pub skew_seconds: i64,
    /// Pause after the first failure, in milliseconds; doubles after each further failure, up to 5
    /// s.
    pub retry_ms: u64,
}

impl Default for PushMode {
    fn default() -> Self {
        Self {
            batch: 500,
            duplicates: 0.0,
            shuffle: false,
            more_secrets: Vec::new(),
            wrong_signature: false,
            skew_seconds: 0,
            retry_ms: 100,
        }
    }
}

/// Progress of the push.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushProgress {
    /// Number of acknowledged events.
    pub acknowledged: usize,
    /// Number of attempts.
    pub attempts: u64,
    /// Number of attempts without a 200 response.
    pub failures: u64,
    /// Status of the last attempt; null if there was no response.
    pub last_status: Option<u16>,
    /// Sum of `accepted` in the responses.
    pub accepted: u64,
    /// Sum of `duplicates` in the responses.
    pub duplicates: u64,
    /// All `rejected` entries of the responses.
    pub rejected: Vec<Value>,
}

impl PushProgress {
    pub(crate) fn note(&mut self, status: Option<u16>, answer: &Value) {
        let count = |name: &str| answer.get(name).and_then(Value::as_u64).unwrap_or(0);
        self.attempts += 1;
        self.failures += u64::from(status != Some(200));
        self.last_status = status;
        if status == Some(200) {
            self.accepted += count("accepted");
            self.duplicates += count("duplicates");
            self.rejected
                .extend(answer.get("rejected").and_then(Value::as_array).cloned().unwrap_or_default());
        }
    }
}
