//! The landing-funnel administration service: HTTP API, public edge and workers in one program.

pub mod broadcasts;
pub mod cli;
pub mod commands;
pub mod config;
pub mod database;
pub mod engines;
pub mod events;
pub mod links;
pub mod logging;
pub mod memory;
pub mod messenger;
mod processors;
pub mod secrets;
pub mod server;
pub mod telemetry;
pub mod traces;
pub mod vault;
pub mod wiring;
pub mod workers;

pub use server::{Server, serve};
