//! Checks of everything that the service needs, with remedies.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use application::operation::{DatabaseExaminer, Examination, SecretKeys};
use application::snapshots::HostSnapshots;
use engine_link::ConnectionRegistry;
use kernel::{Clock as _, StoreError};
use landing_draft::ports::ServedFiles;
use runtime::SystemClock;
use serde_json::json;
use tokio::time::timeout;

use crate::console::Console;

/// Oldest supported major version of PostgreSQL.
const OLDEST_MAJOR: i32 = 14;
/// Clock difference to the server that signatures and leases tolerate, in milliseconds.
const MOST_SKEW_MILLIS: u64 = 2_000;
/// Timeout of a notification's round trip.
const NOTIFICATION_TIMEOUT: Duration = Duration::from_secs(3);
/// Timeout of the database and the file store.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// Outcome of a check; `remedy` is `None` if all is well.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    check: &'static str,
    found: String,
    remedy: Option<String>,
}

/// Findings in the order of the checks.
#[derive(Default)]
pub struct Findings(Vec<Finding>);

/// Ports of the database, as the service would use it.
pub struct Database {
    pub examiner: Arc<dyn DatabaseExaminer>,
    /// Data that depends on the secret key.
    pub keys: Arc<dyn SecretKeys>,
    /// Connections to engines.
    pub connections: Arc<dyn ConnectionRegistry>,
    /// Whether a URL without the pooler is configured.
    pub has_direct_url: bool,
    /// Whether a standby is configured.
    pub has_standby: bool,
}

impl Findings {
    /// Starts the findings with the version of this program.
    pub fn of_program(version: &str) -> Self {
        let mut findings = Self::default();
        findings.good("program", format!("funnel {version}"));
        findings
    }

    /// Checks that the data folder is writable.
    pub fn check_data_folder(&mut self, folder: &Path) {
        let probe = folder.join(".doctor");
        let written = DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .and_then(|()| std::fs::write(&probe, b"written by `funnel doctor`"))
            .and_then(|()| std::fs::remove_file(&probe));
        let shown = folder.display().to_string();
        match written {
            Ok(()) => self.good("data folder", shown),
            Err(error) => {
                let remedy =
                    "let the user of the service write there, or name another one in FUNNEL_DATA_DIR";
                self.bad("data folder", format!("{shown}: {error}"), remedy);
            }
        }
    }

    /// Checks that the file store in `place` responds.
    pub async fn check_files(&mut self, place: &str, files: anyhow::Result<Arc<dyn ServedFiles>>) {
        // No file has this name, so the store must look it up.
        let answer = match files {
            Ok(files) => timeout(TIMEOUT, files.file(&format!("{}.png", "0".repeat(64)))).await,
            Err(error) => {
                return self.bad("file store", format!("{error:#}"), "correct the setting that it names");
            }
        };
        let remedy =
            "check the FUNNEL_S3_ settings and that the bucket can be reached, or the data folder's disk";
        match answer {
            Ok(Ok(_)) => self.good("file store", place),
            Ok(Err(error)) => self.bad("file store", format!("{place}: {error}"), remedy),
            Err(_) => self.bad("file store", format!("{place} does not answer"), remedy),
        }
    }

    /// Checks the edge's snapshots.
    pub fn check_snapshots(&mut self, opened: anyhow::Result<Option<Arc<dyn HostSnapshots>>>) {
        let now = SystemClock.now();
        match opened {
            Ok(None) => self.good("snapshots", "none"),
            Ok(Some(kept)) => match kept.confirmed_at(now) {
                Some(at) => {
                    let (hosts, age) = (kept.hosts().len(), now.seconds() - at.seconds());
                    self.good("snapshots", format!("of {hosts} hosts, confirmed {age} s ago"));
                }
                None => self.good("snapshots", "none that may be served"),
            },
            Err(error) => {
                let remedy = "let the user of the service read and write edge-snapshots in the data folder";
                self.bad("snapshots", format!("{error:#}"), remedy);
            }
        }
    }

