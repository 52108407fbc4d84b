//! Event ids of conversions at ad platforms.

use hmac_sha256::HMAC;

use crate::ConversionType;

/// Separates event ids from other digests of the same texts. Not secret, because an event id must outlive every secret.
const LABEL: &[u8] = b"funnel: event_id of a conversion";

/// Occurrence at the content platform that a conversion reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occurrence<'a> {
    /// Payment, with its id at the content platform.
    Transaction(&'a str),
    /// Other occurrence, with the id of its event.
    Event(&'a str),
}

/// Computes the event id of a conversion, by which ad platforms drop duplicates: 32 hexadecimal digits.
///
/// The id depends only on the account and the occurrence at the content platform, on nothing stored by this service. So
/// a purchase has the same id after a restore, in any order of events, and different purchases have different ids.
///
/// ```
/// use conversion_pixel::{ConversionType, Occurrence, event_id};
///
/// let name = |id| event_id("acct_1", ConversionType::NewTransaction, Occurrence::Transaction(id));
/// assert_eq!(name("tx_17"), name("tx_17"));
/// assert_ne!(name("tx_17"), name("tx_18"));
/// ```
pub fn event_id(account: &str, kind: ConversionType, occurrence: Occurrence<'_>) -> String {
    let (word, id) = match occurrence {
        Occurrence::Transaction(id) => ("transaction", id),
        Occurrence::Event(id) => ("event", id),
    };
    let mut mac = HMAC::new(LABEL);
    for part in [account, kind.as_str(), word, id] {
        // The length prefix keeps the parts distinct.
        mac.update(part.len().to_be_bytes());
        mac.update(part);
    }
    mac.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_differ_by_account_kind_and_what_happened() {
        let mut names = HashSet::new();
        for account in ["acct_1", "acct_2", "acct_", ""] {
            for kind in ConversionType::ALL {
                for id in ["1", "2", "1new", ""] {
                    for occurrence in [Occurrence::Transaction(id), Occurrence::Event(id)] {
                        let name = event_id(account, kind, occurrence);
                        assert!(
                            name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit()),
                            "{name}"
                        );
                        assert!(names.insert(name), "{account:?} {kind:?} {occurrence:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_name_stays_as_it_is() {
        // Ad platforms remember ids across releases: a changed algorithm sends every conversion of two days twice.
        let name = event_id("acct_1", ConversionType::NewTransaction, Occurrence::Transaction("tx_17"));
        assert_eq!(name, "e7e29de3c2c90786245a4389544368ef");
    }
}
