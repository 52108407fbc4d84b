//! Faults on demand: their kind, affected calls, and frequency.

mod book;
pub(crate) mod interfere;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use self::book::FaultBook;

/// A fault, which affects calls that match every given condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// Account whose token the calls have; null for all.
    #[serde(default)]
    pub account: Option<String>,
    /// Start of the path; `*` matches any characters of one segment. Null for all.
    #[serde(default)]
    pub path: Option<String>,
    /// Method of the calls; null for all.
    #[serde(default)]
    pub method: Option<String>,
    /// Share of matching calls that fail.
    #[serde(default = "always")]
    pub probability: f64,
    /// Number of matching calls before the first failure.
    #[serde(default)]
    pub skip: u32,
    /// Number of failures before the fault ends; null for no end.
    #[serde(default)]
    pub count: Option<u32>,
    #[serde(flatten)]
    pub kind: FaultKind,
}

fn always() -> f64 {
    1.0
}

fn huge() -> u64 {
    100_000_000
}

fn long() -> u64 {
    60_000
}

fn html() -> u16 {
    502
}

fn refused() -> u16 {
    401
}

fn broken() -> u16 {
    500
}

/// Effect of a fault on a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FaultKind {
    /// Delays the call. Several delays add up, and combine with one other fault.
    LatencyMs {
        /// Delay in milliseconds.
        ms: u64,
    },
    /// Returns this response without doing the work.
    Status {
        status: u16,
        /// Value of `Retry-After`: seconds or any text.
        #[serde(default)]
        retry_after: Option<String>,
        /// JSON body; null for a default error body.
        #[serde(default)]
        body: Option<Value>,
    },
    /// Does the work, then closes the connection after half of the response.
    HalfAnswer,
    /// Returns an HTML page without doing the work.
    Html {
        /// Default 502.
        #[serde(default = "html")]
        status: u16,
    },
    /// Returns a very long JSON response without doing the work.
    Huge {
        /// Default 100,000,000.
        #[serde(default = "huge")]
        bytes: u64,
    },
    /// Never ends a list: the first page repeats forever.
    EndlessCursor {
        /// Whether each page has a new cursor.
        #[serde(default)]
        fresh: bool,
    },
    /// Reverses the items of a list, and repeats each.
    JumbledItems,
    /// Starts the names of fans with an unpaired surrogate: valid JSON, but not valid Unicode.
    CutNames,
    /// Ignores the country filter of the list of fans.
    WrongCountries,
    /// Does the work, but responds very late.
    AcceptThenTimeout {
        /// Default 60,000.
        #[serde(default = "long")]
        ms: u64,
    },
    /// Does the work, but responds with an error.
    AcceptThen500 {
        /// Default 500.
        #[serde(default = "broken")]
        status: u16,
    },
    /// Rejects the token.
    RefuseToken {
        /// Default 401.
        #[serde(default = "refused")]
        status: u16,
    },
}

impl Fault {
    /// Creates a fault for every call.
    pub fn new(kind: FaultKind) -> Self {
        Self { account: None, path: None, method: None, probability: 1.0, skip: 0, count: None, kind }
    }

    /// Limits the fault to paths with this start.
    #[must_use]
    pub fn on(mut self, path: &str) -> Self {
        self.path = Some(path.to_string());
        self
    }

    /// Limits the fault to this method.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        self.method = Some(method.to_string());
        self
    }

    /// Limits the fault to this account.
    #[must_use]
    pub fn of(mut self, account_id: &str) -> Self {
        self.account = Some(account_id.to_string());
        self
    }

    /// Limits the number of failures.
    #[must_use]
    pub fn times(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// Skips this many calls first.
    #[must_use]
    pub fn after(mut self, calls: u32) -> Self {
        self.skip = calls;
        self
    }

    /// Sets the probability.
    #[must_use]
    pub fn with_probability(mut self, probability: f64) -> Self {
        self.probability = probability;
        self
    }
}
