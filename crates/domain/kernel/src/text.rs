//! Macros and functions for types with a text form: validation, `FromStr` and serde.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};

use crate::{ErrorKind, Location, ValidationErrors, is_blank};

/// Error for a text that is not a valid value; says what is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be {0}")]
pub struct ParseError(&'static str);

impl ParseError {
    /// Creates an error that names the expected text, such as `"two letters, such as DE"`.
    pub const fn needs(what: &'static str) -> Self {
        Self(what)
    }
}

/// Checks one line of text: `min` to `max` characters (not bytes), and no control characters. Unless `min` is 0, text
/// that shows nothing is rejected.
pub fn check_line(text: &str, min: usize, max: usize) -> Result<(), ValidationErrors> {
    check_line_by(text, min, max, is_blank)
}

/// Checks one line of text that was stored. Earlier releases accepted invisible characters alone, and what they stored
/// must stay readable.
#[doc(hidden)]
pub fn check_stored_line(text: &str, min: usize, max: usize) -> Result<(), ValidationErrors> {
    check_line_by(text, min, max, |text| text.trim().is_empty())
}

fn check_line_by(
    text: &str,
    min: usize,
    max: usize,
    is_blank: fn(&str) -> bool,
) -> Result<(), ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let mut error = |kind, message| errors.push(Location::root(), kind, message);
    let length = text.chars().count();
    if length < min || (min > 0 && is_blank(text)) {
        error(ErrorKind::TooShort, "must not be empty".to_owned());
    }
    if length > max {
        error(ErrorKind::TooLong, format!("has more than {max} characters"));
    }
    if text.chars().any(char::is_control) {
        error(ErrorKind::Pattern, "must not contain control characters".to_owned());
    }
    errors.into_result()
}

/// Deserializes a text through a constructor, so that serde applies the same rules. Used by
/// [`text_value!`](crate::text_value).
#[doc(hidden)]
pub fn deserialize_text<'de, T, D, W>(
    deserializer: D,
    constructor: fn(&str) -> Result<T, W>,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    W: fmt::Display,
{
    struct Text<T, W>(fn(&str) -> Result<T, W>);

    impl<T, W: fmt::Display> Visitor<'_> for Text<T, W> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.0)(text).map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Text(constructor))
}

/// Implements `FromStr`, `Serialize` and `Deserialize` for a type that is a text and has `Display`.
///
/// The constructor `parse(&str)` must be the only way to create a value. If it returns an `Option`, pass a text for the
/// [`ParseError`] that says what is allowed. If it returns a `Result`, pass the error type.
///
/// ```
/// #[derive(Debug, PartialEq)]
/// struct Shout(String);
///
/// impl Shout {
///     fn parse(text: &str) -> Option<Self> {
///         (text == text.to_uppercase()).then(|| Self(text.to_owned()))
///     }
/// }
///
/// impl std::fmt::Display for Shout {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         f.write_str(&self.0)
///     }
/// }
///
/// kernel::text_value!(Shout, "upper case");
///
/// assert_eq!("HEY".parse(), Ok(Shout("HEY".to_owned())));
/// assert_eq!("hey".parse::<Shout>().unwrap_err().to_string(), "must be upper case");
/// assert!(serde_json::from_str::<Shout>("\"hey\"").is_err());
/// ```
#[macro_export]
macro_rules! text_value {
    ($name:ident, $needs:expr) => {
        impl ::std::str::FromStr for $name {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                Self::parse(text).ok_or(const { $crate::ParseError::needs($needs) })
            }
        }

        $crate::text_value!(@serde $name, <$name as ::std::str::FromStr>::from_str);
    };
    ($name:ident: $error:ty) => {
        $crate::text_value!($name: $error, stored: <$name as ::std::str::FromStr>::from_str);
    };
    ($name:ident: $error:ty, stored: $restore:expr) => {
        impl ::std::str::FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                Self::parse(text)
            }
        }

        $crate::text_value!(@serde $name, $restore);
    };
    (@serde $name:ident, $restore:expr) => {
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::deserialize_text(deserializer, $restore)
            }
        }
    };
}

/// Defines an enum whose variants have words: `ALL`, `WORDS`, `parse`, `as_str`, `Display`, `FromStr` and serde use the
/// same words.
///
/// ```
/// kernel::words! {
///     /// Speed of the animation.
///     Speed {
///         /// Slowly.
///         Slow = "slow",
///         /// Fast.
///         Fast = "fast",
///     }
/// }
///
/// assert_eq!(Speed::parse("fast"), Some(Speed::Fast));
/// assert_eq!(Speed::Slow.to_string(), "slow");
/// assert_eq!("slowly".parse::<Speed>().unwrap_err().to_string(), "must be one of: slow, fast");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every variant, in the order of the documentation.
            pub const ALL: [Self; [$($word,)*].len()] = [$(Self::$variant,)*];

            /// Every word, in the order of [`Self::ALL`].
            pub const WORDS: &'static [&'static str] = &[$($word,)*];

            /// Parses a word of the API.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }

            /// Word of the variant in the API.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $crate::text_value!($name, $crate::words!(@needs $($word)*));
    };
    (@needs $first:literal $($word:literal)*) => { concat!("one of: ", $first, $(", ", $word,)*) };
}

