use std::fmt;

/// Name of a stored file, derived from its content: equal content has an equal name, and the content of a name
/// never changes.
///
/// Consists of lower-case letters, digits, `-`, and one `.` before the extension.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileName(String);

impl FileName {
    /// Parses a name of at most 80 characters with one extension.
    pub fn parse(name: &str) -> Option<Self> {
        let (stem, extension) = name.split_once('.')?;
        let plain = |part: &str, more: &[u8]| {
            !part.is_empty()
                && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || more.contains(&b))
        };
        (name.len() <= 80 && plain(stem, b"-") && plain(extension, b"")).then(|| Self(name.to_owned()))
    }

    /// Name with its extension.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

crate::text_value!(FileName, "the name of a stored file");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for (name, ok) in [
            ("0a1b.png", true),
            ("a-b.svg", true),
            ("", false),
            ("x", false),
            (".png", false),
            ("a.", false),
            ("../a.png", false),
            ("a/b.png", false),
            ("A.png", false),
            ("a.b.png", false),
        ] {
            assert_eq!(FileName::parse(name).is_some(), ok, "{name:?}");
        }
    }
}
