//! Whether a batch of events was signed by its engine (engine protocol, 'Events that we take').

use engine_link::EventSecrets;
use hmac::{Hmac, KeyInit as _, Mac as _};
use kernel::UnixTime;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

/// How far the sender's clock may be off, in seconds.
const TOLERANCE: u64 = 300;

/// The moment that a sender claims, if it is near enough.
pub(super) fn fresh(timestamp: &str, now: UnixTime) -> bool {
    let seconds = timestamp.parse::<i64>().ok().filter(|_| timestamp.bytes().all(|b| b.is_ascii_digit()));
    seconds.is_some_and(|seconds| seconds.abs_diff(now.seconds()) <= TOLERANCE)
}

/// Whether one of the signatures is made over the body with a secret that is accepted now. Each is compared in constant
/// time.
pub(super) fn is_signed(
    secrets: &EventSecrets,
    timestamp: &str,
    body: &[u8],
    signatures: &str,
    now: UnixTime,
) -> bool {
    let given: Vec<[u8; 32]> = signatures.split(',').filter_map(|one| digest(one.trim())).collect();
    secrets.accepted_at(now).any(|secret| {
        mac(secret, timestamp, body)
            .is_some_and(|mac| given.iter().any(|one| mac.clone().verify_slice(one).is_ok()))
    })
}

fn mac(secret: &SecretString, timestamp: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes()).ok()?;
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    Some(mac)
}

/// The 32 bytes of `v1=<hex>`.
fn digest(value: &str) -> Option<[u8; 32]> {
    let hex = value.strip_prefix("v1=")?;
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
            (RIGHT.to_owned(), false),
            (format!("v1={}", &RIGHT[..62]), false),
            (format!("v1={RIGHT}00"), false),
            ("v1=".to_owned(), false),
            (String::new(), false),
        ] {
            let secrets = secrets("secret", None);
            assert_eq!(is_signed(&secrets, "1700000000", BODY, &signatures, NOW), expected, "{signatures}");
        }
    }

    #[test]
    fn a_replaced_secret_counts_while_it_overlaps() {
        let right = format!("v1={RIGHT}");
        let signed = |secrets: &EventSecrets, now| is_signed(secrets, "1700000000", BODY, &right, now);
        assert!(signed(&secrets("new", Some("secret")), NOW));
        assert!(!signed(&secrets("new", Some("secret")), NOW.plus_seconds(engine_link::OVERLAP_SECONDS)));
        assert!(!signed(&secrets("new", None), NOW));
    }

    #[test]
    fn timestamp_and_body_are_both_signed() {
        let (secrets, right) = (secrets("secret", None), format!("v1={RIGHT}"));
        assert!(!is_signed(&secrets, "1700000001", BODY, &right, NOW));
        assert!(!is_signed(&secrets, "1700000000", br#"{"events":[1]}"#, &right, NOW));
    }
}
