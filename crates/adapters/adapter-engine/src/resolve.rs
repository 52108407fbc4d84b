//! Resolves the names of engines, to acceptable addresses only.

use std::net::SocketAddr;

use engine_link::AddressPolicy;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// All addresses of a name are refused by configuration.
#[derive(Debug, thiserror::Error)]
#[error("no address of the name is a public one")]
pub(crate) struct Forbidden;

/// Asks the resolver of the system, and drops addresses that the policy does not accept. The connection uses the very addresses
/// that were checked: there is no second lookup that could answer differently.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resolver(pub(crate) AddressPolicy);

impl Resolver {
    pub(crate) async fn addresses(
        self,
        name: &str,
    ) -> Result<Vec<SocketAddr>, Box<dyn std::error::Error + Send + Sync>> {
        let found: Vec<_> = tokio::net::lookup_host((name, 0)).await?.collect();
        let acceptable: Vec<_> = found.into_iter().filter(|address| self.0.accepts(address.ip())).collect();
        if acceptable.is_empty() { Err(Forbidden.into()) } else { Ok(acceptable) }
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = *self;
        Box::pin(async move {
            let addresses = resolver.addresses(name.as_str()).await?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}
