//! Tokens that confirm a call: this key has seen the effect of this operation with these arguments,
//! and the previous state. Tokens are stateless, so that any process accepts the token of any
//! other.
//!
//! A token is valid for one use. The token's nonce is the `Idempotency-Key` of a `POST`, so a
//! repeat is detected. Every other call changes the state that the token is bound to, which
//! invalidates the token.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use rmcp::model::JsonObject;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::catalog::CONFIRMATION;

/// Lifetime of a token.
pub(crate) const LIFETIME: Duration = Duration::from_secs(600);

/// Fields that change on their own. Tokens are not bound to them.
const VOLATILE: &[&str] = &[
    "arps_cents",
    "checked_at",
    "conversions",
    "counters",
    "estimated_finish_at",
    "last_used_at",
    "next_cursor",
    "next_send_at",
    "stats",
    "vendor",
];

/// Digest of the state that a confirmation shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State([u8; 16]);

impl State {
    /// Computes the digest of a response and its `ETag`.
    pub(crate) fn of(answer: &Value, etag: Option<&str>) -> Self {
        let digest = Sha256::digest(format!("{}\n{}", etag.unwrap_or_default(), canonical(answer, VOLATILE)));
        let mut state = [0; 16];
        state.iter_mut().zip(digest).for_each(|(ours, theirs)| *ours = theirs);
        Self(state)
    }
}

/// A call that a token confirms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) key: &'a SecretString,
    pub(crate) operation: &'a str,
    pub(crate) arguments: &'a JsonObject,
}

/// Reason why a token is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The token is forged, expired, or for another key, operation or arguments.
    Unfit,
    /// The state changed after it was shown.
    Changed,
}

impl Subject<'_> {
    /// Creates the token of a dry run that showed `state` at `now`.
    pub(crate) fn token(&self, state: State, nonce: [u8; 16], now: SystemTime) -> String {
        let until = seconds(now).saturating_add(LIFETIME.as_secs());
        let code = self.mac(state, nonce, until).map(|mac| mac.finalize().into_bytes()).unwrap_or_default();
        let parts = [&nonce[..], &state.0, &code].map(|part| URL_SAFE_NO_PAD.encode(part));
        format!("{until}.{}", parts.join("."))
    }

    /// Checks a token against the current state. Returns its nonce as text.
    pub(crate) fn confirmed_by(&self, token: &str, state: State, now: SystemTime) -> Result<String, Refusal> {
        let mut parts = token.splitn(4, '.');
        let until = parts.next().and_then(|until| until.parse::<u64>().ok()).ok_or(Refusal::Unfit)?;
        let nonce_text = parts.next().unwrap_or_default();
        let (nonce, shown) = (bytes(nonce_text)?, State(bytes(parts.next().unwrap_or_default())?));
        let code = URL_SAFE_NO_PAD.decode(parts.next().unwrap_or_default()).map_err(|_| Refusal::Unfit)?;
        let mac = self.mac(shown, nonce, until);
        let is_ours = mac.is_some_and(|mac| mac.verify_slice(&code).is_ok());
        match (is_ours && seconds(now) <= until, shown == state) {
            (false, _) => Err(Refusal::Unfit),
            (true, false) => Err(Refusal::Changed),
            (true, true) => Ok(nonce_text.to_owned()),
        }
    }

    /// Starts the authentication code. HMAC accepts keys of any length, so this never returns
    /// `None`.
    fn mac(&self, state: State, nonce: [u8; 16], until: u64) -> Option<Hmac<Sha256>> {
        let mut arguments = self.arguments.clone();
        arguments.remove(CONFIRMATION);
        let arguments = canonical(&arguments.into(), &[]);
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.expose_secret().as_bytes()).ok()?;
        mac.update(
            format!("funnel-mcp confirmation 2\n{}\n{until}\n{arguments}\n", self.operation).as_bytes(),
        );
        mac.update(&nonce);
        mac.update(&state.0);
        Some(mac)
    }
}

fn bytes(text: &str) -> Result<[u8; 16], Refusal> {
    let decoded = URL_SAFE_NO_PAD.decode(text).map_err(|_| Refusal::Unfit)?;
    decoded.try_into().map_err(|_| Refusal::Unfit)
}

/// Formats JSON with sorted fields, because an assistant may change their order. Skips the fields
/// in `left_out`.
fn canonical(value: &Value, left_out: &[&str]) -> String {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| !left_out.contains(&name.as_str()));
            let mut fields: Vec<_> =
                kept.map(|(name, value)| format!("{name:?}:{}", canonical(value, left_out))).collect();
            fields.sort();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(entries) => {
            let entries: Vec<_> = entries.iter().map(|entry| canonical(entry, left_out)).collect();
            format!("[{}]", entries.join(","))
        }
        other => other.to_string(),
    }
}

fn seconds(moment: SystemTime) -> u64 {
    moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
        let state = State::of(&json!({ "changes": [] }), Some("\"7\""));
        let made = Subject { key: &key, operation: "drafts_publish", arguments: &arguments };
        let token = made.token(state, [7; 16], now);
        let confirmed = |key: &SecretString, operation: &str, arguments: Value, after: u64| {
            let arguments = object(arguments);
            let subject = Subject { key, operation, arguments: &arguments };
            subject.confirmed_by(&token, state, now + Duration::from_secs(after))
        };
        let same =
            json!({ "body": { "b": [1, 2], "a": 1 }, "domain": "x.example", "confirmation_token": token });
        let nonce = URL_SAFE_NO_PAD.encode([7; 16]);
        assert_eq!(confirmed(&key, "drafts_publish", same.clone(), 600), Ok(nonce));
        let unfit = Err(Refusal::Unfit);
        assert_eq!(confirmed(&key, "drafts_publish", same.clone(), 601), unfit, "too old");
        assert_eq!(confirmed(&other, "drafts_publish", same.clone(), 0), unfit, "another key");
        assert_eq!(confirmed(&key, "domains_delete", same, 0), unfit, "another operation");
        assert_eq!(
            confirmed(&key, "drafts_publish", json!({ "domain": "y.example" }), 0),
            unfit,
            "other arguments"
        );
        for forged in
            ["", ".", "9999999999...", "9999999999.AAAA.AAAA.AAAA", "x.y", &token[..token.len() - 2]]
        {
            assert_eq!(made.confirmed_by(forged, state, now), unfit, "{forged}");
        }
    }

    #[test]
    fn a_token_is_bound_to_what_was_shown() {
        let (key, arguments) = (SecretString::from("al_live_1"), JsonObject::new());
        let subject = Subject { key: &key, operation: "members_update", arguments: &arguments };
        let shown =
            json!({ "id": 1, "name": "Ana", "last_used_at": 5, "items": [{ "stats": { "scans": 3 } }] });
        let token = subject.token(State::of(&shown, None), [1; 16], UNIX_EPOCH);
        let now = |answer: Value, etag| subject.confirmed_by(&token, State::of(&answer, etag), UNIX_EPOCH);
        let counted_on =
            json!({ "name": "Ana", "id": 1, "last_used_at": 9, "items": [{ "stats": { "scans": 4 } }] });
        assert!(now(counted_on.clone(), None).is_ok());
        assert_eq!(now(counted_on, Some("\"2\"")), Err(Refusal::Changed));
        let renamed =
            json!({ "id": 1, "name": "Bea", "last_used_at": 5, "items": [{ "stats": { "scans": 3 } }] });
        assert_eq!(now(renamed, None), Err(Refusal::Changed));
    }
}
