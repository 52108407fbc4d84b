//! Use-case `Pixels`: lists, stores and deletes the pixels of a smart link.

use std::sync::Arc;

use kernel::{Acting, Clock, Location, OwnerId, Precondition, StoreError, ValidationErrors};
use secrecy::SecretString;

use crate::ports::{PixelStore, PutPixelError};
use crate::{AccessToken, EventMap, Pixel, PixelChange, PixelId, Platform};

/// Reason why pixels were not shown or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PixelError {
    /// The platform is unknown; `invalid_platform` in the API.
    #[error("platform must be meta or tiktok")]
    InvalidPlatform,
    /// The pixel id is invalid; `invalid_pixel_id` in the API.
    #[error("pixel_id must be 1 to 64 letters, digits, underscores or hyphens")]
    InvalidPixelId,
    /// The event map is invalid; `invalid_request` in the API.
    #[error("{0}")]
    InvalidEventMap(ValidationErrors),
    /// A new pixel needs a token; `token_required` in the API.
    #[error("access_token is required for a new pixel")]
    TokenRequired,
    /// The caller may not read conversions, which a pixel receives; `beyond_own_rights` in the API.
    #[error("a pixel receives conversions, so this key also needs the right to read them (stats.sources)")]
    BeyondOwnRights,
    /// The owner has no link with this provider id; `smart_link_not_found` in the API.
    #[error("there is no such smart link")]
    SmartLinkNotFound,
    /// Values break rules.
    #[error(transparent)]
    ValidationErrors(#[from] ValidationErrors),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<PutPixelError> for PixelError {
    fn from(error: PutPixelError) -> Self {
        match error {
            PutPixelError::TokenRequired => Self::TokenRequired,
            PutPixelError::SmartLinkNotFound => Self::SmartLinkNotFound,
            PutPixelError::Store(error) => Self::Store(error),
        }
    }
}

/// Unchecked body of a PUT request; `None` is an absent or null field.
#[derive(Debug, Default)]
pub struct PixelInput<'a> {
    /// Word for the platform.
    pub platform: &'a str,
    /// Id of the pixel on the platform.
    pub pixel_id: &'a str,
    /// Token; blank counts as absent.
    pub access_token: Option<&'a SecretString>,
    /// Event map, if valid.
    pub event_map: Option<Result<EventMap, ValidationErrors>>,
    /// Whether conversions are forwarded.
    pub active: Option<bool>,
    /// Whether the platform also receives the user agent of the visitor's click.
    pub send_user_agent: Option<bool>,
    /// Whether the caller may read conversions, which the pixel is sent.
    pub may_read_conversions: bool,
}

impl PixelInput<'_> {
    /// Checks the caller's right, then parses the values. Each error has a separate code, so the first one in field
    /// order is returned.
    pub fn check(self) -> Result<PixelChange, PixelError> {
        if !self.may_read_conversions {
            return Err(PixelError::BeyondOwnRights);
        }
        let platform = Platform::parse(self.platform).ok_or(PixelError::InvalidPlatform)?;
        let pixel_id = PixelId::parse(self.pixel_id).ok_or(PixelError::InvalidPixelId)?;
        let event_map =
            self.event_map.transpose().map_err(|errors| PixelError::InvalidEventMap(named(&errors)))?;
        let token = self.access_token.map_or(Ok(None), AccessToken::parse);
        let mut errors = ValidationErrors::none();
        let token = errors.take(&Location::root().at("access_token"), token).flatten();
        errors.into_result()?;
        let (active, send_user_agent) = (self.active, self.send_user_agent);
        Ok(PixelChange { platform, pixel_id, token, event_map, active, send_user_agent })
    }
}

/// Moves the errors of an event map to its field in the request.
fn named(errors: &ValidationErrors) -> ValidationErrors {
    let mut placed = ValidationErrors::none();
    placed.absorb(&Location::root().at("event_map_json"), errors.clone());
    placed
}

/// Use-case for the pixels of an owner's smart links.
#[derive(Clone)]
pub struct Pixels {
    store: Arc<dyn PixelStore>,
    clock: Arc<dyn Clock>,
}

impl Pixels {
    /// Creates the use-case on this store.
    pub fn new(store: Arc<dyn PixelStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Lists the pixels of a link, in the order of [`Platform::ALL`].
    pub async fn list(&self, owner: OwnerId, provider_id: &str) -> Result<Vec<Pixel>, PixelError> {
        self.store.list(owner, provider_id).await?.ok_or(PixelError::SmartLinkNotFound)
    }

    /// Creates a pixel, or changes the given values. Invalid values are reported before a missing link, and a missing
    /// link before a missing token.
    pub async fn put(
        &self,
        by: &Acting,
        provider_id: &str,
        input: PixelInput<'_>,
        expected: Precondition,
    ) -> Result<Pixel, PixelError> {
        let change = input.check()?;
        Ok(self.store.put(by, provider_id, &change, expected, self.clock.now()).await?)
    }

    /// Deletes a pixel, and parks its queued deliveries. Deleting a missing pixel of an existing link is not an error.
    pub async fn delete(
        &self,
        by: &Acting,
        provider_id: &str,
        platform: Platform,
        expected: Precondition,
    ) -> Result<(), PixelError> {
        let known = self.store.delete(by, provider_id, platform, expected, self.clock.now()).await?;
        if known { Ok(()) } else { Err(PixelError::SmartLinkNotFound) }
    }
}

#[cfg(test)]
mod tests {
    use kernel::UnixTime;
    use kernel::fixed::FixedClock;

