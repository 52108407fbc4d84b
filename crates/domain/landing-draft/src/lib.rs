#![doc = include_str!("../README.md")]

pub mod appearance;
pub mod banner;
pub mod button;
pub mod copying;
pub mod cpu;
pub mod diff;
mod document;
pub mod domain;
pub mod domains;
pub mod editing;
pub mod experiment;
pub mod file;
pub mod id;
pub mod labels;
pub mod landing;
pub mod library;
pub mod ports;
pub mod preset;
pub mod provisioning;
pub mod publishing;
mod reading;
pub mod rule;
pub mod segment;
pub mod selection;
pub mod stamping;
pub mod target;
pub mod text;
pub mod uploads;
pub mod visitor;
mod weight;

#[cfg(test)]
mod testing;
