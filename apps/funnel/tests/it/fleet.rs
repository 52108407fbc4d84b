//! Several processes on one database.

use std::cell::Cell;
use std::time::{Duration, Instant};

use futures_util::future::join;
use serde_json::json;

use crate::html::labels;
use crate::real::{Real, eventually};

/// Longest delay of a page after the response to its publication.
const LAG: Duration = Duration::from_secs(1);

/// Creates two versions of a page with many buttons: all labelled `red`, or all `blue`.
async fn two_versions(real: &Real) {
    let tier = real.landing("a.example").await;
    let mut made = Vec::new();
    for _ in 0..10 {
        made.push(real.api.button("a.example", &tier, "red").await);
    }
    real.api.publish("a.example").await;
    for button in made {
        let path = format!("/buttons/a.example/{tier}/{button}");
        real.api.patch(&path, &json!({ "label": "blue" })).await.expect(200);
    }
    real.api.publish("a.example").await;
}

/// Rolls back to the red or blue version.
async fn turn(real: &Real, color: &str) {
    let version = if color == "red" { 1 } else { 2 };
    real.api.post("/domains/a.example/rollback", &json!({ "version": version })).await.expect(200);
}

/// Returns the colour of a page. Two colours would mean a mix of versions.
async fn color(real: &Real) -> String {
    let page = real.page("a.example", "/").await.expect(200).text;
    let mut labels = labels(&page);
    assert_eq!(labels.len(), 10, "{page}");
    labels.dedup();
    assert_eq!(labels.len(), 1, "half of a version: {page}");
    labels.remove(0)
}

async fn turns_within(real: &Real, expected: &str, lag: Duration) {
    let start = Instant::now();
    eventually(expected, async || (color(real).await == expected).then_some(())).await;
    assert!(start.elapsed() < lag, "{expected} after {:?}", start.elapsed());
    assert_eq!(color(real).await, expected, "and stays");
}

#[actix_web::test]
async fn every_process_shows_the_new_version_soon_and_never_half_of_it() {
    let real = Real::start().await;
    let other = real.beside(&[("FUNNEL_ROLES", "edge")]).await;
    two_versions(&real).await;
    turns_within(&real, "blue", LAG).await;
    let (done, looks) = (Cell::new(false), Cell::new(0));
    let publisher = async {
        for round in 0..10 {
            let expected = ["red", "blue"][round % 2];
            turn(&real, expected).await;
            join(turns_within(&real, expected, LAG), turns_within(&other, expected, LAG)).await;
        }
        done.set(true);
    };
    let visitor = async {
        while !done.get() {
            join(color(&real), color(&other)).await;
            looks.set(looks.get() + 1);
        }
    };
    join(publisher, visitor).await;
    assert!(looks.get() >= 10, "{looks:?}");
}

#[actix_web::test]
async fn lost_notifications_leave_no_page_stale() {
    let real = Real::start().await;
    let other = real.beside(&[("FUNNEL_ROLES", "edge")]).await;
    two_versions(&real).await;
    let sql = real.sql().await;
    let kill = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                WHERE datname = current_database() AND query ~* '^(listen|notify) funnel|^with taken'";
    for round in 0..6 {
        let expected = ["red", "blue"][round % 2];
        join(color(&real), color(&other)).await;
        eventually("all listen", async || {
            let listening = kill.replace("pg_terminate_backend(pid)", "pid");
            let count: i64 = sql.query_one(&listening, &[]).await.unwrap().get(0);
            (usize::try_from(count).unwrap() == real.server.count() + other.server.count()).then_some(())
        })
        .await;
        sql.execute(kill, &[]).await.unwrap();
        turn(&real, expected).await;
        join(turns_within(&real, expected, LAG), turns_within(&other, expected, LAG)).await;
    }
}

#[actix_web::test]
async fn a_process_that_starts_late_shows_what_is_live() {
    let real = Real::start().await;
    two_versions(&real).await;
    let late = real.beside(&[("FUNNEL_ROLES", "edge")]).await;
    assert_eq!(color(&late).await, "blue");
    turn(&real, "red").await;
    turns_within(&late, "red", LAG).await;
}

/// Without a direct database URL, the channel for change notifications is missing or unreliable.
#[actix_web::test]
async fn a_process_with_one_address_shows_what_is_live() {
    let real = Real::start().await;
    two_versions(&real).await;
    let one = real.beside(&[("FUNNEL_ROLES", "edge"), ("FUNNEL_DATABASE_DIRECT_URL", "")]).await;
    for round in 0..10 {
        let expected = ["red", "blue"][round % 2];
        color(&one).await;
        turn(&real, expected).await;
        turns_within(&one, expected, LAG).await;
    }
}
