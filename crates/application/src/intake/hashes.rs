//! What is left of a fan while a conversion waits for its click.

use std::collections::BTreeMap;
use std::fmt;

use conversion_pixel::Platform;
use conversion_pixel::event::Fan;
use serde::{Deserialize, Serialize};

/// What identifies a fan, hashed as a platform wants it. It prints nothing of it. serde leaves out what is not known.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Hashed {
    /// The e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// The given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    /// The family name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
}

impl fmt::Debug for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hashed").finish_non_exhaustive()
    }
}

/// What identifies a fan, hashed for each platform: all that is kept of it while a conversion waits. serde writes it by the words of the
/// platforms, and passes over those of platforms that only a later version knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Hashed>", into = "BTreeMap<Platform, Hashed>")]
pub struct Hashes(pub BTreeMap<Platform, Hashed>);

impl From<BTreeMap<String, Hashed>> for Hashes {
    fn from(by_word: BTreeMap<String, Hashed>) -> Self {
        let known = |(word, hashed): (String, Hashed)| Some((Platform::parse(&word)?, hashed));
        Self(by_word.into_iter().filter_map(known).collect())
    }
}

impl From<Hashes> for BTreeMap<Platform, Hashed> {
    fn from(hashes: Hashes) -> Self {
        hashes.0
    }
}

impl Hashes {
    /// A fan with these hashes in the place of what identifies them.
    pub(super) fn fan(&self, platform: Platform, fan: Fan) -> Fan {
        let Hashed { email, phone, first_name, last_name } =
            self.0.get(&platform).cloned().unwrap_or_default();
        Fan { email, phone, first_name, last_name, ..fan }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_stored_is_read_and_written_again_as_it_was() {
        let stored = json!({
            "meta": { "email": "e1", "first_name": "f1", "last_name": "l1", "phone": "p1" },
            "tiktok": { "email": "e2" },
        });
        let hashes: Hashes = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(hashes.0.get(&Platform::TikTok).unwrap().email.as_deref(), Some("e2"));
        assert_eq!(serde_json::to_value(hashes).unwrap(), stored);
    }

    #[test]
    fn platforms_of_a_later_version_are_passed_over() {
        let stored = json!({ "orkut": { "email": "e1" }, "tiktok": {} });
        let hashes: Hashes = serde_json::from_value(stored).unwrap();
        assert_eq!(hashes.0.into_keys().collect::<Vec<_>>(), [Platform::TikTok]);
    }
}
