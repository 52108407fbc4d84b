//! Idempotency of POST requests that create or send something.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::time::Duration;

use crate::wire::{CodedDetail, CodedError, ErrorCode};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, ResponseError as _, web};
use futures_util::future::LocalBoxFuture;
use idempotency::{
    Claim, ClaimOutcome, IdempotencyStore, IdempotentRequest, NumberedResource, SMALL_ANSWER, StoredResponse,
    is_kept,
};
use kernel::{Clock, Entropy, OwnerId, StoreError, UnixTime};
use landing_draft::id::Ids;
use offload::Tenant;
use runtime::{SystemClock, SystemEntropy};
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::error::ApiError;
use super::response::ApiResponse;

/// Lease of a claim in seconds. After it, a process without a response counts as dead.
const LEASE_SECONDS: i64 = 60;
const LEASE: Duration = Duration::from_secs(LEASE_SECONDS.unsigned_abs());
/// Pause before a failed settlement of a claim is retried.
const SETTLE_AGAIN: Duration = Duration::from_millis(250);

const LONGEST_KEY: usize = 255;

/// Polling of a request that runs elsewhere, and renewal of an own claim.
#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    /// Interval of polls.
    pub every: Duration,
    /// Number of polls.
    pub looks: u32,
    /// Interval of renewals of a claim while its work runs.
    pub renewed_every: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { every: Duration::from_millis(100), looks: 100, renewed_every: LEASE / 4 }
    }
}

/// The `Idempotency-Key` of a request, if any.
pub struct Idempotent {
    key: Option<Result<String, ApiError>>,
    operation: String,
    query: String,
    store: web::Data<dyn IdempotencyStore>,
    patience: RetryPolicy,
}

impl Idempotent {
    /// Runs `work`, or returns the stored response of the same request.
    ///
    /// The work finishes even if the caller disconnects, so that the caller can retry for the
    /// response.
    pub async fn run<F, W>(
        self,
        owner: OwnerId,
        body_hash: [u8; 32],
        work: F,
    ) -> Result<ApiResponse, ApiError>
    where
        F: FnOnce() -> W,
        W: Future<Output = Result<ApiResponse, ApiError>> + 'static,
    {
        self.take_turn(owner, body_hash, |_| work()).await
    }

    /// Runs work that creates one thing. With a key, the id is derived from the request. A
    /// repetition after an unknown outcome then finds the created thing.
    pub async fn run_with_id<F, W>(
        self,
        owner: OwnerId,
        body_hash: [u8; 32],
        ids: Ids,
        work: F,
    ) -> Result<ApiResponse, ApiError>
    where
        F: FnOnce(Ids) -> W,
        W: Future<Output = Result<ApiResponse, ApiError>> + 'static,
    {
        self.take_turn(owner, body_hash, |turn| work(turn.map_or(ids, |turn| turn.ids()))).await
    }

    /// Runs work that creates one thing numbered by the database.
    pub async fn run_numbered<F, W>(
        self,
        owner: OwnerId,
        body_hash: [u8; 32],
        made: NumberedResource,
        work: F,
    ) -> Result<ApiResponse, ApiError>
    where
        F: FnOnce(Option<i64>) -> W + 'static,
        W: Future<Output = Result<ApiResponse, ApiError>> + 'static,
    {
        let store = self.store.clone();
        let numbered = move |turn: Option<Turn>| async move {
            let Some(turn) = turn else { return work(None).await };
            let number = store.reserve(owner, &turn.request, turn.claim, made).await?;
            work(Some(number.ok_or_else(still_running)?)).await
        };
        self.take_turn(owner, body_hash, numbered).await
    }

    async fn take_turn<F, W>(
        mut self,
        owner: OwnerId,
        body_hash: [u8; 32],
        work: F,
    ) -> Result<ApiResponse, ApiError>
    where
        F: FnOnce(Option<Turn>) -> W,
        W: Future<Output = Result<ApiResponse, ApiError>> + 'static,
    {
        let Some(key) = self.key.take() else { return work(None).await };
        match self.claim(owner, body_hash, key?).await? {
            Begin::Work(turn, held) => held.finish(Box::pin(work(Some(turn)))).await,
            Begin::Answered(answer) => Ok(answer),
        }
    }

