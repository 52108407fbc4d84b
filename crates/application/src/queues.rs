//! Queue lengths of all owners, for monitoring.

use async_trait::async_trait;
use conversion_pixel::Platform;
use kernel::{StoreError, UnixTime};

/// Work that waits in the database, for all owners together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Unsent pixel deliveries. Deliveries of paused pixels and of pixels with a refused token do not count.
    Deliveries(Platform),
    /// Pixel deliveries that wait for a token.
    WaitingForToken(Platform),
    /// Deliveries to working webhook endpoints. Deliveries to failing or disabled endpoints do not count.
    Webhooks,
    /// Answers to content requests that are not at the engine yet.
    RequestAnswers,
    /// Domains that are being provisioned.
    Provisioning,
    /// Engine event logs that no worker is pulling.
    EventPulls,
    /// Owners with destination checks due and no lease. Owners with a recent failure wait for fewer slots and do not
    /// count.
    Destinations,
    /// Conversions whose click is not stored yet. Most of these clicks never arrive.
    AwaitedClicks,
    /// Events that were set aside because the database rejected them. Only an operator removes them.
    QuarantinedEvents,
}

/// Length of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    /// Number of waiting items, due or not. Counting stops at 10,000 items (for deliveries: per pixel).
    pub waiting: u64,
    /// Number of waiting items that are due.
    pub due: u64,
    /// Earliest due time of an item, past or future; `None` for an empty queue.
    pub first_due: Option<UnixTime>,
}

impl Queue {
    pub const ALL: [Self; 11] = [
        Self::Deliveries(Platform::Meta),
        Self::Deliveries(Platform::TikTok),
        Self::WaitingForToken(Platform::Meta),
        Self::WaitingForToken(Platform::TikTok),
        Self::Webhooks,
        Self::RequestAnswers,
        Self::Provisioning,
        Self::EventPulls,
        Self::Destinations,
        Self::AwaitedClicks,
        Self::QuarantinedEvents,
    ];

    /// Name in metrics. Queues of different platforms share a name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Deliveries(_) => "deliveries",
            Self::WaitingForToken(_) => "waiting_for_token",
            Self::Webhooks => "webhooks",
            Self::RequestAnswers => "request_answers",
            Self::Provisioning => "provisioning",
            Self::EventPulls => "event_pulls",
            Self::Destinations => "destinations",
            Self::AwaitedClicks => "awaited_clicks",
            Self::QuarantinedEvents => "quarantined_events",
        }
    }

    /// Platform of a per-platform queue.
    pub const fn platform(self) -> Option<Platform> {
        match self {
            Self::Deliveries(platform) | Self::WaitingForToken(platform) => Some(platform),
            Self::Webhooks
            | Self::RequestAnswers
            | Self::Provisioning
            | Self::EventPulls
            | Self::Destinations
            | Self::AwaitedClicks
            | Self::QuarantinedEvents => None,
        }
    }
}

#[async_trait]
pub trait QueueStore: Send + Sync {
    /// Measures a queue at `now`. MUST take bounded time, whatever the queue length.
    async fn measure(&self, queue: Queue, now: UnixTime) -> Result<Backlog, StoreError>;
}
