use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoStaticStr};
use utoipa::ToSchema;

/// Error codes. The word is stable; the status follows from it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, IntoStaticStr, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// Scopes outside `read` and `write`.
    InvalidScope,
    /// A value that a named operation refuses: hostname, bulk copy, order, provisioning, headers.
    InvalidRequest,
    /// Source and target of a copy are the same domain.
    CopySameDomain,
    /// The canvas colour is not `#rrggbb`.
    CanvasColorInvalid,
    /// An unknown key or a wrong value of the landing's appearance; the message begins with its path.
    LandingUiInvalid,
    /// A slug of the wrong form.
    InvalidSlug,
    /// A slug that the service reserves.
    SlugReserved,
    /// A policy out of its bounds; the message names the path.
    InvalidPolicy,
    /// A platform other than `meta` and `tiktok`.
    InvalidPlatform,
    /// A pixel id with invalid characters or length.
    InvalidPixelId,
    /// A new pixel without an access token.
    TokenRequired,
    /// The key is missing, unknown or revoked.
    Unauthorized,
    /// A key requests more than the calling key holds.
    ScopeEscalation,
    /// The subject of the request is beyond the rights of the key, or of the member behind it.
    BeyondOwnRights,
    /// The key lacks the scope of the operation.
    InsufficientScope,
    /// The key lacks the tab or function of the operation.
    InsufficientRights,
    /// The plan allows no more domains.
    DomainCapReached,
    /// The owner's upload quota is reached; the message names the quota.
    FileQuotaReached,
    /// No such domain of this owner.
    DomainNotFound,
    /// The segment is not one of the domain.
    SegmentUnknown,
    /// No such segment.
    SegmentNotFound,
    /// No such link of the domain.
    LinkNotFound,
    /// No such smart link of this owner.
    SmartLinkNotFound,
    /// No such QR code.
    QrNotFound,
    /// No such preset.
    PresetNotFound,
    /// No such button.
    ButtonNotFound,
    /// No such key.
    KeyNotFound,
    /// No such broadcast.
    BroadcastNotFound,
    /// No such published version.
    VersionNotFound,
    /// No such member.
    MemberNotFound,
    /// No such session of the calling key, or it has ended.
    SessionNotFound,
    /// No such webhook of this owner.
    WebhookNotFound,
    /// No such delivery of the webhook.
    DeliveryNotFound,
    /// The address is none of the owner's destinations.
    DestinationNotFound,
    /// A domain always has exactly one default segment.
    SegmentDefaultRequired,
    /// The segment still has buttons.
    SegmentNotEmpty,
    /// The slug is in use on the domain.
    SlugTaken,
    /// The hostname is registered already.
    DomainTaken,
    /// Another account gave the hostname up less than 7 days ago.
    HostnameQuarantined,
    /// Another account had the hostname within 90 days, and no DNS record proves that the caller controls it.
    HostnameUnproven,
    /// The domain's banner is not filled in.
    NotificationEmpty,
    /// A preset with this name exists.
    PresetNameTaken,
    /// The preset lacks a field that an enabled banner needs.
    PresetIncomplete,
    /// The account on the content platform is not connected.
    EngineNotConnected,
    /// The link belongs to an account on the content platform that is not the connected one.
    LinkForeign,
    /// The gate for broadcasts is closed.
    BroadcastGateClosed,
    /// The resource is not in a state that allows this.
    InvalidTransition,
    /// The idempotency key is in use for another request, or for one that still runs.
    IdempotencyConflict,
    /// The resource is no longer at the revision of `If-Match`.
    PreconditionFailed,
    /// The body is larger than allowed.
    PayloadTooLarge,
    /// The body is not of a type that the operation reads.
    UnsupportedMediaType,
    /// An uploaded file has the wrong type or content.
    InvalidFile,
    /// Too many requests with this key, or with all keys of its owner.
    RateLimited,
    /// The content platform sent an invalid answer, or none in time.
    EngineError,
    /// The service can't reach its database, or is overloaded; retry.
    Unavailable,
}

impl ErrorCode {
    /// The snake_case word on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the HTTP status of responses with this code.
    pub fn status(self) -> u16 {
        match self {
            Self::InvalidScope
            | Self::InvalidRequest
            | Self::CopySameDomain
            | Self::CanvasColorInvalid
            | Self::LandingUiInvalid
            | Self::InvalidSlug
            | Self::SlugReserved
            | Self::InvalidPolicy
            | Self::InvalidPlatform
            | Self::InvalidPixelId
            | Self::TokenRequired => 400,
            Self::Unauthorized => 401,
            Self::ScopeEscalation
            | Self::BeyondOwnRights
            | Self::InsufficientScope
            | Self::InsufficientRights
            | Self::DomainCapReached
            | Self::FileQuotaReached => 403,
            Self::DomainNotFound
            | Self::SegmentUnknown
            | Self::SegmentNotFound
            | Self::LinkNotFound
            | Self::SmartLinkNotFound
            | Self::QrNotFound
            | Self::PresetNotFound
            | Self::ButtonNotFound
            | Self::KeyNotFound
            | Self::BroadcastNotFound
            | Self::VersionNotFound
            | Self::MemberNotFound
            | Self::SessionNotFound
            | Self::WebhookNotFound
            | Self::DeliveryNotFound
            | Self::DestinationNotFound => 404,
            Self::SegmentDefaultRequired
            | Self::SegmentNotEmpty
            | Self::SlugTaken
            | Self::DomainTaken
            | Self::HostnameQuarantined
            | Self::HostnameUnproven
            | Self::NotificationEmpty
            | Self::PresetNameTaken
            | Self::PresetIncomplete
            | Self::EngineNotConnected
            | Self::LinkForeign
            | Self::BroadcastGateClosed
            | Self::InvalidTransition
            | Self::IdempotencyConflict => 409,
            Self::PreconditionFailed => 412,
            Self::PayloadTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::InvalidFile => 422,
            Self::RateLimited => 429,
            Self::EngineError => 502,
            Self::Unavailable => 503,
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn the_word_is_what_serde_writes() {
        for code in ErrorCode::iter() {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
            assert!((400..600).contains(&code.status()), "{code:?}");
        }
    }
}
