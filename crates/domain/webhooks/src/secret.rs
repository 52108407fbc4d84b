use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::HMAC;
use kernel::Entropy;
use secrecy::{ExposeSecret as _, SecretString};

const PREFIX: &str = "whsec_";
/// Standard Webhooks requires 24 to 64 bytes.
const MADE: usize = 32;

/// Secret that signs messages: `whsec_` and 24 to 64 random bytes in base64. Has no serde, and `Debug` does not print
/// it.
#[derive(Debug, Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Generates a secret of 32 random bytes.
    pub fn generate(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; MADE];
        entropy.fill(&mut bytes);
        Self(format!("{PREFIX}{}", STANDARD.encode(bytes)).into())
    }

    /// Parses a secret; `None` if invalid.
    pub fn parse(text: SecretString) -> Option<Self> {
        let bytes = key(&text)?;
        (24..=64).contains(&bytes.len()).then_some(Self(text))
    }

    /// Text of the secret, for the owner, who sees it once, and for the store, which encrypts it.
    pub fn text(&self) -> &SecretString {
        &self.0
    }

    /// Signs `id.timestamp.body` with HMAC-SHA-256, in the form `v1,<base64>`.
    fn sign(&self, id: &str, timestamp: i64, body: &str) -> Option<String> {
        let mut mac = HMAC::new(key(&self.0)?);
        mac.update(format!("{id}.{timestamp}."));
        mac.update(body);
        Some(format!("v1,{}", STANDARD.encode(mac.finalize())))
    }
}

fn key(text: &SecretString) -> Option<Vec<u8>> {
    STANDARD.decode(text.expose_secret().strip_prefix(PREFIX)?).ok()
}

/// Valid secrets of an endpoint. During an overlap, the previous secret is valid in addition to the new one.
#[derive(Debug, Clone)]
pub struct Secrets {
    /// Newest secret.
    pub current: Secret,
    /// Previous secret, during an overlap.
    pub previous: Option<Secret>,
}

impl Secrets {
    /// Value of `webhook-signature`: one signature per secret, the newest first.
    pub(crate) fn signature(&self, id: &str, timestamp: i64, body: &str) -> String {
        let secrets = [Some(&self.current), self.previous.as_ref()];
        let signatures = secrets.into_iter().flatten().filter_map(|secret| secret.sign(id, timestamp, body));
        signatures.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::SeededEntropy;
    use standardwebhooks::Webhook;

    use super::*;

    #[test]
    fn the_vector_of_the_standard_is_met() {
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into()).unwrap();
        let signed = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signed.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    #[test]
    fn the_library_of_the_standard_signs_alike_with_each_secret() {
        let entropy = SeededEntropy::new(1);
        let (current, previous) = (Secret::generate(&entropy), Secret::generate(&entropy));
        let (id, at, body) = ("msg_1", 1_795_176_000, r#"{"type":"key.created","text":"ä"}"#);
        let theirs = |secret: &Secret| {
            Webhook::new(secret.text().expose_secret()).unwrap().sign(id, at, body.as_bytes()).unwrap()
        };
        let secrets = Secrets { current: current.clone(), previous: Some(previous.clone()) };
        assert_eq!(secrets.signature(id, at, body), format!("{} {}", theirs(&current), theirs(&previous)));
        let alone = Secrets { current: current.clone(), previous: None };
        assert_eq!(alone.signature(id, at, body), theirs(&current));
    }

    #[test]
    fn a_secret_has_its_form_and_does_not_print() {
        let secret = Secret::generate(&SeededEntropy::new(2));
        let text = secret.text().expose_secret().to_owned();
        assert!(text.starts_with("whsec_") && text.len() == 6 + 44, "{text}");
        assert!(Secret::parse(text.clone().into()).is_some());
        assert!(!format!("{secret:?}").contains(&text[6..]));
        for wrong in
            ["", "whsec_", "whsec_AAAA", &text[6..], "whsec_###", &format!("whsec_{}", "A".repeat(88))]
        {
            assert!(Secret::parse(wrong.into()).is_none(), "{wrong}");
        }
    }
}
