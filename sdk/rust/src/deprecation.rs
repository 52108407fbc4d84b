//! What the service says of operations that will be removed (RFC 9745, RFC 8594).

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::header::HeaderMap;

use crate::raw::Call;

/// A call used something that will be removed: the operation itself, or a parameter or field of it. The document says which,
/// and what takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecation {
    /// The operation, such as `GET /api/admin/domains/{domain}`.
    pub operation: String,
    /// Since when it is deprecated, in seconds since 1970.
    pub since: Option<i64>,
    /// From when on it may be gone, such as `Tue, 07 Mar 2028 00:00:00 GMT`.
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

/// What is called with a deprecation.
pub(crate) type Hook = Arc<dyn Fn(&Deprecation) + Send + Sync>;

/// Reports each operation once.
#[derive(Default)]
pub(crate) struct Reported(Mutex<HashSet<String>>);

impl Reported {
    pub(crate) fn report(&self, call: &Call, headers: &HeaderMap, hook: Option<&Hook>) {
        let Some(deprecation) = Deprecation::of(call, headers) else { return };
        // The set is whole after every change of it.
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
