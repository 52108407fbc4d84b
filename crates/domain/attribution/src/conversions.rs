//! The list of an owner's conversions, attributed or not.

use kernel::{AccountId, Hostname, UnixTime, Window};
use serde::{Deserialize, Serialize};

use crate::assign::Attribution;
use crate::event::TransactionKind;

kernel::words! {
    /// What a fan did that counts as a conversion.
    ConversionKind {
        /// They subscribed.
        NewSubscriber = "new_subscriber",
        /// They paid, or got money back.
        NewTransaction = "new_transaction",
        /// They wrote.
        MessageReceived = "message_received",
        /// They wrote for the third time; see [`crate::messages`].
        FanSent3Messages = "fan_sent_3_messages",
    }
}

/// The money of a conversion, in minor units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedMoney {
    /// What for.
    pub kind: TransactionKind,
    /// What the fan paid; not positive for a refund.
    pub gross_cents: i64,
    /// What is left for the owner.
    pub net_cents: i64,
    /// Three letters, upper case.
    pub currency: Option<String>,
}

/// A conversion as its owner sees it in a list: ids and money, and nothing that a fan said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedConversion {
    /// Its number.
    pub id: i64,
    /// What happened.
    pub kind: ConversionKind,
    /// When.
    pub occurred_at: UnixTime,
    /// Who.
    pub fan_id: String,
    /// Where it belongs; `None` where nothing says so. The click of a fan who was erased has no name.
    pub attribution: Option<Attribution>,
    /// The label of the printed code that its click came by; empty without one.
    pub source: String,
    /// The money, for a transaction.
    pub money: Option<ListedMoney>,
    /// The account on the content platform that it was reported for; `None` where the store does not know it.
    pub account: Option<AccountId>,
}

/// A place in the list. Those that are listed after it are less than it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ConversionCursor {
    /// When the last conversion before it happened.
    pub occurred_at: UnixTime,
    /// Its number.
    pub id: i64,
}

/// Which conversions are listed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ConversionQuery {
    /// Those that belong to this domain; all without.
    pub domain: Option<Hostname>,
    /// Those of this kind; all without.
    pub kind: Option<ConversionKind>,
    /// Window of the conversions.
    pub window: Window,
    /// After this place; `None` for the beginning.
    pub after: Option<ConversionCursor>,
}

impl ConversionQuery {
    /// Limits the list to a window.
    pub fn within(window: Window) -> Self {
        Self { window, ..Self::default() }
    }

    /// Where the list begins: what is not less than this place is not in it.
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
            // A cursor of another end leads out of this one no more than out of the list.
            (end, Some(place(9, 3)), Some(place(9, i64::MIN))),
            (end, Some(place(20, 3)), Some(place(9, i64::MIN))),
        ] {
            let window = Window::between(None, until).unwrap();
            let query = ConversionQuery { after, ..ConversionQuery::within(window) };
            assert_eq!(query.beginning(), beginning, "{until:?} {after:?}");
        }
    }
}
