//! Verification of webhooks, as [Standard Webhooks](https://www.standardwebhooks.com) describes.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::types::WebhookEvent;

/// Maximum difference between the clocks of sender and receiver.
const TOLERANCE: Duration = Duration::from_secs(5 * 60);

/// Prefix of a secret.
const PREFIX: &str = "whsec_";

/// Verifier of webhooks with the secret of an endpoint.
#[derive(Clone)]
pub struct Webhook(Vec<u8>);

/// Reason why a webhook is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The secret is not `whsec_` followed by base64.
    #[error("the secret of the webhook is not `whsec_` and base64")]
    Secret,
    /// A header is missing or malformed.
    #[error("a header of the webhook is missing or malformed")]
    Header,
    /// The timestamp is more than five minutes before or after the current time.
    #[error("the webhook is too old or too new")]
    Timestamp,
    /// No signature matches.
    #[error("the signature of the webhook is wrong")]
    Signature,
    /// The signature matches, but the body is not an event.
    #[error("the body of the webhook is not an event")]
    Body,
}

impl Webhook {
    /// Creates a verifier from the secret as the service shows it: `whsec_` followed by base64.
    ///
    /// # Errors
    ///
    /// Fails with [`Invalid::Secret`] for any other text.
    pub fn new(secret: &str) -> Result<Self, Invalid> {
        let encoded = secret.strip_prefix(PREFIX).unwrap_or(secret);
        let key = STANDARD.decode(encoded).map_err(|_| Invalid::Secret)?;
        if key.is_empty() { Err(Invalid::Secret) } else { Ok(Self(key)) }
    }

    /// Verifies the received body, which must be unchanged. `header` returns the value of `webhook-id`,
    /// `webhook-timestamp` or `webhook-signature`.
    ///
    /// # Errors
    ///
    /// Fails if the webhook is invalid.
    pub fn verify<'a>(&self, body: &[u8], header: impl Fn(&str) -> Option<&'a str>) -> Result<(), Invalid> {
        self.verify_at(body, header, now())
    }

    /// Verifies the body like [`Webhook::verify`], and parses the event.
    ///
    /// # Errors
    ///
    /// Fails if the webhook is invalid or contains no event.
    pub fn receive<'a>(
        &self,
        body: &[u8],
        header: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<WebhookEvent, Invalid> {
        self.verify(body, header)?;
        serde_json::from_slice(body).map_err(|_| Invalid::Body)
    }

    /// Verifies the body as if `now` were the current time.
    ///
    /// # Errors
    ///
    /// Fails like [`Webhook::verify`].
    pub fn verify_at<'a>(
        &self,
        body: &[u8],
        header: impl Fn(&str) -> Option<&'a str>,
        now: SystemTime,
    ) -> Result<(), Invalid> {
        let id = header("webhook-id").ok_or(Invalid::Header)?;
        let timestamp = header("webhook-timestamp").ok_or(Invalid::Header)?;
        let signatures = header("webhook-signature").ok_or(Invalid::Header)?;
        let sent = timestamp.parse().map_err(|_| Invalid::Header)?;
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        if now.abs_diff(Duration::from_secs(sent)) > TOLERANCE {
            return Err(Invalid::Timestamp);
        }
        let mac = self.mac(id, timestamp, body).ok_or(Invalid::Secret)?;
        let given = signatures.split(' ').filter_map(|one| one.strip_prefix("v1,"));
        let mut decoded = given.filter_map(|one| STANDARD.decode(one).ok());
        let is_right = |signature: Vec<u8>| mac.clone().verify_slice(&signature).is_ok();
        if decoded.any(is_right) { Ok(()) } else { Err(Invalid::Signature) }
    }

    /// Returns the signature of the service, for tests of a receiver.
    pub fn sign(&self, id: &str, timestamp: u64, body: &[u8]) -> String {
        let mac = self.mac(id, &timestamp.to_string(), body);
        mac.map(|mac| format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))).unwrap_or_default()
    }

    fn mac(&self, id: &str, timestamp: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        for part in [id.as_bytes(), b".", timestamp.as_bytes(), b".", body] {
            mac.update(part);
        }
        Some(mac)
    }
}

