//! What this crate needs from outside. Each port is one need of a use-case; each call is one atomic unit.

use std::collections::BTreeMap;
use std::ops::Range;

use async_trait::async_trait;
use kernel::{OwnerId, Precondition, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::{
    Answer, Attempt, Endpoint, EndpointChange, EndpointId, EndpointUrl, Maker, MakerKey, Message,
    NewEndpoint, Pace, Progress, Rotation, Secrets, SignedMessage, Verdict,
};

/// Why an endpoint could not be stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InsertError {
    /// The owner has as many as are allowed.
    #[error("an owner has at most 20 webhooks")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where messages are sent now, and what they are signed with now.
#[derive(Debug, Clone)]
pub struct Target {
    /// The address.
    pub url: EndpointUrl,
    /// The secrets that are good.
    pub secrets: Secrets,
    /// The key that made the endpoint; `None` for endpoints from before this was noted.
    pub made_by: Option<MakerKey>,
}

/// The keys that made endpoints.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Makers: Send + Sync {
    /// The keys that answer for endpoints of these keys now, each with what it may read, by its own rights and those of the member behind it.
    /// A key that was replaced by rotation is represented by the new one. A key that is not accepted any more MUST be left out: one that was
    /// revoked or has expired, and one of a member who was removed. Nothing may be cached.
    async fn find(&self, owner: OwnerId, keys: &[MakerKey]) -> Result<BTreeMap<MakerKey, Maker>, StoreError>;
}

/// The endpoints of an owner. Secrets MUST be encrypted at rest and bound to owner and endpoint. Another owner's endpoint MUST
/// look absent.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EndpointStore: Send + Sync {
    /// Makes an endpoint. MUST be `TooMany` when the owner has [`Endpoint::MOST`] others, however many calls come at once. One
    /// with this id that is there MUST be replaced as a whole, its secret too: it is the same request again.
    async fn insert(&self, owner: OwnerId, new: &NewEndpoint) -> Result<(), InsertError>;

    /// All of them, in the order of making.
    async fn list(&self, owner: OwnerId) -> Result<Vec<Endpoint>, StoreError>;

    /// One of them.
    async fn find(&self, owner: OwnerId, id: EndpointId) -> Result<Option<Endpoint>, StoreError>;

    /// Applies [`Endpoint::changed`], and returns the endpoint as it is then. MUST be `None`, and change nothing, when there is no such
    /// endpoint, or none any more that the change [was decided on](EndpointChange::is_decided_on). MUST be
    /// [`StoreError::PreconditionFailed`], and change nothing, when the endpoint is not `expected`; the same holds for a deletion and a
    /// rotation.
    async fn update(
        &self,
        owner: OwnerId,
        found: &Endpoint,
        change: &EndpointChange,
        expected: Precondition,
    ) -> Result<Option<Endpoint>, StoreError>;

    /// Deletes an endpoint with its secrets and its deliveries. `false` when there is none.
    async fn delete(
        &self,
        owner: OwnerId,
        id: EndpointId,
        expected: Precondition,
    ) -> Result<bool, StoreError>;

    /// Makes the new secret the current one, and the current one the previous, and returns the endpoint as it is then. A rotation that
    /// was applied already MUST replace the current secret alone, whatever is `expected`. `None` when there is no such endpoint.
    async fn rotate(
        &self,
        owner: OwnerId,
        id: EndpointId,
        rotation: &Rotation,
        expected: Precondition,
    ) -> Result<Option<Endpoint>, StoreError>;

    /// Where and how to send now, also of one that is switched off.
    async fn target(
        &self,
        owner: OwnerId,
        id: EndpointId,
        now: UnixTime,
    ) -> Result<Option<Target>, StoreError>;
}

kernel::stored_id! {
    /// The number of a delivery; later ones have higher numbers.
    DeliveryId
}

/// A delivery as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// Its number.
    pub id: DeliveryId,
    /// The id of its message.
    pub message_id: String,
    /// The type of its message.
    pub kind: String,
    /// How far it has come.
    pub progress: Progress,
    /// What the endpoint answered last.
    pub last_answer: Option<Answer>,
    /// The last attempts, oldest first.
    pub attempt_log: Vec<Attempt>,
    /// The body that is sent, the same at every attempt.
    pub body: String,
    /// When what it reports happened.
    pub created_at: UnixTime,
}

