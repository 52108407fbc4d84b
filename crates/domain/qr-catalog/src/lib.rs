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
pub mod print;
pub mod scannability;

pub use catalog::{Preset, catalog, preset};
pub use code::{Channel, Code, CodeId, CodePatch, InvalidSlug, NewCode, Notes, Slug, SourceLabel, Title};
#[cfg(feature = "use-cases")]
pub use codes::{CodeEdit, CodeError, CodeRequest, Codes, Look, Preview};
pub use design::{CallToAction, Design, EyeDot, EyeFrame, Frame, Gradient, GradientKind, Logo, Module, Stop};
pub use draw::{Area, DrawOptions, Drawing, DrawnLogo, DrawnText, TooLong, draw};
pub use live::{CodesStamp, HostCodes, LiveCode};
pub use picture::{PictureForm, PictureName};
#[cfg(feature = "use-cases")]
pub use ports::{CodeRenderer, CodeStats, CodeStore, CodeStoreError, CountedCode, LiveCodes, RenderError};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockCodeRenderer, MockCodeStore, MockLiveCodes};
pub use print::{Paper, PrintBoxes, PrintWidth, Sheet, SheetError};
pub use scannability::{ErrorCorrection, Scannability, Warning};

#[cfg(test)]
mod serde_tests;
