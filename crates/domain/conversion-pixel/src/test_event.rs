use std::fmt;

use kernel::{Entropy, ErrorKind, Location, SortableId, UnixTime, ValidationErrors};

use crate::event::Event;
#[cfg(feature = "use-cases")]
use crate::{
    ConversionType, EventMap, Platform, Switches,
    event::{ClickData, Conversion, Fan, Source},
};

/// Code that marks an event as a test on its platform: 1-64 characters of `[A-Za-z0-9_-]`.
///
/// ```
/// use conversion_pixel::TestCode;
///
/// assert!(TestCode::parse("TEST12345").is_ok());
/// assert!(TestCode::parse("two words").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestCode(String);

impl TestCode {
    /// Maximum length of a code, in characters.
    pub const MAX: usize = 64;

    /// Parses a code from the platform's test page.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        if text.is_empty() {
            errors.push(Location::root(), ErrorKind::TooShort, "must not be empty");
        }
        if text.chars().count() > Self::MAX {
            errors.push(Location::root(), ErrorKind::TooLong, "has more than 64 characters");
        }
        if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')) {
            errors.push(Location::root(), ErrorKind::Pattern, "must be letters, digits, _ and -");
        }
        errors.into_result()?;
        Ok(Self(text.to_owned()))
    }

    /// Generates a code for a test without the platform's test page: `TEST` and 26 characters.
    pub fn generate(now: UnixTime, entropy: &dyn Entropy) -> Self {
        Self(format!("TEST{}", SortableId::generate(now, entropy)))
    }

    /// Code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

kernel::text_value!(TestCode: ValidationErrors);

impl fmt::Display for TestCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Event {
    /// Prefix of the id of every test, and of no conversion.
    pub const TEST_PREFIX: &str = "test-";

    /// Whether the event is a test of a pixel.
    pub fn is_test(&self) -> bool {
        self.id.starts_with(Self::TEST_PREFIX)
    }
}

#[cfg(feature = "use-cases")]
impl Event {
    /// Builds an event of a fictional new subscriber.
    pub(crate) fn test(
        platform: Platform,
        event_map: &EventMap,
        source_url: String,
        now: UnixTime,
        entropy: &dyn Entropy,
    ) -> Self {
        let id = format!("{}{}", Self::TEST_PREFIX, SortableId::generate(now, entropy));
        let conversion = Conversion {
            kind: ConversionType::NewSubscriber,
            occurred_at: now,
            money: None,
            fan: Fan::named(id.clone()),
            source: Source::Link { url: source_url },
            click: ClickData::default(),
            id,
        };
        let default = conversion.kind.default_event(platform);
        let name = event_map.event(platform, conversion.kind).unwrap_or(default);
        Self::build(&conversion, platform, name, Switches::default(), now)
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::SeededEntropy;

    use super::*;
    use crate::testing::{NOW, event_map};

    #[test]
    fn codes_are_short_words() {
        for (code, ok) in [("TEST12345", true), ("a-b_c", true), ("", false), ("a b", false), ("é", false)] {
            assert_eq!(TestCode::parse(code).is_ok(), ok, "{code:?}");
        }
        assert!(TestCode::parse(&"a".repeat(64)).is_ok() && TestCode::parse(&"a".repeat(65)).is_err());
        let made = TestCode::generate(NOW, &SeededEntropy::new(1));
        assert_eq!(TestCode::parse(made.as_str()), Ok(made));
    }

    #[test]
    fn a_test_is_an_event_of_nobody() {
        let map = event_map(r#"{"new_subscriber": "StartTrial"}"#).unwrap();
        let url = "https://up.example/l/1".to_owned();
        let event = Event::test(Platform::Meta, &map, url, NOW, &SeededEntropy::new(1));
        assert_eq!((event.name.as_str(), event.time), ("StartTrial", NOW));
        assert!(event.id.starts_with("test-") && event.json.contains(&event.id));
        assert!(event.is_test() && !Event { id: "77".to_owned(), ..event }.is_test());
    }
}
