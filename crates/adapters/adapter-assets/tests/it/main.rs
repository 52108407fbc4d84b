//! Black-box tests of this crate.

// Lints treat helpers as test code only in modules marked `cfg(test)`.
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
