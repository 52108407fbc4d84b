//! The simulation over real sockets.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod engine;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod support;
