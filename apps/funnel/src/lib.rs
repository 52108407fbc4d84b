//! The landing-funnel administration service: HTTP API, public edge and workers in one program.

pub mod broadcasts;
pub mod cli;
pub mod codes;
pub mod commands;
pub mod config;
pub mod database;
pub mod drain;
pub mod engines;
pub mod events;
pub mod http;
pub mod labels;
pub mod links;
pub mod logging;
pub mod media;
pub mod memory;
pub mod messenger;
pub mod ports;
pub mod provisioners;
pub mod secrets;
pub mod server;
pub mod telemetry;
pub mod traces;
pub mod vault;
pub mod wiring;
pub mod workers;

pub use server::{Server, serve};
