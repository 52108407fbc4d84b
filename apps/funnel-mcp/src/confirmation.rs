//! Tokens that say: this key has seen what this operation with these arguments would do. They are checked without anything being
//! stored, so any process takes the token of any other one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use rmcp::model::JsonObject;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

use crate::catalog::CONFIRMATION;

/// How long a token is good for.
pub(crate) const LIFETIME: Duration = Duration::from_secs(600);

/// The token of a dry run that ended at `now`.
pub(crate) fn token(key: &SecretString, operation: &str, arguments: &JsonObject, now: SystemTime) -> String {
    let until = seconds(now).saturating_add(LIFETIME.as_secs());
    let code = mac(key, operation, arguments, until).map(|mac| mac.finalize().into_bytes());
    format!("{until}.{}", URL_SAFE_NO_PAD.encode(code.unwrap_or_default()))
}

/// Whether the token is one of a dry run of the same key, operation and arguments, and not too old.
pub(crate) fn confirms(
    token: &str,
    key: &SecretString,
    operation: &str,
    arguments: &JsonObject,
    now: SystemTime,
) -> bool {
    let Some((until, code)) = token.split_once('.') else { return false };
    let (Ok(until), Ok(code)) = (until.parse::<u64>(), URL_SAFE_NO_PAD.decode(code)) else { return false };
    let mac = mac(key, operation, arguments, until);
    seconds(now) <= until && mac.is_some_and(|mac| mac.verify_slice(&code).is_ok())
}

/// HMAC takes keys of every length, so there always is one.
fn mac(key: &SecretString, operation: &str, arguments: &JsonObject, until: u64) -> Option<Hmac<Sha256>> {
    let mut arguments = arguments.clone();
    arguments.remove(CONFIRMATION);
    // Objects keep the order in which an assistant wrote them, which need not be the same the second time.
    let arguments = sorted(&arguments.into());
    let mut mac = Hmac::<Sha256>::new_from_slice(key.expose_secret().as_bytes()).ok()?;
    mac.update(format!("funnel-mcp confirmation\n{operation}\n{until}\n{arguments}").as_bytes());
    Some(mac)
}

fn sorted(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Object(fields) => {
            let mut fields: Vec<_> =
                fields.iter().map(|(name, value)| format!("{name:?}:{}", sorted(value))).collect();
            fields.sort();
            format!("{{{}}}", fields.join(","))
        }
        serde_json::Value::Array(entries) => {
            format!("[{}]", entries.iter().map(sorted).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

fn seconds(moment: SystemTime) -> u64 {
    moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn object(value: Value) -> JsonObject {
        let Value::Object(object) = value else { panic!("{value}") };
        object
    }

    #[test]
    fn a_token_confirms_what_it_was_made_for() {
        let (key, other) = (SecretString::from("al_live_1"), SecretString::from("al_live_2"));
        let arguments = object(json!({ "domain": "x.example", "body": { "a": 1, "b": [1, 2] } }));
        let now = UNIX_EPOCH + Duration::from_secs(1_000);
        let token = token(&key, "drafts_publish", &arguments, now);
        let confirmed = |key: &SecretString, operation: &str, arguments: Value, after: u64| {
            confirms(&token, key, operation, &object(arguments), now + Duration::from_secs(after))
        };
        let same =
            json!({ "body": { "b": [1, 2], "a": 1 }, "domain": "x.example", "confirmation_token": token });
        assert!(confirmed(&key, "drafts_publish", same.clone(), 600));
        assert!(!confirmed(&key, "drafts_publish", same.clone(), 601), "too old");
        assert!(!confirmed(&other, "drafts_publish", same.clone(), 0), "another key");
        assert!(!confirmed(&key, "domains_delete", same, 0), "another operation");
        assert!(!confirmed(&key, "drafts_publish", json!({ "domain": "y.example" }), 0), "other arguments");
        for forged in ["", ".", "9999999999.", "9999999999.AAAA", "x.y"] {
            assert!(!confirms(forged, &key, "drafts_publish", &arguments, now), "{forged}");
        }
    }
}
