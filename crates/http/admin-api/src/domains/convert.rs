use crate::domains::wire::{DnsRecordOut, DomainOut};
use landing_draft::dns::DnsRecord;
use landing_draft::domain::Domain;

/// Converts a domain, with the DNS records to set.
pub fn domain_out(domain: &Domain, records: Vec<DnsRecord>) -> DomainOut {
    DomainOut {
        hostname: domain.hostname.to_string(),
        display_name: domain.display_name.as_str().to_owned(),
        created_at: domain.created_at.seconds(),
        button_count: domain.button_count,
        infra_state: domain.infra.state.as_str().to_owned(),
        provisioning_error: domain.infra.error.clone(),
        infra_attempted_at: domain.infra.attempted_at.map(|time| time.seconds()),
        dns_records: records.into_iter().map(dns_record_out).collect(),
    }
}

fn dns_record_out(record: DnsRecord) -> DnsRecordOut {
    DnsRecordOut { kind: record.kind.as_str().to_owned(), name: record.name.to_string(), value: record.value }
}
