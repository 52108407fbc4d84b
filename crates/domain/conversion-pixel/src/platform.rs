kernel::words! {
    /// Ad platform that receives conversions.
    Platform {
        /// Meta, with its Conversions API.
        Meta = "meta",
        /// TikTok, with its Events API 2.0.
        TikTok = "tiktok",
    }
}

impl Platform {
    /// Maximum age of an accepted event, in seconds: 7 days for Meta, 28 for TikTok.
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
