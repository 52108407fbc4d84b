//! Everything that comes in from outside, and what must hold of it whatever it is.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod addresses;
#[cfg(test)]
mod broadcasts;
#[cfg(test)]
mod events;
#[cfg(test)]
mod files;
#[cfg(test)]
mod labels;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod trees;
#[cfg(test)]
mod visitors;
