#![doc = include_str!("../README.md")]

pub mod catalog;
pub mod code;
pub mod codes;
pub mod design;
pub mod draw;
pub mod live;
pub mod picture;
pub mod ports;
pub mod scannability;
