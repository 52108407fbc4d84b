//! List of an owner's conversions, attributed or not.

use kernel::{AccountId, Hostname, UnixTime, Window};
use serde::{Deserialize, Serialize};

use crate::assign::Attribution;
use crate::event::TransactionKind;

kernel::words! {
    /// Kind of a conversion.
    ConversionKind {
        /// The fan subscribed.
        NewSubscriber = "new_subscriber",
        /// The fan paid, or got a refund.
        NewTransaction = "new_transaction",
        /// The fan wrote a message.
        MessageReceived = "message_received",
        /// The fan wrote a third message; see [`crate::messages`].
        FanSent3Messages = "fan_sent_3_messages",
    }
}

/// Money of a conversion, in minor units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedMoney {
    /// Kind of the transaction.
    pub kind: TransactionKind,
    /// Amount that the fan paid; zero or negative for a refund.
    pub gross_cents: i64,
    /// Net amount for the owner.
    pub net_cents: i64,
    /// ISO 4217 code in upper case, such as `USD`.
    pub currency: Option<String>,
}

/// Conversion in a list for the owner. Contains ids and money, but no text from a fan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedConversion {
    /// Number of the conversion.
    pub id: i64,
    /// Kind of the conversion.
    pub kind: ConversionKind,
    /// Time of the event.
    pub occurred_at: UnixTime,
    /// Id of the fan at the engine.
    pub fan_id: String,
    /// Attribution, if any. For an erased fan, the click has no reference.
    pub attribution: Option<Attribution>,
    /// Label of the printed code that led to the click; empty without a code.
    pub source: String,
    /// Money of a transaction.
    pub money: Option<ListedMoney>,
    /// Account on the content platform that reported the conversion; `None` if unknown.
    pub account: Option<AccountId>,
}

/// Position in the list. Conversions listed later compare as less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ConversionCursor {
    /// Time of the last conversion before the position.
    pub occurred_at: UnixTime,
    /// Number of the last conversion before the position.
    pub id: i64,
}

/// Filter and start of a list of conversions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ConversionQuery {
    /// Only conversions attributed to this domain; all if `None`.
    pub domain: Option<Hostname>,
    /// Only conversions of this kind; all if `None`.
    pub kind: Option<ConversionKind>,
    /// Window of the conversions.
    pub window: Window,
    /// Position after which the list starts; `None` for the beginning.
    pub after: Option<ConversionCursor>,
}

impl ConversionQuery {
    /// Limits the list to a window.
    pub fn within(window: Window) -> Self {
        Self { window, ..Self::default() }
    }

    /// Exclusive start of the list: only conversions that compare as less are listed.
    pub fn beginning(&self) -> Option<ConversionCursor> {
        let until = self.window.until().map(|until| ConversionCursor { occurred_at: until, id: i64::MIN });
        match (until, self.after) {
            (Some(until), Some(after)) => Some(until.min(after)),
            (until, after) => until.or(after),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(seconds: i64, id: i64) -> ConversionCursor {
        ConversionCursor { occurred_at: UnixTime::from_seconds(seconds), id }
    }

    #[test]
    fn a_list_begins_behind_its_end_and_its_cursor() {
        let end = Some(UnixTime::from_seconds(9));
        for (until, after, beginning) in [
            (None, None, None),
            (end, None, Some(place(9, i64::MIN))),
            (None, Some(place(5, 3)), Some(place(5, 3))),
            (end, Some(place(5, 3)), Some(place(5, 3))),
            // A cursor after the end of the window can't extend the window.
            (end, Some(place(9, 3)), Some(place(9, i64::MIN))),
            (end, Some(place(20, 3)), Some(place(9, i64::MIN))),
        ] {
            let window = Window::between(None, until).unwrap();
            let query = ConversionQuery { after, ..ConversionQuery::within(window) };
            assert_eq!(query.beginning(), beginning, "{until:?} {after:?}");
        }
    }
}
