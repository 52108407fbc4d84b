use application::operation::{Dependence, MockDatabaseExaminer, MockSecretKeys};
use application::snapshots::MockHostSnapshots;
use engine_link::MockConnectionRegistry;
use kernel::{Hostname, OwnerId, UnixTime};
use landing_draft::ports::MockServedFiles;
use serde_json::Value;

use super::*;
use crate::testing::{TestConsole, unavailable};

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
fn a_clock_is_off_when_it_shows_a_time_outside_of_the_call() {
    for (moment, skew) in [(10, 0), (15, 0), (20, 0), (25, 5), (3, 7)] {
        assert_eq!(beyond(10, moment, 20), skew, "{moment}");
    }
}

/// Returns the problems found in a database with the faults that `change` sets up.
async fn wrong_with(
    change: impl FnOnce(&mut MockDatabaseExaminer, &mut MockSecretKeys),
) -> Vec<(&'static str, String)> {
    let (mut examiner, mut keys) = (MockDatabaseExaminer::new(), MockSecretKeys::new());
    // The first matching expectation counts.
    change(&mut examiner, &mut keys);
    examiner.expect_examine().returning(|| Ok(Examination { now: SystemClock.now(), ..found() }));
    examiner.expect_receive_notification().return_const(());
    examiner.expect_follow_standby().returning(|| Ok(()));
    examiner.expect_pending_migrations().returning(|| Ok(0));
    keys.expect_dependence().returning(|| Ok(dependence(0)));
    wrong_on(Arc::new(examiner), Arc::new(keys)).await
}

/// A registry in which these owners share an event secret.
fn connections(shared: &'static [i64]) -> Arc<dyn ConnectionRegistry> {
    let mut connections = MockConnectionRegistry::new();
    let owners = || shared.iter().copied().map(OwnerId::new).collect();
    connections.expect_owners_with_shared_secrets().returning(move |_| Ok(owners()));
    Arc::new(connections)
}

async fn wrong_on(
    examiner: Arc<dyn DatabaseExaminer>,
    keys: Arc<dyn SecretKeys>,
) -> Vec<(&'static str, String)> {
    let mut findings = Findings::default();
    let connections = connections(&[]);
    let database = Database { examiner, keys, connections, has_direct_url: false, has_standby: true };
    findings.check_database(&database).await;
    let wrong = findings.0.into_iter().filter(|finding| finding.remedy.is_some());
    wrong.map(|finding| (finding.check, finding.found)).collect()
}

fn dependence(data_keys_left: usize) -> Dependence {
    Dependence { data_keys: 2, data_keys_left, api_keys: 9, api_keys_left: 9 }
}

#[tokio::test]
async fn each_fault_of_a_database_is_found() {
    type Change = fn(&mut MockDatabaseExaminer, &mut MockSecretKeys);
    let cases: [(Change, &[(&str, &str)]); 8] = [
        (|_, _| (), &[]),
        (
            |examiner, _| {
                examiner.expect_examine().returning(|| Err(unavailable()));
            },
            &[("database", "connection refused")],
        ),
        (
            |examiner, _| {
                examiner.expect_examine().returning(|| Ok(pooled_now()));
            },
            &[("pooler", "through a pooler in transaction mode")],
        ),
        (
            |examiner, _| {
                examiner.expect_pending_migrations().returning(|| Ok(3));
            },
            &[("schema", "3 migrations are pending")],
        ),
        (
            |examiner, _| {
                examiner.expect_pending_migrations().returning(|| Err(unavailable()));
            },
            &[("schema", "connection refused")],
        ),
        (
            |_, keys| {
                keys.expect_dependence().returning(|| Ok(dependence(1)));
            },
            &[("keys", "2 data keys, 1 of another secret key")],
        ),
        (
            |_, keys| {
                keys.expect_dependence().returning(|| Err(unavailable()));
            },
            &[("keys", "connection refused")],
        ),
        (
            |examiner, _| {
                examiner.expect_follow_standby().returning(|| Err(unavailable()));
            },
            &[("read replica", "connection refused")],
        ),
    ];
    for (change, expected) in cases {
        let expected: Vec<_> = expected.iter().map(|(check, found)| (*check, (*found).to_owned())).collect();
        assert_eq!(wrong_with(change).await, expected);
    }
}

#[tokio::test]
async fn owners_who_share_an_event_secret_are_named() {
    for (shared, expected) in
        [(&[][..], Ok("each connection has its own")), (&[3, 7], Err("shared by the owners 3, 7"))]
    {
        let mut findings = Findings::default();
        findings.check_event_secrets(&*connections(shared)).await;
        assert_eq!(only(&findings), ("event secrets", expected));
    }
}

fn pooled_now() -> Examination {
    Examination { is_pooled: true, now: SystemClock.now(), ..found() }
}

#[tokio::test]
async fn a_clock_that_is_far_off_is_found() {
    let wrong = wrong_with(|examiner, _| {
        examiner.expect_examine().returning(|| Ok(found()));
    })
    .await;
    assert_eq!(wrong.iter().map(|(check, _)| *check).collect::<Vec<_>>(), ["clocks"]);
}

