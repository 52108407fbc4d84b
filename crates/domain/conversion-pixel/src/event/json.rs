//! Minimal JSON writer. Numbers keep every digit, unlike in a JSON library.

use std::fmt;

/// JSON value.
pub(super) enum Json {
    Text(String),
    /// Number, written unchanged.
    Number(String),
    List(Vec<Json>),
    Map(Vec<(&'static str, Json)>),
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => quoted(f, text),
            Self::Number(number) => f.write_str(number),
            Self::List(items) => {
                f.write_str("[")?;
                for (n, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if n > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Map(entries) => {
                f.write_str("{")?;
                for (n, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}\"{key}\":{value}", if n > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_read_back(text in any::<String>()) {
            let json = Json::Map(vec![("k", Json::List(vec![Json::Text(text.clone()), Json::from("x")]))]);
            let read: serde_json::Value = serde_json::from_str(&json.to_string()).unwrap();
            prop_assert_eq!(read, serde_json::json!({ "k": [text, "x"] }));
        }
    }
}
