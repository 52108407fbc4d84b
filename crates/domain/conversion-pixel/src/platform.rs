kernel::words! {
    /// An ad platform that conversions are forwarded to.
    Platform {
        /// The Conversions API of Meta.
        Meta = "meta",
        /// The Events API 2.0 of TikTok.
        TikTok = "tiktok",
    }
}

impl Platform {
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
