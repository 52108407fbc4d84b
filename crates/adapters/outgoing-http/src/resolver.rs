//! Look-up of the names that owners choose.

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{LookupIpStrategy, NameServerConfig, ResolverConfig};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr;
use kernel::AddressPolicy;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Longest time of one look-up, over all its retries and search domains: shorter than requests to webhooks and destinations may take, so
/// that their failure is named `dns`.
const LONGEST: Duration = Duration::from_secs(8);

/// The policy accepts no address of the name.
#[derive(Debug, thiserror::Error)]
#[error("no address of the name is a public one")]
pub struct Forbidden;

/// The name has no address, or the look-up failed.
#[derive(Debug, thiserror::Error)]
#[error("the name could not be resolved")]
pub struct Unresolved(#[source] NetError);

/// Looks up names at the name servers of the system, and drops addresses that the policy does not accept. The connection uses the very
/// addresses that were checked: there is no second look-up that could answer differently.
///
/// A look-up holds a socket and no thread. The resolver of the C library holds a thread until the name servers answer, so names
/// whose servers never answer would take the threads that files need.
#[derive(Debug, Clone)]
pub struct Resolver {
    policy: AddressPolicy,
    /// `None` where the system's settings can't be used: no name has an address then.
    names: Option<TokioResolver>,
}

impl Resolver {
    /// Creates a resolver from `/etc/resolv.conf` and `/etc/hosts` as they are now. Without a name server in them, it asks the one on
    /// this machine, as the C library does.
    pub fn from_system(policy: AddressPolicy) -> Self {
        let mut builder = TokioResolver::builder_tokio().unwrap_or_else(|_| {
            let local = NameServerConfig::udp_and_tcp(Ipv4Addr::LOCALHOST.into());
            let config = ResolverConfig::from_name_servers(vec![local]);
            TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
        });
        let options = builder.options_mut();
        // IPv4 first: a machine without IPv6 loses no time, and the client tries the others too.
        options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
        // An owner who corrects a name sees the effect at once; the system's name servers have a cache.
        options.cache_size = 0;
        Self { policy, names: builder.build().ok() }
    }

    /// Returns the acceptable addresses of a name. The error is [`Forbidden`] where all its addresses are unacceptable, and
    /// [`Unresolved`] where it has none.
    pub async fn addresses(&self, name: &str) -> Result<Vec<SocketAddr>, Box<dyn Error + Send + Sync>> {
        let found = tokio::time::timeout(LONGEST, self.look_up(name)).await;
        let found = found.unwrap_or(Err(NetError::Timeout)).map_err(Unresolved)?;
        let acceptable: Vec<_> =
            found.into_iter().filter(|address| self.policy.accepts(address.ip())).collect();
        if acceptable.is_empty() { Err(Forbidden.into()) } else { Ok(acceptable) }
    }

    async fn look_up(&self, name: &str) -> Result<Vec<SocketAddr>, NetError> {
        let names = self.names.as_ref().ok_or(NetError::NoConnections)?;
        // Names of hosts with an underscore are not valid, and in use.
        let name = rr::Name::from_ascii(name)?;
        Ok(names.lookup_ip(name).await?.iter().map(|address| SocketAddr::new(address, 0)).collect())
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = self.clone();
        Box::pin(async move {
            let addresses = resolver.addresses(name.as_str()).await?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests;
