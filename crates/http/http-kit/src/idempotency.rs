//! A POST that creates or sends may be repeated without doing its work twice.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::time::Duration;

use acting::Acting;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, ResponseError as _, web};
use api_contract::{CodedDetail, CodedError, ErrorCode};
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

/// Past it, a process that has not answered is taken for dead.
const LEASE_SECONDS: i64 = 60;
const LEASE: Duration = Duration::from_secs(LEASE_SECONDS.unsigned_abs());
/// How long to wait before a claim is settled again that could not be.
const SETTLE_AGAIN: Duration = Duration::from_millis(250);

const LONGEST_KEY: usize = 255;

/// How a request waits for the same one that runs elsewhere, or for its own work.
#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    /// How often it looks.
    pub every: Duration,
    /// How many times.
    pub looks: u32,
    /// How often the claim of one that runs here is renewed, however long its work takes.
    pub renewed_every: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { every: Duration::from_millis(100), looks: 100, renewed_every: LEASE / 4 }
    }
}

/// The `Idempotency-Key` of a request, if it has one.
pub struct Idempotent {
    key: Option<Result<String, ApiError>>,
    operation: String,
    query: String,
    store: web::Data<dyn IdempotencyStore>,
    patience: RetryPolicy,
}

impl Idempotent {
    /// Does `work`, or answers what the same request was answered before.
    ///
    /// The work runs to its end also when the caller disconnects, so that the caller can ask again for the answer.
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

    /// The same for work that makes one thing. Under a key its id follows from the request, so that work which is repeated,
    /// because nobody knows whether it was done, finds what it made.
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

    /// The same for work that makes one thing which the database numbers.
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

    /// Claims the request, once nobody else works on it. Like all that is the same for each kind of work, it is compiled once
    /// and not once for each handler.
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

/// What becomes of a request with a key.
enum Begin {
    /// It is ours to work on.
    Work(Turn, Held),
    /// It was carried out before.
    Answered(ApiResponse),
}

/// One try of a request.
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

/// What is always the same about a request and its repeats: when it was begun, and bytes that are like no other request's.
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

/// A claim of ours.
struct Held {
    store: web::Data<dyn IdempotencyStore>,
    owner: OwnerId,
    request: IdempotentRequest,
    claim: i64,
    renewed_every: Duration,
}

impl Held {
    /// Runs the work apart from the connection that asked for it, and settles the claim.
    async fn finish(
        self,
        work: LocalBoxFuture<'static, Result<ApiResponse, ApiError>>,
    ) -> Result<ApiResponse, ApiError> {
        let work = Acting::carry(Tenant::carry(work));
        let task = async move {
            let outcome = match self.hold_during(actix_web::rt::spawn(work)).await {
                Ok(outcome) => outcome,
                Err(lost) => Err(ApiError::internal(lost)),
            };
            match End::of(&outcome) {
                // A database that has just failed may keep us waiting again, and the caller has waited already.
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

    /// Waits for the work, and holds the claim meanwhile.
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
            tracing::warn!(cause = ?error, operation, "the claim of a request could not be renewed");
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

    /// The answer for a repeat: the same, or a refusal where the answer is too long to be kept.
    async fn kept<'a>(&self, answer: &'a StoredResponse) -> Result<Cow<'a, StoredResponse>, StoreError> {
        let length = answer.body.as_ref().map_or(0, String::len);
        let is_kept = length <= SMALL_ANSWER || is_kept(length, self.store.long_answers(self.owner).await?);
        Ok(if is_kept { Cow::Borrowed(answer) } else { Cow::Owned(not_kept()) })
    }

    /// Tries until the database is back, for as long as the claim is ours.
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

    /// The work is done and can't be undone; its lease runs out by itself.
    fn not_settled(&self, error: &StoreError) {
        let operation = &self.request.operation;
        match error {
            StoreError::Unavailable(_) => {
                tracing::warn!(cause = ?error, operation, "an answer could not be kept");
            }
            StoreError::Data(_) | StoreError::Failed(_) | StoreError::PreconditionFailed => {
                tracing::error!(cause = ?error, operation, "an answer could not be kept")
            }
        }
    }
}

/// How a request ended.
enum End {
    /// It was carried out.
    Answered(StoredResponse),
    /// It was not, for reasons of its own.
    Refused,
    /// Perhaps it was: the failure is ours, or too much was worked on at once.
    Failed,
}

impl End {
    fn of(outcome: &Result<ApiResponse, ApiError>) -> Self {
        match outcome {
            Ok(answer) => Self::Answered(answer.to_stored()),
            Err(error) if error.status_code().is_server_error() => Self::Failed,
            // Part of the work may have been done before its turn came for the rest.
            Err(ApiError::Crowded(_)) => Self::Failed,
            Err(_) => Self::Refused,
        }
    }
}

/// The query belongs to what was asked as much as the body does.
fn with_query(body_hash: [u8; 32], query: &str) -> [u8; 32] {
    if query.is_empty() {
        return body_hash;
    }
    Sha256::new().chain_update(body_hash).chain_update(query).finalize().into()
}

fn still_running() -> ApiError {
    conflict("the same request is still running; retry later")
}

/// Answers a repeat of a request whose answer was not kept.
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
    // A tab counts as visible to `to_str`; it is none of our characters.
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
