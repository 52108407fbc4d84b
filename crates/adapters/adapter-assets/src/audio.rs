//! Uploaded sounds. They are checked by content and structure, and reduced to their audio data.

mod mp3;
mod ogg;
#[cfg(test)]
mod tests;
mod wav;

use bytes::Bytes;

use crate::files::{AssetName, Extension};
use crate::sniff::kind_of;

/// Maximum size of a sound file.
pub const MAX_SOUND_BYTES: usize = 2 << 20;

/// An accepted sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sound {
    /// The file without tags, pictures and other data around the sound.
    pub bytes: Bytes,
    /// File extension.
    pub extension: Extension,
    /// Content type for serving the file.
    pub content_type: &'static str,
}

impl Sound {
    /// Returns the name for storing the file.
    pub fn name(&self) -> AssetName {
        AssetName::of(&self.bytes, self.extension)
    }
}

/// Reason why a sound is refused. The texts are shown to the sender.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SoundError {
    /// The upload is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is too large.
    #[error("the file has {bytes} bytes; at most {limit} are accepted")]
    TooLarge {
        /// File size.
        bytes: usize,
        /// Maximum file size.
        limit: usize,
    },
    /// The content is of another kind.
    #[error("an MP3, Ogg or WAVE sound is needed; the content of this file is {found}")]
    Unsupported {
        /// Detected kind.
        found: &'static str,
    },
    /// The file ends too early.
    #[error("the file ends before the sound does")]
    Truncated,
    /// The structure of the file is invalid.
    #[error("the sound file is damaged: {0}")]
    Damaged(&'static str),
}

/// Checks a sound without decoding it. Its frames, pages or chunks must follow each other without a
/// gap.
pub fn accept_sound(bytes: &[u8]) -> Result<Sound, SoundError> {
    if bytes.is_empty() {
        return Err(SoundError::Empty);
    }
    if bytes.len() > MAX_SOUND_BYTES {
        return Err(SoundError::TooLarge { bytes: bytes.len(), limit: MAX_SOUND_BYTES });
    }
    let (bytes, extension) = match kind_of(bytes) {
        "WAVE" => (wav::sound(bytes)?, Extension::Wav),
        "Ogg" => (ogg::sound(bytes)?, Extension::Ogg),
        "MP3" => (mp3::sound(bytes)?, Extension::Mp3),
        // An MP3 without a tag begins with its first frame.
        _ if mp3::begins(bytes) => (mp3::sound(bytes)?, Extension::Mp3),
        found => return Err(SoundError::Unsupported { found }),
    };
    Ok(Sound { bytes: Bytes::from(bytes), extension, content_type: extension.content_type() })
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], SoundError> {
    let end = at.checked_add(N).ok_or(SoundError::Truncated)?;
    let found = bytes.get(at..end).and_then(|found| found.try_into().ok());
    found.ok_or(SoundError::Truncated)
}

fn part(bytes: &[u8], at: usize, length: usize) -> Result<&[u8], SoundError> {
    let end = at.checked_add(length).ok_or(SoundError::Truncated)?;
    bytes.get(at..end).ok_or(SoundError::Truncated)
}
