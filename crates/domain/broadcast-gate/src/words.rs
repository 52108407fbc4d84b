//! What enums with words have in common.

/// The text is not a word of the type that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text is not a valid value")]
#[non_exhaustive]
pub struct ParseError;

impl ParseError {
    pub(crate) fn of(_text: &str) -> Self {
        Self
    }
}

/// `parse` and `as_str` of an enum whose words strum derives, beside its `FromStr` and `Display`.
macro_rules! words {
    ($type:ty) => {
        impl $type {
            /// Reads the word of the interface.
            pub fn parse(word: &str) -> Option<Self> {
                word.parse().ok()
            }

            /// The word of the interface.
            pub fn as_str(self) -> &'static str {
                self.into()
            }
        }
    };
}

pub(crate) use words;
