//! Tests of pull schedules, leases and cursors.

use adapter_postgres::{PgEventCursors, PgPulls};
use application::pulls::{CursorStore as _, Pull, PullStore as _};
use engine_link::ConnectionRegistry;
use kernel::{Acting, UnixTime};

use crate::team::NOW;
use crate::vault::{Vault, connection};

const LATER: UnixTime = NOW.plus_seconds(30);

struct Log {
    vault: Vault,
    pulls: PgPulls,
    cursors: PgEventCursors,
}

impl Log {
    async fn connected() -> Self {
        let vault = Vault::create().await;
        vault.here.connect(vault.desk.by(), &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
        let pool = vault.desk.pool.clone();
        Self { pulls: PgPulls::events(pool.clone()), cursors: PgEventCursors::new(pool), vault }
    }

    /// Claims the pull. Asserts that the pull is listed as due exactly if the claim succeeds.
    async fn claim(&self, now: UnixTime) -> Option<Pull> {
        let owner = self.vault.desk.owner;
        let mut reported = self.pulls.due(now, false, &[], 10).await.unwrap();
        reported.extend(self.pulls.due(now, true, &[], 10).await.unwrap());
        let claimed = self.pulls.claim(owner, now, 60).await.unwrap();
        assert_eq!(reported, claimed.iter().map(|pull| pull.owner).collect::<Vec<_>>());
        claimed
    }
}

#[tokio::test]
async fn a_log_is_pulled_by_one_at_a_time_and_goes_on_where_it_was() {
    let log = Log::connected().await;
    let (cursors, owner) = (&log.cursors, log.vault.desk.owner);
    let first = log.claim(NOW).await.unwrap();
    assert_eq!((first.owner, first.cursor.as_deref(), first.failures), (owner, None, 0));
    assert_eq!(log.claim(NOW.plus_seconds(59)).await, None);
    assert!(cursors.advance(&first, "c1", NOW, NOW.plus_seconds(90)).await.unwrap());
    assert_eq!(log.claim(NOW.plus_seconds(89)).await, None, "each page holds it anew");
    let second = log.claim(NOW.plus_seconds(90)).await.unwrap();
    assert_eq!(second.cursor.as_deref(), Some("c1"));
    // A worker that lost the lease stores nothing and releases nothing.
    assert!(!cursors.advance(&first, "c9", NOW, NOW.plus_seconds(999)).await.unwrap());
    log.pulls.finish(&first, NOW, NOW, 7).await.unwrap();
    assert_eq!(log.claim(NOW.plus_seconds(91)).await, None);
    log.pulls.finish(&second, LATER, NOW.plus_seconds(200), 3).await.unwrap();
    assert_eq!(log.claim(NOW.plus_seconds(199)).await, None);
    let third = log.claim(NOW.plus_seconds(200)).await.unwrap();
    assert_eq!((third.cursor.as_deref(), third.failures), (Some("c1"), 3));
}

#[tokio::test]
async fn of_claims_at_once_one_gets_the_log() {
    let log = Log::connected().await;
    let claims = (0..20).map(|_| log.pulls.claim(log.vault.desk.owner, NOW, 60));
    let claimed = futures_util::future::join_all(claims).await;
    assert_eq!(claimed.into_iter().filter_map(|claimed| claimed.unwrap()).count(), 1);
}

#[tokio::test]
async fn another_account_begins_at_the_beginning() {
    let log = Log::connected().await;
    let (vault, owner) = (&log.vault, log.vault.desk.owner);
    let by = &Acting::service(owner);
    let pull = log.claim(NOW).await.unwrap();
    log.cursors.advance(&pull, "c1", NOW, NOW.plus_seconds(60)).await.unwrap();
    vault.here.connect(by, &connection("b", "token-2", "secret-2"), NOW).await.unwrap();
    let anew = log.claim(NOW).await.unwrap();
    assert_eq!(anew.cursor, None);
    assert!(!log.cursors.advance(&pull, "c2", NOW, NOW).await.unwrap(), "the old log is nobody's any more");
    log.pulls.finish(&anew, NOW, NOW, 0).await.unwrap();
    vault.here.disconnect(by).await.unwrap();
    assert_eq!(log.claim(NOW).await, None);
}

#[tokio::test]
async fn who_is_connected_again_does_not_wait_for_what_failed_before() {
    let log = Log::connected().await;
    let pull = log.claim(NOW).await.unwrap();
    log.pulls.finish(&pull, LATER, NOW.plus_seconds(600), 5).await.unwrap();
    assert_eq!(log.claim(LATER.plus_seconds(2)).await, None);
    let again = connection("a", "token-2", "secret-1");
    log.vault.here.connect(log.vault.desk.by(), &again, LATER.plus_seconds(1)).await.unwrap();
    assert_eq!(log.claim(LATER.plus_seconds(2)).await.unwrap().failures, 5);
}

#[tokio::test]
async fn who_is_due_is_decided_by_how_the_last_pull_went_and_by_time() {
    let vault = Vault::create().await;
    let owners = vault.owners(4).await;
    for (number, owner) in owners.iter().enumerate() {
        let new = connection(&format!("acct_{number}"), "token", &format!("secret-{number}"));
        vault.here.connect(&Acting::service(*owner), &new, NOW).await.unwrap();
    }
    let pulls = PgPulls::links(vault.desk.pool.clone());
    let due = async |failing, served: &[_], limit| pulls.due(LATER, failing, served, limit).await.unwrap();
    for (owner, due_at, failures) in [(0, 20, 0), (1, 10, 0), (2, 5, 2), (3, 31, 0)] {
        let pull = pulls.claim(owners[owner], NOW, 60).await.unwrap().unwrap();
        pulls.finish(&pull, NOW, NOW.plus_seconds(due_at), failures).await.unwrap();
    }
    assert_eq!(due(false, &[], 9).await, [owners[1], owners[0]]);
    assert_eq!(due(false, &[], 1).await, [owners[1]]);
    assert_eq!(due(false, &[owners[1]], 9).await, [owners[0]]);
    assert_eq!(due(true, &[], 9).await, [owners[2]]);
    // Pulls of links and pulls of events are independent.
    assert_eq!(PgPulls::events(vault.desk.pool.clone()).due(NOW, false, &[], 9).await.unwrap(), owners);
}
