use std::path::Path;

use kernel::{OwnerId, StoreError, UnixTime};
use landing_draft::{DisplayName, Domain, Infra, MockDomainStore};
use touches::MockTouchStore;

use super::*;
use crate::testing::{TestConsole, UNAVAILABLE, typed, unavailable};

const VISITS: &str = "{\"at\":1795176000,\"domain\":\"a.example\",\"act\":\"visit\"}\n\
    {\"at\":1795176001,\"domain\":\"a.example\",\"act\":\"click\"}\n";

/// The ports of a case: a store, and what is known of `a.example`.
fn ports(store: MockTouchStore, known: fn() -> Result<bool, StoreError>, journal: &Path) -> Touches {
    let mut domains = MockDomainStore::new();
    domains.expect_find().withf(|owner, _| *owner == OwnerId::new(7)).returning(move |_, hostname| {
        let now = UnixTime::from_seconds(1_795_176_000);
        let domain = Domain {
            hostname: hostname.clone(),
            display_name: DisplayName::parse("A").unwrap(),
            created_at: now,
            button_count: 0,
            infra: Infra::registered(now),
        };
        known().map(|is_known| is_known.then_some(domain))
    });
    Touches {
        store: Arc::new(store),
        domains: Arc::new(domains),
        journal: journal.to_owned(),
        per_second: 1_000,
    }
}

/// A store that takes so many batches and then answers this.
fn store(outcome: fn() -> Result<(), StoreError>) -> MockTouchStore {
    let mut store = MockTouchStore::new();
    store.expect_put().withf(|batch| batch.len() == 2).returning(move |_| outcome());
    store
}

#[tokio::test]
async fn an_import_counts_what_it_read_and_stops_at_the_first_fault() {
    type Known = fn() -> Result<bool, StoreError>;
    type Put = fn() -> Result<(), StoreError>;
    let stored = "2 touches are stored; those that were stored before are not counted again";
    let as_json = json!({ "read": 2 }).to_string();
    type Case<'a> = (&'a str, &'a str, Known, Put, Result<&'a str, &'a str>);
    let cases: [Case<'_>; 7] = [
        ("import --owner 7", VISITS, || Ok(true), || Ok(()), Ok(stored)),
        ("import --owner 7 --json", VISITS, || Ok(true), || Ok(()), Ok(&as_json)),
        (
            "import --owner 7",
            VISITS,
            || Ok(false),
            || Ok(()),
            Err("owner 7 has no domain a.example; nothing from this batch on is stored"),
        ),
        ("import --owner 7", VISITS, || Err(unavailable()), || Ok(()), Err(UNAVAILABLE)),
        (
            "import --owner 7",
            VISITS,
            || Ok(true),
            || Err(unavailable()),
            Err("not everything is stored; repeat it, nothing is stored twice: the store is unavailable: \
                 connection refused"),
        ),
        ("import --owner 7", "{\"at\":1}", || Ok(true), || Ok(()), Err("line 1: missing field `domain` at")),
        (
            "import --owner 7 --file /no/such/file",
            "",
            || Ok(true),
            || Ok(()),
            Err("/no/such/file can't be read"),
        ),
    ];
    for (words, input, known, put, expected) in cases {
        let console = TestConsole::with_input(input);
        let ports = ports(store(put), known, Path::new("/none"));
        let done = touches(&ports, &console, typed(words)).await;
        match (console.outcome(done), expected) {
            (Ok(printed), Ok(expected)) => assert_eq!(printed, expected, "{words}"),
            (Err(error), Err(expected)) => assert!(error.starts_with(expected), "{words}: {error}"),
            (outcome, _) => panic!("{words}: {outcome:?}"),
        }
    }
}

#[tokio::test]
async fn a_file_is_imported_in_place_of_the_input() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), VISITS).unwrap();
    let console = TestConsole::default();
    let ports = ports(store(|| Ok(())), || Ok(true), Path::new("/none"));
    let words = format!("import --owner 7 --json --file {}", file.path().display());
    let done = touches(&ports, &console, typed(&words)).await;
    assert_eq!(console.outcome(done), Ok(json!({ "read": 2 }).to_string()));
}

#[tokio::test]
async fn what_can_not_be_brought_back_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("aside/damaged.segment");
    std::fs::create_dir(folder.path().join("aside")).unwrap();
    std::fs::write(&damaged, "no segment").unwrap();
    let (console, path) = (TestConsole::default(), damaged.display());
    let as_json = json!({ "stored": 0, "refused": 0, "damaged": [damaged] });
    for (words, expected) in [
        (
            "redrive",
            format!(
                "0 touches are stored; 0 are refused again and stay aside\n{path} can't be read to its end and stays"
            ),
        ),
        ("redrive --json", as_json.to_string()),
    ] {
        let ports = ports(MockTouchStore::new(), || Ok(true), folder.path());
        let done = touches(&ports, &console, typed(words)).await;
        assert_eq!(console.outcome(done), Ok(expected), "{words}");
    }
    let ports = ports(MockTouchStore::new(), || Ok(true), &damaged);
    let error = console.outcome(touches(&ports, &console, typed("redrive")).await).unwrap_err();
    assert!(error.starts_with("not everything was brought back; repeat it: "), "{error}");
}

#[test]
fn what_was_brought_back_is_counted() {
    let (console, redriven) =
        (TestConsole::default(), Redriven { stored: 3, refused: 1, damaged: Vec::new() });
    print(&redriven, &console, false);
    assert_eq!(console.printed(), "3 touches are stored; 1 are refused again and stay aside");
}
