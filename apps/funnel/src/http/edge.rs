//! The public side: landing pages and redirects. Nothing here touches the database while the news channel is alive.

mod cache;
mod client;
mod handlers;
mod page;

pub use cache::LiveCache;
pub use client::{Clients, CountrySource};
pub use handlers::routes;
