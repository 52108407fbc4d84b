#![doc = include_str!("../README.md")]

mod sender;

pub use sender::{HttpSender, SenderError, TIMEOUT};
