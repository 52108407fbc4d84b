#![doc = include_str!("../README.md")]

mod files;
mod labels;
mod pictures;
mod raster;
mod sniff;
mod sounds;

#[cfg(any(test, feature = "mock"))]
pub use files::MockAssetStore;
pub use files::{AssetError, AssetName, AssetNameError, AssetStore, Extension, LocalAssets};
#[cfg(feature = "s3")]
pub use files::{S3Assets, S3Config, S3ConfigError};
pub use labels::{Label, MAX_CHARS, Reason, SIZES, clean_text, face_file, render_label, turns_text};
pub use pictures::{Picture, PictureError, PictureFormat, PictureLimits, accept_picture};
pub use raster::{RASTER_SIZES, RasterError, rasterise};
pub use sounds::{MAX_SOUND_BYTES, Sound, SoundError, accept_sound};
