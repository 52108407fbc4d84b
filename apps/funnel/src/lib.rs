//! The landing-funnel administration service: HTTP API, public edge and workers in one program.

pub mod cli;
pub mod commands;
pub mod config;
pub mod fish;
pub mod memory;
pub mod overrides;
mod processors;
pub mod server;
pub mod telemetry;
pub mod version;
pub mod wiring;

pub use server::{Server, serve};
