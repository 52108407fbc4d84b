use kernel::ParseError;

/// Names of the known ways out of apps, in the order of [`ESCAPES`](crate::in_app::ESCAPES).
pub(crate) const NAMES: [&str; 8] = [
    "instagram-android",
    "instagram-ios",
    "facebook-android",
    "facebook-ios",
    "tiktok-android",
    "tiktok-ios",
    "threads-android",
    "threads-ios",
];

/// Ways out of apps that an installation uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Escapes([bool; NAMES.len()]);

impl Default for Escapes {
    fn default() -> Self {
        Self([true; NAMES.len()])
    }
}

impl Escapes {
    /// Uses all known ways but those with these names.
    pub fn without<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, ParseError> {
        let mut used = Self::default();
        for name in names {
            let place = NAMES.iter().position(|known| *known == name);
            let switch = place.and_then(|place| used.0.get_mut(place));
            *switch.ok_or(ParseError::needs("names such as instagram-ios, separated by commas"))? = false;
        }
        Ok(used)
    }

    /// Whether the way with this name is used.
    pub fn uses(self, name: &str) -> bool {
        NAMES.iter().zip(self.0).any(|(known, is_used)| is_used && *known == name)
    }
}
