//! Uploaded sounds: checked by content and structure, and reduced to their audio data.

mod mp3;
mod ogg;
#[cfg(test)]
mod tests;
mod wav;

use bytes::Bytes;

use crate::files::{AssetName, Extension};
use crate::sniff::kind_of;

/// Maximum size of an accepted sound file, in bytes.
pub const MAX_SOUND_BYTES: usize = 2 << 20;

/// Sound that may be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sound {
    /// Sound file without tags, pictures and other extra data.
    pub bytes: Bytes,
    pub extension: Extension,
    /// Content type of responses with the file.
    pub content_type: &'static str,
}

impl Sound {
    /// Returns the file name under which the sound is stored.
    pub fn name(&self) -> AssetName {
        AssetName::of(&self.bytes, self.extension)
    }
}

/// Reason why a sound is rejected. The texts are messages for the uploader.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SoundError {
    #[error("the file is empty")]
    Empty,
    #[error("the file has {bytes} bytes; at most {limit} are accepted")]
    TooLarge {
        /// Size of the file, in bytes.
        bytes: usize,
        /// Maximum size, in bytes.
        limit: usize,
    },
    /// The content has another format.
    #[error("an MP3, Ogg or WAVE sound is needed; the content of this file is {found}")]
    Unsupported {
        /// Detected format.
        found: &'static str,
    },
    #[error("the file ends before the sound does")]
    Truncated,
    /// The content violates its format; the reason.
    #[error("the sound file is damaged: {0}")]
    Damaged(&'static str),
}

/// Checks a sound without decoding it: its frames, pages or chunks must be contiguous from the first to the last.
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
        _ if mp3::begins(bytes) => (mp3::sound(bytes)?, Extension::Mp3),
        found => return Err(SoundError::Unsupported { found }),
    };
    Ok(Sound { bytes: Bytes::from(bytes), extension, content_type: extension.content_type() })
}

/// Checks a sound that was stored before under a name of its content.
///
/// Earlier versions kept the comments of Ogg files.
pub(crate) fn is_kept_sound(bytes: &[u8], name: AssetName) -> bool {
    let is_ogg = name.extension() == Extension::Ogg && bytes.len() <= MAX_SOUND_BYTES;
    accept_sound(bytes).is_ok_and(|sound| sound.name() == name) || (is_ogg && ogg::is_whole(bytes))
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
