//! CSV: tables for spreadsheets, and tables that spreadsheets wrote.

mod decoding;
mod formulas;
mod reading;
mod responses;
mod writing;

pub(crate) use decoding::decoded;
pub(crate) use formulas::plain;
pub(crate) use reading::{Found, NamedSeparator, Records, names_separator};
pub(crate) use responses::{CONTENT_TYPE, Part, answer, is_asked_for, list};
pub(crate) use writing::Table;
