//! Randomness of the system. Nothing accepts a seeded source, because tests set pauses and keys themselves.

/// Returns a random number between 0 and 1.
pub(crate) fn fraction() -> f64 {
    f64::from(u32::from_le_bytes(bytes())) / f64::from(u32::MAX)
}

/// Returns a unique random text.
pub(crate) fn key() -> String {
    bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns random bytes. Falls back to the hash seeds of the standard library if the system has no random source;
/// every known platform has one.
fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[expect(
        clippy::disallowed_methods,
        reason = "the SDK stands alone: it has no kernel that it could get entropy from"
    )]
    if getrandom::fill(&mut bytes).is_err() {
        use std::hash::{BuildHasher as _, RandomState};
        for byte in &mut bytes {
            *byte = RandomState::new().hash_one(0).to_le_bytes().first().copied().unwrap_or_default();
        }
    }
    bytes
}
