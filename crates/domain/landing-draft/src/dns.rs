//! What an owner sets at their DNS provider, so that a name leads to this service.

use std::net::IpAddr;

use kernel::{Hostname, words};
use serde::{Deserialize, Serialize};

words! {
    /// The type of a DNS record.
    RecordType {
        /// Another name.
        Cname = "CNAME",
        /// An address of IPv4.
        A = "A",
        /// An address of IPv6.
        Aaaa = "AAAA",
    }
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DnsRecord {
    /// Its type.
    pub kind: RecordType,
    /// The name that it is set for.
    pub name: Hostname,
    /// Where it leads.
    pub value: String,
}

/// The names and addresses that domains may resolve to, as an operator configured them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DnsTargets {
    name: Option<String>,
    addresses: Vec<IpAddr>,
}

impl DnsTargets {
    /// These names and addresses. Of several names the first is the one to set; the others are good where they are set already.
    pub fn new(targets: &[String]) -> Self {
        let is_name = |target: &&String| target.parse::<IpAddr>().is_err();
        let canonical = |name: &String| name.trim_end_matches('.').to_ascii_lowercase();
        Self {
            name: targets.iter().find(is_name).map(canonical),
            addresses: targets.iter().filter_map(|target| target.parse().ok()).collect(),
        }
    }

    /// The records for a domain: the CNAME is enough, and so are the addresses, for the top of a zone can't have a CNAME. None where
    /// no target is configured.
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
