//! Tests of the prober with real sockets.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod looking;
