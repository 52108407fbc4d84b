use application::operation::MockTouchesAside;
use kernel::{OwnerId, StoreError, UnixTime};
use landing_draft::{DisplayName, Domain, Infra, MockDomainStore, Revision};
use touches::MockTouchStore;

use super::*;
use crate::testing::{TestConsole, UNAVAILABLE, typed, unavailable};

const VISITS: &str = "{\"at\":1795176000,\"domain\":\"a.example\",\"act\":\"visit\"}\n\
    {\"at\":1795176001,\"domain\":\"a.example\",\"act\":\"click\"}\n";

/// Builds the ports of a case: a store, and whether `a.example` is known.
fn ports(store: MockTouchStore, known: fn() -> Result<bool, StoreError>) -> Touches {
    let mut domains = MockDomainStore::new();
    domains.expect_find().withf(|owner, _| *owner == OwnerId::new(7)).returning(move |_, hostname| {
        let now = UnixTime::from_seconds(1_795_176_000);
        let domain = Domain {
            hostname: hostname.clone(),
            display_name: DisplayName::parse("A").unwrap(),
            created_at: now,
            button_count: 0,
            revision: Revision::FIRST,
            infra: Infra::registered(now),
        };
        known().map(|is_known| is_known.then_some(domain))
    });
    Touches { store: Arc::new(store), domains: Arc::new(domains), aside: Arc::new(MockTouchesAside::new()) }
}

/// Mocks a store with this outcome for each batch.
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
        let ports = ports(store(put), known);
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
    let ports = ports(store(|| Ok(())), || Ok(true));
    let words = format!("import --owner 7 --json --file {}", file.path().display());
    let done = touches(&ports, &console, typed(&words)).await;
    assert_eq!(console.outcome(done), Ok(json!({ "read": 2 }).to_string()));
}

#[tokio::test]
async fn what_can_not_be_brought_back_is_named() {
    let path = "/data/touches/aside/damaged.segment";
    let as_json = json!({ "stored": 3, "refused": 1, "damaged": [path] });
    for (words, expected) in [
        (
            "redrive",
            format!(
                "3 touches are stored; 1 are refused again and stay aside\n{path} can't be read to its end and stays"
            ),
        ),
        ("redrive --json", as_json.to_string()),
    ] {
        let redriven = Redriven { stored: 3, refused: 1, damaged: vec![PathBuf::from(path)] };
        let console = TestConsole::default();
        let done = touches(&aside(Ok(redriven)), &console, typed(words)).await;
        assert_eq!(console.outcome(done), Ok(expected), "{words}");
    }
    let console = TestConsole::default();
    let done = touches(&aside(Err(unavailable())), &console, typed("redrive")).await;
    let error = console.outcome(done).unwrap_err();
    assert!(
        error.starts_with("not everything was brought back; repeat it: the store is unavailable"),
        "{error}"
    );
}

/// Mocks the redrive of set-aside touches with this outcome.
fn aside(outcome: Result<Redriven, StoreError>) -> Touches {
    let mut aside = MockTouchesAside::new();
    aside.expect_redrive().return_once(move || outcome);
    Touches { aside: Arc::new(aside), ..ports(MockTouchStore::new(), || Ok(true)) }
}
