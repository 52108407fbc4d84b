//! DNS records that point a domain at this service.

use std::net::IpAddr;

use kernel::{Hostname, words};
use serde::{Deserialize, Serialize};

words! {
    /// Type of a DNS record.
    RecordType {
        /// Alias of another name.
        Cname = "CNAME",
        /// IPv4 address.
        A = "A",
        /// IPv6 address.
        Aaaa = "AAAA",
    }
}

/// DNS record to create at the owner's DNS provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DnsRecord {
    /// Type of the record.
    pub kind: RecordType,
    /// Name of the record.
    pub name: Hostname,
    /// Value of the record: a name or an address.
    pub value: String,
}

/// Names and addresses to which domains may resolve, from the operator's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DnsTargets {
    name: Option<String>,
    addresses: Vec<IpAddr>,
}

impl DnsTargets {
    /// Creates targets from names and addresses. Only the first name is recommended in records; further names are
    /// accepted where already in use.
    pub fn new(targets: &[String]) -> Self {
        let is_name = |target: &&String| target.parse::<IpAddr>().is_err();
        let canonical = |name: &String| name.trim_end_matches('.').to_ascii_lowercase();
        Self {
            name: targets.iter().find(is_name).map(canonical),
            addresses: targets.iter().filter_map(|target| target.parse().ok()).collect(),
        }
    }

    /// Returns the records for a domain; empty if no target is configured. Either the CNAME record or the address
    /// records suffice. The apex of a zone can't have a CNAME record.
    ///
    /// ```
    /// use kernel::Hostname;
    /// use landing_draft::dns::{DnsTargets, RecordType};
    ///
    /// let targets = DnsTargets::new(&["edge.example.net".to_owned()]);
    /// let records = targets.records(&Hostname::parse("links.example.com").unwrap());
    /// assert_eq!((records[0].kind, records[0].value.as_str()), (RecordType::Cname, "edge.example.net"));
    /// ```
    pub fn records(&self, domain: &Hostname) -> Vec<DnsRecord> {
        let record = |kind, value| DnsRecord { kind, name: domain.clone(), value };
        let name = self.name.iter().map(|name| record(RecordType::Cname, name.clone()));
        let addresses = self.addresses.iter().map(|address| {
            let kind = if address.is_ipv4() { RecordType::A } else { RecordType::Aaaa };
            record(kind, address.to_string())
        });
        name.chain(addresses).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_reported_first_and_then_each_address() {
        for (targets, expected) in [
            (&[][..], ""),
            (&["Edge.Example.net."], "CNAME edge.example.net"),
            (
                &["203.0.113.7", "edge.example.net", "2001:DB8::7"],
                "CNAME edge.example.net, A 203.0.113.7, AAAA 2001:db8::7",
            ),
            (&["new.example.net", "old.example.net"], "CNAME new.example.net"),
            (&["203.0.113.7", "203.0.113.8"], "A 203.0.113.7, A 203.0.113.8"),
        ] {
            let targets: Vec<_> = targets.iter().map(|target| (*target).to_owned()).collect();
            let domain = Hostname::parse("links.example.com").unwrap();
            let records = DnsTargets::new(&targets).records(&domain);
            assert!(records.iter().all(|record| record.name == domain));
            let reported: Vec<_> =
                records.iter().map(|record| format!("{} {}", record.kind.as_str(), record.value)).collect();
            assert_eq!(reported.join(", "), expected, "{targets:?}");
        }
    }
}
