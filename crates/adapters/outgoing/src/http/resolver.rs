//! Lookup of names that owners enter.

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

/// Time limit of a lookup, including retries and search domains. The limit is shorter than the time limits of webhooks
/// and destination checks, so that a slow lookup is reported as `dns`.
const LONGEST: Duration = Duration::from_secs(8);

/// The policy accepts no address of the name.
#[derive(Debug, thiserror::Error)]
#[error("the name has no public address")]
pub struct Forbidden;

/// The name has no address, or the lookup failed.
#[derive(Debug, thiserror::Error)]
#[error("the name could not be resolved")]
pub struct Unresolved(#[source] NetError);

/// Resolves names with the system's name servers, and drops addresses that the policy rejects. The connection uses the
/// checked addresses: a second lookup could return others.
///
/// A lookup occupies a socket, but no thread. The C library's resolver occupies a thread until the name servers
/// respond. Names without a response would exhaust the threads that file access needs.
#[derive(Debug, Clone)]
pub struct Resolver {
    policy: AddressPolicy,
    /// Resolver; `None` if the system's settings are invalid. Then no name has an address.
    names: Option<TokioResolver>,
}

impl Resolver {
    /// Creates a resolver from the current `/etc/resolv.conf` and `/etc/hosts`. If they name no server, uses the one on
    /// this machine, like the C library.
    pub fn from_system(policy: AddressPolicy) -> Self {
        let mut builder = TokioResolver::builder_tokio().unwrap_or_else(|error| {
            tracing::warn!(%error, "the list of name servers can't be read; the name server of this machine is used");
            let local = NameServerConfig::udp_and_tcp(Ipv4Addr::LOCALHOST.into());
            let config = ResolverConfig::from_name_servers(vec![local]);
            TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
        });
        let options = builder.options_mut();
        // IPv4 first: a machine without IPv6 loses no time, and the client tries the other addresses too.
        options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
        // Without a cache here, a corrected name works at once. The system's name servers have a cache.
        options.cache_size = 0;
        let names = builder.build();
        if let Err(error) = &names {
            tracing::error!(%error, "names can't be resolved; requests to names fail");
        }
        Self { policy, names: names.ok() }
    }

    /// Returns the acceptable addresses of a name. Fails with [`Forbidden`] if no address is acceptable, and with
    /// [`Unresolved`] if the name has no address.
    pub async fn addresses(&self, name: &str) -> Result<Vec<SocketAddr>, Box<dyn Error + Send + Sync>> {
        let found = tokio::time::timeout(LONGEST, self.look_up(name)).await;
        let found = found.unwrap_or(Err(NetError::Timeout)).map_err(Unresolved)?;
        let acceptable: Vec<_> =
            found.into_iter().filter(|address| self.policy.accepts(address.ip())).collect();
        if acceptable.is_empty() { Err(Forbidden.into()) } else { Ok(acceptable) }
    }

    async fn look_up(&self, name: &str) -> Result<Vec<SocketAddr>, NetError> {
        let names = self.names.as_ref().ok_or(NetError::NoConnections)?;
        // Hostnames with an underscore are invalid, but in use.
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
