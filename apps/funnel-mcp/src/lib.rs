#![doc = include_str!("../README.md")]

mod arguments;
mod catalog;
mod confirmation;
mod http;
mod resources;
mod server;
mod tools;

use std::sync::Arc;

use rmcp::ServiceExt as _;
use secrecy::SecretString;

pub use self::catalog::Catalog;
pub use self::http::{LARGEST_BODY, service};
use self::server::{Keys, Offer, Server};
pub use self::tools::{Toolset, Toolsets};

/// Access level of the offered tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Tools that change nothing.
    Read,
    /// All tools that the key's rights grant.
    Write,
}

/// Serves one key over standard input and output, until the input ends.
///
/// # Errors
///
/// Fails if the client violates the protocol.
pub async fn serve_stdio(
    api: String,
    key: SecretString,
    catalog: Catalog,
    access: Access,
    toolsets: Toolsets,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let server = Server::new(api, Arc::new(catalog), access, Keys::Fixed(key), Offer::Fixed(toolsets));
    let running = server.serve(rmcp::transport::stdio()).await?;
    running.waiting().await?;
    Ok(())
}