/// The deliveries of one endpoint, for its owner. Another owner's MUST look absent.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DeliveryLog: Send + Sync {
    /// Up to `limit` deliveries below `before`, newest first. MUST be `None` when there is no such endpoint.
    async fn deliveries(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError>;

    /// Adds a test that the endpoint took, with its answer. It MUST NOT be sent again by itself, and it ends like any delivery. MUST do nothing
    /// when there is no such endpoint.
    async fn keep_test(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        message: &Message,
        answer: &Answer,
        now: UnixTime,
    ) -> Result<(), StoreError>;

    /// Replaces the progress of one delivery, whatever it is, by [`Progress::begin`]. `None` when there is no such delivery.
    async fn redeliver(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        delivery: DeliveryId,
        now: UnixTime,
    ) -> Result<Option<Delivery>, StoreError>;

    /// Applies [`Progress::redriven`] to all that were made at `since` or later, and returns how many it took. `None` when there
    /// is no such endpoint.
    async fn redrive(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        since: UnixTime,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError>;
}

/// Deliveries that are sent apart from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// To endpoints whose last try was a success, and who answer quickly of late.
    Working,
    /// To those whose last try was a success, but who are slow to answer ([`Pace`]), so that however many there are, they leave the
    /// quick ones their places.
    Slow,
    /// To those whose last try failed, so that however many hang, they hold up none of the others.
    Failing,
}

impl Lane {
    /// All.
    pub const ALL: [Self; 3] = [Self::Working, Self::Slow, Self::Failing];

    /// The word in logs and metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::Slow => "slow",
            Self::Failing => "failing",
        }
    }

    /// How many deliveries a process has under way at once, at most.
    pub const fn places(self) -> u32 {
        match self {
            Self::Working => 768,
            Self::Slow | Self::Failing => 256,
        }
    }

    /// Whether it is the lane of endpoints whose last try failed.
    pub const fn is_failing(self) -> bool {
        matches!(self, Self::Failing)
    }

    /// The means of answers ([`Pace::millis`]) of the endpoints that the lane is for.
    pub const fn paces(self) -> Range<u32> {
        match self {
            Self::Working => Pace::QUICK_ONES,
            Self::Slow => Pace::SLOW_ONES,
            Self::Failing => Pace::QUICK_ONES.start..Pace::SLOW_ONES.end,
        }
    }

    /// How many deliveries of one endpoint are under way at once, at most.
    pub const fn most_of_endpoint(self) -> u32 {
        match self {
            Self::Working => 8,
            Self::Slow | Self::Failing => 1,
        }
    }
}

/// What one claim may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// From which lane.
    pub lane: Lane,
    /// How many deliveries.
    pub limit: u32,
    /// How many to one endpoint may be under way after it, those included that are already.
    pub of_endpoint: u32,
}

impl Room {
    /// How many deliveries one claim takes, however many places are free.
    const ROUND: u32 = 128;

    /// The room in a lane of which `free` places are free.
    ///
    /// The fuller the lane is, the fewer places one endpoint gets, and the last ones are for endpoints that have none: those that
    /// have begun to hang, and those that answer slowly, can't take them from the others.
    pub fn of(lane: Lane, free: u32) -> Self {
        let most = lane.most_of_endpoint();
        let of_endpoint = (free.saturating_mul(most) / lane.places()).clamp(1, most);
        let free = if of_endpoint > 1 { free / 2 } else { free };
        Self { lane, limit: free.min(Self::ROUND), of_endpoint }
    }

    /// Number of deliveries under way from which on an owner's endpoints get no second place: as many as four endpoints may
    /// have.
    pub const fn of_owner(&self) -> u32 {
        self.of_endpoint.saturating_mul(4)
    }

    /// Whether an endpoint gets one more place, given what it and its owner have under way. An endpoint that has none always gets
    /// its first: however many of an owner's endpoints hang, they delay none of the owner's others.
    pub const fn admits(&self, of_endpoint: u32, of_owner: u32) -> bool {
        of_endpoint == 0 || (of_endpoint < self.of_endpoint && of_owner < self.of_owner())
    }

    /// Room of each of `owners` in one claim. An owner who is alone gets a place for each endpoint.
    pub fn share(&self, owners: usize) -> Self {
        let share = u32::try_from(owners).map_or(1, |owners| self.limit / owners.max(1));
        Self { limit: share.clamp(1, self.of_owner().max(Endpoint::MOST)), ..*self }
    }
}

