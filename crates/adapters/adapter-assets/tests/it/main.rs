//! The promises of this crate, tested from outside.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod pages;
mod photo;
mod print;
mod qr;
mod raster;
