#![doc = include_str!("../README.md")]

mod audio;
mod files;
mod images;
mod labels;
mod raster;
mod sniff;

pub use audio::{MAX_SOUND_BYTES, Sound, SoundError, accept_sound};
#[cfg(any(test, feature = "mock"))]
pub use files::MockAssetStore;
pub use files::{AssetError, AssetName, AssetNameError, AssetStore, Extension, LocalAssets};
#[cfg(feature = "s3")]
pub use files::{S3Assets, S3Config, S3ConfigError};
pub use images::{Picture, PictureError, PictureFormat, PictureLimits, accept_picture};
pub use labels::{Label, MAX_CHARS, Reason, SIZES, clean_text, font_file, render_label, turns_text};
pub use raster::{RASTER_SIZES, RasterError, rasterise};
