#![doc = include_str!("../README.md")]

pub mod destinations;
pub mod dns;
pub mod http;
pub mod pixels;
pub mod webhooks;