    /// Claims the request, once no other process works on it. Not generic, so that it is compiled
    /// once instead of once per handler.
    async fn claim(self, owner: OwnerId, body_hash: [u8; 32], key: String) -> Result<Begin, ApiError> {
        let body_hash = with_query(body_hash, &self.query);
        let request = IdempotentRequest { operation: self.operation, key, body_hash };
        let mut number = [0; 8];
        SystemEntropy.fill(&mut number);
        let number = i64::from_be_bytes(number);
        for look in 0..=self.patience.looks {
            let now = SystemClock.now();
            let claim = Claim { number, now, until: now.plus_seconds(LEASE_SECONDS) };
            match self.store.claim(owner, &request, claim).await? {
                ClaimOutcome::Run { since } => {
                    let turn = Turn { owner, request: request.clone(), claim: number, since };
                    let renewed_every = self.patience.renewed_every;
                    let held = Held { store: self.store, owner, request, claim: number, renewed_every };
                    return Ok(Begin::Work(turn, held));
                }
                ClaimOutcome::Done(stored) => return ApiResponse::replay(stored).map(Begin::Answered),
                ClaimOutcome::OtherBody => return Err(conflict("the key was used with another body")),
                ClaimOutcome::Running if look < self.patience.looks => {
                    tokio::time::sleep(self.patience.every).await
                }
                ClaimOutcome::Running => {}
            }
        }
        Err(still_running())
    }
}

/// Start of a request with a key.
enum Begin {
    /// The claim succeeded, so the work must be done.
    Work(Turn, Held),
    /// The request was carried out before.
    Answered(ApiResponse),
}

/// One attempt of a request.
struct Turn {
    owner: OwnerId,
    request: IdempotentRequest,
    claim: i64,
    since: UnixTime,
}

impl Turn {
    fn ids(&self) -> Ids {
        let mut hash = Sha256::new().chain_update(self.owner.get().to_be_bytes());
        for part in [&self.request.operation, &self.request.key] {
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        let seed = hash.chain_update(self.request.body_hash).finalize().into();
        let constants = Arc::new(Constants { since: self.since, seed });
        Ids::new(constants.clone(), constants)
    }
}

/// Values shared by a request and its repetitions: start time, and bytes unique to the request.
#[derive(Debug, Clone, Copy)]
struct Constants {
    since: UnixTime,
    seed: [u8; 32],
}

impl Clock for Constants {
    fn now(&self) -> UnixTime {
        self.since
    }
}

impl Entropy for Constants {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.iter_mut().zip(self.seed.iter().cycle()).for_each(|(to, from)| *to = *from);
    }
}

/// A claim held by this process.
struct Held {
    store: web::Data<dyn IdempotencyStore>,
    owner: OwnerId,
    request: IdempotentRequest,
    claim: i64,
    renewed_every: Duration,
}

impl Held {
    /// Runs the work detached from the connection, and settles the claim.
    async fn finish(
        self,
        work: LocalBoxFuture<'static, Result<ApiResponse, ApiError>>,
    ) -> Result<ApiResponse, ApiError> {
        let work = Tenant::carry(work);
        let task = async move {
            let outcome = match self.hold_during(actix_web::rt::spawn(work)).await {
                Ok(outcome) => outcome,
                Err(lost) => Err(ApiError::internal(lost)),
            };
            match End::of(&outcome) {
                // A database that just failed may block again, and the caller has waited long enough.
                End::Failed => drop(actix_web::rt::spawn(self.settle_later(End::Failed))),
                end => match self.settle(&end).await {
                    Ok(()) => {}
                    Err(StoreError::Unavailable(_)) => drop(actix_web::rt::spawn(self.settle_later(end))),
                    Err(error) => self.not_settled(&error),
                },
            }
            outcome
        };
        actix_web::rt::spawn(task).await.unwrap_or_else(|lost| Err(ApiError::internal(lost)))
    }

