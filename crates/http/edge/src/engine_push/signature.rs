//! Signatures of pushed batches (engine protocol, 'Events that we take').

use engine_link::{AccountId, EventSecrets};
use hmac::{Hmac, KeyInit as _, Mac as _};
use kernel::UnixTime;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

/// Tolerated clock difference, in seconds.
const TOLERANCE: u64 = 300;

/// Returns whether the claimed time is within the tolerance.
pub(super) fn fresh(timestamp: &str, now: UnixTime) -> bool {
    let seconds = timestamp.parse::<i64>().ok().filter(|_| timestamp.bytes().all(|b| b.is_ascii_digit()));
    seconds.is_some_and(|seconds| seconds.abs_diff(now.seconds()) <= TOLERANCE)
}

/// Signed parts of a request.
#[derive(Clone, Copy)]
pub(super) struct Claimed<'a> {
    /// Account of the events.
    pub(super) account: &'a AccountId,
    /// Time of the signature.
    pub(super) timestamp: &'a str,
    /// Body with the events.
    pub(super) body: &'a [u8],
}

/// Returns whether one of the signatures matches a currently accepted secret. Compares in constant
/// time.
///
/// `v2` covers account, time and body. `v1`, for old engines, omits the account, so a signature
/// would be valid for any account with the same secret. Therefore no two connections share a
/// secret.
pub(super) fn is_signed(
    secrets: &EventSecrets,
    claimed: Claimed<'_>,
    signatures: &str,
    now: UnixTime,
) -> bool {
    let given: Vec<_> = signatures.split(',').filter_map(|one| Given::read(one.trim())).collect();
    secrets.accepted_at(now).any(|secret| given.iter().any(|one| one.is_of(secret, claimed)))
}

/// A signature with its version.
enum Given {
    V1([u8; 32]),
    V2([u8; 32]),
}

impl Given {
    /// Parses `v1=<hex>` or `v2=<hex>` of 32 bytes each.
    fn read(value: &str) -> Option<Self> {
        match value.split_once('=')? {
            ("v1", hex) => digest(hex).map(Self::V1),
            ("v2", hex) => digest(hex).map(Self::V2),
            _ => None,
        }
    }

    fn is_of(&self, secret: &SecretString, Claimed { account, timestamp, body }: Claimed<'_>) -> bool {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes()) else {
            return false;
        };
        let given = match self {
            Self::V1(given) => {
                mac.update(timestamp.as_bytes());
                mac.update(b".");
                given
            }
            Self::V2(given) => {
                // Account and timestamp contain no line feed, so the concatenation is unambiguous.
                mac.update(account.as_str().as_bytes());
                mac.update(b"\n");
                mac.update(timestamp.as_bytes());
                mac.update(b"\n");
                given
            }
        };
        mac.update(body);
        mac.verify_slice(given).is_ok()
    }
}

fn digest(hex: &str) -> Option<[u8; 32]> {
    if hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixTime = UnixTime::from_seconds(1_700_000_000);
    const BODY: &[u8] = br#"{"events":[]}"#;
    /// `echo -n '1700000000.{"events":[]}' | openssl dgst -sha256 -hmac secret`
    const RIGHT: &str = "3947de27ec923573170fccda604ddfb25583ff98dc51e96cca2e11c59545026a";
    /// `printf 'acct_1\n1700000000\n{"events":[]}' | openssl dgst -sha256 -hmac secret`
    const BOUND: &str = "e832d7684401f3846765c0150a2bd8954b2593e6c85329d63fa6bd406d189e7b";

    fn account(text: &str) -> AccountId {
        AccountId::parse(text).unwrap()
    }

    fn accepted(
        secrets: &EventSecrets,
        timestamp: &str,
        body: &[u8],
        signatures: &str,
        now: UnixTime,
    ) -> bool {
        let account = account("acct_1");
        is_signed(secrets, Claimed { account: &account, timestamp, body }, signatures, now)
    }

    fn secrets(current: &str, previous: Option<&str>) -> EventSecrets {
        EventSecrets { current: current.into(), previous: previous.map(SecretString::from), changed_at: NOW }
    }

    #[test]
    fn a_timestamp_is_near_or_refused() {
        for (timestamp, expected) in [
            ("1700000000", true),
            ("1700000300", true),
            ("1699999700", true),
            ("1700000301", false),
            ("1699999699", false),
            ("-1700000000", false),
            ("+1700000000", false),
            ("1700000000.0", false),
            (" 1700000000", false),
            ("", false),
            ("99999999999999999999", false),
        ] {
            assert_eq!(fresh(timestamp, NOW), expected, "{timestamp:?}");
        }
    }

    #[test]
    fn one_right_signature_among_the_given_ones_is_enough() {
        let (right, upper) = (format!("v1={RIGHT}"), format!("v1={}", RIGHT.to_uppercase()));
        let wrong = format!("v1={}", "0".repeat(64));
        for (signatures, expected) in [
            (right.clone(), true),
            (upper, true),
            (format!("{wrong}, {right}"), true),
            (format!("{right},v2=whatever"), true),
            (wrong.clone(), false),
            (format!("v2={RIGHT}"), false),
            (format!("v2={BOUND}"), true),
            (format!("v1={RIGHT},v2={BOUND}"), true),
            (format!("v2={wrong},v2={BOUND}", wrong = "0".repeat(64)), true),
            (format!("v1={BOUND}"), false),
            (format!("v2={}", &BOUND[..62]), false),
            (format!("v3={BOUND}"), false),
            (RIGHT.to_owned(), false),
            (format!("v1={}", &RIGHT[..62]), false),
            (format!("v1={RIGHT}00"), false),
            ("v1=".to_owned(), false),
            (String::new(), false),
        ] {
            let secrets = secrets("secret", None);
            assert_eq!(accepted(&secrets, "1700000000", BODY, &signatures, NOW), expected, "{signatures}");
        }
    }

    #[test]
    fn a_replaced_secret_counts_while_it_overlaps() {
        let right = format!("v1={RIGHT}");
        let signed = |secrets: &EventSecrets, now| accepted(secrets, "1700000000", BODY, &right, now);
        assert!(signed(&secrets("new", Some("secret")), NOW));
        assert!(!signed(&secrets("new", Some("secret")), NOW.plus_seconds(engine_link::OVERLAP_SECONDS)));
        assert!(!signed(&secrets("new", None), NOW));
    }

    #[test]
    fn timestamp_and_body_are_both_signed() {
        let (secrets, right) = (secrets("secret", None), format!("v1={RIGHT}"));
        for right in [right, format!("v2={BOUND}")] {
            assert!(!accepted(&secrets, "1700000001", BODY, &right, NOW));
            assert!(!accepted(&secrets, "1700000000", br#"{"events":[1]}"#, &right, NOW));
        }
    }

    #[test]
    fn the_account_is_signed_by_the_second_version() {
        let (secrets, other) = (secrets("secret", None), account("acct_2"));
        let claimed = Claimed { account: &other, timestamp: "1700000000", body: BODY };
        assert!(!is_signed(&secrets, claimed, &format!("v2={BOUND}"), NOW));
        assert!(is_signed(&secrets, claimed, &format!("v1={RIGHT}"), NOW));
    }
}
