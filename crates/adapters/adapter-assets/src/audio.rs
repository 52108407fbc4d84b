//! Uploaded sounds: accepted by content and structure, and cut to their audio data.

mod mp3;
mod ogg;
#[cfg(test)]
mod tests;
mod wav;

use bytes::Bytes;

use crate::files::{AssetName, Extension};
use crate::sniff::kind_of;

/// The longest sound file that is accepted.
pub const MAX_SOUND_BYTES: usize = 2 << 20;

/// A sound that may be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sound {
    /// The file: the sound without the tags, pictures and other data around it.
    pub bytes: Bytes,
    /// Its kind.
    pub extension: Extension,
    /// The type that it is served with.
    pub content_type: &'static str,
}

impl Sound {
    /// The name that it is stored under.
    pub fn name(&self) -> AssetName {
        AssetName::of(&self.bytes, self.extension)
    }
}

/// Why a sound is refused. The texts are messages for the sender.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SoundError {
    /// Nothing was sent.
    #[error("the file is empty")]
    Empty,
    /// The file is too long.
    #[error("the file has {bytes} bytes; at most {limit} are accepted")]
    TooLarge {
        /// Its length.
        bytes: usize,
        /// The longest that is accepted.
        limit: usize,
    },
    /// The content is of another kind.
    #[error("an MP3, Ogg or WAVE sound is needed; the content of this file is {found}")]
    Unsupported {
        /// What it is.
        found: &'static str,
    },
    /// The file ends too early.
    #[error("the file ends before the sound does")]
    Truncated,
    /// The file is not what it says.
    #[error("the sound file is damaged: {0}")]
    Damaged(&'static str),
}

/// Checks a sound without decoding it: its frames, pages or chunks must follow each other from the first to the last.
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
        // Without a tag in front an MP3 begins with its first frame.
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
