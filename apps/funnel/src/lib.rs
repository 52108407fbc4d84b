//! The landing-funnel administration service: HTTP API, public edge and workers in one program.

pub mod cli;
pub mod commands;
pub mod config;
pub mod database;
pub mod logging;
pub mod memory;
pub mod overrides;
mod processors;
pub mod secrets;
pub mod server;
pub mod telemetry;
pub mod traces;
pub mod version;
pub mod wiring;
pub mod workers;

pub use server::{Server, serve};
