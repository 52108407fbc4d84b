//! Whether everything is there that the service needs, and what to do about what is not.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use application::operation::{DatabaseExaminer, Examination, SecretKeys};
use application::snapshots::HostSnapshots;
use kernel::{Clock as _, StoreError};
use landing_draft::ports::ServedFiles;
use runtime::SystemClock;
use serde_json::json;
use tokio::time::timeout;

/// The oldest server that the service runs on.
const OLDEST_MAJOR: i32 = 14;
/// How far the server's clock may be from ours: signatures and leases bear it.
const MOST_SKEW_MILLIS: u64 = 2_000;
/// How long news may take to come back.
const NEWS: Duration = Duration::from_secs(3);
/// How long the database and the files are waited for.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// What was looked at, and what to do about it; nothing where it is as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    check: &'static str,
    found: String,
    remedy: Option<String>,
}

/// What was found, in the order in which it was looked at.
#[derive(Default)]
pub struct Findings(Vec<Finding>);

/// The database as the service would use it.
pub struct Database {
    /// Looks at it.
    pub examiner: Arc<dyn DatabaseExaminer>,
    /// What in it depends on the secret key.
    pub keys: Arc<dyn SecretKeys>,
    /// Whether an address past a pooler is configured.
    pub has_direct_url: bool,
    /// Whether a standby is configured.
    pub has_standby: bool,
}

impl Findings {
    /// That this program runs.
    pub fn of_program(version: &str) -> Self {
        let mut findings = Self::default();
        findings.good("program", format!("funnel {version}"));
        findings
    }

