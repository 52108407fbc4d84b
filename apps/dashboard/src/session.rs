//! Sessions: keys sealed into a cookie that nobody else can read or forge.

use actix_web::cookie::{Cookie, SameSite};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use hkdf::Hkdf;
use secrecy::{ExposeSecret as _, SecretString};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::system;

/// Lifetime of a session without requests.
pub(crate) const IDLE_SECONDS: i64 = 12 * 60 * 60;

/// Age from which a request renews the cookie, in seconds.
const RENEWED_AFTER: i64 = 5 * 60;

/// Number of workspaces that fit into one cookie.
pub(crate) const WORKSPACES: usize = 8;

const NONCE: usize = 24;
const PURPOSE: &[u8] = b"funnel/dashboard-session/v2";
const KEY_PURPOSE: &[u8] = b"funnel/dashboard-session/v1";

/// An API key and its display name.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Workspace {
    /// Name in the switcher.
    pub(crate) name: String,
    #[serde(serialize_with = "exposed", deserialize_with = "hidden")]
    key: SecretString,
    /// Id of the API session, which knows whether it has ended.
    session: String,
}

fn exposed<S: serde::Serializer>(key: &SecretString, serializer: S) -> Result<S::Ok, S::Error> {
    // The serialized key is sealed right away.
    serializer.serialize_str(key.expose_secret())
}

fn hidden<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<SecretString, D::Error> {
    String::deserialize(deserializer).map(SecretString::from)
}

/// Returns the public part of a key.
pub(crate) fn public_part(key: &SecretString) -> &str {
    key.expose_secret().split('_').nth(2).unwrap_or_default()
}

impl Workspace {
    /// Creates a workspace, named after the public part of the key if `name` is empty.
    pub(crate) fn new(name: &str, key: SecretString, session: String) -> Self {
        let name = name.trim();
        let name = if name.is_empty() { public_part(&key) } else { name };
        let name = name.chars().take(40).collect();
        Self { name, key, session }
    }

    /// Returns the id of the API session.
    pub(crate) fn session(&self) -> &str {
        &self.session
    }

    pub(crate) fn key(&self) -> &SecretString {
        &self.key
    }
}

/// The signed-in workspaces.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Session {
    workspaces: Vec<Workspace>,
    current: usize,
    /// Time when the cookie was written.
    at: i64,
}

impl Session {
    pub(crate) fn new(workspace: Workspace) -> Self {
        Self { workspaces: vec![workspace], current: 0, at: system::now() }
    }

    /// Returns the workspaces in the order of their addition.
    pub(crate) fn workspaces(&self) -> &[Workspace] {
        &self.workspaces
    }

    /// Returns the position of the current workspace.
    pub(crate) fn position(&self) -> usize {
        self.current
    }

    /// Returns the current workspace.
    pub(crate) fn current(&self) -> Option<&Workspace> {
        self.workspaces.get(self.current)
    }

    /// Adds a workspace and selects it. Returns the workspace that it replaces: one with the same
    /// key, or the oldest of too many.
    pub(crate) fn add(&mut self, workspace: Workspace) -> Option<Workspace> {
        let same = |held: &Workspace| held.key.expose_secret() == workspace.key.expose_secret();
        let position = self.workspaces.iter().position(same);
        match position.and_then(|position| Some((position, self.workspaces.get_mut(position)?))) {
            Some((position, held)) => {
                self.current = position;
                Some(std::mem::replace(held, workspace))
            }
            None => {
                let oldest = (self.workspaces.len() >= WORKSPACES).then(|| self.workspaces.remove(0));
                self.workspaces.push(workspace);
                self.current = self.workspaces.len().saturating_sub(1);
                oldest
            }
        }
    }

    /// Selects another workspace. An invalid position changes nothing.
    pub(crate) fn switch(&mut self, position: usize) {
        if position < self.workspaces.len() {
            self.current = position;
        }
    }

    /// Removes the current workspace. Returns `None` if it was the only one.
    #[must_use]
    pub(crate) fn left(mut self) -> Option<Self> {
        if self.current < self.workspaces.len() {
            self.workspaces.remove(self.current);
        }
        self.current = 0;
        (!self.workspaces.is_empty()).then_some(self)
    }

    /// Returns whether the cookie should be renewed.
    pub(crate) fn is_due(&self, now: i64) -> bool {
        now.saturating_sub(self.at) >= RENEWED_AFTER
    }
}

/// Seals sessions with a key derived from the service's secret.
#[derive(Clone)]
pub(crate) struct Sealer(XChaCha20Poly1305);

/// Derives the session key from the service's secret.
pub fn session_key(secret: &[u8]) -> [u8; 32] {
    let mut key = [0; 32];
    // HKDF can expand to 32 bytes, so this never fails; a random key would only sign people out.
    if Hkdf::<Sha256>::new(None, secret).expand(KEY_PURPOSE, &mut key).is_err() {
        key = system::random();
    }
    key
}

