//! Tests of the client over real sockets, against scripted and simulated engines.

// Lints treat helpers as test code only in modules marked `cfg(test)`.
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
