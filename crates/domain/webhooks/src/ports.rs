//! Ports of this crate. Each call is one atomic unit.

use std::collections::BTreeMap;
use std::ops::Range;

use async_trait::async_trait;
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::{
    Answer, Attempt, Endpoint, EndpointChange, EndpointId, EndpointUrl, Maker, MakerKey, Message,
    NewEndpoint, Pace, Progress, Rotation, Secrets, SignedMessage, Verdict,
};

/// Reason why an endpoint was not stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InsertError {
    /// The owner has the maximum number of endpoints.
    #[error("an owner has at most 20 webhooks")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Current address and secrets of an endpoint.
#[derive(Debug, Clone)]
pub struct Target {
    /// Address that receives the messages.
    pub url: EndpointUrl,
    /// Valid secrets for signatures.
    pub secrets: Secrets,
    /// Key that created the endpoint; `None` for older endpoints without a recorded key.
    pub made_by: Option<MakerKey>,
}

/// Keys that created endpoints.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Makers: Send + Sync {
    /// Finds the current keys for endpoints created by `keys`, each with its read rights, limited by those of its
    /// member. A rotated key is represented by its successor. A key that was revoked, has expired, or belongs to a
    /// removed member MUST be left out. Nothing may be cached.
    async fn find(&self, owner: OwnerId, keys: &[MakerKey]) -> Result<BTreeMap<MakerKey, Maker>, StoreError>;
}

/// Store of endpoints. Secrets MUST be encrypted at rest and bound to owner and endpoint. Endpoints of other owners
/// MUST look absent.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EndpointStore: Send + Sync {
    /// Creates an endpoint. MUST return `TooMany` if the owner has [`Endpoint::MOST`] other endpoints, even under
    /// concurrent calls. An existing endpoint with this id MUST be replaced with its secret, because the call is a
    /// retry.
    async fn insert(&self, by: &Acting, new: &NewEndpoint) -> Result<(), InsertError>;

    /// Lists all endpoints of the owner, in order of creation.
    async fn list(&self, owner: OwnerId) -> Result<Vec<Endpoint>, StoreError>;

    /// Finds an endpoint of the owner.
    async fn find(&self, owner: OwnerId, id: EndpointId) -> Result<Option<Endpoint>, StoreError>;

    /// Applies [`Endpoint::changed`], and returns the changed endpoint.
    ///
    /// - MUST return `None`, without changes, if the endpoint does not exist, or the change was not [decided
    ///   on](EndpointChange::is_decided_on) its current state.
    /// - MUST return [`StoreError::PreconditionFailed`], without changes, if the endpoint does not match `expected`.
    ///   The same holds for a deletion and a rotation.
    async fn update(
        &self,
        by: &Acting,
        found: &Endpoint,
        change: &EndpointChange,
        expected: Precondition,
    ) -> Result<Option<Endpoint>, StoreError>;

    /// Deletes an endpoint with its secrets and deliveries. Returns `false` if there is no such endpoint.
    async fn delete(&self, by: &Acting, id: EndpointId, expected: Precondition) -> Result<bool, StoreError>;

    /// Sets a new secret, keeps the current one as the previous, and returns the changed endpoint. If the same rotation
    /// was already applied, MUST replace only the current secret, without comparing `expected`. `None` if there is no
    /// such endpoint.
    async fn rotate(
        &self,
        by: &Acting,
        id: EndpointId,
        rotation: &Rotation,
        expected: Precondition,
    ) -> Result<Option<Endpoint>, StoreError>;

    /// Reads the current address and secrets, also of a disabled endpoint.
    async fn target(
        &self,
        owner: OwnerId,
        id: EndpointId,
        now: UnixTime,
    ) -> Result<Option<Target>, StoreError>;
}

kernel::stored_id! {
    /// Number of a delivery; later deliveries have higher numbers.
    DeliveryId
}

/// Delivery as shown to its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Id of the message.
    pub message_id: String,
    /// Type of the message.
    pub kind: String,
    /// State and number of attempts.
    pub progress: Progress,
    /// Last response of the endpoint.
    pub last_answer: Option<Answer>,
    /// Last attempts, oldest first.
    pub attempt_log: Vec<Attempt>,
    /// JSON body, identical for every attempt.
    pub body: String,
    /// Time of the reported event.
    pub created_at: UnixTime,
}

