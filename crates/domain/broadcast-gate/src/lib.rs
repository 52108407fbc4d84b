#![doc = include_str!("../README.md")]

pub mod audience;
pub mod campaign;
pub mod campaigns;
pub mod deliver;
pub mod forecast;
pub mod gate;
pub mod histogram;
pub mod ledger;
pub mod message;
pub mod pace;
pub mod planning;
pub mod ports;
pub mod preview;
pub mod quiet;
pub mod screening;
pub mod state;
pub mod stop;
pub mod text;
mod walk;

#[cfg(test)]
mod testing;
