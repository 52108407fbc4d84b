//! What this crate needs from outside. Each port is one need of a use-case; each call is one atomic unit.

use async_trait::async_trait;
use kernel::{OwnerId, Precondition, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::delivery::Progress;
use crate::event::Event;
use crate::{AccessToken, EventMap, Pixel, PixelChange, PixelId, Platform, TestCode};

/// Why a pixel could not be stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PutPixelError {
    /// It is new and comes without a token.
    #[error("a new pixel needs a token")]
    TokenRequired,
    /// The owner has no link with this provider id.
    #[error("there is no such smart link")]
    SmartLinkNotFound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The pixels of an owner's links. Tokens MUST be encrypted at rest and bound to owner, link and platform.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait PixelStore: Send + Sync {
    /// The pixels of a link, in the order of [`Platform::ALL`]. MUST be `None` when `owner` has no link with this
    /// provider id: a foreign link looks absent.
    async fn list(&self, owner: OwnerId, provider_id: &str) -> Result<Option<Vec<Pixel>>, StoreError>;

    /// Makes the pixel of (link, platform) or changes it, and returns it as stored. What the change leaves out MUST stay
    /// as it is, the token among it; a new pixel has an empty event map and is active where nothing is said. MUST be
    /// `SmartLinkNotFound` for a link that is not the owner's, and only then `TokenRequired`, changing nothing.
    ///
    /// A new token, or another pixel id, MUST clear `last_error`, and in the same transaction make what waits for a token
    /// pending, due now. Of two calls at once for a pixel that is not there, both MUST end well.
    ///
    /// MUST be [`StoreError::PreconditionFailed`], and change nothing, when the pixels of the link ([`Pixel::fingerprint_of`]) are not
    /// `expected`; the same holds for a deletion.
    async fn put(
        &self,
        owner: OwnerId,
        provider_id: &str,
        change: &PixelChange,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<Pixel, PutPixelError>;

    /// Deletes the pixel of (link, platform) with its token, and in the same transaction parks what is pending or waits
    /// for it, so that nothing is sent any more. MUST be `false` when `owner` has no such link, and `true` for a link
    /// without such a pixel.
    async fn delete(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<bool, StoreError>;
}

kernel::stored_id! {
    /// The number of a delivery; later ones have higher numbers.
    DeliveryId
}

/// Where events of a pixel are sent, and with which token.
#[derive(Debug, Clone)]
pub struct Destination {
    /// The platform.
    pub platform: Platform,
    /// The pixel there.
    pub pixel_id: PixelId,
    /// The token of the pixel.
    pub token: AccessToken,
    /// A number that changes with the pixel id and with the token.
    pub revision: i64,
}

/// One try of a delivery, held by a lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The owner of the delivery.
    pub owner: OwnerId,
    /// The delivery.
    pub id: DeliveryId,
    /// What is sent.
    pub event: Event,
    /// How far it has come.
    pub progress: Progress,
    /// The lease's number: a later claim of the same delivery has another.
    pub lease: i64,
}

/// A token or a pixel that the platform refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The revision of the pixel that was refused.
    pub revision: i64,
    /// What is shown as the pixel's `last_error`; without secrets.
    pub error: String,
}

/// What a try came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// How far the delivery has come now.
    pub progress: Progress,
    /// Whether the pixel was refused.
    pub refusal: Option<Refusal>,
}

/// How many deliveries of one pixel are under way at once, at most.
pub const MOST_OF_PIXEL: u32 = 16;

/// How many deliveries of one owner's pixels of one platform are under way at once, at most.
pub const MOST_OF_OWNER: u32 = 64;

/// The queue of deliveries of all owners.
///
/// There is one delivery for each (conversion, pixel) that [`Event::of`] has an event for. It MUST be made in the
/// transaction that makes the conversion, and begin by [`Progress::begin`]; its event never changes.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Deliveries: Send + Sync {
    /// Takes up to `limit` pending deliveries to `platform` that are due, for `lease_seconds`. MUST leave out those of
    /// pixels that are paused, deleted or have a `last_error`. A delivery MUST NOT be handed out twice while its lease
    /// runs, however many processes ask.
    ///
    /// Owners MUST take turns, and so MUST the pixels of one owner, each with what is due for longest first: who has least
    /// under way is first. MUST leave no more than [`MOST_OF_PIXEL`] of one pixel and [`MOST_OF_OWNER`] of one owner under way at
    /// the platform, over all processes. So a pixel that is slow or dead delays neither another owner nor another platform.
    async fn claim_due(
        &self,
        platform: Platform,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<Task>, StoreError>;

    /// Where the event goes, as the pixel is now. MUST be `None` when the lease was lost, or the pixel is paused, deleted
    /// or has a `last_error`; the delivery then stays pending and is free for a later claim.
    async fn destination(&self, task: &Task, now: UnixTime) -> Result<Option<Destination>, StoreError>;

    /// Writes what a try came to. MUST be `false`, and change nothing, when the lease was lost.
    ///
    /// A refusal MUST set the pixel's `last_error` and make all its pending deliveries wait for a token, in the same
    /// transaction, if the pixel is still at the refused revision. If it is not, this delivery MUST be pending instead, due
    /// now: it was refused with settings that are gone.
    async fn settle(&self, task: &Task, settlement: &Settlement) -> Result<bool, StoreError>;

    /// Replaces the event objects of up to `limit` deliveries to `platform` that were made before `before`, in whatever
    /// state, by empty ones, and returns how many. Names, ids and times MUST stay for the log.
    async fn purge_fields(&self, platform: Platform, before: UnixTime, limit: u32)
    -> Result<u64, StoreError>;
}

/// A delivery as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// Its number.
    pub id: DeliveryId,
    /// What is sent; identifying fields are hashes.
    pub event: Event,
    /// How far it has come.
    pub progress: Progress,
    /// When the conversion was taken in.
    pub created_at: UnixTime,
}

/// What a test of a pixel needs.
#[derive(Debug, Clone)]
pub struct TestTarget {
    /// Where the event goes.
    pub destination: Destination,
    /// What the pixel calls events.
    pub event_map: EventMap,
    /// The address of the pixel's link.
    pub source_url: String,
}

/// The deliveries of one pixel, for its owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DeliveryLog: Send + Sync {
    /// Up to `limit` deliveries below `before`, newest first. MUST be `None` when `owner` has no link with this provider
    /// id; an empty list for a link that never had a pixel of this platform.
    async fn list(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError>;

    /// Replaces the progress of parked deliveries that are no tests by [`Progress::redriven`], and returns the number of changes.
    /// MUST be `None` when `owner` has no such pixel.
    async fn redrive(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError>;

    /// What a test of a pixel needs, also of a paused one. MUST be `None` when `owner` has no such pixel.
    async fn target(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
    ) -> Result<Option<TestTarget>, StoreError>;

    /// Adds a test after its only attempt, delivered or parked ([`Progress::of_test`]). It MUST never be sent again, by [`Self::redrive`]
    /// neither, and it is purged like a delivery that was sent. MUST do nothing when `owner` has no link with this provider id.
    async fn keep_test(
        &self,
        owner: OwnerId,
        provider_id: &str,
        event: &Event,
        progress: &Progress,
        now: UnixTime,
    ) -> Result<(), StoreError>;
}

/// Brings one event to its platform.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait PixelSender: Send + Sync {
    /// Sends an event once and returns the platform's answer. MUST answer within 10 s, MUST be [`Answer::none`] when
    /// nothing came back, and MUST NOT put the token into an address, a log or an error.
    async fn send(&self, destination: &Destination, event: &Event, test: Option<TestCode>) -> Answer;
}
