//! The promises of this crate, tested from outside.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod pages;
#[cfg(test)]
mod photo;
#[cfg(test)]
mod print;
#[cfg(test)]
mod qr;
#[cfg(test)]
mod raster;
