//! Tests of the public interface.

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
