//! Names of stored files, and limits on uploads.

pub use kernel::FileName;
use serde::{Deserialize, Serialize};

/// Limit on an owner's uploads over all time, because files are never deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileQuota {
    /// Maximum number of files; `None` if unlimited.
    pub files: Option<u64>,
    /// Maximum total size of all files, in bytes; `None` if unlimited.
    pub bytes: Option<u64>,
}

/// Decision whether a quota admits a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// The quota admits the file, or the file was already counted.
    Admitted,
    /// The owner has reached the maximum number of files.
    TooMany,
    /// The total size of all files would exceed the limit.
    TooLarge,
}

/// Place that shows an uploaded picture, which determines the size of the stored file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// Picture of a banner, 48 pixels wide, on screens of up to three pixels per CSS pixel.
    Avatar,
    /// Background of a page.
    Background,
    /// Picture of a preview in shared links.
    Preview,
    /// Logo in the middle of a printed code.
    Logo,
}

/// Width and height of a picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PictureSize {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Uploaded picture that was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPicture {
    /// Name of the file.
    pub file: FileName,
    /// Size of the picture, if the validator reports sizes.
    pub size: Option<PictureSize>,
}
