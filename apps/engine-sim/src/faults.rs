//! Faults on demand: what the simulation does wrong, to whom and how often.

mod book;
pub(crate) mod interfere;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use self::book::FaultBook;

/// A fault, and the calls that it strikes: those to which every given condition fits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// Calls with the token of this account; null for all.
    #[serde(default)]
    pub account: Option<String>,
    /// Calls of paths that begin so; `*` stands for any characters of one path segment. Null for all.
    #[serde(default)]
    pub path: Option<String>,
    /// Calls of this method; null for all.
    #[serde(default)]
    pub method: Option<String>,
    /// Share of the calls that are struck.
    #[serde(default = "always")]
    pub probability: f64,
    /// How many fitting calls pass before the first is struck.
    #[serde(default)]
    pub skip: u32,
    /// How many calls are struck before the fault is over; null for no end.
    #[serde(default)]
    pub count: Option<u32>,
    /// What happens.
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

/// What happens to a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FaultKind {
    /// The call is worked on later. Adds up, and goes with one other fault.
    LatencyMs {
        /// How much later.
        ms: u64,
    },
    /// Nothing is done, and the answer is this.
    Status {
        /// Any status.
        status: u16,
        /// Seconds, or anything else that is to be sent so.
        #[serde(default)]
        retry_after: Option<String>,
        /// A JSON body; null for an error body of ours.
        #[serde(default)]
        body: Option<Value>,
    },
    /// The work is done, and half of the answer is sent before the connection closes.
    HalfAnswer,
    /// Nothing is done, and the answer is a page of HTML.
    Html {
        /// 502 if absent.
        #[serde(default = "html")]
        status: u16,
    },
    /// Nothing is done, and the answer is JSON of very many bytes.
    Huge {
        /// 100,000,000 if absent.
        #[serde(default = "huge")]
        bytes: u64,
    },
    /// Lists never end: the first page comes again and again.
    EndlessCursor {
        /// Whether each page has another cursor.
        #[serde(default)]
        fresh: bool,
    },
    /// The items of a list come last first, and each twice.
    JumbledItems,
    /// The names of fans begin with half of an emoji: JSON by its grammar, and no text.
    CutNames,
    /// The list of fans does as if it was not asked for countries.
    WrongCountries,
    /// The work is done, and the answer comes very late.
    AcceptThenTimeout {
        /// 60,000 if absent.
        #[serde(default = "long")]
        ms: u64,
    },
    /// The work is done, and the answer says that it failed.
    AcceptThen500 {
        /// 500 if absent.
        #[serde(default = "broken")]
        status: u16,
    },
    /// The token is refused.
    RefuseToken {
        /// 401 if absent.
        #[serde(default = "refused")]
        status: u16,
    },
}

impl Fault {
    /// This fault for every call.
    pub fn new(kind: FaultKind) -> Self {
        Self { account: None, path: None, method: None, probability: 1.0, skip: 0, count: None, kind }
    }

    /// Only for paths that begin so.
    #[must_use]
    pub fn on(mut self, path: &str) -> Self {
        self.path = Some(path.to_string());
        self
    }

    /// Only for this method.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        self.method = Some(method.to_string());
        self
    }

    /// Only for this account.
    #[must_use]
    pub fn of(mut self, account_id: &str) -> Self {
        self.account = Some(account_id.to_string());
        self
    }

    /// Only so many times.
    #[must_use]
    pub fn times(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// Only after so many calls.
    #[must_use]
    pub fn after(mut self, calls: u32) -> Self {
        self.skip = calls;
        self
    }

    /// Only with this probability.
    #[must_use]
    pub fn with_probability(mut self, probability: f64) -> Self {
        self.probability = probability;
        self
    }
}
