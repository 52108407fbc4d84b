use serde::Serialize;

use crate::keys::MintedKey;

/// A body with something that is shown exactly once, such as a new token.
pub trait ShownOnce: Serialize {
    /// The body without it.
    type Rest: Serialize;

    /// The body as a repeat of the request may see it.
    fn rest(&self) -> Self::Rest;
}

impl ShownOnce for MintedKey {
    type Rest = Self;

    fn rest(&self) -> Self {
        Self { token: None, ..self.clone() }
    }
}