/// Delivery log of an endpoint, for its owner. Deliveries of other owners MUST look absent.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DeliveryLog: Send + Sync {
    /// Lists up to `limit` deliveries with numbers below `before`, newest first. MUST return `None` if there is no such
    /// endpoint.
    async fn deliveries(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError>;

    /// Adds a test with its only attempt, delivered or failed. A test MUST never be sent again, not even by
    /// [`Self::redrive`]. A test is purged like any delivery. MUST do nothing if there is no such endpoint.
    async fn keep_test(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        message: &Message,
        answer: &Answer,
        attempt: Attempt,
    ) -> Result<(), StoreError>;

    /// Replaces the progress of a delivery in any state by [`Progress::begin`]. `None` if there is no such delivery.
    async fn redeliver(
        &self,
        by: &Acting,
        endpoint: EndpointId,
        delivery: DeliveryId,
        now: UnixTime,
    ) -> Result<Option<Delivery>, StoreError>;

    /// Applies [`Progress::redriven`] to all deliveries created at `since` or later, except tests. Returns the number
    /// of changed deliveries; `None` if there is no such endpoint.
    async fn redrive(
        &self,
        by: &Acting,
        endpoint: EndpointId,
        since: UnixTime,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError>;
}

/// Lane: a class of endpoints whose deliveries have their own places in each process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// Quick endpoints whose last attempt succeeded.
    Working,
    /// Slow endpoints ([`Pace`]) whose last attempt succeeded. In their own lane, they take no places from quick
    /// endpoints.
    Slow,
    /// Endpoints whose last attempt failed. In their own lane, hanging endpoints delay no others.
    Failing,
}

impl Lane {
    /// All lanes.
    pub const ALL: [Self; 3] = [Self::Working, Self::Slow, Self::Failing];

    /// Label in logs and metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::Slow => "slow",
            Self::Failing => "failing",
        }
    }

    /// Maximum number of concurrent deliveries per process.
    pub const fn places(self) -> u32 {
        match self {
            Self::Working => 768,
            Self::Slow | Self::Failing => 256,
        }
    }

    /// Whether the lane is for endpoints whose last attempt failed.
    pub const fn is_failing(self) -> bool {
        matches!(self, Self::Failing)
    }

    /// Range of average response times ([`Pace::millis`]) of the lane's endpoints.
    pub const fn paces(self) -> Range<u32> {
        match self {
            Self::Working => Pace::QUICK_ONES,
            Self::Slow => Pace::SLOW_ONES,
            Self::Failing => Pace::QUICK_ONES.start..Pace::SLOW_ONES.end,
        }
    }

    /// Maximum number of concurrent deliveries per endpoint.
    pub const fn most_of_endpoint(self) -> u32 {
        match self {
            Self::Working => 8,
            Self::Slow | Self::Failing => 1,
        }
    }
}

/// Limits of one claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// Lane of the claimed deliveries.
    pub lane: Lane,
    /// Maximum number of deliveries in the claim.
    pub limit: u32,
    /// Maximum number of concurrent deliveries per endpoint, including those already in progress.
    pub of_endpoint: u32,
}

impl Room {
    /// Maximum number of deliveries per claim, whatever the free places.
    const ROUND: u32 = 128;

    /// Computes the limits of a claim in a lane with `free` free places.
    ///
    /// The fuller the lane, the fewer places one endpoint gets. The last places are reserved for endpoints without a
    /// place. So endpoints that start to hang or respond slowly can't take all places.
    pub fn of(lane: Lane, free: u32) -> Self {
        let most = lane.most_of_endpoint();
        let of_endpoint = (free.saturating_mul(most) / lane.places()).clamp(1, most);
        let free = if of_endpoint > 1 { free / 2 } else { free };
        Self { lane, limit: free.min(Self::ROUND), of_endpoint }
    }