/// A server that accepts connections but never responds, except to the examination if `examines`.
struct Hanging {
    examines: bool,
}

#[async_trait::async_trait]
impl DatabaseExaminer for Hanging {
    async fn examine(&self) -> Result<Examination, StoreError> {
        if !self.examines {
            std::future::pending::<()>().await;
        }
        Ok(Examination { now: SystemClock.now(), ..found() })
    }

    async fn receive_notification(&self) {
        std::future::pending().await
    }

    async fn follow_standby(&self) -> Result<(), StoreError> {
        std::future::pending().await
    }

    async fn pending_migrations(&self) -> Result<usize, StoreError> {
        Ok(0)
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_waited_for_without_an_end() {
    let behind = ("read replica", "it does not follow the database");
    for (examines, expected) in [
        (false, [("database", "it does not answer"), behind]),
        (true, [("notifications", "NOTIFY does not come back"), behind]),
    ] {
        let mut keys = MockSecretKeys::new();
        keys.expect_dependence().returning(|| Ok(dependence(0)));
        let wrong = wrong_on(Arc::new(Hanging { examines }), Arc::new(keys)).await;
        assert_eq!(wrong, expected.map(|(check, found)| (check, found.to_owned())));
    }
}

#[tokio::test]
async fn folder_files_and_snapshots_are_checked() {
    type Opened = anyhow::Result<Option<Arc<dyn HostSnapshots>>>;
    let snapshots = |confirmed: bool| -> Opened {
        let mut kept = MockHostSnapshots::new();
        kept.expect_confirmed_at().returning(move |now| confirmed.then(|| now.plus_seconds(-90)));
        kept.expect_hosts().returning(|| vec![Hostname::parse("a.example").unwrap()]);
        Ok(Some(Arc::new(kept)))
    };
    for (opened, expected) in [
        (Ok(None), Ok("none")),
        (snapshots(true), Ok("of 1 hosts, confirmed 90 s ago")),
        (snapshots(false), Ok("none that may be served")),
        (Err(anyhow::anyhow!("permission denied")), Err("permission denied")),
    ] {
        let mut findings = Findings::default();
        findings.check_snapshots(opened);
        assert_eq!(only(&findings), ("snapshots", expected));
    }
    for (fails, expected) in
        [(false, Ok("an S3 server")), (true, Err("an S3 server: the store is unavailable"))]
    {
        let mut files = MockServedFiles::new();
        files.expect_file().returning(move |_| if fails { Err(unavailable()) } else { Ok(None) });
        let mut findings = Findings::default();
        findings.check_files("an S3 server", Ok(Arc::new(files))).await;
        assert_eq!(only(&findings), ("file store", expected));
    }
    let mut findings = Findings::default();
    findings.check_files("an S3 server", Err(anyhow::anyhow!("FUNNEL_S3_REGION: must be set"))).await;
    assert_eq!(only(&findings), ("file store", Err("FUNNEL_S3_REGION: must be set")));

    let folder = tempfile::tempdir().unwrap();
    for (name, is_good) in [("new/folder", true), ("file", false)] {
        std::fs::write(folder.path().join("file"), "").unwrap();
        let mut findings = Findings::default();
        findings.check_data_folder(&folder.path().join(name));
        assert_eq!(only(&findings).1.is_ok(), is_good, "{name}");
    }
    for (cause, expected) in
        [(None, "it does not start"), (Some(anyhow::anyhow!("no such role")), "no such role")]
    {
        let mut findings = Findings::default();
        findings.database_not_opened(cause.as_ref());
        assert_eq!(only(&findings), ("database", Err(expected)));
    }
}

/// Returns the only finding; `Err` if it needs action.
fn only(findings: &Findings) -> (&'static str, Result<&str, &str>) {
    let [Finding { check, found, remedy }] = &findings.0[..] else { panic!("{:?}", findings.0) };
    (check, if remedy.is_none() { Ok(found) } else { Err(found) })
}

#[test]
fn findings_are_printed_and_a_bad_one_is_an_error() {
    let mut findings = Findings::of_program("1.2.3");
    let console = TestConsole::default();
    assert_eq!(
        console.outcome(findings.report(&console, false)),
        Ok("ok    program: funnel 1.2.3".to_owned())
    );
    findings.bad("schema", "2 migrations are pending", "run `funnel migrate`");
    let done = findings.report(&console, false);
    assert_eq!(done.unwrap_err().to_string(), "1 of 2 checks failed");
    let expected =
        "ok    program: funnel 1.2.3\nWRONG schema: 2 migrations are pending; run `funnel migrate`";
    assert_eq!(console.printed(), expected);
    assert!(findings.report(&console, true).is_err());
    let printed: Value = serde_json::from_str(&console.printed()).unwrap();
    let wrong = json!({
        "check": "schema", "ok": false, "found": "2 migrations are pending", "remedy": "run `funnel migrate`",
    });
    assert_eq!(printed["checks"][1], wrong);
}
