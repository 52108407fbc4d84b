//! Values of events. Texts, media and e-mail addresses have no place in them.

use std::collections::BTreeMap;

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use super::words::SaleKind;

/// Fan as an event names them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FanRef {
    /// Id on the platform.
    pub id: String,
    /// User name on the platform.
    pub username: Option<String>,
}

/// Amounts and owner of a sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleFacts {
    /// Fan who paid.
    pub fan: FanRef,
    /// Amount without taxes that the fan pays on top, in cents.
    pub gross_cents: i64,
    /// Part of the creator, in cents.
    pub net_cents: i64,
    /// Currency, `USD` where the platform names none.
    pub currency: String,
}

/// Sale of a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sale {
    /// Time of the sale.
    pub at: UnixTime,
    /// Kind of the sale.
    pub kind: SaleKind,
    /// Amounts and fan.
    pub facts: SaleFacts,
}

/// Link and click that a platform names with an event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tracking {
    /// Address or code of the link.
    pub link_url: Option<String>,
    /// Parameters of the click.
    pub metadata: BTreeMap<String, String>,
}

impl Tracking {
    /// Returns the reference of the click: the first of these parameters that is not empty.
    pub fn click_ref(&self, names: &[&str]) -> Option<&str> {
        let values = names.iter().filter_map(|name| self.metadata.get(*name));
        values.map(String::as_str).find(|text| !text.is_empty())
    }
}

/// Facts of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facts {
    /// A fan subscribed.
    Subscribed {
        /// Fan.
        fan: FanRef,
        /// Price in cents, if known.
        price_cents: Option<i64>,
    },
    /// A sale was seen.
    Sold {
        /// Id of the transaction, `of:tx:<id>` or `fv:tx:<id>`.
        transaction: String,
        /// Sale.
        sale: Sale,
    },
    /// A sale was taken back.
    Reversed {
        /// Id of the transaction that is taken back.
        transaction: String,
        /// Sale that is taken back, if the source is the row of the sale itself.
        sale: Option<Sale>,
    },
    /// A fan wrote a message.
    Message {
        /// Fan.
        fan: FanRef,
        /// Id of the message.
        message: String,
    },
    /// A fan came online.
    Online {
        /// Fan.
        fan: FanRef,
    },
    /// The vendor reports that the creator's session ended.
    SessionEnded,
    /// The vendor reports that the creator logged in again.
    SessionRestored,
    /// Nothing that counts, such as a renewal, whose money comes as a sale.
    Nothing,
}

/// Event of a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlatformEvent {
    /// Natural id: equal for all sources of the same event, so that it is stored once. `None` for a signal about the
    /// account, which may come again.
    pub natural_id: Option<String>,
    /// Time of the event; `None` for the time of its receipt.
    pub at: Option<UnixTime>,
    /// Link and click, if the platform names them.
    pub tracking: Option<Tracking>,
    /// Facts.
    pub facts: Facts,
}

/// Pushed event with the account that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hook {
    /// Handle of the account at the vendor, or the creator's id on the platform.
    pub account: Option<String>,
    /// Event.
    pub event: PlatformEvent,
}

impl PlatformEvent {
    /// Key under which the inbox stores the event once: the natural id, else the key of the delivery. `None` if the
    /// event has neither; such an event is a signal that may be taken twice.
    pub fn inbox_key<'a>(&'a self, delivery_key: Option<&'a str>) -> Option<&'a str> {
        self.natural_id.as_deref().or(delivery_key.filter(|key| !key.is_empty()))
    }

    /// Fan of the event, if it is about one that is known by name.
    pub fn fan(&self) -> Option<&FanRef> {
        match &self.facts {
            Facts::Subscribed { fan, .. } | Facts::Message { fan, .. } | Facts::Online { fan } => Some(fan),
            Facts::Sold { sale, .. } => Some(&sale.facts.fan),
            Facts::Reversed { sale, .. } => sale.as_ref().map(|sale| &sale.facts.fan),
            Facts::SessionEnded | Facts::SessionRestored | Facts::Nothing => None,
        }
    }

    /// Transaction that the event is about.
    pub fn transaction(&self) -> Option<&str> {
        match &self.facts {
            Facts::Sold { transaction, .. } | Facts::Reversed { transaction, .. } => Some(transaction),
            _ => None,
        }
    }
}
