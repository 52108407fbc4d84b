use diesel_async::{AsyncConnection as _, RunQueryDsl as _};
use test_support::TestDatabase;

use super::*;
use crate::database::note::ANNOUNCED;

/// Announces a change in a nested transaction, and ends the outer one with `ends`.
async fn announcing(connection: &mut PgConnection, ends: diesel::QueryResult<()>) {
    let mut announced = ANNOUNCED.subscribe();
    let ended = connection
        .transaction(async |outer| -> diesel::QueryResult<()> {
            outer.transaction(async |inner| announce(inner, &[Change::Broadcasts]).await).await?;
            assert!(!announced.has_changed().unwrap(), "nobody sees it before it is committed");
            ends
        })
        .await;
    assert_eq!(announced.has_changed().unwrap(), ended.is_ok());
    announced.mark_unchanged();
    diesel::sql_query("SELECT 1").execute(connection).await.unwrap();
    let other = async |other: &mut PgConnection| diesel::sql_query("SELECT 1").execute(other).await;
    connection.transaction(other).await.unwrap();
    assert!(!announced.has_changed().unwrap(), "what follows announces nothing");
}

#[tokio::test]
async fn listeners_are_woken_when_an_announcement_is_committed_and_only_then() {
    let database = TestDatabase::create().await.unwrap();
    let mut connection = crate::pool(database.url(), 1).get().await.unwrap();
    announcing(&mut connection, Ok(())).await;
    announcing(&mut connection, Err(diesel::result::Error::RollbackTransaction)).await;
    announcing(&mut connection, Ok(())).await;
}

#[test]
fn payloads_are_read_as_they_were_written() {
    let host = || Hostname::parse("a.example").unwrap();
    let hosts = [Change::Live(host()), Change::Links(host()), Change::Codes(host())];
    for change in hosts.into_iter().chain([Change::Provisioning, Change::Broadcasts, Change::Anything]) {
        assert_eq!(Change::parse(&change.payload()), Some(change));
    }
    assert_eq!(Change::parse("live"), None);
}
