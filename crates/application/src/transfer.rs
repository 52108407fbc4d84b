//! What an owner has, given out as one document and taken in again.
//!
//! Rows are known by their natural names: a hostname, a slug on a domain, the name of a preset, the address of a member. What
//! becomes of a row is decided by pure functions ([`plan`]) on what exists; the store carries it out, all or nothing for each
//! domain, and reports when something else exists by then.

pub mod exporting;
pub mod files;
pub mod importing;
pub mod link_tables;
pub mod links;
pub mod plan;
pub mod ports;
pub mod stores;

pub use exporting::Exporting;
pub use files::{NoFiles, SentFileError, SentFiles};
pub use importing::{ImportOptions, Importing};
pub use plan::rows::{CodeRow, Content, DomainRow, MemberRow, PresetRow, Row, RowResult, SmartLinkRow};
pub use plan::{Action, Fault, OnConflict};
