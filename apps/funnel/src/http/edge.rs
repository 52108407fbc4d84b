//! The public side: landing pages and redirects. Nothing here touches the database while the news channel is alive.

mod cache;
mod client;
mod cookie;
mod files;
mod handlers;
mod networks;
mod page;

pub use cache::{HostCache, HostFacts, HostSource};
pub use client::{Client, Clients, CountrySource};
pub use files::routes as file_routes;
pub use handlers::routes;
pub use networks::Networks;
pub use page::{CompiledPage, Rendering};

/// The live pages of a process.
pub type LiveCache = HostCache<CompiledPage>;
