//! Findings of `funnel doctor` on a real database.

use serde_json::{Value, json};
use test_support::is_distributed;

use crate::engines::{Ended, run};
use crate::kept::Kept;

/// Returns the outcome of `funnel doctor`, and its findings by check.
async fn examined(url: &str, data: &str, words: &[&str]) -> (Ended, Value) {
    let always = ["doctor", "--json", "--data-dir", data];
    let ended = run(url, "", &[&always, words].concat()).await;
    let reported: Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{} {}", ended.out, ended.error));
    (ended, reported["checks"].clone())
}

fn wrong(checks: &Value) -> Vec<&str> {
    let wrong = checks.as_array().unwrap().iter().filter(|check| check["ok"] == json!(false));
    wrong.map(|check| check["check"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn on_a_sound_database_everything_is_good() {
    let database = Kept::create().await;
    let data = database.folder().to_str().unwrap();
    let direct = ["--database-direct-url", database.reach().direct.as_str()];
    let (ended, checks) = examined(&database.reach().pooled, data, &direct).await;
    assert!(ended.success, "{} {}", ended.out, ended.error);
    assert_eq!(wrong(&checks), Vec::<&str>::new());
    let of = |name: &str| {
        let found = checks.as_array().unwrap().iter().find(|check| check["check"] == name).unwrap();
        found["found"].as_str().unwrap().to_owned()
    };
    let layout = if is_distributed() { "every table is distributed as it has to be" } else { "one server" };
    assert_eq!(of("distribution"), layout);
    assert_eq!(of("notifications"), "NOTIFY comes back");
    assert_eq!(of("snapshots"), "none");
}

#[tokio::test]
async fn what_is_wrong_is_named_with_what_to_do() {
    let empty = Kept::empty().await;
    let data = empty.folder().join("a file");
    std::fs::write(&data, "no folder").unwrap();
    let (ended, checks) = examined(&empty.reach().direct, data.to_str().unwrap(), &[]).await;
    assert!(!ended.success);
    assert_eq!(wrong(&checks), ["data folder", "file store", "schema", "keys", "event secrets"]);
    assert!(ended.error.contains("5 of "), "{}", ended.error);
    let data = empty.folder().to_str().unwrap();
    let away = "postgres://nobody:secret@127.0.0.1:9/none";
    let (ended, checks) = examined(away, data, &[]).await;
    assert!(!ended.success && !ended.out.contains("secret"), "{}", ended.out);
    assert_eq!(wrong(&checks), ["database"]);
}
