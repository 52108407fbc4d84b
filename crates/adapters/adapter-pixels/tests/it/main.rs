//! The sender, over real sockets.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod answers;
#[cfg(test)]
mod bodies;
#[cfg(test)]
mod platform;
#[cfg(test)]
mod stand_in;
