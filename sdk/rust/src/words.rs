//! Macro for the enums of the API.

/// Declares an enum of words: `Unit { Day = "day", Week = "week" }`. Words that this SDK does not know become `Other`.
macro_rules! words {
    ($(#[$docs:meta])* $name:ident { $($variant:ident = $word:literal,)+ }) => {
        $(#[$docs])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`")]
                #[serde(rename = $word)]
                $variant,
            )+
            /// Word that this SDK does not know.
            #[serde(untagged)]
            Other(String),
        }

        impl $name {
            /// Returns the word in the API.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Other(word) => word,
                }
            }
        }
    };
}

pub(crate) use words;
