//! Statistics from a read replica.

use std::path::Path;

use adapter_postgres::Pool;
use auth_scopes::{Plan, Scopes};
use funnel::wiring::service_keys::Keys;
use kernel::Acting;
use serde_json::json;
use tempfile::TempDir;
use test_support::StreamingPair;

use crate::engines::run;
use crate::kept::Reach;
use crate::real::{Api, Reply, SECRET, eventually};
use crate::shape::Shape;

const HOST: &str = "a.example";

async fn key(pool: &Pool) -> String {
    let owners = funnel::wiring::owners(pool, &Keys::derive(&SECRET.into()).unwrap());
    let owner = owners.create("somebody", Plan::Agency).await.unwrap().id;
    owners
        .mint_first_key(&Acting::service(owner), "first", Scopes::ALL, None)
        .await
        .unwrap()
        .token
        .expose()
        .to_owned()
}

fn as_of(reply: &Reply) -> Option<&str> {
    reply.headers.get("x-data-as-of").map(|value| value.to_str().unwrap())
}

/// Returns the finding of `funnel doctor` about the replica.
async fn examined(primary: &str, replica: &str, data: &Path) -> String {
    let words = ["doctor", "--data-dir", data.to_str().unwrap(), "--database-read-url", replica];
    let ended = run(primary, "", &words).await;
    let line = ended.out.lines().find(|line| line.contains("read replica")).unwrap();
    if line.starts_with("ok") { "ok".to_owned() } else { line.to_owned() }
}

#[actix_web::test]
async fn answers_from_a_replica_say_of_when_they_are_and_nothing_current_comes_from_it() {
    let (pair, folder) = (StreamingPair::start().await.unwrap(), TempDir::new().unwrap());
    let (primary, replica) = (pair.primary_url(), pair.standby_url());
    let reach = Reach { pooled: primary.clone(), direct: primary.clone() };
    let settings = [("FUNNEL_DATABASE_READ_URL", replica.as_str()), ("FUNNEL_ROLES", "api")];
    let shape = Shape::one(&reach, folder.path(), &settings).await;
    let pool = adapter_postgres::pool(&primary, 1);
    let api = Api::at(shape.apis(), key(&pool).await);
    api.register(HOST).await.expect(201);

    let stats = format!("/domains/{HOST}/stats");
    let fresh = eventually("the replica is read", async || {
        let found = api.get(&stats).await.expect(200);
        as_of(&found).is_some().then_some(found)
    })
    .await;
    assert_eq!(examined(&primary, &replica, folder.path()).await, "ok");
    let moment = as_of(&fresh).unwrap();
    assert!(moment.len() == "2026-11-23T10:00:00Z".len() && moment.ends_with('Z'), "{moment}");
    assert_eq!(as_of(&api.get("/domains").await.expect(200)), None);

    pair.pause().await.unwrap();
    api.register("b.example").await.expect(201);
    assert_eq!(api.get("/domains").await.expect(200).json()["items"].as_array().unwrap().len(), 2);
    let new = api.get("/domains/b.example/stats").await.expect(200);
    assert_eq!((as_of(&new), &new.json()["totals"]["visits"]), (None, &json!(0)), "it is too new there");
    assert!(examined(&primary, &replica, folder.path()).await.contains("does not follow"));
    let old = api.get(&stats).await.expect(200);
    assert!(as_of(&old).is_none_or(|known| known >= moment), "{old:?}");
    shape.stop().await.unwrap();
}