    /// Records that the database could not be opened; without a cause it did not start in time.
    pub fn database_not_opened(&mut self, cause: Option<&anyhow::Error>) {
        match cause {
            Some(error) => self.bad("database", format!("{error:#}"), "correct what it names"),
            None => self.bad("database", "it does not start", "look into its log in the data folder"),
        }
    }

    /// Checks the database, and its standby if there is one.
    pub async fn check_database(&mut self, database: &Database) {
        const REMEDY: &str = "check FUNNEL_DATABASE_URL and the server";
        let before = SystemClock.now().millis();
        match timeout(TIMEOUT, database.examiner.examine()).await {
            Ok(Ok(found)) => {
                let skew = beyond(before, found.now.millis(), SystemClock.now().millis());
                judge(&found, database.has_direct_url, self);
                self.judge(
                    "clocks",
                    format!("the server's is {skew} ms off ours"),
                    skew <= MOST_SKEW_MILLIS,
                    "let both machines follow the same time servers",
                );
                self.check_notifications(&*database.examiner).await;
                self.check_schema(&*database.examiner).await;
                self.check_keys(&*database.keys).await;
                self.check_event_secrets(&*database.connections).await;
            }
            Ok(Err(error)) => self.bad("database", cause(error), REMEDY),
            Err(_) => self.bad("database", "it does not answer", REMEDY),
        }
        if database.has_standby {
            self.check_standby(&*database.examiner).await;
        }
    }

    /// Checks that notifications between processes arrive over the service's connection.
    async fn check_notifications(&mut self, examiner: &dyn DatabaseExaminer) {
        match timeout(NOTIFICATION_TIMEOUT, examiner.receive_notification()).await {
            Ok(()) => self.good("notifications", "NOTIFY comes back"),
            Err(_) => self.bad(
                "notifications",
                "NOTIFY does not come back",
                "FUNNEL_DATABASE_DIRECT_URL must lead to the server itself, past any pooler in transaction mode",
            ),
        }
    }

    /// Checks that the standby follows current writes.
    async fn check_standby(&mut self, examiner: &dyn DatabaseExaminer) {
        const REMEDY: &str = "FUNNEL_DATABASE_READ_URL must lead to a streaming standby of the database that keeps up; it is not read until it does";
        match timeout(NOTIFICATION_TIMEOUT, examiner.follow_standby()).await {
            Ok(Ok(())) => self.good("read replica", "it follows the database"),
            Ok(Err(error)) => self.bad("read replica", cause(error), REMEDY),
            Err(_) => self.bad("read replica", "it does not follow the database", REMEDY),
        }
    }

    async fn check_schema(&mut self, examiner: &dyn DatabaseExaminer) {
        match examiner.pending_migrations().await {
            Ok(0) => self.good("schema", "up to date"),
            Ok(pending) => {
                self.bad("schema", format!("{pending} migrations are pending"), "run `funnel migrate`");
            }
            Err(error) => self.bad("schema", cause(error), "check FUNNEL_DATABASE_DIRECT_URL"),
        }
    }

    async fn check_keys(&mut self, keys: &dyn SecretKeys) {
        let remedy = "if FUNNEL_SECRET_KEY was changed, run `funnel secrets rekey`; else it is not the key of this database";
        match keys.dependence().await {
            Ok(found) => self.judge(
                "keys",
                format!("{} data keys, {} of another secret key", found.data_keys, found.data_keys_left),
                found.data_keys_left == 0,
                remedy,
            ),
            Err(error) => self.bad("keys", cause(error), "run `funnel migrate`"),
        }
    }

    /// Checks that no connections share an event secret. Signature version `v1` does not cover the
    /// account, so an event of one owner could be sent as another owner's.
    async fn check_event_secrets(&mut self, connections: &dyn ConnectionRegistry) {
        const REMEDY: &str = "give all of them but one a new event secret with `funnel engine connect`";
        match connections.owners_with_shared_secrets(SystemClock.now()).await {
            Ok(owners) if owners.is_empty() => self.good("event secrets", "each connection has its own"),
            Ok(owners) => {
                let owners: Vec<String> = owners.iter().map(ToString::to_string).collect();
                self.bad("event secrets", format!("shared by the owners {}", owners.join(", ")), REMEDY);
            }
            Err(error) => self.bad("event secrets", cause(error), "run `funnel migrate`"),
        }
    }