    /// Waits for the work, and renews the claim meanwhile.
    async fn hold_during<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            match tokio::time::timeout(self.renewed_every, &mut work).await {
                Ok(done) => return done,
                Err(_) => self.renew().await,
            }
        }
    }

    async fn renew(&self) {
        let now = SystemClock.now();
        let claim = Claim { number: self.claim, now, until: now.plus_seconds(LEASE_SECONDS) };
        if let Err(error) = self.store.renew(self.owner, &self.request, claim).await {
            let operation = &self.request.operation;
            tracing::warn!(cause = ?error, operation, "the claim on an idempotency key could not be renewed");
        }
    }

    async fn settle(&self, end: &End) -> Result<(), StoreError> {
        let Self { store, owner, request, claim, .. } = self;
        match end {
            End::Answered(answer) => {
                let kept = self.kept(answer).await?;
                store.complete(*owner, request, *claim, &kept).await
            }
            End::Refused => store.release(*owner, request, *claim).await,
            End::Failed => store.give_back(*owner, request, *claim).await,
        }
    }

    /// Returns the response to store: the response itself, or a conflict if it is too long.
    async fn kept<'a>(&self, answer: &'a StoredResponse) -> Result<Cow<'a, StoredResponse>, StoreError> {
        let length = answer.body.as_ref().map_or(0, String::len);
        let is_kept = length <= SMALL_ANSWER || is_kept(length, self.store.long_answers(self.owner).await?);
        Ok(if is_kept { Cow::Borrowed(answer) } else { Cow::Owned(not_kept()) })
    }

    /// Retries until the database is back, for as long as the claim lasts.
    async fn settle_later(self, end: End) {
        let began = Instant::now();
        loop {
            match self.settle(&end).await {
                Err(StoreError::Unavailable(_)) if began.elapsed() < LEASE => {}
                Err(error) => return self.not_settled(&error),
                Ok(()) => return,
            }
            tokio::time::sleep(SETTLE_AGAIN).await;
        }
    }

    /// Logs that the claim is unsettled. The work is done, and the lease expires on its own.
    fn not_settled(&self, error: &StoreError) {
        let operation = &self.request.operation;
        match error {
            StoreError::Unavailable(_) => {
                tracing::warn!(cause = ?error, operation, "the response of a repeatable request could not be stored");
            }
            StoreError::Data(_) | StoreError::Failed(_) | StoreError::PreconditionFailed => {
                tracing::error!(cause = ?error, operation, "the response of a repeatable request could not be stored")
            }
        }
    }
}

/// Outcome of a request.
enum End {
    /// The request was carried out.
    Answered(StoredResponse),
    /// The request was rejected.
    Refused,
    /// The outcome is unknown after a server error or at capacity.
    Failed,
}

impl End {
    fn of(outcome: &Result<ApiResponse, ApiError>) -> Self {
        match outcome {
            Ok(answer) => Self::Answered(answer.to_stored()),
            Err(error) if error.status_code().is_server_error() => Self::Failed,
            // Part of the work may have been done before the rest was rejected.
            Err(ApiError::Crowded(_)) => Self::Failed,
            Err(_) => Self::Refused,
        }
    }
}

/// Includes the query in the hash, because it is part of the request like the body.
fn with_query(body_hash: [u8; 32], query: &str) -> [u8; 32] {
    if query.is_empty() {
        return body_hash;
    }
    Sha256::new().chain_update(body_hash).chain_update(query).finalize().into()
}

fn still_running() -> ApiError {
    conflict("the same request is still running; retry later")
}

/// Response to the repetition of a request whose response was not stored.
fn not_kept() -> StoredResponse {
    let code = ErrorCode::IdempotencyConflict;
    let message = "the request was carried out; its response was too long to store".to_owned();
    let body = CodedError { detail: CodedDetail { code, message }, request_id: None };
    StoredResponse { status: code.status(), revision: None, body: serde_json::to_string(&body).ok() }
}

fn conflict(message: &'static str) -> ApiError {
    ApiError::coded(ErrorCode::IdempotencyConflict, message)
}

fn read_key(request: &HttpRequest) -> Option<Result<String, ApiError>> {
    let value = request.headers().get("Idempotency-Key")?;
    // `to_str` accepts tabs, but keys must not contain them.
    let fits = |text: &&str| {
        (1..=LONGEST_KEY).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
    };
    let text = value.to_str().ok().map(|text| text.trim_matches([' ', '\t'])).filter(fits);
    let wrong = || {
        ApiError::coded(
            ErrorCode::InvalidRequest,
            "Idempotency-Key must be 1 to 255 printable ASCII characters",
        )
    };
    Some(text.map(str::to_owned).ok_or_else(wrong))
}

impl FromRequest for Idempotent {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let Some(store) = request.app_data::<web::Data<dyn IdempotencyStore>>() else {
            return ready(Err(ApiError::internal("no store of answers is wired")));
        };
        ready(Ok(Self {
            key: read_key(request),
            operation: format!("{} {}", request.method(), request.path()),
            query: request.query_string().to_owned(),
            store: store.clone(),
            patience: request.app_data::<RetryPolicy>().copied().unwrap_or_default(),
        }))
    }
}

#[cfg(test)]
mod tests;
