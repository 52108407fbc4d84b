//! What the ports promise, on a real PostgreSQL.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod keys;
#[cfg(test)]
mod members;
#[cfg(test)]
mod team;
