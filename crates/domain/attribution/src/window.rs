use kernel::UnixTime;
use serde::{Deserialize, Serialize};

/// How far back statistics go, rolling from now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Window {
    /// 24 hours.
    #[serde(rename = "24h")]
    Day,
    /// 7 days.
    #[serde(rename = "7d")]
    Week,
    /// 30 days.
    #[serde(rename = "30d")]
    Month,
    /// 90 days.
    #[serde(rename = "90d")]
    Quarter,
    /// All time.
    #[serde(rename = "all")]
    #[default]
    All,
}

impl Window {
    /// Reads the word on the wire; what is unknown or absent means all time.
    pub fn parse(word: Option<&str>) -> Self {
        match word {
            Some("24h") => Self::Day,
            Some("7d") => Self::Week,
            Some("30d") => Self::Month,
            Some("90d") => Self::Quarter,
            _ => Self::All,
        }
    }

    /// The first moment inside; `None` for all time. There is no last one: clocks of others may be ahead of ours.
    pub const fn since(self, now: UnixTime) -> Option<UnixTime> {
        let hours = match self {
            Self::Day => 24,
            Self::Week => 7 * 24,
            Self::Month => 30 * 24,
            Self::Quarter => 90 * 24,
            Self::All => return None,
        };
        Some(now.plus_seconds(-hours * 3_600))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::NOW;

    #[test]
    fn windows_roll_from_now() {
        const DAY: i64 = 86_400;
        for (word, expected) in [
            (Some("24h"), Some(DAY)),
            (Some("7d"), Some(7 * DAY)),
            (Some("30d"), Some(30 * DAY)),
            (Some("90d"), Some(90 * DAY)),
            (Some("1y"), None),
            (Some(""), None),
            (None, None),
        ] {
            let since = Window::parse(word).since(NOW);
            assert_eq!(since, expected.map(|back| NOW.plus_seconds(-back)), "{word:?}");
        }
    }
}
