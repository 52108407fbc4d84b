//! Host snapshots: copies of served hosts that the edge keeps on disk. With them the edge serves during a database
//! outage, even after a restart.

use async_trait::async_trait;
use kernel::{Hostname, StoreError, UnixTime};
use landing_draft::ports::LivePage;
use qr_catalog::live::HostCodes;
use serde::{Deserialize, Serialize};
use smartlink_policy::host::HostLinks;
use smartlink_policy::ports::LinksStamp;

/// Maximum age of a servable snapshot, in seconds since the database last confirmed it.
pub const SERVED_SECONDS: i64 = 7 * 24 * 60 * 60;

/// All data that the edge serves for a host, each part as the database last returned it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HostSnapshot {
    /// Live page; `None` when nothing is published.
    pub page: Option<LivePage>,
    /// Smart links and slots; `None` when no owner has the host.
    pub links: Option<(LinksStamp, HostLinks)>,
    /// Printed codes; `None` when no owner has the host.
    pub codes: Option<HostCodes>,
}

impl HostSnapshot {
    /// Whether the snapshot is empty because no owner has the host.
    pub fn is_nobodys(&self) -> bool {
        self.page.is_none() && self.links.is_none() && self.codes.is_none()
    }
}

/// Changes to host snapshots since the last [`take`](HostSnapshots::take).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SnapshotChanges {
    /// Hosts with new data from the database.
    pub taken: Vec<(Hostname, HostSnapshot)>,
    /// Hosts whose snapshot the database has confirmed as unchanged.
    pub confirmed: Vec<Hostname>,
    /// Hosts that no longer have an owner.
    pub gone: Vec<Hostname>,
    /// Hosts that visitors requested.
    pub used: Vec<Hostname>,
}

impl SnapshotChanges {
    pub fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.confirmed.is_empty() && self.gone.is_empty() && self.used.is_empty()
    }
}

/// Whether a snapshot that the database last confirmed at `confirmed_at` may be served at `now`.
///
/// ```
/// use application::snapshots::{SERVED_SECONDS, may_be_served};
/// use kernel::UnixTime;
///
/// let confirmed = UnixTime::from_seconds(1_000_000);
/// assert!(may_be_served(confirmed, confirmed.plus_seconds(SERVED_SECONDS)));
/// assert!(!may_be_served(confirmed, confirmed.plus_seconds(SERVED_SECONDS + 1)));
/// // A clock that was set back is no reason to serve nothing.
/// assert!(may_be_served(confirmed, confirmed.plus_seconds(-60)));
/// ```
pub fn may_be_served(confirmed_at: UnixTime, now: UnixTime) -> bool {
    now <= confirmed_at.plus_seconds(SERVED_SECONDS)
}

/// Snapshots of one process, limited in bytes.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait HostSnapshots: Send + Sync {
    /// Whether a snapshot of the host exists that [may be served](may_be_served) at `now`. MUST answer from memory.
    fn has(&self, host: &Hostname, now: UnixTime) -> bool;

    /// Hosts with a snapshot.
    fn hosts(&self) -> Vec<Hostname>;

    /// Latest database confirmation among all snapshots; `None` if no snapshot may be served at `now`.
    fn confirmed_at(&self, now: UnixTime) -> Option<UnixTime>;

    /// Loads the snapshot of a host. MUST return `None` unless the snapshot is exactly as this installation wrote it
    /// and may be served at `now`.
    async fn load(&self, host: &Hostname, now: UnixTime) -> Option<HostSnapshot>;

    /// Saves changes as of `now`. A later start MUST see either all changes or none. When space runs out, the least
    /// recently used snapshots MUST be dropped. Returns `false`, without changes, when another process writes the
    /// snapshots.
    async fn take(&self, changes: SnapshotChanges, now: UnixTime) -> Result<bool, StoreError>;

    /// Records the stored amount in the metrics.
    fn measure(&self);
}
