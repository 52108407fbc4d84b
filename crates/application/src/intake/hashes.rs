//! Hashed personal data of fans, kept while a conversion waits for its click.

use std::collections::BTreeMap;
use std::fmt;

use conversion_pixel::Platform;
use conversion_pixel::event::Fan;
use serde::{Deserialize, Serialize};

/// Personal data of a fan, hashed in the form that a platform requires. `Debug` prints no field. serde omits missing
/// fields.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Hashed {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
}

impl fmt::Debug for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hashed").finish_non_exhaustive()
    }
}

/// Hashed personal data of a fan, per platform. A waiting conversion keeps no other personal data. serde uses the
/// platform names as keys, and ignores platforms of later versions.
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
    /// Replaces the personal data of `fan` by these hashes.
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
