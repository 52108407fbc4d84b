//! The API for an AI assistant that starts this program.

use anyhow::{Context as _, anyhow};
use funnel_mcp::{Access, Catalog, Toolsets};
use secrecy::SecretString;

/// Environment variable with the key. Command line arguments would be visible to every process of
/// the machine.
const KEY: &str = "FUNNEL_API_KEY";

/// Serves standard input and output until the input ends. Only the protocol may write to standard
/// output.
pub async fn mcp(api: String, write: bool, toolsets: Toolsets) -> anyhow::Result<()> {
    let key = std::env::var(KEY).ok().filter(|key| !key.is_empty());
    let key = SecretString::from(key.with_context(|| format!("{KEY} is not set"))?);
    let catalog = Catalog::of(&admin_api::openapi::document().to_json()?)?;
    let access = if write { Access::Write } else { Access::Read };
    funnel_mcp::serve_stdio(api, key, catalog, access, toolsets).await.map_err(|error| anyhow!(error))
}
