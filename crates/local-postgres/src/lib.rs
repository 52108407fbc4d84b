#![doc = include_str!("../README.md")]

mod account;
mod cluster;
mod error;
mod home;
mod installation;
mod locks;
mod package;
mod postmaster;
mod server;
mod settings;
mod state;
mod wipe;

pub use error::Error;
pub use server::{DATABASE, Released, Server, USER};
pub use settings::{Durability, Settings};
pub use wipe::wipe;
