//! Tests of inadequate poolers.

use adapter_postgres::PgDomainStore;
use diesel_async::RunQueryDsl;
use kernel::{Hostname, StoreError};
use landing_draft::ports::LivePages;

use crate::team::Team;

/// A pooler in transaction mode without prepared-statement support switches to a session without our statements.
#[tokio::test]
async fn a_pooler_that_loses_prepared_statements_is_named() {
    let team = Team::create().await;
    let pool = adapter_postgres::pool(team.url(), 1);
    let (pages, host) = (PgDomainStore::new(pool.clone()), Hostname::parse("a.example").unwrap());
    assert!(!pages.is_active(&host).await.unwrap());
    let discard = "DEALLOCATE ALL";
    diesel::sql_query(discard).execute(&mut pool.get().await.unwrap()).await.unwrap();
    let error = pages.is_active(&host).await.unwrap_err();
    let StoreError::Failed(cause) = error else { panic!("{error:?}") };
    assert!(cause.to_string().contains("PgBouncer"), "{cause}");
    assert!(cause.source().unwrap().to_string().starts_with("26000: "), "{cause:?}");
}
