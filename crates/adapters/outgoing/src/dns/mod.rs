//! Implements `landing_draft::ports::Provisioner`: decides whether the name of a landing domain points to this service.
//!
//! | type | when a domain becomes active |
//! |---|---|
//! | `DnsProvisioner` | once its name has a CNAME record to one of the service's names, or resolves to one of its addresses |
//! | `NoopProvisioner` | at once: for local work, or behind a platform that routes all names to the service |
//!
//! `DnsProvisioner` queries the machine's name servers without a cache, because the owner may just have set the record. A query takes at most 3 s and is sent twice. The
//! error text shows owners which record to set.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use async_trait::async_trait;
use hickory_resolver::TokioResolver;
use hickory_resolver::net::NetError;
use hickory_resolver::proto::rr::{RData, RecordType};
use kernel::{AddressPolicy, Hostname};
use landing_draft::ports::{Provisioner, TextRecords};

/// Timeout and number of attempts of a query.
const TIMEOUT: Duration = Duration::from_secs(3);
const TRIES: usize = 2;

/// Accepts every domain. For local work, or if a platform in front of the service routes all names
/// to it.
pub struct NoopProvisioner;

#[async_trait]
impl Provisioner for NoopProvisioner {
    async fn provision(&self, _: &Hostname) -> Result<(), String> {
        Ok(())
    }
}

/// Accepts a domain when its name points here: by a CNAME to one of our names, or by one of our
/// addresses.
pub struct DnsProvisioner {
    resolver: TokioResolver,
    names: Vec<String>,
    addresses: BTreeSet<IpAddr>,
}

/// Creates a resolver for the system's name servers, without a cache: the owner may have just set a
/// record.
fn system_resolver() -> Result<TokioResolver, NetError> {
    let mut builder = TokioResolver::builder_tokio()?;
    builder.options_mut().timeout = TIMEOUT;
    builder.options_mut().attempts = TRIES;
    builder.options_mut().cache_size = 0;
    builder.build()
}

/// Looks up TXT records at the system's name servers.
pub struct DnsTexts {
    /// `None` on a machine without name servers; then no name has any text.
    resolver: Option<TokioResolver>,
}

impl DnsTexts {
    /// Uses the name servers of this machine, if there are any.
    pub fn from_system() -> Self {
        Self { resolver: system_resolver().ok() }
    }
}

#[async_trait]
impl TextRecords for DnsTexts {
    async fn texts(&self, name: &str) -> Vec<String> {
        let Some(resolver) = &self.resolver else { return Vec::new() };
        let Ok(found) = resolver.lookup(absolute(name), RecordType::TXT).await else { return Vec::new() };
        let texts = found.answers().iter().filter_map(|record| match &record.data {
            // A long text is split into parts.
            RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned()),
            _ => None,
        });
        texts.collect()
    }
}

impl DnsProvisioner {
    /// Uses the name servers of this machine. `targets` are our names and addresses.
    pub fn from_system(targets: &[String]) -> Result<Self, NetError> {
        Ok(Self::new(system_resolver()?, targets))
    }

    fn new(resolver: TokioResolver, targets: &[String]) -> Self {
        let addresses = targets.iter().filter_map(|target| target.parse().ok()).collect();
        let is_name = |target: &&String| target.parse::<IpAddr>().is_err();
        let names = targets.iter().filter(is_name).map(|name| canonical(name)).collect();
        Self { resolver, names, addresses }
    }

    /// Returns the target of the name's CNAME record.
    async fn alias(&self, hostname: &Hostname) -> Option<String> {
        let found = self.resolver.lookup(absolute(hostname.as_str()), RecordType::CNAME).await.ok()?;
        found.answers().iter().find_map(|record| match &record.data {
            RData::CNAME(name) => Some(canonical(&name.0.to_ascii())),
            _ => None,
        })
    }

    async fn addresses_of(&self, name: &str) -> Result<BTreeSet<IpAddr>, NetError> {
        Ok(self.resolver.lookup_ip(absolute(name)).await?.iter().collect())
    }

    fn advice(&self, hostname: &Hostname) -> String {
        match (self.names.first(), self.addresses.first()) {
            (Some(name), _) => format!("add a CNAME record from {hostname} to {name}"),
            (None, Some(address)) => format!("add an address record from {hostname} to {address}"),
            (None, None) => "this service has no FUNNEL_DNS_TARGET; tell its operator".to_owned(),
        }
    }
}

#[async_trait]
impl Provisioner for DnsProvisioner {
    async fn provision(&self, hostname: &Hostname) -> Result<(), String> {
        if self.alias(hostname).await.is_some_and(|alias| self.names.contains(&alias)) {
            return Ok(());
        }
        let found = match self.addresses_of(hostname.as_str()).await {
            Ok(found) => found,
            Err(error) if error.is_no_records_found() => {
                return Err(format!("{hostname} does not resolve: {}", self.advice(hostname)));
            }
            Err(error) => return Err(format!("{hostname} could not be looked up: {error}")),
        };
        if !found.is_disjoint(&self.addresses) {
            return Ok(());
        }
        // The root of a zone can't have a CNAME; DNS providers return the addresses of our name instead.
        for name in &self.names {
            if self.addresses_of(name).await.is_ok_and(|ours| !ours.is_disjoint(&found)) {
                return Ok(());
            }
        }
        // A name with a private address is reported like a missing name.
        let is_public = found.iter().any(|address| AddressPolicy::PublicOnly.accepts(*address));
        let fault = if is_public { "leads elsewhere" } else { "does not resolve" };
        Err(format!("{hostname} {fault}: {}", self.advice(hostname)))
    }
}

fn canonical(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// Appends a dot, so that the machine's search domains are not used.
fn absolute(name: &str) -> String {
    format!("{name}.")
}

#[cfg(test)]
mod tests;
