//! The simulation over real sockets.

// Clippy treats the helpers as test code only with an attribute on each module.
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
