//! Ports of this crate. Each call is one atomic unit.

use async_trait::async_trait;
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::delivery::Progress;
use crate::event::Event;
use crate::{AccessToken, EventMap, Pixel, PixelChange, PixelId, Platform, TestCode};

/// Reason why a pixel was not stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PutPixelError {
    /// The pixel is new and has no token.
    #[error("a new pixel needs a token")]
    TokenRequired,
    /// The owner has no link with this provider id.
    #[error("there is no such smart link")]
    SmartLinkNotFound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Store of the pixels of owners' links. Tokens MUST be encrypted at rest and bound to owner, link and platform.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait PixelStore: Send + Sync {
    /// Lists the pixels of a link, in the order of [`Platform::ALL`]. MUST return `None` when `owner` has no link with
    /// this provider id; links of other owners look absent.
    async fn list(&self, owner: OwnerId, provider_id: &str) -> Result<Option<Vec<Pixel>>, StoreError>;

    /// Creates or changes the pixel of (link, platform), and returns the stored pixel. Missing values, including the
    /// token, MUST stay unchanged. A new pixel by default has an empty event map, is active and sends no user agents. MUST return
    /// `SmartLinkNotFound` for a link of another owner, before `TokenRequired`; both change nothing.
    ///
    /// A new token or pixel id MUST clear `last_error`. The same transaction MUST make deliveries that wait for a token
    /// pending and due now. Two concurrent calls for a missing pixel MUST both succeed.
    ///
    /// When the pixel begins or stops to need user agents ([`crate::Switches::needs_user_agents`]), the edge MUST be notified
    /// for all domains of the owner. The same holds for a deletion.
    ///
    /// MUST return [`StoreError::PreconditionFailed`], without changes, when the pixels of the link
    /// ([`Pixel::fingerprint_of`]) do not match `expected`. The same holds for a deletion.
    async fn put(
        &self,
        by: &Acting,
        provider_id: &str,
        change: &PixelChange,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<Pixel, PutPixelError>;

    /// Deletes the pixel of (link, platform) with its token. The same transaction parks its pending and waiting
    /// deliveries, so that nothing more is sent. MUST return `false` when `owner` has no such link, and `true` for a
    /// link without such a pixel.
    async fn delete(
        &self,
        by: &Acting,
        provider_id: &str,
        platform: Platform,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<bool, StoreError>;
}

kernel::stored_id! {
    /// Number of a delivery; later deliveries have higher numbers.
    DeliveryId
}

/// Target of a pixel's events, with the token.
#[derive(Debug, Clone)]
pub struct Destination {
    /// Platform that receives the events.
    pub platform: Platform,
    /// Id of the pixel on the platform.
    pub pixel_id: PixelId,
    /// Token of the pixel.
    pub token: AccessToken,
    /// Number that changes with the pixel id and with the token.
    pub revision: i64,
}

/// Leased attempt of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Owner of the delivery.
    pub owner: OwnerId,
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Event to send.
    pub event: Event,
    /// Progress before this attempt.
    pub progress: Progress,
    /// Number of the lease; a later claim of the same delivery has another number.
    pub lease: i64,
}

/// Rejection of a token or pixel by the platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Revision of the rejected pixel.
    pub revision: i64,
    /// Text for the pixel's `last_error`, without secrets.
    pub error: String,
}

/// Result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// Progress after the attempt.
    pub progress: Progress,
    /// Rejection of the pixel, if any.
    pub refusal: Option<Refusal>,
}

/// Maximum number of concurrent deliveries per pixel.
pub const MOST_OF_PIXEL: u32 = 16;

/// Maximum number of concurrent deliveries per owner and platform.
pub const MOST_OF_OWNER: u32 = 64;

