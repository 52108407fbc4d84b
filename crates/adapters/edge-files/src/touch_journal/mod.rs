//! Touches from memory to files to the store.

mod aside;
mod home;
mod journal;
mod putting;
mod record;
mod redrive;
mod reserve;
mod segment;
mod shipper;

pub use home::{Home, HomeError};
pub use journal::Journal;
pub use putting::{Held, Pace};
pub use redrive::AsideFolder;
pub use shipper::Shipper;