/// Defines a numeric id of a stored record: `new`, `get`, `Display`, and serde as a plain number.
///
/// ```
/// kernel::stored_id! {
///     /// The number of a dish.
///     DishId
/// }
///
/// assert_eq!(DishId::new(7).to_string(), "7");
/// assert_eq!(serde_json::from_str::<DishId>("7").unwrap(), DishId::new(7));
/// ```
#[macro_export]
macro_rules! stored_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(i64);

        impl $name {
            /// Creates the id from its stored number.
            pub const fn new(id: i64) -> Self {
                Self(id)
            }

            /// Returns the stored number.
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_i64(self.0)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                <i64 as $crate::serde::Deserialize>::deserialize(deserializer).map(Self)
            }
        }
    };
}

/// Defines a type for one line of text with a length in characters (not bytes), without control characters. Unless the
/// minimum is 0, blank text is rejected.
///
/// The type has `MAX`, `parse`, `restore`, `as_str`, `Display`, a quoted `Debug`, `FromStr` and serde.
///
/// ```
/// kernel::line_of_text! {
///     /// What a dish is called, 1-20 characters.
///     Dish, 1..=20
/// }
///
/// assert_eq!(Dish::parse("soup").unwrap().as_str(), "soup");
/// assert!(serde_json::from_str::<Dish>("\"\"").is_err());
/// ```
#[macro_export]
macro_rules! line_of_text {
    ($(#[$doc:meta])* $name:ident, $min:literal..=$max:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Maximum length, in characters.
            pub const MAX: usize = $max;

            /// Checks a text and keeps it as typed; the error lists every broken rule.
            pub fn parse(text: &str) -> ::std::result::Result<Self, $crate::ValidationErrors> {
                $crate::check_line(text, $min, $max).map(|()| Self(text.to_owned()))
            }

            /// Reads a stored text, which an earlier release may have accepted although it shows nothing.
            pub fn restore(text: &str) -> ::std::result::Result<Self, $crate::ValidationErrors> {
                $crate::check_stored_line(text, $min, $max).map(|()| Self(text.to_owned()))
            }

            /// Text as typed.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, "{:?}", self.0)
            }
        }

        $crate::text_value!($name: $crate::ValidationErrors, stored: $name::restore);
    };
}

/// Implements serde for a type that is a tree of JSON. `to_json` serializes the value. `$parse` takes a
/// [`Value`](serde_json::Value) and returns the parsed value or every error in the JSON.
#[macro_export]
macro_rules! json_value {
    ($name:ident, $parse:expr) => {
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::serde::Serialize::serialize(&self.to_json(), serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let json =
                    <$crate::serde_json::Value as $crate::serde::Deserialize>::deserialize(deserializer)?;
                $parse(&json).map_err($crate::serde::de::Error::custom)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::fixed::through;
    use crate::{
        AccountNumber, CountryCode, ErrorKind, Hostname, Language, OwnerId, Page, Rgb, Search, SortableId,
        UnixTime, ValidationErrors,
    };

    #[test]
    fn values_are_stored_in_their_canonical_form_and_read_by_their_constructor() {
        let id = "00000000000000000000000001";
        for (stored, expected) in [
            (through::<CountryCode>(json!("de")), Some(json!("DE"))),
            (through::<CountryCode>(json!("DEU")), None),
            (through::<CountryCode>(json!(49)), None),
            (through::<Language>(json!("PT-br")), Some(json!("pt-BR"))),
            (through::<Language>(json!("deutsch")), None),
            (through::<Hostname>(json!("Links.Example.com.")), Some(json!("links.example.com"))),
            (through::<Hostname>(json!("127.0.0.1")), None),
            (through::<Rgb>(json!("#FF00aa")), Some(json!("#ff00aa"))),
            (through::<Rgb>(json!("red")), None),
            (through::<SortableId>(json!(id)), Some(json!(id))),
            (through::<SortableId>(json!("u")), None),
            (through::<ErrorKind>(json!("too_short")), Some(json!("too_short"))),
            (through::<ErrorKind>(json!("wrong")), None),
            (through::<OwnerId>(json!(7)), Some(json!(7))),
            (through::<AccountNumber>(json!(1)), Some(json!(1))),
            (through::<UnixTime>(json!(1_500)), Some(json!(1_500))),
            (through::<UnixTime>(json!("1500")), None),
            (through::<Search>(json!(" vip ")), Some(json!("vip"))),
            (through::<Search>(json!(" ")), None),
            (
                through::<Page<OwnerId, OwnerId>>(json!({ "items": [1, 2], "next": null })),
                Some(json!({ "items": [1, 2], "next": null })),
            ),
        ] {
            assert_eq!(stored, expected);
        }
    }

    #[test]
    fn a_list_of_errors_is_read_again_if_it_is_one_that_was_written() {
        let error = json!({ "location": ["buttons", 0, "url"], "kind": "missing", "message": "is missing" });
        let written = json!([error]);
        assert_eq!(through::<ValidationErrors>(written.clone()), Some(written));
        let longest = vec![error.clone(); ValidationErrors::MOST + 1];
        assert!(through::<ValidationErrors>(json!(longest)).is_some());
        assert_eq!(through::<ValidationErrors>(json!(vec![error; ValidationErrors::MOST + 2])), None);
    }

    #[test]
    fn what_serde_refuses_is_reported_in_the_words_of_the_constructor() {
        let error = serde_json::from_value::<Hostname>(json!("localhost")).unwrap_err();
        assert!(error.to_string().contains("must have at least two labels"), "{error}");
        let error = serde_json::from_value::<CountryCode>(json!("DEU")).unwrap_err();
        assert!(error.to_string().contains("must be two letters, such as DE"), "{error}");
    }
}