    use super::*;
    use crate::ports::MockPixelStore;
    use crate::testing::event_map;

    const OWNER: OwnerId = OwnerId::new(1);
    const BY: Acting = Acting::service(OWNER);
    const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

    fn pixels(store: MockPixelStore) -> Pixels {
        Pixels::new(Arc::new(store), Arc::new(FixedClock::at(NOW)))
    }

    fn stored(change: &PixelChange, now: UnixTime) -> Pixel {
        Pixel {
            provider_id: "p1".to_owned(),
            platform: change.platform,
            pixel_id: change.pixel_id.clone(),
            event_map: change.event_map.clone().unwrap_or_default(),
            active: change.active.unwrap_or(true),
            send_user_agent: change.send_user_agent.unwrap_or_default(),
            has_token: true,
            updated_at: now,
            last_error: None,
        }
    }

    fn input<'a>() -> PixelInput<'a> {
        let may_read_conversions = true;
        PixelInput { platform: "meta", pixel_id: "123", may_read_conversions, ..PixelInput::default() }
    }

    fn words(error: &PixelError) -> &'static str {
        match error {
            PixelError::InvalidPlatform => "invalid_platform",
            PixelError::InvalidPixelId => "invalid_pixel_id",
            PixelError::InvalidEventMap(_) => "invalid_request",
            PixelError::TokenRequired => "token_required",
            PixelError::BeyondOwnRights => "beyond_own_rights",
            PixelError::SmartLinkNotFound => "smart_link_not_found",
            PixelError::ValidationErrors(_) => "errors",
            PixelError::Store(_) => "store",
        }
    }

    #[tokio::test]
    async fn what_is_wrong_with_a_body_is_reported_before_the_store_is_read() {
        let bad_token = SecretString::from("a b");
        for (input, expected) in [
            (PixelInput { may_read_conversions: false, platform: "x", ..input() }, "beyond_own_rights"),
            (PixelInput { platform: "x", pixel_id: "", ..input() }, "invalid_platform"),
            (PixelInput { pixel_id: "", event_map: Some(event_map("[]")), ..input() }, "invalid_pixel_id"),
            (
                PixelInput { event_map: Some(event_map("[]")), access_token: Some(&bad_token), ..input() },
                "invalid_request",
            ),
            (PixelInput { access_token: Some(&bad_token), ..input() }, "errors"),
        ] {
            let refused =
                pixels(MockPixelStore::new()).put(&BY, "p1", input, Precondition::None).await.unwrap_err();
            assert_eq!(words(&refused), expected);
        }
    }

    #[tokio::test]
    async fn the_place_of_a_fault_names_the_field() {
        let bad = PixelInput { event_map: Some(event_map(r#"{"x": "y"}"#)), ..input() };
        let refused = bad.check().unwrap_err();
        assert!(refused.to_string().starts_with("event_map_json.x: "), "{refused}");
    }

    #[tokio::test]
    async fn what_is_absent_is_left_to_what_is_stored() {
        let blank = SecretString::from("  ");
        let token = SecretString::from("EAAB");
        for (token, event_map, active, send_user_agent, has_token) in [
            (None, None, None, None, false),
            (Some(&blank), None, Some(false), Some(true), false),
            (Some(&token), Some(event_map("{}")), Some(true), Some(false), true),
        ] {
            let mut store = MockPixelStore::new();
            let has_map = event_map.is_some();
            store
                .expect_put()
                .once()
                .withf(move |by, provider_id, change, _, now| {
                    (by, provider_id, *now) == (&BY, "p1", NOW)
                        && change.token.is_some() == has_token
                        && change.event_map.is_some() == has_map
                        && change.active == active
                        && change.send_user_agent == send_user_agent
                })
                .returning(|_, _, change, _, now| Ok(stored(change, now)));
            let input = PixelInput { access_token: token, event_map, active, send_user_agent, ..input() };
            assert_eq!(
                pixels(store).put(&BY, "p1", input, Precondition::None).await.unwrap().updated_at,
                NOW
            );
        }
    }

    #[tokio::test]
    async fn refusals_of_the_store_keep_their_meaning() {
        for (make, expected) in [
            ((|| PutPixelError::TokenRequired) as fn() -> PutPixelError, "token_required"),
            (|| PutPixelError::SmartLinkNotFound, "smart_link_not_found"),
            (|| StoreError::Unavailable("down".into()).into(), "store"),
        ] {
            let mut store = MockPixelStore::new();
            store.expect_put().returning(move |_, _, _, _, _| Err(make()));
            let refused = pixels(store).put(&BY, "p1", input(), Precondition::None).await.unwrap_err();
            assert_eq!(words(&refused), expected);
        }
    }

    #[tokio::test]
    async fn unknown_links_are_reported_and_known_ones_forgive_a_second_deletion() {
        let mut store = MockPixelStore::new();
        store.expect_list().returning(|_, id| Ok((id == "p1").then(Vec::new)));
        store.expect_delete().returning(|_, id, _, _, _| Ok(id == "p1"));
        let pixels = pixels(store);
        assert_eq!(pixels.list(OWNER, "p1").await.unwrap(), []);
        assert_eq!(words(&pixels.list(OWNER, "p2").await.unwrap_err()), "smart_link_not_found");
        assert!(pixels.delete(&BY, "p1", Platform::Meta, Precondition::None).await.is_ok());
        let refused = pixels.delete(&BY, "p2", Platform::Meta, Precondition::None).await.unwrap_err();
        assert_eq!(words(&refused), "smart_link_not_found");
    }
}
