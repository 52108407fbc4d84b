//! What enums with words and text values have in common.

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
            /// Reads the word on the wire.
            pub fn parse(word: &str) -> Option<Self> {
                word.parse().ok()
            }

            /// The word on the wire.
            pub fn as_str(self) -> &'static str {
                self.into()
            }
        }
    };
}

/// `FromStr` of types whose `parse` returns an `Option`.
macro_rules! from_str {
    ($($type:ty),*) => {$(
        impl std::str::FromStr for $type {
            type Err = crate::ParseError;

            fn from_str(text: &str) -> Result<Self, crate::ParseError> {
                Self::parse(text).ok_or(crate::ParseError)
            }
        }
    )*};
}

pub(crate) use {from_str, words};
