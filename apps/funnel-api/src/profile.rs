//! Sources of the address and the key.

use std::fs::{self, DirBuilder};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use funnel_sdk::{Builder, Client, Deprecation, Secret};
use serde::Deserialize;

use crate::Console;
use crate::failure::Failure;

const URL: &str = "FUNNEL_API_URL";
const KEY: &str = "FUNNEL_API_KEY";

/// Required mode of a file with a key.
const PRIVATE: u32 = 0o600;

/// Environment of the process.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// Value of `FUNNEL_API_URL`.
    pub url: Option<String>,
    /// Value of `FUNNEL_API_KEY`.
    pub key: Option<Secret>,
    /// Path of the profile: `funnel/profile.toml` in the configuration folder.
    pub profile: Option<PathBuf>,
    /// Maximum first pause between two attempts, to override the SDK's default.
    pub backoff: Option<Duration>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Profile {
    url: Option<String>,
    key: Option<Secret>,
}

impl Environment {
    pub(crate) fn of_process() -> Self {
        let variable = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let folder =
            std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
        let folder = folder.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".config")));
        Self {
            url: variable(URL),
            key: variable(KEY).map(Secret::new),
            profile: folder.map(|folder| folder.join("funnel/profile.toml")),
            backoff: None,
        }
    }

    pub(crate) fn client(
        &self,
        address: Option<&str>,
        on_deprecation: impl Fn(&Deprecation) + Send + Sync + 'static,
    ) -> Result<Client, Failure> {
        let url = address.map(str::to_string).or_else(|| self.url.clone());
        // An unneeded profile is not read, so its errors don't matter.
        let profile = match (&url, &self.key) {
            (Some(_), Some(_)) => None,
            _ => self.profile.as_deref().map(Profile::read).transpose()?.flatten(),
        };
        let profile = profile.unwrap_or(Profile { url: None, key: None });
        let url = url.or(profile.url).ok_or_else(|| missing("address", URL))?;
        let key = self.key.clone().or(profile.key).ok_or_else(|| missing("key", KEY))?;
        let builder = Client::builder().base_url(url).key(key.expose()).on_deprecation(on_deprecation);
        Ok(self.backoff.into_iter().fold(builder, Builder::backoff).build()?)
    }
}

fn missing(what: &str, variable: &str) -> Failure {
    Failure::usage(format!("there is no {what}: set {variable}, or run `funnel api login`"))
}

impl Profile {
    fn read(path: &Path) -> Result<Option<Self>, Failure> {
        let broken = |error: &dyn std::fmt::Display| Failure::usage(format!("{}: {error}", path.display()));
        let mode = match fs::metadata(path) {
            Ok(found) => found.permissions().mode() & 0o777,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(broken(&error)),
        };
        if mode != PRIVATE {
            let path = path.display();
            return Err(Failure::usage(format!(
                "{path} has mode {mode:04o}, and a file with a key must have 0600: run `chmod 600 {path}`, and replace the key if others may have read it"
            )));
        }
        let text = fs::read_to_string(path).map_err(|error| broken(&error))?;
        // The toml error could quote the line with the key.
        toml::from_str(&text)
            .map(Some)
            .map_err(|_| broken(&"it is not a profile; `funnel api login` writes one"))
    }

    fn write(path: &Path, url: &str, key: &str) -> io::Result<()> {
        let folder = path.parent().unwrap_or(path);
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        // JSON strings are valid TOML strings.
        let text = format!("url = {}\nkey = {}\n", quoted(url), quoted(key));
        // Temporary files have mode 0600, and persisting is atomic.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Writes a profile, after the service has accepted the key.
pub(crate) async fn login<In: Read, Out: Write, Err: Write>(
    console: &mut Console<'_, In, Out, Err>,
    address: Option<&str>,
) -> Result<(), Failure> {
    let url = address.or(console.environment.url.as_deref());
    let url =
        url.ok_or_else(|| Failure::usage(format!("there is no address: set {URL}, or pass --address")))?;
    let path = console.environment.profile.as_deref();
    let path = path.ok_or_else(|| Failure::usage("there is no home directory for a profile"))?;
    if console.watched {
        write!(console.errors, "API key: ")?;
        console.errors.flush()?;
    }
    let mut key = String::new();
    console.input.read_to_string(&mut key)?;
    let key = key.trim();
    if key.is_empty() {
        return Err(Failure::usage("there is no key on standard input"));
    }
    let rights = Client::new(url, key)?.api_keys().self_show().await;
    let rights = rights.map_err(|error| Failure::call(url, error))?;
    Profile::write(path, url, key)
        .map_err(|error| Failure::usage(format!("{} can't be written: {error}", path.display())))?;
    let scopes: Vec<&str> = rights.scopes.iter().map(AsRef::as_ref).collect();
    writeln!(console.errors, "Wrote {}; the key may {}.", path.display(), scopes.join(" and "))?;
    Ok(())
}
