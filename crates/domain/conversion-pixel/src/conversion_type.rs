use crate::Platform;

/// What a fan did, as far as platforms are told of it (specification 'Events').
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum ConversionType {
    /// He subscribed.
    NewSubscriber,
    /// He paid.
    NewTransaction,
    /// He wrote a message.
    MessageReceived,
    /// He wrote his third message.
    #[strum(serialize = "fan_sent_3_messages")]
    FanSent3Messages,
}

impl ConversionType {
    /// Every type, in the order of the specification.
    pub const ALL: [Self; 4] =
        [Self::NewSubscriber, Self::NewTransaction, Self::MessageReceived, Self::FanSent3Messages];

    /// Reads the word on the wire and in event maps.
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The event of a platform that this type becomes where no event map says otherwise.
    pub const fn default_event(self, platform: Platform) -> &'static str {
        match (self, platform) {
            (Self::NewSubscriber, _) => "Subscribe",
            (Self::NewTransaction, Platform::Meta) => "Purchase",
            (Self::NewTransaction, Platform::TikTok) => "CompletePayment",
            (Self::MessageReceived | Self::FanSent3Messages, _) => "Lead",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_specification() {
        for (word, meta, tiktok) in [
            ("new_subscriber", "Subscribe", "Subscribe"),
            ("new_transaction", "Purchase", "CompletePayment"),
            ("message_received", "Lead", "Lead"),
            ("fan_sent_3_messages", "Lead", "Lead"),
        ] {
            let kind = ConversionType::parse(word).unwrap();
            assert_eq!(kind.as_str(), word);
            assert_eq!(kind.default_event(Platform::Meta), meta, "{word}");
            assert_eq!(kind.default_event(Platform::TikTok), tiktok, "{word}");
        }
        assert_eq!(ConversionType::parse("fan_sent3_messages"), None);
    }
}
