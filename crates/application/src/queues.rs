//! How much work of all owners waits, for those who watch the service.

use async_trait::async_trait;
use conversion_pixel::Platform;
use kernel::{StoreError, UnixTime};

/// Work of all owners that waits in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Deliveries that are sent when they are due; those of pixels that are paused or refused do not count.
    Deliveries(Platform),
    /// Deliveries that wait for a token.
    WaitingForToken(Platform),
    /// Deliveries to endpoints of webhooks that work; what waits for one that fails or is switched off does not count.
    Webhooks,
    /// Answers to content requests on their way to an engine.
    RequestAnswers,
    /// Domains that are being provisioned.
    Provisioning,
    /// Logs of engines that nobody is pulling at the moment.
    EventPulls,
    /// Owners whose destinations are looked at, and whom nobody serves at the moment; one of whose destinations did not answer lately
    /// waits for fewer places, and does not count.
    Destinations,
    /// Conversions whose click is not stored yet. Most of their clicks never come.
    AwaitedClicks,
    /// Events that were set aside because the database can't take them. Nobody takes them from here but an operator.
    QuarantinedEvents,
}

/// How long a queue is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    /// How many wait, due or not. Of more than ten thousand (of one pixel, where it is about deliveries) no more are counted.
    pub waiting: u64,
    /// How many of them are due.
    pub due: u64,
    /// When the first of them was or will be due; `None` when nothing waits.
    pub first_due: Option<UnixTime>,
}

impl Queue {
    /// Every queue.
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

    /// What metrics call it, the same for all platforms.
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

    /// The platform that it is for, if there is one queue for each.
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

/// Measures queues.
#[async_trait]
pub trait QueueStore: Send + Sync {
    /// How long a queue is at `now`. MUST take a bounded time, however long it is.
    async fn measure(&self, queue: Queue, now: UnixTime) -> Result<Backlog, StoreError>;
}
