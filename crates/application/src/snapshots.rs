//! What an edge keeps of hosts outside of its memory, so that it serves while the database is unavailable, also after a start.

use async_trait::async_trait;
use kernel::{Hostname, StoreError, UnixTime};
use landing_draft::ports::LivePage;
use qr_catalog::live::HostCodes;
use serde::{Deserialize, Serialize};
use smartlink_policy::host::HostLinks;
use smartlink_policy::ports::LinksStamp;

/// For how many seconds after the database last confirmed it a snapshot may be served.
pub const SERVED_SECONDS: i64 = 7 * 24 * 60 * 60;

/// All that the edge serves of a host, each part as the database last returned it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HostSnapshot {
    /// The live page; none when nothing is published.
    pub page: Option<LivePage>,
    /// The links; none when nobody has the host.
    pub links: Option<(LinksStamp, HostLinks)>,
    /// The printed codes; none when nobody has the host.
    pub codes: Option<HostCodes>,
}

impl HostSnapshot {
    /// Whether nothing is known of the host: nobody has it.
    pub fn is_nobodys(&self) -> bool {
        self.page.is_none() && self.links.is_none() && self.codes.is_none()
    }
}

/// What has become of hosts since the last time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SnapshotChanges {
    /// Hosts with what the database has of them now.
    pub taken: Vec<(Hostname, HostSnapshot)>,
    /// Hosts whose snapshot holds as it is, as the database has confirmed.
    pub confirmed: Vec<Hostname>,
    /// Hosts that nobody has any more.
    pub gone: Vec<Hostname>,
    /// Hosts that visitors asked for.
    pub used: Vec<Hostname>,
}

impl SnapshotChanges {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.confirmed.is_empty() && self.gone.is_empty() && self.used.is_empty()
    }
}

/// Whether a snapshot that was last confirmed at this moment may be served at `now`.
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

/// The snapshots of a process, bounded in bytes.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait HostSnapshots: Send + Sync {
    /// Whether there is one of the host that [may be served](may_be_served) at `now`. MUST answer from memory.
    fn has(&self, host: &Hostname, now: UnixTime) -> bool;

    /// The hosts that there are snapshots of.
    fn hosts(&self) -> Vec<Hostname>;

    /// When the database last confirmed any of them; none when there is none that may be served at `now`.
    fn confirmed_at(&self, now: UnixTime) -> Option<UnixTime>;

    /// The snapshot of a host. MUST be none when it is not just what this installation took, or may not be served at `now`.
    async fn load(&self, host: &Hostname, now: UnixTime) -> Option<HostSnapshot>;

    /// Takes over changes that hold at `now`. MUST either change all or nothing that a later start sees, and MUST drop the
    /// snapshots of the hosts that were not used for longest where there is no room for all. False when another process takes them, and
    /// nothing was changed.
    async fn take(&self, changes: SnapshotChanges, now: UnixTime) -> Result<bool, StoreError>;

    /// Notes how much is kept, for the metrics.
    fn measure(&self);
}