    /// Looks at the data folder.
    pub fn look_at_data_folder(&mut self, folder: &Path) {
        let probe = folder.join(".doctor");
        let written = std::fs::create_dir_all(folder)
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

    /// Looks at the store of files, which is in `place`.
    pub async fn look_at_files(&mut self, place: &str, files: anyhow::Result<Arc<dyn ServedFiles>>) {
        // A name that no file has: to be told so, the store has to be asked.
        let asked = match files {
            Ok(files) => timeout(PATIENCE, files.file(&format!("{}.png", "0".repeat(64)))).await,
            Err(error) => {
                return self.bad("file store", format!("{error:#}"), "mend the setting that it names");
            }
        };
        let remedy =
            "check the FUNNEL_S3_ settings and that the bucket can be reached, or the data folder's disk";
        match asked {
            Ok(Ok(_)) => self.good("file store", place),
            Ok(Err(error)) => self.bad("file store", format!("{place}: {error}"), remedy),
            Err(_) => self.bad("file store", format!("{place} does not answer"), remedy),
        }
    }

    /// Looks at what the edge keeps for when the database is unavailable.
    pub fn look_at_snapshots(&mut self, opened: anyhow::Result<Option<Arc<dyn HostSnapshots>>>) {
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

    /// That there is no database, and why not; without a cause it did not start in time.
    pub fn miss_database(&mut self, cause: Option<&anyhow::Error>) {
        match cause {
            Some(error) => self.bad("database", format!("{error:#}"), "mend what it names"),
            None => self.bad("database", "it does not start", "look into its log in the data folder"),
        }
    }

    /// Looks at the database, and at its standby if there is one.
    pub async fn look_at_database(&mut self, database: &Database) {
        const REMEDY: &str = "check FUNNEL_DATABASE_URL and the server";
        let before = SystemClock.now().millis();
        match timeout(PATIENCE, database.examiner.examine()).await {
            Ok(Ok(found)) => {
                let skew = beyond(before, found.now.millis(), SystemClock.now().millis());
                judge(&found, database.has_direct_url, self);
                self.judge(
                    "clocks",
                    format!("the server's is {skew} ms beside ours"),
                    skew <= MOST_SKEW_MILLIS,
                    "let both machines follow the same time servers",
                );
                self.look_for_news(&*database.examiner).await;
                self.look_at_schema(&*database.examiner).await;
                self.look_at_keys(&*database.keys).await;
            }
            Ok(Err(error)) => self.bad("database", cause(error), REMEDY),
            Err(_) => self.bad("database", "it does not answer", REMEDY),
        }
        if database.has_standby {
            self.look_at_standby(&*database.examiner).await;
        }
    }

    /// Whether what one process tells reaches another, on the way that the service takes.
    async fn look_for_news(&mut self, examiner: &dyn DatabaseExaminer) {
        match timeout(NEWS, examiner.hear_news()).await {
            Ok(()) => self.good("news", "NOTIFY comes back"),
            Err(_) => self.bad(
                "news",
                "NOTIFY does not come back",
                "FUNNEL_DATABASE_DIRECT_URL must lead to the server itself, past any pooler in transaction mode",
            ),
        }
    }

    /// Whether the standby takes over what is written now.
    async fn look_at_standby(&mut self, examiner: &dyn DatabaseExaminer) {
        const REMEDY: &str = "FUNNEL_DATABASE_READ_URL must lead to a streaming standby of the database that keeps up; it is not read until it does";
        match timeout(NEWS, examiner.follow_standby()).await {
            Ok(Ok(())) => self.good("read replica", "it follows the database"),
            Ok(Err(error)) => self.bad("read replica", cause(error), REMEDY),
            Err(_) => self.bad("read replica", "it does not follow the database", REMEDY),
        }
    }

    async fn look_at_schema(&mut self, examiner: &dyn DatabaseExaminer) {
        match examiner.pending_migrations().await {
            Ok(0) => self.good("schema", "up to date"),
            Ok(pending) => {
                self.bad("schema", format!("{pending} migrations are pending"), "run `funnel migrate`");
            }
            Err(error) => self.bad("schema", cause(error), "check FUNNEL_DATABASE_DIRECT_URL"),
        }
    }

    async fn look_at_keys(&mut self, keys: &dyn SecretKeys) {
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

    /// Says everything. An error means that something is to be done.
    pub fn tell(&self, as_json: bool) -> anyhow::Result<()> {
        if as_json {
            let told = self.0.iter().map(|Finding { check, found, remedy }| {
                json!({ "check": check, "ok": remedy.is_none(), "found": found, "remedy": remedy })
            });
            println!("{}", json!({ "checks": told.collect::<Vec<_>>() }));
        } else {
            for Finding { check, found, remedy } in &self.0 {
                match remedy {
                    None => println!("ok    {check}: {found}"),
                    Some(remedy) => println!("WRONG {check}: {found}; {remedy}"),
                }
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

/// Why the store failed, without that it did.
fn cause(error: StoreError) -> String {
    let (StoreError::Unavailable(cause) | StoreError::Data(cause) | StoreError::Failed(cause)) = error;
    format!("{:#}", anyhow::Error::from_boxed(cause))
}

/// How far a moment lies outside of the time between two others, in the same unit.
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
    let way = if found.is_pooled { "through a pooler in transaction mode" } else { "straight to the server" };
    findings.judge(
        "pooler",
        way,
        !found.is_pooled || has_direct_url,
        "name the server itself in FUNNEL_DATABASE_DIRECT_URL",
    );
    match &found.distribution {
        None => findings.good("distribution", "one server"),
        Some(wrong) if wrong.is_empty() => findings.good("distribution", "every table lies as it has to"),
        Some(wrong) => findings.bad("distribution", wrong.join("; "), "run `funnel migrate --distribute`"),
    }
    if found.distribution.is_some() {
        let lost = found.lost_nodes.join(", ");
        let told =
            if lost.is_empty() { "all reach each other".to_owned() } else { format!("not reached: {lost}") };
        findings.judge("nodes", told, lost.is_empty(), "start them, or let the nodes log in at each other");
    }
}

#[cfg(test)]
mod tests {
    use kernel::UnixTime;

    use super::*;

    fn found() -> Examination {
        Examination {
            version: "15.20".to_owned(),
            major: 15,
            encrypted: Some(true),
            is_pooled: false,
            now: UnixTime::from_seconds(0),
            extensions: Vec::new(),
            distribution: None,
            lost_nodes: Vec::new(),
        }
    }

    fn wrong(found: &Examination, has_direct_url: bool) -> Vec<&'static str> {
        let mut findings = Findings::default();
        judge(found, has_direct_url, &mut findings);
        findings.0.iter().filter(|finding| finding.remedy.is_some()).map(|finding| finding.check).collect()
    }

    #[test]
    fn what_is_wrong_is_named_and_nothing_else() {
        let pooled = Examination { is_pooled: true, ..found() };
        let undistributed =
            Examination { distribution: Some(vec!["later is not distributed".to_owned()]), ..found() };
        let lost = Examination {
            distribution: Some(Vec::new()),
            lost_nodes: vec!["10.0.0.7:5432".to_owned()],
            ..found()
        };
        for (found, has_direct_url, expected) in [
            (found(), false, &[][..]),
            (Examination { major: 13, ..found() }, false, &["PostgreSQL"]),
            (pooled.clone(), false, &["pooler"]),
            (pooled, true, &[]),
            (undistributed, false, &["distribution"]),
            (lost, false, &["nodes"]),
        ] {
            assert_eq!(wrong(&found, has_direct_url), expected, "{found:?}");
        }
    }

    #[test]
    fn a_clock_is_beside_ours_when_it_was_asked_in_between_and_tells_another_time() {
        for (moment, skew) in [(10, 0), (15, 0), (20, 0), (25, 5), (3, 7)] {
            assert_eq!(beyond(10, moment, 20), skew, "{moment}");
        }
    }
}
