//! Touches that the database stores late or rejects.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::engines::run;
use crate::real::{Real, eventually};

const HOST: &str = "a.example";

/// Publishes a landing.
async fn landing() -> Real {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    real.api.button(HOST, &tier, "all").await;
    real.api.publish(HOST).await;
    real
}

async fn stored(real: &Real) -> i64 {
    real.sql().await.query_one("SELECT count(*) FROM touches", &[]).await.unwrap().get(0)
}

/// Returns the folders with a file of this name.
fn holding(folder: &Path, name: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let below = entries.flatten().flat_map(|entry| holding(&entry.path(), name));
    let here = folder.join(name).exists().then(|| folder.to_owned());
    here.into_iter().chain(below).collect()
}

#[actix_web::test]
async fn a_lock_that_is_not_to_be_had_in_time_costs_no_touch() {
    let real = landing().await;
    let sql = real.sql().await;
    let name: String = sql.query_one("SELECT current_database()", &[]).await.unwrap().get(0);
    // Applies to sessions that begin later; the session that stores touches begins with the first
    // touch.
    let impatient = format!("ALTER DATABASE \"{name}\" SET lock_timeout = '50ms'");
    sql.batch_execute(&impatient).await.unwrap();
    sql.batch_execute("BEGIN; LOCK TABLE touches IN EXCLUSIVE MODE").await.unwrap();
    for _ in 0..3 {
        real.page(HOST, "/").await.expect(200);
    }
    eventually("a touch is tried and has to wait", async || {
        let waits = "SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()";
        let failed: i64 = real.sql().await.query_one(waits, &[]).await.unwrap().get(0);
        (failed > 1).then_some(())
    })
    .await;
    sql.batch_execute("COMMIT").await.unwrap();
    eventually("the visit is stored", async || (stored(&real).await > 0).then_some(())).await;
    assert_eq!(holding(real.database.folder(), "refused.journal"), [] as [PathBuf; 0]);
}

#[actix_web::test]
async fn what_the_database_refuses_comes_back_when_it_takes_it() {
    let real = landing().await;
    let sql = real.sql().await;
    let refuse = "ALTER TABLE touches ADD CONSTRAINT no_visits CHECK (kind <> 'visit')";
    sql.batch_execute(refuse).await.unwrap();
    real.page(HOST, "/").await.expect(200);
    let folder = eventually("the visit is set aside", async || {
        holding(real.database.folder(), "refused.journal").pop()
    })
    .await;
    let data = folder.parent().unwrap().to_str().unwrap().to_owned();
    let redrive = async || {
        let words = ["touches", "redrive", "--json", "--data-dir", &data];
        let ended = run(real.database.url(), "", &words).await;
        assert!(ended.success, "{}", ended.error);
        serde_json::from_str::<Value>(&ended.out).unwrap()
    };
    assert_eq!(redrive().await, json!({ "stored": 0, "refused": 1, "damaged": [] }));
    sql.batch_execute("ALTER TABLE touches DROP CONSTRAINT no_visits").await.unwrap();
    assert_eq!(redrive().await, json!({ "stored": 1, "refused": 0, "damaged": [] }));
    assert_eq!((stored(&real).await, holding(real.database.folder(), "refused.journal").len()), (1, 0));
}
