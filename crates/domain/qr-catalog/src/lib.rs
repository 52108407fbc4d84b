#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod catalog;
pub mod code;
#[cfg(feature = "use-cases")]
pub mod codes;
pub mod design;
pub mod draw;
pub mod live;
pub mod picture;
#[cfg(feature = "use-cases")]
pub mod ports;
pub mod scannability;

pub use catalog::{Preset, catalog, preset};
pub use code::{Channel, Code, CodeId, CodePatch, InvalidSlug, NewCode, Slug, SourceLabel, Title};
#[cfg(feature = "use-cases")]
pub use codes::{CodeEdit, CodeError, CodeRequest, Codes, Look, Preview};
pub use design::{Design, EyeDot, EyeFrame, Gradient, GradientKind, Module, Stop};
pub use draw::{DrawOptions, Drawing, TooLong, draw};
pub use live::{CodesStamp, HostCodes, LiveCode};
pub use picture::PictureName;
#[cfg(feature = "use-cases")]
pub use ports::{
    CodeRasterizer, CodeStats, CodeStore, CodeStoreError, CountedCode, LiveCodes, RasterizeError,
};
#[cfg(all(feature = "use-cases", any(test, feature = "mock")))]
#[doc(hidden)]
pub use ports::{MockCodeRasterizer, MockCodeStore, MockLiveCodes};
pub use scannability::{Scannability, Warning};
