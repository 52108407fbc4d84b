#![doc = include_str!("../README.md")]

mod abandoned;
mod account;
mod citus;
mod cluster;
mod elsewhere;
mod error;
mod home;
#[cfg(feature = "install")]
mod install;
mod installation;
mod locks;
mod package;
mod postmaster;
mod server;
mod settings;
mod state;
mod wipe;

pub use citus::Citus;
pub use error::Error;
#[cfg(feature = "install")]
pub use install::install_if_absent;
pub use server::{DATABASE, Released, Server, USER};
pub use settings::{Durability, Settings};
pub use wipe::wipe;
