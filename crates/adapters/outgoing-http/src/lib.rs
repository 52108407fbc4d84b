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

/// A name has no address, or none could be found out.
#[derive(Debug, thiserror::Error)]
#[error("the name could not be resolved")]
pub struct Unresolved(#[source] std::io::Error);

/// Asks the resolver of the system, and drops addresses that the policy does not accept. The connection uses the very addresses
/// that were checked: there is no second lookup that could answer differently.
#[derive(Debug, Clone, Copy)]
pub struct Resolver(pub AddressPolicy);

impl Resolver {
    /// The acceptable addresses of a name. The error is [`Forbidden`] where there are only others, and [`Unresolved`] where there
    /// are none.
    pub async fn addresses(
        self,
        name: &str,
    ) -> Result<Vec<SocketAddr>, Box<dyn std::error::Error + Send + Sync>> {
        let found: Vec<_> = tokio::net::lookup_host((name, 0)).await.map_err(Unresolved)?.collect();
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
    is_caused_by::<Forbidden>(error)
}

/// Whether a request failed because the name has no address.
pub fn is_unresolved(error: &reqwest::Error) -> bool {
    is_caused_by::<Unresolved>(error)
}

fn is_caused_by<E: std::error::Error + 'static>(error: &reqwest::Error) -> bool {
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        if inner.is::<E>() {
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
        let unknown = Resolver(AddressPolicy::AllowPrivate).addresses("nothing.invalid").await.unwrap_err();
        assert!(unknown.is::<Unresolved>());
        let found = Resolver(AddressPolicy::AllowLoopback).addresses("localhost").await.unwrap();
        assert!(!found.is_empty() && found.iter().all(|address| address.ip().is_loopback()));
    }
}
