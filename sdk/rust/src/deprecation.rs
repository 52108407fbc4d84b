//! Deprecation headers of responses (RFC 9745, RFC 8594).

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::header::HeaderMap;

use crate::raw::Call;

/// Use of something that will be removed: the operation, or a parameter or field of the operation. The API document
/// names the removed part and the replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecation {
    /// Operation, such as `GET /api/admin/domains/{domain}`.
    pub operation: String,
    /// Start of the deprecation, in Unix seconds.
    pub since: Option<i64>,
    /// Earliest time of the removal, such as `Tue, 07 Mar 2028 00:00:00 GMT`.
    pub sunset: Option<String>,
}

impl Deprecation {
    fn of(call: &Call, headers: &HeaderMap) -> Option<Self> {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let since = text("deprecation")?.strip_prefix('@').and_then(|seconds| seconds.parse().ok());
        let operation = format!("{} {}", call.method, call.template);
        Some(Self { operation, since, sunset: text("sunset").map(str::to_string) })
    }
}

impl fmt::Display for Deprecation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} uses what is deprecated", self.operation)?;
        match &self.sunset {
            Some(sunset) => write!(formatter, ", and may be gone from {sunset}"),
            None => Ok(()),
        }
    }
}

/// Function that is called with a deprecation.
pub(crate) type Hook = Arc<dyn Fn(&Deprecation) + Send + Sync>;

/// Reports each operation once.
#[derive(Default)]
pub(crate) struct Reported(Mutex<HashSet<String>>);

impl Reported {
    pub(crate) fn report(&self, call: &Call, headers: &HeaderMap, hook: Option<&Hook>) {
        let Some(deprecation) = Deprecation::of(call, headers) else { return };
        // Every insertion leaves the set complete, so a poisoned lock is harmless.
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = reported.insert(deprecation.operation.clone());
        drop(reported);
        match hook {
            Some(hook) if is_new => hook(&deprecation),
            None if is_new => tracing::warn!("{deprecation}"),
            _ => {}
        }
    }
}
