//! Whether everything is there that the service needs, and what to do about what is not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adapter_postgres::{ChangeListener, Examination, PgRekeying, Standby, examine};
use anyhow::bail;
use kernel::Clock as _;
use landing_draft::ports::ServedFiles as _;
use runtime::{SystemClock, SystemEntropy};
use secrecy::ExposeSecret as _;
use serde_json::json;

use crate::config::Config;
use crate::database::Database;
use crate::wiring::Assets;

/// The oldest server that the service runs on.
const OLDEST_MAJOR: i32 = 14;
/// How far the server's clock may be from ours: signatures and leases bear it.
const MOST_SKEW_MILLIS: u64 = 2_000;
/// How long news may take to come back.
const NEWS: Duration = Duration::from_secs(3);
const POLL: Duration = Duration::from_millis(50);
/// How long the database and the files are waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// What was looked at, and what to do about it; nothing where it is as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    check: &'static str,
    found: String,
    remedy: Option<String>,
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
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

/// Looks at everything and tells it. An error means that something is to be done.
pub async fn doctor(config: &Config, as_json: bool) -> anyhow::Result<()> {
    let mut findings = Findings::default();
    findings.good("program", concat!("funnel ", env!("CARGO_PKG_VERSION")));
    data_folder(config, &mut findings);
    files(config, &mut findings).await;
    match tokio::time::timeout(PATIENCE, Database::open(config)).await {
        Ok(Ok(database)) => {
            of_database(&database, &mut findings).await;
            if let Some(url) = &config.database_read_url {
                read_replica(&database.url, url.expose_secret(), &mut findings).await;
            }
            database.close().await?;
        }
        Ok(Err(error)) => findings.bad("database", format!("{error:#}"), "mend what it names"),
        Err(_) => findings.bad("database", "it does not start", "look into its log in the data folder"),
    }
    tell(&findings.0, as_json);
    let bad = findings.0.iter().filter(|finding| finding.remedy.is_some()).count();
    if bad > 0 {
        bail!("{bad} of {} checks failed", findings.0.len());
    }
    Ok(())
}

fn tell(findings: &[Finding], as_json: bool) {
    if as_json {
        let told = findings.iter().map(|Finding { check, found, remedy }| {
            json!({ "check": check, "ok": remedy.is_none(), "found": found, "remedy": remedy })
        });
        println!("{}", json!({ "checks": told.collect::<Vec<_>>() }));
        return;
    }
    for Finding { check, found, remedy } in findings {
        match remedy {
            None => println!("ok    {check}: {found}"),
            Some(remedy) => println!("WRONG {check}: {found}; {remedy}"),
        }
    }
}

fn data_folder(config: &Config, findings: &mut Findings) {
    let folder = &config.data_dir;
    let probe = folder.join(".doctor");
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&probe, b"written by `funnel doctor`"))
        .and_then(|()| std::fs::remove_file(&probe));
    let shown = folder.display().to_string();
    match written {
        Ok(()) => findings.good("data folder", shown),
        Err(error) => {
            let remedy = "let the user of the service write there, or name another one in FUNNEL_DATA_DIR";
            findings.bad("data folder", format!("{shown}: {error}"), remedy);
        }
    }
}

async fn files(config: &Config, findings: &mut Findings) {
    let place = if config.s3.is_some() { "an S3 server" } else { "the data folder" };
    // A name that no file has: to be told so, the store has to be asked.
    let asked = match Assets::open(config) {
        Ok(assets) => {
            tokio::time::timeout(PATIENCE, assets.files.file(&format!("{}.png", "0".repeat(64)))).await
        }
        Err(error) => return findings.bad("file store", error.to_string(), "mend the setting that it names"),
    };
    let remedy =
        "check the FUNNEL_S3_ settings and that the bucket can be reached, or the data folder's disk";
    match asked {
        Ok(Ok(_)) => findings.good("file store", place),
        Ok(Err(error)) => findings.bad("file store", format!("{place}: {error}"), remedy),
        Err(_) => findings.bad("file store", format!("{place} does not answer"), remedy),
    }
}

