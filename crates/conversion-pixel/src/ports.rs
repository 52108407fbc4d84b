//! What this crate needs from outside. Each port is one need of a use-case; each call is one atomic unit.

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};

use crate::{Pixel, PixelChange, Platform};

/// Why a pixel could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum PutPixelError {
    /// It is new and comes without a token.
    #[error("a new pixel needs a token")]
    TokenRequired,
    /// The owner has no link with this provider id.
    #[error("there is no such smart link")]
    SmartLinkNotFound,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The pixels of an owner's links. Tokens MUST be encrypted at rest and bound to owner, link and platform.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
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
    async fn put(
        &self,
        owner: OwnerId,
        provider_id: &str,
        change: &PixelChange,
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
        now: UnixTime,
    ) -> Result<bool, StoreError>;
}
