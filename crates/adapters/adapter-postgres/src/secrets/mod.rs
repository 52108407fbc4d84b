//! Secrets at rest: sealing, their keys, and the rotation of the keys.

pub(crate) mod cipher;
pub(crate) mod rekeying;
pub(crate) mod rotation;
pub(crate) mod sealing;
pub(crate) mod secret_keys;
