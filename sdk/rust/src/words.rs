//! Closed sets of words, and values of later releases.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Word that this SDK does not know. Only answers of a later release have such words; a program can't build one.
///
/// ```
/// use funnel_sdk::types::{Platform, WebhookFilter};
///
/// assert_eq!(Platform::parse("meta"), Some(Platform::Meta));
/// assert_eq!(Platform::parse("facebook"), None);
/// assert_eq!(WebhookFilter::parse("no.such"), None);
/// ```
///
/// ```compile_fail
/// use funnel_sdk::types::Platform;
///
/// let platform = Platform::Other("facebook".into());
/// ```
///
/// ```compile_fail
/// use funnel_sdk::types::WebhookCreate;
///
/// let webhook = WebhookCreate { events: vec!["no.such".into()], ..WebhookCreate::default() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnknownWord(Box<str>);

impl UnknownWord {
    pub(crate) fn new(word: String) -> Self {
        Self(word.into_boxed_str())
    }

    /// Returns the word in the API.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Value of a form that this SDK does not know. Only answers of a later release have such values; a program can't build
/// one.
///
/// ```
/// use funnel_sdk::types::{Policy, SmartLinkCreate};
///
/// let policy = Some(Policy::default());
/// let link = SmartLinkCreate { policy, ..SmartLinkCreate::default() };
/// ```
///
/// ```compile_fail
/// use funnel_sdk::types::{Policy, SmartLinkCreate};
///
/// let policy = Some(serde_json::json!({ "nonsense": true }));
/// let link = SmartLinkCreate { policy, ..SmartLinkCreate::default() };
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnknownValue(serde_json::Value);

impl UnknownValue {
    /// Returns the value in the API.
    pub fn as_json(&self) -> &serde_json::Value {
        &self.0
    }
}

/// Declares an enum of words: `Unit { Day = "day", Week = "week" }`. Words that this SDK does not know become `Other`.
macro_rules! words {
    ($(#[$docs:meta])* $name:ident { $($variant:ident = $word:literal,)+ }) => {
        $(#[$docs])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`")]
                $variant,
            )+
            /// Word that this SDK does not know.
            Other($crate::UnknownWord),
        }

        impl $name {
            /// Every word that this SDK knows.
            pub const WORDS: &'static [&'static str] = &[$($word,)+];

            /// Parses a word of the API; `None` for a word that this SDK does not know.
            pub fn parse(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// Returns the word in the API.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Other(word) => word.as_str(),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, word: &str) -> bool {
                self.as_str() == word
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, word: &&str) -> bool {
                self.as_str() == *word
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                Ok(Self::parse(&word).unwrap_or_else(|| Self::Other($crate::UnknownWord::new(word))))
            }
        }
    };
}

pub(crate) use words;

#[cfg(test)]
#[expect(unreachable_pub, reason = "the macro declares public words")]
mod tests {
    use std::collections::BTreeMap;

    words! {
        /// Length of time.
        Unit {
            Day = "day",
            Week = "week",
        }
    }

    #[test]
    fn a_word_of_a_later_release_is_kept() {
        let text = r#"{"day":["week"],"month":["year"]}"#;
        let read: BTreeMap<Unit, Vec<Unit>> = serde_json::from_str(text).unwrap();
        assert_eq!(read[&Unit::Day], [Unit::Week]);
        let (month, year) = read.iter().nth(1).unwrap();
        assert_eq!((month.as_str(), year[0].to_string().as_str()), ("month", "year"));
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert_eq!(Unit::parse("month"), None);
        assert_eq!(Unit::WORDS, ["day", "week"]);
    }
}
