//! Words for kinds and states of sales.

kernel::words! {
    /// Kind of a movement of money, in the words of the engine protocol.
    SaleKind {
        /// Payment for a subscription, first or renewed.
        Subscription = "subscription",
        /// Tip, also in a stream.
        Tip = "tip",
        /// Payment for a message.
        Message = "message",
        /// Payment for a post.
        Post = "post",
        /// Refund or chargeback of an earlier payment.
        Refund = "refund",
        /// Payment of a kind that we have no word for.
        Other = "other",
    }
}

impl SaleKind {
    /// Returns the kind for a word of a platform. Unknown words are [`SaleKind::Other`], so that no money is lost.
    pub fn of_platform(word: &str) -> Self {
        match word.trim().to_ascii_lowercase().as_str() {
            "message" | "paid_message" | "paided_message" | "chat_messages" | "medialink" => Self::Message,
            "tip" | "tips" | "stream" | "streams" | "live_stream" => Self::Tip,
            "subscription"
            | "subscribe"
            | "subscribes"
            | "subs"
            | "new_subscription"
            | "recurring_subscription"
            | "renewal" => Self::Subscription,
            "post" | "posts" | "post_purchase" => Self::Post,
            "refund" | "chargeback" => Self::Refund,
            _ => Self::Other,
        }
    }
}

/// State of a sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SaleStatus {
    /// The money counts, paid out or not.
    Counts,
    /// The money was taken back.
    Reversed,
}

impl SaleStatus {
    /// Returns the state for a word of a platform. An unknown word counts: a reversal has words of its own, and a list
    /// of chargebacks besides.
    pub fn of_platform(word: Option<&str>) -> Self {
        let word = word.unwrap_or_default().trim().to_ascii_lowercase();
        let reversed = ["undo", "pending_return", "refund", "revers", "chargeback", "returned"];
        if reversed.iter().any(|start| word.starts_with(start)) { Self::Reversed } else { Self::Counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_platforms_have_a_kind_and_unknown_ones_keep_their_money() {
        use SaleKind::*;
        for (words, kind) in [
            (&["message", "paid_message", "paided_message", "chat_messages", "mediaLink"][..], Message),
            (&["tip", "tips", "stream", "live_stream", " Tip "], Tip),
            (
                &[
                    "subscription",
                    "subscribe",
                    "subs",
                    "new_subscription",
                    "recurring_subscription",
                    "renewal",
                ],
                Subscription,
            ),
            (&["post", "post_purchase"], Post),
            (&["refund", "chargeback"], Refund),
            (&["fanExperience", "gift", ""], Other),
        ] {
            for word in words {
                assert_eq!(SaleKind::of_platform(word), kind, "{word}");
            }
        }
    }

    #[test]
    fn only_words_of_reversals_take_money_back() {
        for (word, expected) in [
            (Some("loading"), SaleStatus::Counts),
            (Some("done"), SaleStatus::Counts),
            (Some("something_new"), SaleStatus::Counts),
            (None, SaleStatus::Counts),
            (Some("undo"), SaleStatus::Reversed),
            (Some("pending_return"), SaleStatus::Reversed),
            (Some("Refunded"), SaleStatus::Reversed),
            (Some("reversed"), SaleStatus::Reversed),
            (Some("chargeback_lost"), SaleStatus::Reversed),
        ] {
            assert_eq!(SaleStatus::of_platform(word), expected, "{word:?}");
        }
    }
}
