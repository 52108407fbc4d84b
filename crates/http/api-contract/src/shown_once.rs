use serde::Serialize;

use crate::keys::MintedKey;
use crate::webhooks::WebhookWithSecret;

/// A body with a field that is shown exactly once, such as a new token.
pub trait ShownOnce: Serialize {
    /// The body without that field.
    type Rest: Serialize;

    /// Returns the body for a repeated request.
    fn rest(&self) -> Self::Rest;
}

impl ShownOnce for MintedKey {
    type Rest = Self;

    fn rest(&self) -> Self {
        Self { token: None, ..self.clone() }
    }
}

impl ShownOnce for WebhookWithSecret {
    type Rest = Self;

    fn rest(&self) -> Self {
        Self { secret: None, ..self.clone() }
    }
}