impl fmt::Debug for Webhook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Webhook(secret)")
    }
}

#[expect(clippy::disallowed_methods, reason = "the SDK stands alone: it has no clock of the kernel")]
fn now() -> SystemTime {
    SystemTime::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Secret from the example of the reference implementation.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const SENT: u64 = 1_614_265_330;
    const BODY: &[u8] = br#"{"test": 2432232314}"#;
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn verified(secret: &str, sent: &str, signature: &str, body: &[u8], now: u64) -> Result<(), Invalid> {
        let header = |name: &str| match name {
            "webhook-id" => Some(ID),
            "webhook-timestamp" => Some(sent),
            "webhook-signature" => Some(signature),
            _ => None,
        };
        Webhook::new(secret)?.verify_at(body, header, UNIX_EPOCH + Duration::from_secs(now))
    }

    #[test]
    fn the_vector_of_the_reference_holds() {
        assert_eq!(Webhook::new(SECRET).unwrap().sign(ID, SENT, BODY), SIGNATURE);
        let sent = SENT.to_string();
        let several = format!("v1,AAAA v2,x {SIGNATURE} v1a,y");
        for (signature, body, now, expected) in [
            (SIGNATURE, BODY, SENT, Ok(())),
            (SIGNATURE, BODY, SENT + 300, Ok(())),
            (SIGNATURE, BODY, SENT - 300, Ok(())),
            (&several, BODY, SENT, Ok(())),
            (SIGNATURE, BODY, SENT + 301, Err(Invalid::Timestamp)),
            (SIGNATURE, BODY, SENT - 301, Err(Invalid::Timestamp)),
            (SIGNATURE, b"{}", SENT, Err(Invalid::Signature)),
            ("v1,AAAA", BODY, SENT, Err(Invalid::Signature)),
            ("", BODY, SENT, Err(Invalid::Signature)),
            (SIGNATURE.trim_start_matches("v1,"), BODY, SENT, Err(Invalid::Signature)),
        ] {
            assert_eq!(verified(SECRET, &sent, signature, body, now), expected, "{signature} {now}");
        }
        assert_eq!(verified(SECRET, "soon", SIGNATURE, BODY, SENT), Err(Invalid::Header));
        assert_eq!(
            verified("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx", &sent, SIGNATURE, BODY, SENT),
            Err(Invalid::Signature)
        );
    }

    #[test]
    fn what_is_received_is_an_event_of_its_type() {
        let webhook = Webhook::new(SECRET).unwrap();
        let now = now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let receive = |body: &str| {
            let (sent, signature) = (now.to_string(), webhook.sign(ID, now, body.as_bytes()));
            let header = |name: &str| match name {
                "webhook-id" => Some(ID),
                "webhook-timestamp" => Some(sent.as_str()),
                _ => Some(signature.as_str()),
            };
            webhook.receive(body.as_bytes(), header)
        };
        let body = r#"{"type":"key.revoked","timestamp":"2026-11-20T12:00:00Z","data":{"key_id":7,"new":1}}"#;
        let WebhookEvent::KeyRevoked(event) = receive(body).unwrap() else { panic!("another type") };
        assert_eq!(event.data.key_id, 7);
        let newer = r#"{"type":"moon.risen","timestamp":"2026-11-20T12:00:00Z","data":{}}"#;
        assert_eq!(receive(newer), Ok(WebhookEvent::Other));
        assert_eq!(receive("[]"), Err(Invalid::Body));
    }

    #[test]
    fn a_webhook_without_headers_or_with_a_secret_that_is_none_is_refused() {
        assert_eq!(Webhook::new(SECRET).unwrap().verify(BODY, |_| None), Err(Invalid::Header));
        for secret in ["whsec_", "", "whsec_%%%"] {
            assert_eq!(Webhook::new(secret).unwrap_err(), Invalid::Secret, "{secret}");
        }
        assert_eq!(format!("{:?}", Webhook::new(SECRET).unwrap()), "Webhook(secret)");
    }
}
