//! A POST that creates or sends may be repeated without doing its work twice.

use std::future::{Ready, ready};
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use adapter_postgres::{Claim, Claimed, OnceRequest, StoredAnswer};
use api_contract::ErrorCode;
use async_trait::async_trait;
use kernel::{Clock as _, Entropy as _, OwnerId, StoreError};
use sha2::{Digest as _, Sha256};

use super::answer::Answer;
use super::error::ApiError;
use crate::ports::{SystemClock, SystemEntropy};

/// Past it, a process that has not answered is taken for dead.
const LEASE_SECONDS: i64 = 60;

const LONGEST_KEY: usize = 255;

/// Where answers are kept for a day.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait IdempotencyStore: Send + Sync {
    /// MUST tell exactly one of several callers at once to run the request.
    async fn claim(&self, owner: OwnerId, request: &OnceRequest, claim: Claim)
    -> Result<Claimed, StoreError>;
    /// MUST change nothing when the claim was taken over meanwhile.
    async fn complete(
        &self,
        owner: OwnerId,
        request: &OnceRequest,
        claim: i64,
        answer: &StoredAnswer,
    ) -> Result<(), StoreError>;
    /// MUST leave a request alone that was answered, or that another claim holds.
    async fn release(&self, owner: OwnerId, request: &OnceRequest, claim: i64) -> Result<(), StoreError>;
}

/// How a request waits for the same one that runs elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// How often it looks.
    pub every: Duration,
    /// How many times.
    pub looks: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self { every: Duration::from_millis(100), looks: 100 }
    }
}

/// The `Idempotency-Key` of a request, if it has one.
pub struct Once {
    key: Option<Result<String, ApiError>>,
    operation: String,
    query: String,
    store: web::Data<dyn IdempotencyStore>,
    patience: Patience,
}

impl Once {
    /// Does `work`, or answers what the same request was answered before.
    ///
    /// The work runs to its end also when the caller goes away, so that the caller can ask again for the answer.
    pub async fn run<F, W>(self, owner: OwnerId, body_hash: [u8; 32], work: F) -> Result<Answer, ApiError>
    where
        F: FnOnce() -> W,
        W: Future<Output = Result<Answer, ApiError>> + 'static,
    {
        let Some(key) = self.key else { return work().await };
        let body_hash = with_query(body_hash, &self.query);
        let request = OnceRequest { operation: self.operation, key: key?, body_hash };
        let mut number = [0; 8];
        SystemEntropy.fill(&mut number);
        let number = i64::from_be_bytes(number);
        for look in 0..=self.patience.looks {
            let now = SystemClock.now();
            let claim = Claim { number, now, until: now.plus_seconds(LEASE_SECONDS) };
            match self.store.claim(owner, &request, claim).await? {
                Claimed::Run => return finish(self.store, owner, request, number, work()).await,
                Claimed::Done(stored) => return Answer::replay(stored),
                Claimed::OtherBody => return Err(conflict("the key was used with another body")),
                Claimed::Running if look < self.patience.looks => {
                    tokio::time::sleep(self.patience.every).await
                }
                Claimed::Running => {}
            }
        }
        Err(conflict("the same request is still being worked on"))
    }
}

/// Runs the work apart from the connection that asked for it, and settles the claim.
async fn finish(
    store: web::Data<dyn IdempotencyStore>,
    owner: OwnerId,
    request: OnceRequest,
    claim: i64,
    work: impl Future<Output = Result<Answer, ApiError>> + 'static,
) -> Result<Answer, ApiError> {
    let task = async move {
        let outcome = match actix_web::rt::spawn(work).await {
            Ok(outcome) => outcome,
            Err(lost) => Err(ApiError::internal(lost)),
        };
        let settled = match &outcome {
            Ok(answer) => store.complete(owner, &request, claim, &answer.to_stored()).await,
            Err(_) => store.release(owner, &request, claim).await,
        };
        if let Err(error) = settled {
            // The work is done and can't be undone; its lease runs out by itself.
            tracing::error!(cause = ?error, operation = request.operation, "an answer could not be kept");
        }
        outcome
    };
    actix_web::rt::spawn(task).await.unwrap_or_else(|lost| Err(ApiError::internal(lost)))
}

/// The query belongs to what was asked as much as the body does.
fn with_query(body_hash: [u8; 32], query: &str) -> [u8; 32] {
    if query.is_empty() {
        return body_hash;
    }
    Sha256::new().chain_update(body_hash).chain_update(query).finalize().into()
}

fn conflict(message: &'static str) -> ApiError {
    ApiError::coded(ErrorCode::IdempotencyConflict, message)
}

fn read_key(request: &HttpRequest) -> Option<Result<String, ApiError>> {
    let value = request.headers().get("Idempotency-Key")?;
    let text = value.to_str().ok().filter(|text| (1..=LONGEST_KEY).contains(&text.len()));
    let wrong = || {
        ApiError::coded(
            ErrorCode::InvalidRequest,
            "Idempotency-Key must be 1 to 255 printable ASCII characters",
        )
    };
    Some(text.map(str::to_owned).ok_or_else(wrong))
}

impl FromRequest for Once {
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
            patience: request.app_data::<Patience>().copied().unwrap_or_default(),
        }))
    }
}

#[cfg(test)]
mod tests;
