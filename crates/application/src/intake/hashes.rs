//! What is left of a fan while a conversion waits for its click.

use std::collections::BTreeMap;
use std::fmt;

use conversion_pixel::Platform;
use conversion_pixel::event::Fan;

/// What identifies a fan, hashed as a platform wants it. It prints nothing of it.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Hashed {
    /// The e-mail address.
    pub email: Option<String>,
    /// The telephone number.
    pub phone: Option<String>,
    /// The given name.
    pub first_name: Option<String>,
    /// The family name.
    pub last_name: Option<String>,
}

impl fmt::Debug for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hashed").finish_non_exhaustive()
    }
}

/// What identifies a fan, hashed for each platform: all that is kept of it while a conversion waits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hashes(pub BTreeMap<Platform, Hashed>);

impl Hashes {
    /// A fan with these hashes in the place of what identifies them.
    pub(super) fn fan(&self, platform: Platform, fan: Fan) -> Fan {
        let Hashed { email, phone, first_name, last_name } =
            self.0.get(&platform).cloned().unwrap_or_default();
        Fan { email, phone, first_name, last_name, ..fan }
    }
}
