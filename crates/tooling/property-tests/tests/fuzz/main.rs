//! External inputs of all kinds, with properties that must hold for any input.

// Clippy treats the helpers as test code only with an attribute on each module.
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
