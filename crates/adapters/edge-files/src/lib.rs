#![doc = include_str!("../README.md")]

pub mod snapshots;
pub mod touch_journal;
