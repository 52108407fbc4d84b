//! How far the logs of engines were pulled.

use adapter_postgres::{EventPull, PgEventCursors};
use engine_link::ConnectionRegistry;
use kernel::UnixTime;

use crate::team::NOW;
use crate::vault::{Vault, connection};

const LATER: UnixTime = NOW.plus_seconds(30);

async fn connected() -> (Vault, PgEventCursors) {
    let vault = Vault::create().await;
    vault.here.connect(vault.desk.owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let cursors = PgEventCursors::new(vault.desk.pool.clone());
    (vault, cursors)
}

async fn claim(cursors: &PgEventCursors, now: UnixTime) -> Option<EventPull> {
    let mut due = cursors.claim_due(now, 60, 10).await.unwrap();
    assert!(due.len() <= 1);
    due.pop()
}

#[tokio::test]
async fn a_log_is_pulled_by_one_at_a_time_and_goes_on_where_it_was() {
    let (vault, cursors) = connected().await;
    let first = claim(&cursors, NOW).await.unwrap();
    assert_eq!((first.owner, first.cursor.as_deref(), first.failures), (vault.desk.owner, None, 0));
    assert_eq!(claim(&cursors, NOW.plus_seconds(59)).await, None);
    assert!(cursors.advance(&first, "c1", NOW, NOW.plus_seconds(90)).await.unwrap());
    assert_eq!(claim(&cursors, NOW.plus_seconds(89)).await, None, "each page holds it anew");
    let second = claim(&cursors, NOW.plus_seconds(90)).await.unwrap();
    assert_eq!(second.cursor.as_deref(), Some("c1"));
    // Whoever lost his lease keeps nothing and gives nothing back.
    assert!(!cursors.advance(&first, "c9", NOW, NOW.plus_seconds(999)).await.unwrap());
    cursors.finish(&first, NOW, NOW, 7).await.unwrap();
    assert_eq!(claim(&cursors, NOW.plus_seconds(91)).await, None);
    cursors.finish(&second, LATER, NOW.plus_seconds(200), 3).await.unwrap();
    assert_eq!(claim(&cursors, NOW.plus_seconds(199)).await, None);
    let third = claim(&cursors, NOW.plus_seconds(200)).await.unwrap();
    assert_eq!((third.cursor.as_deref(), third.failures), (Some("c1"), 3));
}

#[tokio::test]
async fn of_claims_at_once_one_gets_the_log() {
    let (_vault, cursors) = connected().await;
    let claims = (0..20).map(|_| cursors.claim_due(NOW, 60, 10));
    let claimed = futures_util::future::join_all(claims).await;
    assert_eq!(claimed.into_iter().map(|claimed| claimed.unwrap().len()).sum::<usize>(), 1);
}

#[tokio::test]
async fn another_account_begins_at_the_beginning() {
    let (vault, cursors) = connected().await;
    let pull = claim(&cursors, NOW).await.unwrap();
    cursors.advance(&pull, "c1", NOW, NOW.plus_seconds(60)).await.unwrap();
    vault.here.connect(vault.desk.owner, &connection("b", "token-2", "secret-2"), NOW).await.unwrap();
    let anew = claim(&cursors, NOW).await.unwrap();
    assert_eq!(anew.cursor, None);
    assert!(!cursors.advance(&pull, "c2", NOW, NOW).await.unwrap(), "the old log is nobody's any more");
    cursors.finish(&anew, NOW, NOW, 0).await.unwrap();
    vault.here.disconnect(vault.desk.owner).await.unwrap();
    assert_eq!(claim(&cursors, NOW).await, None);
}

#[tokio::test]
async fn who_is_connected_again_does_not_wait_for_what_failed_before() {
    let (vault, cursors) = connected().await;
    let pull = claim(&cursors, NOW).await.unwrap();
    cursors.finish(&pull, LATER, NOW.plus_seconds(600), 5).await.unwrap();
    assert_eq!(claim(&cursors, LATER.plus_seconds(2)).await, None);
    let again = connection("a", "token-2", "secret-1");
    vault.here.connect(vault.desk.owner, &again, LATER.plus_seconds(1)).await.unwrap();
    assert_eq!(claim(&cursors, LATER.plus_seconds(2)).await.unwrap().failures, 5);
}
