use crate::Platform;

kernel::words! {
    /// Type of a conversion.
    ConversionType {
        /// The fan subscribed.
        NewSubscriber = "new_subscriber",
        /// The fan paid.
        NewTransaction = "new_transaction",
        /// The fan wrote a message.
        MessageReceived = "message_received",
        /// The fan wrote the third message.
        FanSent3Messages = "fan_sent_3_messages",
    }
}

impl ConversionType {
    /// Default event name of the type on a platform, if no event map replaces it.
    ///
    /// ```
    /// use conversion_pixel::{ConversionType, Platform};
    ///
    /// assert_eq!(ConversionType::NewTransaction.default_event(Platform::Meta), "Purchase");
    /// ```
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
    fn each_type_has_a_default_event_at_each_platform() {
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
