#![doc = include_str!("../README.md")]

mod account;
mod catalogue;
mod client;
mod control;
mod engine;
mod fans;
mod faults;
mod input;
mod pixel_log;
mod pixels;
mod population;
mod push;
mod push_target;
mod reply;
mod rng;
mod sim;
mod story;
mod time;
pub mod wire;
mod world;

pub use account::{AccountConfig, Behaviour, ContentRequest, SentMessage};
pub use client::{SimClient, SimError};
pub use control::{AccountOverview, Injection};
pub use faults::{Fault, FaultKind};
pub use pixel_log::{PixelAnswer, PixelTokens, Platform, Received};
pub use push::{sign, sign_bound};
pub use push_target::{PushMode, PushProgress, PushTarget};
pub use sim::{RunningSim, Sim, SimConfig};
pub use story::{Act, Play, Visit, Visited};
pub use time::run_of_now;
pub use world::CallRecord;
