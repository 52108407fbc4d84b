use serde::Serialize;

/// A body with a field that is shown exactly once, such as a new token.
pub trait ShownOnce: Serialize {
    /// The body without that field.
    type Rest: Serialize;

    /// Returns the body for a repeated request.
    fn rest(&self) -> Self::Rest;
}
