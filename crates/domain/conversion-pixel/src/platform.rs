use crate::words::{ParseError, words};

/// An ad platform that conversions are forwarded to.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case", parse_err_ty = ParseError, parse_err_fn = ParseError::of)]
pub enum Platform {
    /// The Conversions API of Meta.
    Meta,
    /// The Events API 2.0 of TikTok.
    #[strum(serialize = "tiktok")]
    TikTok,
}

words!(Platform);

impl Platform {
    /// Every platform, in the order in which pixels are listed.
    pub const ALL: [Self; 2] = [Self::Meta, Self::TikTok];

    /// How long after a conversion the platform still accepts it, in seconds: 7 days for Meta, 28 for TikTok.
    pub const fn max_age_seconds(self) -> i64 {
        const DAY: i64 = 86_400;
        match self {
            Self::Meta => 7 * DAY,
            Self::TikTok => 28 * DAY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platforms_are_two_exact_words() {
        for platform in Platform::ALL {
            assert_eq!(Platform::parse(platform.as_str()), Some(platform));
        }
        for (word, expected) in [
            ("meta", Some(Platform::Meta)),
            ("tiktok", Some(Platform::TikTok)),
            ("Meta", None),
            ("tik_tok", None),
            ("", None),
            ("google", None),
        ] {
            assert_eq!(Platform::parse(word), expected, "{word:?}");
        }
    }
}
