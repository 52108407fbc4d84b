//! Names of conversions at ad platforms.

use hmac_sha256::HMAC;

use crate::ConversionType;

/// Separates these names from other digests of the same texts. It is no secret, because a name must outlive every secret.
const LABEL: &[u8] = b"funnel: event_id of a conversion";

/// The thing at the content platform that a conversion reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occurrence<'a> {
    /// A payment, by its id there.
    Transaction(&'a str),
    /// Anything else, by the id of its event.
    Event(&'a str),
}

/// The `event_id` of a conversion, by which ad platforms drop what they have seen: 32 hexadecimal digits.
///
/// The id follows from what happened on which account of the content platform, and from nothing that this service made up. So the same
/// purchase has the same name after a restore, in whatever order events come again, and another purchase has another one.
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
        // The length keeps the end of one part from being taken for the beginning of the next.
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
        // Platforms remember it over releases: whoever changes this sends every conversion of two days twice.
        let name = event_id("acct_1", ConversionType::NewTransaction, Occurrence::Transaction("tx_17"));
        assert_eq!(name, "e7e29de3c2c90786245a4389544368ef");
    }
}
