//! An edge that starts while the database is unavailable serves what it served before.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::stage::Stage;
use crate::crashes::{HOST, count};
use crate::database::Database;
use crate::journey::PHONE;
use crate::program::Program;
use crate::real::{Reply, eventually};

/// An API and an edge in processes of their own, with a page, a smart link, a button and a printed
/// code.
struct Scene {
    stage: Stage,
    edge: Program,
    /// Path of the button on the host.
    button: String,
    /// API path of the button.
    change: String,
}

impl Scene {
    async fn start(settings: &[(&'static str, String)]) -> Self {
        let stage = Stage::on(Database::start().await, &role("api,worker")).await;
        let api = &stage.program;
        let path = format!("/buttons/{HOST}/{}", stage.site.tier);
        let body = json!({ "label": "Before", "url": "https://example.com/before" });
        let id = api.post(&path, &body).await.expect(201).text_at("button_id");
        api.post(&format!("/qr/{HOST}"), &json!({ "slug": "flyer" })).await.expect(201);
        api.post(&format!("/domains/{HOST}/publish"), &json!({})).await.expect(200);
        let edge = api.beside("edge", &[&role("edge"), settings].concat()).await;
        Self { stage, edge, button: format!("/go/{id}"), change: format!("{path}/{id}") }
    }

    async fn visit(&self, path: &str) -> Reply {
        let request = self.edge.client().get(format!("{}{path}", self.edge.url("edge")));
        Reply::of(request.header("host", HOST).header("user-agent", PHONE)).await
    }

    /// Returns the responses that visitors get: the page, and the redirect targets without click
    /// ids.
    async fn served(&self) -> Vec<String> {
        let mut served = vec![self.visit("/").await.expect(200).text];
        for path in ["/r/vip", &self.button, "/qr/flyer"] {
            let reply = self.visit(path).await.expect(302);
            served.push(reply.header("location").split("aref=").next().unwrap().to_owned());
        }
        served
    }

    /// Returns the value of a metric of the edge.
    async fn metric(&self, name: &str) -> u64 {
        let metrics = self.edge.client().get(format!("{}/metrics", self.edge.url("management")));
        let metrics = metrics.send().await.unwrap().text().await.unwrap();
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |value| value.parse().unwrap())
    }

    async fn ready(&self) -> (u16, Value) {
        let asked = self.edge.client().get(format!("{}/readyz", self.edge.url("management")));
        let answer = asked.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// Waits until a snapshot of the host is on disk; returns its file.
    async fn is_kept(&self) -> PathBuf {
        eventually("a snapshot", async || {
            let files = fs::read_dir(self.stage.program.data().join("edge-snapshots")).ok()?;
            let files = files.map(|file| file.unwrap().path());
            let kept: Vec<_> = files.filter(|file| file.file_name().unwrap().len() == 64).collect();
            (self.metric("edge_snapshot_hosts").await == 1).then(|| kept.into_iter().next())?
        })
        .await
    }

    /// Kills and restarts the edge; returns the time until the first page.
    async fn restart(&mut self) -> Duration {
        self.edge.kill();
        let began = Instant::now();
        self.edge.restart().await;
        self.visit("/").await;
        began.elapsed()
    }
}

fn role(roles: &str) -> [(&'static str, String); 1] {
    [("FUNNEL_ROLES", roles.to_owned())]
}

#[actix_web::test]
async fn an_edge_that_is_started_while_there_is_no_database() {
    let mut scene = Scene::start(&[]).await;
    let before = scene.served().await;
    scene.is_kept().await;
    assert_eq!(scene.ready().await, (200, json!({ "status": "ready" })));
    let in_the_database = "SELECT count(*) FROM touches";
    let sql = scene.stage.sql().await;
    eventually("touches", async || (count(&sql, in_the_database).await == before.len()).then_some(())).await;
    scene.stage.database.stop().await;
    assert_eq!(scene.served().await, before, "from memory");
    // A response just before the kill may not be on disk yet.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let took = scene.restart().await;
    println!("{took:?} from the start to the first page, without a database");
    assert_eq!(scene.served().await, before, "from the snapshot");
    let (status, ready) = scene.ready().await;
    assert_eq!((status, &ready["serving"]), (200, &json!("snapshots")));
    let age = crate::conversions::now() - ready["as_of"].as_i64().unwrap();
    assert!((0..120).contains(&age), "{ready}");
    assert_eq!(scene.metric("edge_snapshots_restored_total").await, 1);
    let unknown = scene.edge.client().get(scene.edge.url("edge")).header("host", "other.example");
    assert_eq!(unknown.send().await.unwrap().status(), 503, "a host that nobody asked for before");
    scene.stage.database.run().await;
    // Publications at the end of the outage appear without a restart, and the API responds at once.
    let changed = json!({ "label": "After", "url": "https://example.com/after" });
    eventually("the API", async || {
        (scene
            .stage
            .program
            .api(reqwest::Method::PATCH, &scene.change)
            .json(&changed)
            .send()
            .await
            .ok()?
            .status()
            == 200)
            .then_some(())
    })
    .await;
    scene.stage.program.post(&format!("/domains/{HOST}/publish"), &json!({})).await.expect(200);
    eventually("the new page", async || scene.visit("/").await.text.contains("After").then_some(())).await;
    assert!(scene.visit("/").await.text.contains("After"), "and it stays");
    assert!(
        scene
            .visit(&scene.button)
            .await
            .expect(302)
            .header("location")
            .starts_with("https://example.com/after")
    );
    eventually("ready", async || (scene.ready().await.1 == json!({ "status": "ready" })).then_some(())).await;
    // Visits, clicks and scans from before, during and after the outage are counted: three times
    // all, plus the first page.
    let least = 3 * before.len() + 1;
    let sql = scene.stage.sql().await;
    eventually("every touch", async || (count(&sql, in_the_database).await > least).then_some(())).await;
}

#[actix_web::test]
async fn a_snapshot_that_is_damaged_or_forged_or_of_a_domain_that_was_deleted_is_not_served() {
    let mut scene = Scene::start(&[]).await;
    scene.served().await;
    let file = scene.is_kept().await;
    let good = fs::read(&file).unwrap();
    scene.stage.database.stop().await;
    let forged = [&good[..good.len() / 2], b"and whatever somebody wants to be served".as_slice()].concat();
    for (before, bad) in
        [forged, good[..good.len() / 2].to_vec(), vec![0; 64 << 20], Vec::new()].into_iter().enumerate()
    {
        fs::write(&file, bad).unwrap();
        scene.restart().await;
        for _ in 0..3 {
            assert_eq!(scene.visit("/").await.status, 503);
        }
        // The log covers all edges so far.
        let log = scene.edge.log();
        let reported = log.lines().filter(|line| line.contains("a snapshot can't be used")).count();
        assert_eq!(reported, before + 1, "each reports it once\n{log}");
        assert_eq!(scene.metric("edge_snapshots_refused_total").await, 1);
        assert_eq!(scene.ready().await.0, 503, "nothing is served");
    }
    // Once the database is back, the snapshot is taken again, and the snapshot of the deleted
    // domain is deleted.
    scene.stage.database.run().await;
    eventually("the page", async || (scene.visit("/").await.status == 200).then_some(())).await;
    eventually("the snapshot is whole", async || (fs::read(&file).ok()? == good).then_some(())).await;
    let deleted = scene.stage.program.api(reqwest::Method::DELETE, &format!("/domains/{HOST}"));
    assert_eq!(deleted.send().await.unwrap().status(), 204);
    eventually("no snapshot", async || (!file.exists()).then_some(())).await;
    scene.stage.database.stop().await;
    scene.restart().await;
    assert_eq!(scene.visit("/").await.status, 503);
}

#[actix_web::test]
async fn without_room_for_snapshots_there_are_none() {
    let scene = Scene::start(&[("FUNNEL_EDGE_SNAPSHOT_MB", "0".to_owned())]).await;
    scene.served().await;
    assert_eq!(scene.ready().await.0, 200);
    assert!(!scene.stage.program.data().join("edge-snapshots").exists());
}