/// Queue of deliveries of all owners.
///
/// There is one delivery per conversion and pixel for which [`Event::of`] returns an event. It MUST be created in the
/// transaction of the conversion, with [`Progress::begin`]. Its event never changes.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Deliveries: Send + Sync {
    /// Leases up to `limit` due pending deliveries to `platform` for `lease_seconds`. MUST leave out pixels that are
    /// paused, deleted or have a `last_error`. A delivery MUST NOT be leased twice at the same time, even by concurrent
    /// processes.
    ///
    /// Owners with the fewest deliveries in progress MUST come first, then pixels with the fewest, then the longest due
    /// deliveries. Across all processes, MUST leave at most [`MOST_OF_PIXEL`] deliveries per pixel and
    /// [`MOST_OF_OWNER`] per owner in progress at the platform. So a slow or dead pixel delays neither other owners nor
    /// other platforms.
    async fn claim_due(
        &self,
        platform: Platform,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<Task>, StoreError>;

    /// Reads the pixel's current target. MUST return `None` when the lease was lost, or the pixel is paused, deleted or
    /// has a `last_error`. The delivery then stays pending for a later claim.
    async fn destination(&self, task: &Task, now: UnixTime) -> Result<Option<Destination>, StoreError>;

    /// Stores the result of an attempt. MUST return `false`, without changes, when the lease was lost.
    ///
    /// A rejection MUST set the pixel's `last_error`, and make all its pending deliveries wait for a token, in the same
    /// transaction. This holds only if the pixel still has the rejected revision. Otherwise this delivery MUST become
    /// pending and due now, because the rejection was for outdated settings.
    async fn settle(&self, task: &Task, settlement: &Settlement) -> Result<bool, StoreError>;

    /// Empties the event objects of up to `limit` deliveries to `platform` created before `before`, in any state.
    /// Returns the number of emptied deliveries. Names, ids and times MUST stay for the log.
    async fn purge_fields(&self, platform: Platform, before: UnixTime, limit: u32)
    -> Result<u64, StoreError>;
}

/// Delivery as shown to its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Sent event. Personal data of the fan is hashed; click ids and a user agent are not.
    pub event: Event,
    /// State and number of attempts.
    pub progress: Progress,
    /// Time at which the conversion was stored.
    pub created_at: UnixTime,
}

/// Data for testing a pixel.
#[derive(Debug, Clone)]
pub struct TestTarget {
    /// Target of the test event.
    pub destination: Destination,
    /// Event names of the pixel.
    pub event_map: EventMap,
    /// Address of the pixel's link.
    pub source_url: String,
}

/// Delivery log of a pixel, for its owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DeliveryLog: Send + Sync {
    /// Lists up to `limit` deliveries with numbers below `before`, newest first. MUST return `None` when `owner` has no
    /// link with this provider id. MUST return an empty list for a link that never had a pixel of this platform.
    async fn list(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError>;

    /// Applies [`Progress::redriven`] to parked deliveries, except tests, and returns the number of changes. MUST
    /// return `None` if `owner` has no such pixel.
    async fn redrive(
        &self,
        by: &Acting,
        provider_id: &str,
        platform: Platform,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError>;

    /// Reads the data for testing a pixel, also a paused one. MUST return `None` when `owner` has no such pixel.
    async fn target(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
    ) -> Result<Option<TestTarget>, StoreError>;

    /// Adds a test after its only attempt, delivered or parked ([`Progress::of_test`]). A test MUST never be sent
    /// again, not even by [`Self::redrive`]. A test is purged like a sent delivery. MUST do nothing if `owner` has no
    /// link with this provider id.
    async fn keep_test(
        &self,
        owner: OwnerId,
        provider_id: &str,
        event: &Event,
        progress: &Progress,
        now: UnixTime,
    ) -> Result<(), StoreError>;
}

/// Sender of events to platforms.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait PixelSender: Send + Sync {
    /// Sends an event once and returns the platform's response. MUST end within 10 s. MUST return [`Answer::none`] if
    /// there is no response. MUST NOT put the token into an address, a log or an error.
    async fn send(&self, destination: &Destination, event: &Event, test: Option<TestCode>) -> Answer;
}
