#![doc = include_str!("../README.md")]

mod audio;
mod codes;
mod files;
mod images;
mod intake;
mod labels;
mod raster;
mod sniff;
mod stored;

pub use audio::{MAX_SOUND_BYTES, Sound, SoundError, accept_sound};
pub use codes::{QrRenderer, render_code, render_sheet};
pub use files::{AssetError, AssetName, AssetNameError, AssetStore, Extension, LocalAssets};
#[cfg(feature = "s3")]
pub use files::{S3Assets, S3Config, S3ConfigError};
pub use images::{Picture, PictureError, PictureFormat, PictureLimits, Stored, accept_picture};
pub use intake::UploadIntake;
pub use labels::{Label, MAX_CHARS, Reason, SIZES, Typesetter, clean_text, render_label};
pub use raster::{RASTER_SIZES, RasterError, rasterise};
pub use stored::StoredFiles;
