use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use kernel::Clock as _;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use crate::account::{Account, AccountConfig};
use crate::faults::FaultBook;
use crate::pixel_log::Pixels;
use crate::push;
use crate::reply::Refusal;
use crate::time::SystemClock;

/// Number of calls that are kept.
const REMEMBERED: usize = 20_000;

/// A call to the engine or a pixel platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallRecord {
    /// Milliseconds since the epoch.
    pub at_ms: i64,
    /// Account of the token.
    pub account_id: Option<String>,
    pub method: String,
    pub path: String,
    /// Query string.
    pub query: String,
    /// `X-Request-Id`.
    pub request_id: Option<String>,
    /// `Idempotency-Key`.
    pub idempotency_key: Option<String>,
    /// Fault that affected the call.
    pub fault: Option<String>,
    /// Status of the response; null until the response is sent.
    pub status: Option<u16>,
}

impl CallRecord {
    pub(crate) fn of(request: &ServiceRequest, account: Option<Arc<Account>>) -> Self {
        let header = |name: &str| Some(request.headers().get(name)?.to_str().ok()?.to_string());
        Self {
            at_ms: SystemClock.now().millis(),
            account_id: account.map(|account| account.config.account_id.clone()),
            method: request.method().to_string(),
            path: request.path().to_string(),
            query: request.query_string().to_string(),
            request_id: header("x-request-id"),
            idempotency_key: header("idempotency-key"),
            fault: None,
            status: None,
        }
    }
}

/// Recent calls, oldest first.
#[derive(Debug, Default)]
struct Calls {
    dropped: u64,
    kept: VecDeque<CallRecord>,
}

/// Everything simulated at one address.
#[derive(Debug)]
pub(crate) struct World {
    url: String,
    accounts: RwLock<BTreeMap<String, Arc<Account>>>,
    faults: Mutex<FaultBook>,
    calls: Mutex<Calls>,
    pixels: Mutex<Pixels>,
    number: AtomicU64,
    runtime: Handle,
    client: reqwest::Client,
    /// Tasks that push the events of each account.
    tasks: Mutex<BTreeMap<String, AbortHandle>>,
}

impl World {
    /// MUST be called inside a tokio runtime, which runs the pushing tasks.
    pub(crate) fn new(url: String, seed: u64) -> Self {
        Self {
            url,
            accounts: RwLock::default(),
            faults: Mutex::new(FaultBook::new(seed)),
            calls: Mutex::default(),
            pixels: Mutex::default(),
            number: AtomicU64::new(0),
            runtime: Handle::current(),
            client: reqwest::Client::new(),
            tasks: Mutex::default(),
        }
    }

    /// Adds a connection, or replaces the one with the same id.
    pub(crate) fn add(&self, config: AccountConfig) -> Result<Arc<Account>, Refusal> {
        if config.account_id.is_empty() || config.token.is_empty() {
            return Err(Refusal::invalid("account_id and token are not empty"));
        }
        let taken = self.account_of(Some(&config.token));
        if taken.is_some_and(|other| other.config.account_id != config.account_id) {
            return Err(Refusal::invalid("another account has this token"));
        }
        let account = Arc::new(Account::new(config, &self.url)?);
        let task = self.runtime.spawn(push::run(Arc::clone(&account), self.client.clone()));
        let replaced = lock(&self.tasks).insert(account.config.account_id.clone(), task.abort_handle());
        if let Some(task) = replaced {
            task.abort();
        }
        let mut accounts = self.accounts.write().unwrap_or_else(PoisonError::into_inner);
        accounts.insert(account.config.account_id.clone(), Arc::clone(&account));
        Ok(account)
    }

    pub(crate) fn account(&self, account_id: &str) -> Result<Arc<Account>, Refusal> {
        let accounts = self.accounts.read().unwrap_or_else(PoisonError::into_inner);
        accounts.get(account_id).cloned().ok_or(Refusal::NotFound("account"))
    }

    pub(crate) fn accounts(&self) -> Vec<Arc<Account>> {
        self.accounts.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Returns the account of a token.
    pub(crate) fn account_of(&self, token: Option<&str>) -> Option<Arc<Account>> {
        let accounts = self.accounts.read().unwrap_or_else(PoisonError::into_inner);
        accounts.values().find(|account| Some(account.config.token.as_str()) == token).cloned()
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, FaultBook> {
        lock(&self.faults)
    }

    pub(crate) fn pixels(&self) -> MutexGuard<'_, Pixels> {
        lock(&self.pixels)
    }

    /// Returns an unused number.
    pub(crate) fn next_number(&self) -> u64 {
        self.number.fetch_add(1, Ordering::Relaxed)
    }

    /// Records a call. Returns its number.
    pub(crate) fn begin_call(&self, record: CallRecord) -> u64 {
        let mut calls = lock(&self.calls);
        calls.kept.push_back(record);
        if calls.kept.len() > REMEMBERED {
            calls.kept.pop_front();
            calls.dropped += 1;
        }
        calls.dropped + calls.kept.len() as u64 - 1
    }

    pub(crate) fn end_call(&self, number: u64, status: u16) {
        let mut calls = lock(&self.calls);
        let place = number.checked_sub(calls.dropped).map(|place| place as usize);
        if let Some(record) = place.and_then(|place| calls.kept.get_mut(place)) {
            record.status = Some(status);
        }
    }

    pub(crate) fn calls(&self) -> Vec<CallRecord> {
        lock(&self.calls).kept.iter().cloned().collect()
    }

    pub(crate) fn purge_calls(&self) {
        let mut calls = lock(&self.calls);
        calls.dropped += calls.kept.len() as u64;
        calls.kept.clear();
    }

    /// Stops all pushing.
    pub(crate) fn stop(&self) {
        for task in std::mem::take(&mut *lock(&self.tasks)).into_values() {
            task.abort();
        }
    }
}

/// Returns the bearer token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
