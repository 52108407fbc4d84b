#![doc = include_str!("../README.md")]

use std::net::SocketAddr;
use std::sync::Arc;

use kernel::AddressPolicy;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, ClientBuilder};

/// All addresses of a name are refused by configuration.
#[derive(Debug, thiserror::Error)]
#[error("no address of the name is a public one")]
pub struct Forbidden;

/// Asks the resolver of the system, and drops addresses that the policy does not accept. The connection uses the very addresses
/// that were checked: there is no second lookup that could answer differently.
#[derive(Debug, Clone, Copy)]
pub struct Resolver(pub AddressPolicy);

impl Resolver {
    /// The acceptable addresses of a name. The error is [`Forbidden`] where there are only others.
    pub async fn addresses(
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

/// The beginning of a client whose requests reach no other addresses than `policy` accepts.
pub fn client(policy: AddressPolicy) -> ClientBuilder {
    Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        // A proxy would resolve names itself, without the policy.
        .no_proxy()
        .dns_resolver(Arc::new(Resolver(policy)))
        .user_agent(concat!("funnel/", env!("CARGO_PKG_VERSION")))
}

/// Whether a request failed because the policy accepts no address of the name.
pub fn is_forbidden(error: &reqwest::Error) -> bool {
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        if inner.is::<Forbidden>() {
            return true;
        }
        cause = inner.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_name_is_resolved_to_acceptable_addresses_only() {
        let refused = Resolver(AddressPolicy::PublicOnly).addresses("localhost").await.unwrap_err();
        assert!(refused.is::<Forbidden>());
        let found = Resolver(AddressPolicy::AllowLoopback).addresses("localhost").await.unwrap();
        assert!(!found.is_empty() && found.iter().all(|address| address.ip().is_loopback()));
    }
}
