//! Events of the platforms: whitelisted fields, natural ids, and money that counts once.

mod book;
mod event;
mod fanvue;
mod onlyfans;
mod wire;
mod words;

pub use book::{Entry, Movement};
pub use event::{Facts, FanRef, Hook, PlatformEvent, Sale, SaleFacts, Tracking};
pub use fanvue::{fanvue_hook, fanvue_row};
pub use onlyfans::{onlyfans_chargeback, onlyfans_hook, onlyfans_transaction};
pub use wire::{HookError, WireId};
pub use words::{SaleKind, SaleStatus};
