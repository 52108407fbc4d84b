//! What this crate promises from outside.

mod photo;
mod qr;
mod raster;
