//! Tests that statements are prepared once per connection.

use adapter_postgres::PgMemberStore;
use auth_scopes::{MemberPatch, MemberStore as _};
use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl as _;
use kernel::Acting;

use crate::members::edit;
use crate::team::Team;

#[derive(QueryableByName)]
struct Known {
    #[diesel(sql_type = Text)]
    statement: String,
}

#[tokio::test]
async fn a_change_is_prepared_once_by_each_connection() {
    let team = Team::create().await;
    let pool = adapter_postgres::pool(team.url(), 1);
    let members = PgMemberStore::new(pool.clone());
    let member = team.member(None).await;
    let rename = async |by: &Acting, name: &str| {
        let edit = edit(MemberPatch { name: Some(name.to_owned()), ..MemberPatch::default() });
        let renamed = members.update(by, member, &edit).await.unwrap();
        assert_eq!(renamed.name.as_str(), name);
    };
    for name in ["Bea", "Cleo"] {
        rename(&Acting::service(team.owner), name).await;
        rename(&Acting::operator(team.owner), &format!("{name} the second")).await;
    }
    let mut connection = pool.get().await.unwrap();
    let known: Vec<Known> = diesel::sql_query("SELECT statement FROM pg_prepared_statements")
        .load(&mut connection)
        .await
        .unwrap();
    let (noted, bare): (Vec<_>, Vec<_>) = known
        .into_iter()
        .filter(|known| known.statement.contains(r#"UPDATE "members""#))
        .partition(|known| known.statement.starts_with("WITH noted AS (INSERT INTO audit_entries"));
    assert_eq!((noted.len(), bare.len()), (1, 1));
}
