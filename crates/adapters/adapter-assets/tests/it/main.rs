//! Tests of the public interface.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod pages;
mod photo;
mod print;
mod qr;
mod raster;