    /// Prints all findings. Fails if a finding needs action.
    pub fn report(&self, console: &dyn Console, as_json: bool) -> anyhow::Result<()> {
        if as_json {
            let checks = self.0.iter().map(|Finding { check, found, remedy }| {
                json!({ "check": check, "ok": remedy.is_none(), "found": found, "remedy": remedy })
            });
            console.print(&json!({ "checks": checks.collect::<Vec<_>>() }).to_string());
        } else {
            for Finding { check, found, remedy } in &self.0 {
                console.print(&match remedy {
                    None => format!("ok    {check}: {found}"),
                    Some(remedy) => format!("WRONG {check}: {found}; {remedy}"),
                });
            }
        }
        let bad = self.0.iter().filter(|finding| finding.remedy.is_some()).count();
        if bad > 0 {
            bail!("{bad} of {} checks failed", self.0.len());
        }
        Ok(())
    }

    fn good(&mut self, check: &'static str, found: impl Into<String>) {
        self.0.push(Finding { check, found: found.into(), remedy: None });
    }

    fn bad(&mut self, check: &'static str, found: impl Into<String>, remedy: impl Into<String>) {
        self.0.push(Finding { check, found: found.into(), remedy: Some(remedy.into()) });
    }

    fn judge(
        &mut self,
        check: &'static str,
        found: impl Into<String>,
        is_good: bool,
        remedy: impl Into<String>,
    ) {
        if is_good { self.good(check, found) } else { self.bad(check, found, remedy) }
    }
}

/// Returns the cause of a store failure.
fn cause(error: StoreError) -> String {
    match error {
        StoreError::Unavailable(cause) | StoreError::Data(cause) | StoreError::Failed(cause) => {
            format!("{:#}", anyhow::Error::from_boxed(cause))
        }
        StoreError::PreconditionFailed => error.to_string(),
    }
}

/// Returns the distance of `moment` from the interval `before..=after`, in the same unit.
fn beyond(before: i64, moment: i64, after: i64) -> u64 {
    moment.saturating_sub(after).max(before.saturating_sub(moment)).max(0).unsigned_abs()
}

fn judge(found: &Examination, has_direct_url: bool, findings: &mut Findings) {
    findings.judge(
        "PostgreSQL",
        &found.version,
        found.major >= OLDEST_MAJOR,
        format!("version {OLDEST_MAJOR} or newer is needed"),
    );
    let extensions: Vec<_> =
        found.extensions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    findings
        .good("extensions", if extensions.is_empty() { "none".to_owned() } else { extensions.join(", ") });
    findings.good(
        "TLS",
        match found.encrypted {
            Some(true) => "on",
            Some(false) => {
                "off: statements cross the network in clear; sslmode=require in the address demands it"
            }
            None => "none is needed on a socket of this machine",
        },
    );
    let path =
        if found.is_pooled { "through a pooler in transaction mode" } else { "directly to the server" };
    findings.judge(
        "pooler",
        path,
        !found.is_pooled || has_direct_url,
        "name the server itself in FUNNEL_DATABASE_DIRECT_URL",
    );
    match &found.distribution {
        None => findings.good("distribution", "one server"),
        Some(wrong) if wrong.is_empty() => {
            findings.good("distribution", "every table is distributed as it has to be")
        }
        Some(wrong) => findings.bad("distribution", wrong.join("; "), "run `funnel migrate --distribute`"),
    }
    if found.distribution.is_some() {
        let lost = found.lost_nodes.join(", ");
        let reached =
            if lost.is_empty() { "all reach each other".to_owned() } else { format!("not reached: {lost}") };
        findings.judge(
            "nodes",
            reached,
            lost.is_empty(),
            "start them, or let the nodes log in at each other",
        );
    }
}

#[cfg(test)]
mod tests;
