//! The public side: landing pages and redirects. Nothing here touches the database while the news channel is alive.

mod cache;
mod client;
mod files;
mod handlers;
mod page;

pub use cache::LiveCache;
pub use client::{Clients, CountrySource};
pub use files::routes as file_routes;
pub use handlers::routes;
pub use page::{CompiledPage, Rendering};
