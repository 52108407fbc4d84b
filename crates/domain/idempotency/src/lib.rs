#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

/// Which request is meant: the same key on another path is another request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdempotentRequest {
    /// Method and path.
    pub operation: String,
    /// The key that the caller chose.
    pub key: String,
    /// SHA-256 of what was sent.
    pub body_hash: [u8; 32],
}

/// A claim on running a request. Its number is random, so that a late finisher of an expired claim changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The number of this claim.
    pub number: i64,
    /// The present.
    pub now: UnixTime,
    /// Until when nobody else may run the request.
    pub until: UnixTime,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimOutcome {
    /// The request is ours to run.
    Run {
        /// When it was claimed first: by us, or by a process that died over it.
        since: UnixTime,
    },
    /// It ran before; this was the answer.
    Done(StoredResponse),
    /// It runs elsewhere right now.
    Running,
    /// The key was used with another body.
    OtherBody,
}

/// What a request makes that is numbered by the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberedResource {
    /// A member of a team.
    Member,
    /// An API key.
    Key,
    /// A campaign.
    Broadcast,
}

/// An answer as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredResponse {
    /// The HTTP status.
    pub status: u16,
    /// The revision that the answer was tagged with.
    pub revision: Option<i64>,
    /// The body, byte for byte.
    pub body: Option<String>,
}

/// Length up to which an answer is always kept, in bytes.
pub const SMALL_ANSWER: usize = 4 << 10;

/// Length of the longest answer that is kept, in bytes.
const LONGEST_ANSWER: usize = 256 << 10;

/// Bytes of long answers that are kept of one owner.
const KEPT_OF_OWNER: u64 = 8 << 20;

/// Whether an answer of this length is kept for a repeat, beside the long answers that are kept of its owner already, in bytes.
pub fn is_kept(length: usize, kept: u64) -> bool {
    let after = kept.saturating_add(u64::try_from(length).unwrap_or(u64::MAX));
    length <= SMALL_ANSWER || (length <= LONGEST_ANSWER && after <= KEPT_OF_OWNER)
}

/// Where answers are kept for a day.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait IdempotencyStore: Send + Sync {
    /// Claims a request. MUST let exactly one of several callers at once run it; the others see how far it is. A claim that
    /// ran out without an answer MUST go to whoever asks with the same body.
    async fn claim(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: Claim,
    ) -> Result<ClaimOutcome, StoreError>;

    /// The number of what the request makes. MUST be the same at every try, and `None` when the claim was taken over meanwhile.
    async fn reserve(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
        resource: NumberedResource,
    ) -> Result<Option<i64>, StoreError>;

    /// Holds a claim until `claim.until`. MUST change nothing when it was taken over meanwhile.
    async fn renew(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: Claim,
    ) -> Result<(), StoreError>;

    /// Bytes of the owner's kept answers that are longer than [`SMALL_ANSWER`]. MUST be 0 again when they are purged.
    async fn long_answers(&self, owner: OwnerId) -> Result<u64, StoreError>;

    /// Keeps the answer. MUST change nothing when the claim was taken over meanwhile.
    async fn complete(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
        answer: &StoredResponse,
    ) -> Result<(), StoreError>;

    /// Frees the request, because it was refused and may be repeated. MUST leave a request alone that was answered, or that
    /// another claim holds.
    async fn release(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
    ) -> Result<(), StoreError>;

    /// Lets the same request run again at once, as a repeat of this one: nobody knows whether it was carried out. Else as
    /// [`Self::release`].
    async fn give_back(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
    ) -> Result<(), StoreError>;
}

/// Purges answers that are too old to be given again.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait AnswerRetention: Send + Sync {
    /// Deletes some of the oldest of them, and returns how many; 0 when none is left.
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