    /// Number of an owner's concurrent deliveries from which each of the owner's endpoints gets only one place: the
    /// share of four endpoints.
    pub const fn of_owner(&self) -> u32 {
        self.of_endpoint.saturating_mul(4)
    }

    /// Whether an endpoint gets another place, given the deliveries in progress of the endpoint and its owner. An
    /// endpoint without a delivery in progress always gets a place. So hanging endpoints do not delay other endpoints
    /// of the same owner.
    pub const fn admits(&self, of_endpoint: u32, of_owner: u32) -> bool {
        of_endpoint == 0 || (of_endpoint < self.of_endpoint && of_owner < self.of_owner())
    }

    /// Limits for each of `owners` in one claim: an equal share, but for a single owner at most about one place per
    /// endpoint.
    pub fn share(&self, owners: usize) -> Self {
        let share = u32::try_from(owners).map_or(1, |owners| self.limit / owners.max(1));
        Self { limit: share.clamp(1, self.of_owner().max(Endpoint::MOST)), ..*self }
    }
}

/// Leased attempt of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Owner of the endpoint.
    pub owner: OwnerId,
    /// Id of the endpoint.
    pub endpoint: EndpointId,
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Message to send.
    pub message: Message,
    /// Progress before this attempt.
    pub progress: Progress,
    /// Start of the retry schedule: the creation or the last redrive.
    pub begun_at: UnixTime,
    /// Number of the lease; a later claim of the same delivery has another number.
    pub lease: i64,
}

/// Result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// Progress after the attempt.
    pub progress: Progress,
    /// Response of the endpoint.
    pub answer: Answer,
    /// Address of the attempt. The response says nothing about a different address.
    pub url: EndpointUrl,
    /// Time of the response.
    pub at: UnixTime,
    /// Duration in milliseconds.
    pub millis: u32,
}

impl Settlement {
    /// Meaning of the response.
    pub const fn verdict(&self) -> Verdict {
        self.answer.verdict()
    }

    /// Attempt for the delivery log.
    pub fn attempt(&self) -> Attempt {
        Attempt::of(&self.answer, self.at, self.millis)
    }
}

/// Queue of deliveries of all owners.
///
/// There is one delivery per message and endpoint, if the endpoint is active and subscribed when the event happens. It
/// MUST be created in the transaction of the event, with [`Progress::begin`]. Its message never changes.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DeliveryQueue: Send + Sync {
    /// Lists owners with a due delivery that may be claimed within `room`, at most one per free place. MUST take no
    /// locks. MUST order by deliveries in progress, then by due time.
    async fn due(&self, room: Room, now: UnixTime) -> Result<Vec<OwnerId>, StoreError>;

    /// Leases up to `room` due deliveries of an owner for `lease_seconds`.
    ///
    /// - A delivery MUST NOT be leased twice at the same time, even by concurrent processes.
    /// - Deliveries of inactive endpoints MUST be left out.
    /// - Endpoints with the fewest deliveries in progress MUST come first.
    /// - MUST respect [`Room::admits`].
    /// - MUST leave out a delivery while an earlier one to the same endpoint about the same subject is due or in
    ///   progress. So messages about a subject are sent in order. A failed one that waits for its retry does not block
    ///   later ones.
    async fn claim(
        &self,
        owner: OwnerId,
        room: Room,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Vec<Task>, StoreError>;

    /// Reads the endpoint's current address and secrets. MUST return `None` if the lease was lost or the endpoint is
    /// inactive; the delivery then stays pending for a later claim.
    async fn destination(&self, task: &Task, now: UnixTime) -> Result<Option<Target>, StoreError>;

    /// Stores the result of an attempt, and appends it to the log. The last
    /// [`ATTEMPTS_KEPT`](crate::delivery::ATTEMPTS_KEPT) attempts MUST be kept. MUST return `false`, without changes,
    /// if the lease was lost.
    ///
    /// In the same transaction, MUST apply [`EndpointState::after`](crate::EndpointState::after) and [`Pace::after`] to
    /// the endpoint, if its address is still the one of the attempt. If that disables the endpoint, MUST notify the
    /// owner's other endpoints.
    async fn settle(&self, task: &Task, settlement: &Settlement) -> Result<bool, StoreError>;

    /// Records that a delivery was not sent because its endpoint may not receive the event. The delivery becomes
    /// [`DeliveryState::Failed`](crate::DeliveryState) with [`NoAnswer::Withheld`](crate::NoAnswer). MUST leave the
    /// endpoint unchanged. MUST return `false`, without changes, if the lease was lost.
    async fn withhold(&self, task: &Task) -> Result<bool, StoreError>;

    /// Deletes up to `limit` deliveries created before `before`, in any state. Returns the number of deleted
    /// deliveries.
    async fn purge(&self, before: UnixTime, limit: u32) -> Result<u64, StoreError>;

    /// Deletes secrets whose overlap has ended.
    async fn purge_secrets(&self, now: UnixTime) -> Result<u64, StoreError>;
}

