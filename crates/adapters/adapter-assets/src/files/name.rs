use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

macro_rules! extensions {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal, $content_type:literal;)+) => {
        /// Kinds of stored files.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Extension {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Extension {
            /// All kinds.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// Returns the extension without the dot.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// Returns the content type for serving the file.
            pub fn content_type(self) -> &'static str {
                match self { $(Self::$variant => $content_type,)+ }
            }
        }
    };
}

extensions! {
    /// A picture with transparency.
    Png = "png", "image/png";
    /// A picture without transparency.
    Jpg = "jpg", "image/jpeg";
    /// A WebP picture.
    Webp = "webp", "image/webp";
    /// A drawing made by this service, never an upload.
    Svg = "svg", "image/svg+xml";
    /// An MP3 sound.
    Mp3 = "mp3", "audio/mpeg";
    /// An Ogg sound.
    Ogg = "ogg", "audio/ogg";
    /// A WAVE sound.
    Wav = "wav", "audio/wav";
}

const DIGEST_BYTES: usize = 16;

/// Name of a stored file: the first 32 hex digits of its SHA-256, a dot and the extension.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AssetName {
    digest: [u8; DIGEST_BYTES],
    extension: Extension,
}

/// The text is not the name of a stored file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a file name is 32 lower-case hexadecimal digits, a dot and a known extension")]
pub struct AssetNameError;

impl AssetName {
    /// Creates the name for a content.
    pub fn of(content: &[u8], extension: Extension) -> Self {
        let mut digest = [0; DIGEST_BYTES];
        for (target, byte) in digest.iter_mut().zip(Sha256::digest(content)) {
            *target = byte;
        }
        Self { digest, extension }
    }

    /// Parses a name. Only the output of [`fmt::Display`] is accepted, so a name is safe in a path.
    pub fn parse(text: &str) -> Result<Self, AssetNameError> {
        let (digits, kind) = text.split_once('.').ok_or(AssetNameError)?;
        let extension = Extension::ALL.into_iter().find(|extension| extension.as_str() == kind);
        let extension = extension.ok_or(AssetNameError)?;
        if digits.len() != DIGEST_BYTES * 2 {
            return Err(AssetNameError);
        }
        let mut digest = [0; DIGEST_BYTES];
        for (target, pair) in digest.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
            let &[high, low] = pair else { return Err(AssetNameError) };
            *target =
                nibble(high).zip(nibble(low)).map(|(high, low)| high << 4 | low).ok_or(AssetNameError)?;
        }
        Ok(Self { digest, extension })
    }

    /// Returns the kind of the file.
    pub fn extension(&self) -> Extension {
        self.extension
    }

    /// Returns the content type for serving the file.
    pub fn content_type(&self) -> &'static str {
        self.extension.content_type()
    }

    /// Returns the folder of the file, one of 256, so that none gets too large.
    fn shard(self) -> u8 {
        let [first, ..] = self.digest;
        first
    }

    /// Returns the path of the file below the root of a store.
    pub(super) fn path(self) -> String {
        format!("{:02x}/{self}", self.shard())
    }
}

/// Parses a hex digit. Upper case is refused so that a name has only one form.
fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for AssetName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.digest {
            write!(formatter, "{byte:02x}")?;
        }
        write!(formatter, ".{}", self.extension.as_str())
    }
}

impl fmt::Debug for AssetName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for AssetName {
    type Err = AssetNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_made_of_the_content_and_read_back() {
        let name = AssetName::of(b"abc", Extension::Jpg);
        assert_eq!(name.to_string(), "ba7816bf8f01cfea414140de5dae2223.jpg");
        assert_eq!(AssetName::parse(&name.to_string()), Ok(name));
        assert_eq!(name.path(), "ba/ba7816bf8f01cfea414140de5dae2223.jpg");
        assert_eq!(name.content_type(), "image/jpeg");
    }

    #[test]
    fn nothing_else_is_a_name() {
        for text in [
            "",
            ".jpg",
            "ba7816bf8f01cfea414140de5dae2223",
            "ba7816bf8f01cfea414140de5dae2223.",
            "ba7816bf8f01cfea414140de5dae2223.exe",
            "ba7816bf8f01cfea414140de5dae2223.JPG",
            "BA7816bf8f01cfea414140de5dae2223.jpg",
            "ba7816bf8f01cfea414140de5dae222.jpg",
            "ba7816bf8f01cfea414140de5dae22233.jpg",
            "../816bf8f01cfea414140de5dae2223a.jpg",
            "ba7816bf8f01cfea414140de5dae222/.jpg",
            "ba7816bf8f01cfea414140de5dae2é.jpg",
            "ba7816bf8f01cfea414140de5dae2223.jpg/..",
        ] {
            assert_eq!(AssetName::parse(text), Err(AssetNameError), "{text}");
        }
    }
}
