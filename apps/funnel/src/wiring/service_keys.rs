//! Secret key of an installation, from its data folder or configuration, and the keys derived from it: for token hashes,
//! sealed values, visitor digests, dashboard sessions, the index of edge snapshots, and list cursors. During a change of
//! the secret, the previous and next keys are valid too.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::Arc;

use adapter_postgres::Sealing;
use auth_scopes::{Pepper, Peppers};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hkdf::Hkdf;
use kernel::Entropy;
use secrecy::{ExposeSecret as _, SecretBox, SecretString};
use sha2::Sha256;

/// File name of the secret in the data folder.
pub const FILE: &str = "secret-key";

/// A key of 32 bytes that is never printed or serialized.
pub type Key = SecretBox<[u8; 32]>;

/// Keys derived from the secret key.
#[derive(Debug)]
pub struct Keys {
    /// Pepper for hashes of tokens.
    pub pepper: Key,
    /// Key for encryption of stored secrets.
    pub encryption: Key,
    /// Key for the daily salts of visitor digests.
    pub visitor_salt: Key,
    /// Key for dashboard sessions.
    pub sessions: Key,
    /// Key that authenticates the index of an edge's snapshots.
    pub edge_snapshots: Key,
    /// Key that signs list cursors.
    pub cursors: Key,
    /// Key for challenges by which owners prove ownership of a hostname.
    pub hostname_challenges: Key,
    /// Keys of the previous secret, during a rotation.
    pub previous: Option<AdditionalKeys>,
    /// Keys of the next secret, during a rotation.
    pub next: Option<AdditionalKeys>,
}

/// Keys of a secret that is accepted besides the current one.
#[derive(Debug)]
pub struct AdditionalKeys {
    /// Pepper that is also accepted for hashes of tokens.
    pub pepper: Key,
    /// Key that is also accepted for wrapped keys of stored secrets.
    pub encryption: Key,
    /// Key that is also accepted for signed cursors.
    pub cursors: Key,
}

/// Reason why there is no secret.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// The file in the data folder can't be read or written.
    #[error("the secret key in the data folder can't be used")]
    File(#[from] io::Error),
    /// The secret is not 32 bytes in base64.
    #[error("the secret key must be 32 bytes in base64")]
    Malformed,
}

impl Keys {
    /// Derives the keys from 32 bytes in base64.
    pub fn derive(secret: &SecretString) -> Result<Self, SecretError> {
        let bytes =
            BASE64_STANDARD.decode(secret.expose_secret().trim()).map_err(|_| SecretError::Malformed)?;
        if bytes.len() != 32 {
            return Err(SecretError::Malformed);
        }
        let root = Hkdf::<Sha256>::new(None, &bytes);
        let key = |purpose: &str| {
            let mut key = [0; 32];
            // HKDF can expand to 32 bytes, so this never fails.
            root.expand(purpose.as_bytes(), &mut key).map_err(|_| SecretError::Malformed)?;
            Ok::<_, SecretError>(SecretBox::new(Box::new(key)))
        };
        Ok(Self {
            pepper: key("funnel/token-pepper/v1")?,
            encryption: key("funnel/encryption/v1")?,
            visitor_salt: key("funnel/visitor-salt/v1")?,
            sessions: key("funnel/dashboard-session/v1")?,
            edge_snapshots: key("funnel/edge-snapshots/v1")?,
            cursors: key("funnel/list-cursors/v1")?,
            hostname_challenges: key("funnel/hostname-challenges/v1")?,
            previous: None,
            next: None,
        })
    }

    /// Adds the keys of the previous and the next secret.
    pub fn beside(
        self,
        previous: Option<&SecretString>,
        next: Option<&SecretString>,
    ) -> Result<Self, SecretError> {
        let beside = |secret: &SecretString| {
            let Self { pepper, encryption, cursors, .. } = Self::derive(secret)?;
            Ok::<_, SecretError>(AdditionalKeys { pepper, encryption, cursors })
        };
        Ok(Self { previous: previous.map(beside).transpose()?, next: next.map(beside).transpose()?, ..self })
    }

    /// Returns the peppers for hashes of tokens.
    pub fn peppers(&self) -> Peppers {
        let beside = |keys: &AdditionalKeys| Pepper::new(*keys.pepper.expose_secret());
        Peppers {
            current: Pepper::new(*self.pepper.expose_secret()),
            previous: self.previous.as_ref().map(beside),
            next: self.next.as_ref().map(beside),
        }
    }

    /// Returns the sealing for stored secrets.
    pub fn sealing(&self, entropy: Arc<dyn Entropy>) -> Sealing {
        let beside = self.previous.iter().chain(&self.next);
        beside.fold(Sealing::new(self.encryption.expose_secret(), entropy), |sealing, keys| {
            sealing.also_under(keys.encryption.expose_secret())
        })
    }
}

/// Returns the secret of the data folder, generating it at the first start. Concurrent processes
/// agree on one.
pub fn load_or_generate(data_dir: &Path, entropy: &dyn Entropy) -> Result<SecretString, SecretError> {
    DirBuilder::new().recursive(true).mode(0o700).create(data_dir)?;
    let path = data_dir.join(FILE);
    if let Some(kept) = load(&path)? {
        return Ok(kept);
    }
    let mut bytes = [0; 32];
    entropy.fill(&mut bytes);
    let mut name = [0; 8];
    entropy.fill(&mut name);
    let draft = data_dir.join(format!("{FILE}.{:x}", u64::from_be_bytes(name)));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    file.write_all(BASE64_STANDARD.encode(bytes).as_bytes())?;
    file.sync_all()?;
    // Linking fails if the file exists, so the first process wins and no reader sees a partial key.
    let linked = fs::hard_link(&draft, &path);
    fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error.into()),
        _ => load(&path)?.ok_or(SecretError::Malformed),
    }
}

fn load(path: &Path) -> Result<Option<SecretString>, SecretError> {
    let mut text = String::new();
    match fs::File::open(path) {
        Ok(mut file) => file.read_to_string(&mut text)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    Ok(Some(text.trim().into()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use runtime::SystemEntropy;

    use super::*;

    #[test]
    fn the_generated_secret_is_kept_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let first = load_or_generate(folder.path(), &SystemEntropy).unwrap();
        let second = load_or_generate(folder.path(), &SystemEntropy).unwrap();
        assert_eq!(first.expose_secret(), second.expose_secret());
        let mode = fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn each_purpose_has_a_key_of_its_own() {
        let keys = Keys::derive(&BASE64_STANDARD.encode([7; 32]).into()).unwrap();
        assert_ne!(keys.pepper.expose_secret(), keys.encryption.expose_secret());
        assert!(Keys::derive(&"short".into()).is_err());
        assert!(!format!("{keys:?}").contains("7"));
    }
}
