//! Tests of the client with real sockets and scripted engines.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod answers;
#[cfg(test)]
mod beside;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod network;
#[cfg(test)]
mod scripted;
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod state;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tries;
