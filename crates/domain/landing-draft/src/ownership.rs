//! Hostnames released by another owner: the waiting period, and the proof of control by the new owner.
//!
//! Links and printed codes outlive the registration of their hostname, and the next owner of the hostname receives
//! their visitors. A released hostname is therefore reserved for a while, and then requires a DNS record as proof.

use hmac_sha256::HMAC;
use kernel::{Hostname, OwnerId, UnixTime};

/// Period in which only the former owner can register a hostname again, in seconds: 7 days.
pub const QUARANTINE_SECONDS: i64 = 7 * 86_400;

/// Period in which a released hostname requires a proof, in seconds: 90 days.
pub const PROOF_SECONDS: i64 = 90 * 86_400;

/// Latest release of a hostname.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    /// Former owner of the hostname.
    pub owner: OwnerId,
    /// Moment when the former owner deleted the domain.
    pub at: UnixTime,
}

/// Condition for registering a hostname.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// No condition.
    Free,
    /// The owner must prove control of the hostname's DNS.
    NeedsProof,
    /// Registration is impossible before this moment.
    Quarantined(UnixTime),
}

impl Release {
    /// Returns the condition for an owner who registers the hostname at `now`.
    ///
    /// ```
    /// use kernel::{OwnerId, UnixTime};
    /// use landing_draft::ownership::{Claim, Release};
    ///
    /// let release = Release { owner: OwnerId::new(1), at: UnixTime::from_seconds(0) };
    /// let after_eight_days = UnixTime::from_seconds(8 * 86_400);
    /// assert_eq!(release.claim(OwnerId::new(1), after_eight_days), Claim::Free);
    /// assert_eq!(release.claim(OwnerId::new(2), after_eight_days), Claim::NeedsProof);
    /// ```
    pub fn claim(&self, owner: OwnerId, now: UnixTime) -> Claim {
        if self.owner == owner || now >= self.at.plus_seconds(PROOF_SECONDS) {
            return Claim::Free;
        }
        let until = self.at.plus_seconds(QUARANTINE_SECONDS);
        if now < until { Claim::Quarantined(until) } else { Claim::NeedsProof }
    }
}

/// TXT record with which an owner proves control of a hostname.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// Name of the record.
    pub name: String,
    /// Text of the record. Unguessable, and different for every owner.
    pub value: String,
}

/// Secret for computing challenges.
#[derive(Clone)]
pub struct ChallengeKey([u8; 32]);

impl ChallengeKey {
    /// Wraps 32 secret bytes.
    pub fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Computes the challenge for an owner and a hostname. Equal inputs give equal challenges.
    pub fn challenge(&self, owner: OwnerId, hostname: &Hostname) -> Challenge {
        let code = HMAC::mac(format!("{}\n{hostname}", owner.get()), self.0);
        let value: String = code.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Challenge { name: format!("_funnel.{hostname}"), value: format!("funnel-verification={value}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400;

    #[test]
    fn a_name_is_set_apart_and_then_needs_a_proof() {
        let at = UnixTime::from_seconds(1_000_000);
        let release = Release { owner: OwnerId::new(1), at };
        let until = at.plus_seconds(7 * DAY);
        for (owner, after, expected) in [
            (1, 0, Claim::Free),
            (2, 0, Claim::Quarantined(until)),
            (2, 7 * DAY - 1, Claim::Quarantined(until)),
            (2, 7 * DAY, Claim::NeedsProof),
            (2, 90 * DAY - 1, Claim::NeedsProof),
            (2, 90 * DAY, Claim::Free),
            // The clock went back.
            (2, -DAY, Claim::Quarantined(until)),
        ] {
            assert_eq!(
                release.claim(OwnerId::new(owner), at.plus_seconds(after)),
                expected,
                "{owner} {after}"
            );
        }
    }

    #[test]
    fn a_challenge_is_of_one_owner_and_one_name() {
        let name = |name| Hostname::parse(name).unwrap();
        let key = ChallengeKey::new([7; 32]);
        let challenge = key.challenge(OwnerId::new(1), &name("a.example"));
        assert_eq!(challenge.name, "_funnel.a.example");
        assert!(challenge.value.starts_with("funnel-verification=") && challenge.value.len() == 52);
        assert_eq!(challenge, key.challenge(OwnerId::new(1), &name("a.example")));
        for other in [
            key.challenge(OwnerId::new(2), &name("a.example")),
            key.challenge(OwnerId::new(1), &name("b.example")),
            ChallengeKey::new([8; 32]).challenge(OwnerId::new(1), &name("a.example")),
        ] {
            assert_ne!(challenge.value, other.value);
        }
    }
}
