//! Where events are pushed to, how, and how far that is.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where events go, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushTarget {
    /// The service's edge; `/engine/v1/events` is added.
    pub url: String,
    /// How.
    #[serde(default)]
    pub mode: PushMode,
    /// Begin again at the first event instead of the first that was not acknowledged.
    #[serde(default)]
    pub replay: bool,
}

/// How events are pushed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PushMode {
    /// Events of one batch, at most 1,000.
    pub batch: usize,
    /// Share of events that are sent twice.
    pub duplicates: f64,
    /// Whether events are sent in another order than they happened in.
    pub shuffle: bool,
    /// Signed with these too, after the secret of the connection: the rotation of secrets.
    pub more_secrets: Vec<String>,
    /// Whether the first signature is wrong.
    pub wrong_signature: bool,
    /// Added to the timestamp.
    pub skew_seconds: i64,
    /// The pause after the first failure; doubled after each further one, up to 5 s.
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

/// How far the pushing is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushProgress {
    /// Events of the log that were acknowledged by a 200.
    pub acknowledged: usize,
    /// Batches that were sent.
    pub attempts: u64,
    /// Batches that were not answered by a 200.
    pub failures: u64,
    /// The last status; null if the last try brought none.
    pub last_status: Option<u16>,
    /// Sum of `accepted` in the answers.
    pub accepted: u64,
    /// Sum of `duplicates` in the answers.
    pub duplicates: u64,
    /// All that was `rejected`.
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