/// One try of a delivery, held by a lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Whose it is.
    pub owner: OwnerId,
    /// The endpoint.
    pub endpoint: EndpointId,
    /// The delivery.
    pub id: DeliveryId,
    /// What is sent.
    pub message: Message,
    /// How far it has come.
    pub progress: Progress,
    /// When it was made, or last driven anew: its schedule began then.
    pub begun_at: UnixTime,
    /// The lease's number: a later claim of the same delivery has another.
    pub lease: i64,
}

/// What a try came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// How far the delivery has come now.
    pub progress: Progress,
    /// What was answered.
    pub answer: Answer,
    /// The address that was asked: what it answered says nothing about another one.
    pub url: EndpointUrl,
    /// When.
    pub at: UnixTime,
    /// Duration in milliseconds.
    pub millis: u32,
}

impl Settlement {
    /// What the answer means.
    pub const fn verdict(&self) -> Verdict {
        self.answer.verdict()
    }

    /// The attempt for the log.
    pub fn attempt(&self) -> Attempt {
        Attempt::of(&self.answer, self.at, self.millis)
    }
}

/// The queue of deliveries of all owners.
///
/// There is one delivery for each (message, endpoint) where the endpoint is active and wants the event when it happens. It MUST
/// be made in the transaction in which it happens, and begin by [`Progress::begin`]; its message never changes.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DeliveryQueue: Send + Sync {
    /// The owners who have a delivery that is due and may be claimed within `room`, one for each place of it at most. MUST lock nothing. Who has least
    /// under way MUST come first, and of those who is due for longest.
    async fn due(&self, room: Room, now: UnixTime) -> Result<Vec<OwnerId>, StoreError>;

    /// Takes deliveries of an owner's that are due, as many as there is `room` for, for `lease_seconds`. A delivery MUST NOT be handed out twice
    /// while its lease runs, however many processes ask, and none of an endpoint that is not active.
    ///
    /// Endpoints MUST take turns: who has least under way is first. MUST take nothing that [`Room::admits`] does not admit. MUST leave out a delivery while an earlier one to the same endpoint about
    /// the same subject is due or under way: they are sent in their order, and one that failed and waits holds up no later one.
    async fn claim(
        &self,
        owner: OwnerId,
        room: Room,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Vec<Task>, StoreError>;

    /// Where it goes, as the endpoint is now. MUST be `None` when the lease was lost or the endpoint is not active; the
    /// delivery then stays pending and is free for a later claim.
    async fn destination(&self, task: &Task, now: UnixTime) -> Result<Option<Target>, StoreError>;

    /// Writes what a try came to, and appends it to the log, of which the last [`ATTEMPTS_KEPT`](crate::delivery::ATTEMPTS_KEPT) attempts
    /// MUST be kept. MUST be `false`, and change nothing, when the lease was lost.
    ///
    /// MUST apply [`EndpointState::after`](crate::EndpointState::after) and [`Pace::after`] to the endpoint in the same transaction, if it
    /// still has the address that was asked; and MUST notify the owner's other endpoints there if that switches it off.
    async fn settle(&self, task: &Task, settlement: &Settlement) -> Result<bool, StoreError>;

    /// Writes that a delivery was not sent because its endpoint may not be notified of it: it is [`DeliveryState::Failed`](crate::DeliveryState)
    /// with [`NoAnswer::Withheld`](crate::NoAnswer). MUST leave the endpoint as it is, and MUST be `false`, and change nothing, when the
    /// lease was lost.
    async fn withhold(&self, task: &Task) -> Result<bool, StoreError>;

    /// Deletes up to `limit` deliveries that were made before `before`, in whatever state, and returns how many.
    async fn purge(&self, before: UnixTime, limit: u32) -> Result<u64, StoreError>;

    /// Deletes secrets whose overlap is over.
    async fn purge_secrets(&self, now: UnixTime) -> Result<u64, StoreError>;
}

/// Brings a message to an endpoint.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait WebhookSender: Send + Sync {
    /// Sends a message once by POST, and returns the answer. MUST end within 15 s, MUST NOT follow a redirect, and MUST connect to
    /// addresses only that the configuration allows.
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

    /// Those who have least under way get the next places, claim by claim, until nobody gets more.
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
