//! The simulation over real sockets.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod engine;
#[cfg(test)]
mod events;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod pixels;
#[cfg(test)]
mod program;
#[cfg(test)]
mod push;
#[cfg(test)]
mod support;