/// Sender of messages to endpoints.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait WebhookSender: Send + Sync {
    /// Sends a message once with POST, and returns the response. MUST end within 15 s, MUST NOT follow redirects, and
    /// MUST connect only to IP addresses that the configuration allows.
    async fn send(&self, url: &EndpointUrl, message: &SignedMessage) -> Answer;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fuller_a_lane_is_the_less_gets_one_endpoint() {
        for (lane, free, limit, of_endpoint, of_owner) in [
            (Lane::Working, 768, 128, 8, 32),
            (Lane::Working, 767, 128, 7, 28),
            (Lane::Working, 384, 128, 4, 16),
            (Lane::Working, 192, 96, 2, 8),
            (Lane::Working, 191, 128, 1, 4),
            (Lane::Working, 1, 1, 1, 4),
            (Lane::Slow, 256, 128, 1, 4),
            (Lane::Failing, 256, 128, 1, 4),
            (Lane::Failing, 1, 1, 1, 4),
        ] {
            let room = Room::of(lane, free);
            assert_eq!(room, Room { lane, limit, of_endpoint }, "{lane:?} {free}");
            assert_eq!(room.of_owner(), of_owner, "{lane:?} {free}");
        }
    }

    #[test]
    fn the_first_place_of_an_endpoint_does_not_depend_on_its_owner() {
        let (wide, narrow) = (Room::of(Lane::Working, 768), Room::of(Lane::Working, 10));
        for (room, of_endpoint, of_owner, admitted) in [
            (wide, 0, 0, true),
            (wide, 0, 31, true),
            (wide, 0, 500, true),
            (wide, 7, 31, true),
            (wide, 7, 32, false),
            (wide, 8, 8, false),
            (narrow, 0, 500, true),
            (narrow, 1, 1, false),
        ] {
            assert_eq!(room.admits(of_endpoint, of_owner), admitted, "{of_endpoint} {of_owner}");
        }
    }

    #[test]
    fn every_endpoint_has_one_lane() {
        for millis in [0, 1_999, 2_000, 14_000, i32::MAX.unsigned_abs() - 1] {
            let lanes = |failing: bool| {
                let fits = |lane: &&Lane| lane.is_failing() == failing && lane.paces().contains(&millis);
                Lane::ALL.iter().filter(fits).count()
            };
            assert_eq!((lanes(false), lanes(true)), (1, 1), "{millis}");
        }
    }

    /// Repeats claims with the fewest deliveries in progress first, until no endpoint gets another place.
    fn taken_by_endpoints_that_hang(count: usize) -> u32 {
        let mut under_way = vec![0; count];
        loop {
            let taken: u32 = under_way.iter().sum();
            let room = Room::of(Lane::Working, Lane::Working.places() - taken);
            let mut left = room.limit;
            for turn in 0..room.of_endpoint {
                for endpoint in under_way.iter_mut().filter(|endpoint| **endpoint == turn) {
                    if left > 0 {
                        *endpoint += 1;
                        left -= 1;
                    }
                }
            }
            if left == room.limit {
                return taken;
            }
        }
    }

    #[test]
    fn endpoints_that_hang_leave_places_to_the_others() {
        for count in 0..=672 {
            let left = Lane::Working.places() - taken_by_endpoints_that_hang(count);
            assert!(left >= 96, "{count} leave {left}");
        }
    }
}