async fn of_database(database: &Database, findings: &mut Findings) {
    let before = SystemClock.now().millis();
    let found = match tokio::time::timeout(PATIENCE, examine(&database.url)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            let error = anyhow::Error::from(error);
            return findings.bad(
                "database",
                format!("{error:#}"),
                "check FUNNEL_DATABASE_URL and the server",
            );
        }
        Err(_) => {
            return findings.bad(
                "database",
                "it does not answer",
                "check FUNNEL_DATABASE_URL and the server",
            );
        }
    };
    let after = SystemClock.now().millis();
    judge(&found, database.url != database.direct_url, findings);
    let skew = beyond(before, found.now.millis(), after);
    findings.judge(
        "clocks",
        format!("the server's is {skew} ms beside ours"),
        skew <= MOST_SKEW_MILLIS,
        "let both machines follow the same time servers",
    );
    news(&database.direct_url, findings).await;
    migrations(&database.direct_url, findings).await;
    keys(database, findings).await;
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

/// Whether what one process tells reaches another, on the way that the service takes.
async fn news(direct_url: &str, findings: &mut Findings) {
    let alive = Arc::new(AtomicBool::new(false));
    let _listener = ChangeListener::start(direct_url.to_owned(), Arc::clone(&alive), |_| {});
    let arrived = async {
        while !alive.load(Ordering::Acquire) {
            tokio::time::sleep(POLL).await;
        }
    };
    match tokio::time::timeout(NEWS, arrived).await {
        Ok(()) => findings.good("news", "NOTIFY comes back"),
        Err(_) => findings.bad(
            "news",
            "NOTIFY does not come back",
            "FUNNEL_DATABASE_DIRECT_URL must lead to the server itself, past any pooler in transaction mode",
        ),
    }
}

/// Whether the standby takes over what is written now.
async fn read_replica(url: &str, standby_url: &str, findings: &mut Findings) {
    const REMEDY: &str = "FUNNEL_DATABASE_READ_URL must lead to a streaming standby of the database that keeps up; it is not read until it does";
    let standby = Standby::new(url, standby_url, Arc::new(SystemClock));
    let followed = async {
        loop {
            standby.look().await?;
            if standby.as_of().is_some() {
                return Ok::<_, kernel::StoreError>(());
            }
            tokio::time::sleep(POLL).await;
        }
    };
    match tokio::time::timeout(NEWS, followed).await {
        Ok(Ok(())) => findings.good("read replica", "it follows the database"),
        Ok(Err(error)) => findings.bad("read replica", format!("{:#}", anyhow::Error::from(error)), REMEDY),
        Err(_) => findings.bad("read replica", "it does not follow the database", REMEDY),
    }
}

async fn migrations(direct_url: &str, findings: &mut Findings) {
    match adapter_postgres::pending_migrations(direct_url).await {
        Ok(pending) if pending.is_empty() => findings.good("schema", "up to date"),
        Ok(pending) => {
            findings.bad(
                "schema",
                format!("{} migrations are pending", pending.len()),
                "run `funnel migrate`",
            );
        }
        Err(error) => findings.bad("schema", error.to_string(), "check FUNNEL_DATABASE_DIRECT_URL"),
    }
}

async fn keys(database: &Database, findings: &mut Findings) {
    let sealing = Arc::new(database.keys.sealing(Arc::new(SystemEntropy)));
    let rekeying = PgRekeying::new(adapter_postgres::pool(&database.url, 1), sealing);
    let pepper = database.keys.peppers().current.id();
    let remedy = "if FUNNEL_SECRET_KEY was changed, run `funnel secrets rekey`; else it is not the key of this database";
    match rekeying.dependence(pepper, SystemClock.now()).await {
        Ok(found) => findings.judge(
            "keys",
            format!("{} data keys, {} of another secret key", found.data_keys, found.data_keys_left),
            found.data_keys_left == 0,
            remedy,
        ),
        Err(error) => findings.bad("keys", error.to_string(), "run `funnel migrate`"),
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
