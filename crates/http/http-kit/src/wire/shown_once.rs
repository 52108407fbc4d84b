use serde::Serialize;

/// Body with a field that is shown exactly once, such as a new token.
pub trait ShownOnce: Serialize {
    /// Type of the body without that field.
    type Rest: Serialize;

    /// Returns the body for a repeated request.
    fn rest(&self) -> Self::Rest;
}