impl Sealer {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(&key.into()))
    }

    /// Seals a session into the value of a cookie; `None` on failure.
    pub(crate) fn seal(&self, session: &Session, now: i64) -> Option<String> {
        self.seal_value(PURPOSE, &Session { at: now, ..session.clone() })
    }

    /// Seals a value that can be opened only for the same purpose.
    pub(crate) fn seal_value(&self, purpose: &[u8], value: &impl Serialize) -> Option<String> {
        let text = serde_json::to_vec(value).ok()?;
        let nonce: [u8; NONCE] = system::random();
        let sealed = self.0.encrypt(&XNonce::from(nonce), Payload { msg: &text, aad: purpose }).ok()?;
        Some(BASE64_URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
    }

    /// Opens a value that was sealed for this purpose.
    pub(crate) fn open_value<T: DeserializeOwned>(&self, purpose: &[u8], value: &str) -> Option<T> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(value).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
        let text = self.0.decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: purpose }).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Opens the session of a cookie. Returns `None` if the cookie is forged, sealed with another
    /// key, or idle for too long.
    pub(crate) fn open(&self, value: &str, now: i64) -> Option<Session> {
        let session: Session = self.open_value(PURPOSE, value)?;
        let idle = now.saturating_sub(session.at);
        ((0..IDLE_SECONDS).contains(&idle) && session.current().is_some()).then_some(session)
    }

    /// Builds the cookie of a session.
    pub(crate) fn cookie(&self, session: &Session, https: bool) -> Option<Cookie<'static>> {
        let value = self.seal(session, system::now())?;
        Some(cookie(https, value, IDLE_SECONDS))
    }
}

/// Returns the cookie's name. The prefix makes browsers require `Secure` and limit the cookie to
/// this host.
pub(crate) fn cookie_name(https: bool) -> &'static str {
    if https { "__Host-funnel" } else { "funnel-session" }
}

/// Builds the cookie that ends a session.
pub(crate) fn ended(https: bool) -> Cookie<'static> {
    cookie(https, String::new(), 0)
}

fn cookie(https: bool, value: String, seconds: i64) -> Cookie<'static> {
    Cookie::build(cookie_name(https), value)
        .path("/")
        .http_only(true)
        .secure(https)
        .same_site(SameSite::Strict)
        .max_age(actix_web::cookie::time::Duration::seconds(seconds))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_000_000;

    fn workspace(key: &str) -> Workspace {
        Workspace::new("", SecretString::from(key.to_owned()), format!("ses_of_{key}"))
    }

    fn session() -> Session {
        Session { at: NOW, ..Session::new(workspace("al_live_abc_secret")) }
    }

    #[test]
    fn a_session_comes_back_from_its_cookie() {
        let sealer = Sealer::new(session_key(b"secret"));
        let opened = sealer.open(&sealer.seal(&session(), NOW).unwrap(), NOW + 60).unwrap();
        assert_eq!(opened.current().unwrap().name, "abc");
        assert_eq!(opened.current().unwrap().key().expose_secret(), "al_live_abc_secret");
    }

    #[test]
    fn a_cookie_shows_nothing_of_the_key_and_none_is_like_another() {
        let sealer = Sealer::new(session_key(b"secret"));
        let [one, two] = [0, 1].map(|_| sealer.seal(&session(), NOW).unwrap());
        assert_ne!(one, two);
        assert!(!String::from_utf8_lossy(&BASE64_URL_SAFE_NO_PAD.decode(one).unwrap()).contains("secret"));
    }

    #[test]
    fn a_forged_changed_or_foreign_cookie_is_no_session() {
        let sealer = Sealer::new(session_key(b"secret"));
        let good = sealer.seal(&session(), NOW).unwrap();
        assert!(Sealer::new(session_key(b"other")).open(&good, NOW).is_none());
        for forged in ["", "x", "{}", "AAAA", &good[1..], &good[..good.len() - 4]] {
            assert!(sealer.open(forged, NOW).is_none(), "{forged}");
        }
        for place in 0..good.len() {
            let mut changed = good.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            // The last character of base64 has unused bits.
            if BASE64_URL_SAFE_NO_PAD.decode(&changed) != BASE64_URL_SAFE_NO_PAD.decode(&good) {
                assert!(sealer.open(&changed, NOW).is_none(), "{place}");
            }
        }
    }

    #[test]
    fn twelve_idle_hours_end_a_session() {
        let sealer = Sealer::new(session_key(b"secret"));
        let value = sealer.seal(&session(), NOW).unwrap();
        for (after, lasts) in [(0, true), (IDLE_SECONDS - 1, true), (IDLE_SECONDS, false), (-1, false)] {
            assert_eq!(sealer.open(&value, NOW + after).is_some(), lasts, "{after}");
        }
        assert!(!session().is_due(NOW + RENEWED_AFTER - 1));
        assert!(session().is_due(NOW + RENEWED_AFTER));
    }

    #[test]
    fn workspaces_are_added_switched_and_left() {
        let mut session = session();
        assert!(session.add(workspace("al_live_two_x")).is_none());
        assert_eq!((session.workspaces().len(), session.position()), (2, 1));
        let replaced = session.add(workspace("al_live_abc_secret")).unwrap();
        assert_eq!(replaced.session(), "ses_of_al_live_abc_secret");
        assert_eq!((session.workspaces().len(), session.position()), (2, 0));
        session.switch(7);
        assert_eq!(session.position(), 0);
        let left = session.left().unwrap();
        assert_eq!(left.current().unwrap().name, "two");
        assert!(left.left().is_none());
    }

    #[test]
    fn the_oldest_of_too_many_workspaces_is_given_back_to_be_ended() {
        let mut session = session();
        for number in 1..WORKSPACES {
            assert!(session.add(workspace(&format!("al_live_k{number}_x"))).is_none());
        }
        let oldest = session.add(workspace("al_live_last_x")).unwrap();
        assert_eq!(oldest.session(), "ses_of_al_live_abc_secret");
        assert_eq!(session.workspaces().len(), WORKSPACES);
    }

    #[test]
    fn the_cookie_is_out_of_reach_for_scripts_and_other_sites() {
        for (https, expected) in [
            (true, "__Host-funnel=v; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=9"),
            (false, "funnel-session=v; HttpOnly; SameSite=Strict; Path=/; Max-Age=9"),
        ] {
            assert_eq!(cookie(https, "v".to_owned(), 9).to_string(), expected);
        }
    }
}
