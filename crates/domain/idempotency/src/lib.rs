#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

/// Identity of an idempotent request. The same key on another path is a different request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdempotentRequest {
    /// HTTP method and path.
    pub operation: String,
    /// Idempotency key from the caller.
    pub key: String,
    /// SHA-256 hash of the request body.
    pub body_hash: [u8; 32],
}

/// Claim to run a request. The number is random, so that a process whose claim has expired changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Number of the claim.
    pub number: i64,
    /// Current time.
    pub now: UnixTime,
    /// Time until which no other caller may run the request.
    pub until: UnixTime,
}

/// Result of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimOutcome {
    /// The caller runs the request.
    Run {
        /// Time of the first claim, which may be of another caller that crashed.
        since: UnixTime,
    },
    /// The request ran before, with this response.
    Done(StoredResponse),
    /// The request is running elsewhere.
    Running,
    /// The key was used with a different body.
    OtherBody,
}

/// Kind of object that a request creates under a number from the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberedResource {
    /// Member of a team.
    Member,
    /// API key.
    Key,
    /// Broadcast campaign.
    Broadcast,
}

/// Stored response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredResponse {
    /// HTTP status.
    pub status: u16,
    /// Revision in the response's `ETag`.
    pub revision: Option<i64>,
    /// Unchanged body.
    pub body: Option<String>,
}

/// Maximum length of a response that is always stored, in bytes.
pub const SMALL_ANSWER: usize = 4 << 10;

/// Maximum length of a stored response, in bytes.
const LONGEST_ANSWER: usize = 256 << 10;

/// Maximum total length of an owner's stored long responses, in bytes.
const KEPT_OF_OWNER: u64 = 8 << 20;

/// Whether a response of this length is stored. `kept` is the total length of the owner's stored long responses, in
/// bytes.
pub fn is_kept(length: usize, kept: u64) -> bool {
    let after = kept.saturating_add(u64::try_from(length).unwrap_or(u64::MAX));
    length <= SMALL_ANSWER || (length <= LONGEST_ANSWER && after <= KEPT_OF_OWNER)
}

/// Store that keeps responses for a day.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait IdempotencyStore: Send + Sync {
    /// Claims a request. Of concurrent callers, MUST let exactly one run the request; the others get its state. An
    /// expired claim without a response MUST go to the next caller with the same body.
    async fn claim(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: Claim,
    ) -> Result<ClaimOutcome, StoreError>;

    /// Reserves the number of the object that the request creates. MUST return the same number at every attempt, and
    /// `None` if the claim was taken over meanwhile.
    async fn reserve(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
        resource: NumberedResource,
    ) -> Result<Option<i64>, StoreError>;

    /// Extends a claim until `claim.until`. MUST change nothing if the claim was taken over meanwhile.
    async fn renew(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: Claim,
    ) -> Result<(), StoreError>;

    /// Total length of the owner's stored responses that are longer than [`SMALL_ANSWER`], in bytes. MUST return to 0
    /// when they are purged.
    async fn long_answers(&self, owner: OwnerId) -> Result<u64, StoreError>;

    /// Stores the response. MUST change nothing if the claim was taken over meanwhile.
    async fn complete(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
        answer: &StoredResponse,
    ) -> Result<(), StoreError>;

    /// Releases a rejected request, so that the key may be reused. MUST NOT change a request that has a response or
    /// that another claim holds.
    async fn release(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
    ) -> Result<(), StoreError>;

    /// Allows an immediate retry of the same request, because its outcome is unknown. Otherwise like [`Self::release`].
    async fn give_back(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
    ) -> Result<(), StoreError>;
}

/// Purge of expired responses.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait AnswerRetention: Send + Sync {
    /// Deletes some of the oldest expired responses. Returns their number; 0 when none is left.
    async fn purge_old(&self, now: UnixTime) -> Result<usize, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_are_kept_while_their_owner_has_room() {
        for (length, kept, expected) in [
            (0, u64::MAX, true),
            (SMALL_ANSWER, KEPT_OF_OWNER, true),
            (SMALL_ANSWER + 1, 0, true),
            (SMALL_ANSWER + 1, KEPT_OF_OWNER - 4_097, true),
            (SMALL_ANSWER + 1, KEPT_OF_OWNER - 4_096, false),
            (LONGEST_ANSWER, 0, true),
            (LONGEST_ANSWER + 1, 0, false),
            (usize::MAX, u64::MAX, false),
        ] {
            assert_eq!(is_kept(length, kept), expected, "{length} {kept}");
        }
    }
}

#[cfg(test)]
mod serde_tests;
