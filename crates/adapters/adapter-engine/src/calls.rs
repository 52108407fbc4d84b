//! The calls of the protocol, one method each.

mod content;
mod events;
mod fans;
mod links;
mod messages;

pub use content::ContentSort;
pub use fans::FanQuery;
pub(crate) use fans::MOST_FANS;
pub use links::NewLink;
pub use messages::{MessageOutcome, NewMessage, RequestAnswer};
