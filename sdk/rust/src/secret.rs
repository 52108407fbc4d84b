use std::fmt;

use serde::{Deserialize, Serialize};

/// Text that is sent, but never printed in logs.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Secret {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Secret {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_sent_and_not_shown() {
        let secret = Secret::new("al_live_x");
        assert_eq!(format!("{secret:?}"), "(secret)");
        assert_eq!(serde_json::to_string(&secret).unwrap(), "\"al_live_x\"");
        assert_eq!(secret.expose(), "al_live_x");
    }
}
