//! Calls of the protocol, behind the ports of the domain crates.

mod content;
mod events;
mod fans;
mod links;
mod messages;
mod requests;

pub(crate) use links::Account;
