//! Export and import of an owner's data as one document.
//!
//! Natural names identify rows: a hostname, a slug on a domain, a preset name, a member's e-mail address. Pure
//! functions ([`plan`]) compare each row with the existing data and decide the action. The store applies a plan per
//! domain, all or nothing, and reports if the data has changed since the plan.

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
