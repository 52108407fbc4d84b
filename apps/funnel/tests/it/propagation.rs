//! Time until every process of an installation sees a change, and atomicity of that change.

use std::cell::Cell;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::html::{labels, of_class};
use crate::installation::Installation;
use crate::journey::{PHONE, only};
use crate::kept::Kept;
use crate::real::{Api, Reply, eventually};
use crate::shape::PROCESSES;

const HOST: &str = "a.example";
const ROUNDS: usize = 20;
/// Time limit for a change to appear. The measured time is only printed, since it depends on the
/// machine's load.
const PATIENCE: Duration = Duration::from_secs(20);
const TARGET: &str = "https://platform.example/known";

/// An installation with a published page, a printed code at `/qr/s` and a smart link at `/r/vip`.
struct Stage {
    installation: Installation,
    one: Api,
    other: Api,
    visitors: Client,
    code: String,
    link: String,
}

impl Stage {
    async fn start() -> Self {
        let installation = Installation::start(Kept::create().await, &PROCESSES, &[]).await;
        let (one, other) = (installation.api(0), installation.api(1));
        let visitors = Client::builder().redirect(Policy::none()).user_agent(PHONE).build().unwrap();
        two_versions(&one).await;
        let code = one.post(&format!("/qr/{HOST}"), &json!({ "slug": "s" })).await.expect(201).json();
        let slot = format!(
            "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
             VALUES ({0}, 'known', 'paid', 'known', '{TARGET}', true, true, now());
             INSERT INTO domain_slots SELECT owner_id, '{HOST}', 'paid', link_id FROM funnel_links",
            installation.owner
        );
        installation.sql().await.batch_execute(&slot).await.unwrap();
        let link = json!({ "domain": HOST, "slug": "vip", "policy": only("paid") });
        let link = one.post("/smartlinks", &link).await.expect(201).json();
        let (code, link) = (format!("/qr/{HOST}/{}", code["id"]), format!("/smartlinks/{}", link["id"]));
        Self { installation, one, other, visitors, code, link }
    }

    fn edges(&self) -> Vec<SocketAddr> {
        self.installation.of("edge")
    }

    async fn visit(&self, edge: SocketAddr, path: &str) -> Reply {
        let request = self.visitors.request(Method::GET, format!("http://{edge}{path}"));
        Reply::at_once(request.header("host", HOST)).await
    }

    async fn change(&self, method: Method, path: &str, body: &Value) -> Reply {
        Reply::at_once(self.one.request(method, path).json(body)).await
    }

    /// Returns the common colour of the page, its banner and all its buttons.
    async fn color(&self, edge: SocketAddr) -> String {
        let page = self.visit(edge, "/").await.expect(200).text;
        let mut colors = labels(&page);
        assert_eq!(colors.len(), 10, "{page}");
        colors.push(of_class(&page, "banner-title")[0].text.clone());
        colors.dedup();
        assert_eq!(colors.len(), 1, "half of a version: {page}");
        colors.remove(0)
    }

    /// Rolls back to the other version.
    async fn turn(&self, round: usize) -> &'static str {
        let (version, color) = [(1, "red"), (2, "blue")][round % 2];
        let path = format!("/domains/{HOST}/rollback");
        self.change(Method::POST, &path, &json!({ "version": version })).await.expect(200);
        color
    }

    /// Returns whether an edge serves the code at this round's new path and nowhere else.
    async fn moved(&self, edge: SocketAddr, round: usize) -> bool {
        let (slug, before) = [("t", "s"), ("s", "t")][round % 2];
        let labelled = async |slug: &str| {
            let reply = self.visit(edge, &format!("/qr/{slug}")).await.expect(302);
            match reply.header("location") {
                "/?src=qr-s" => true,
                "/" => false,
                other => panic!("{other}"),
            }
        };
        let gone = !labelled(before).await;
        let here = labelled(slug).await;
        assert!(here || !gone, "half of a renaming: the code is at no path");
        gone && here
    }

    /// Waits until every edge and the other API process see the change. Returns the time of the
    /// last one.
    async fn seen(&self, edge: impl AsyncFn(SocketAddr) -> bool, api: impl AsyncFn() -> bool) -> Duration {
        let (start, edge) = (Instant::now(), &edge);
        let edges = self.edges().into_iter();
        let edges = edges.map(|address| async move { until(async || edge(address).await).await });
        join(join_all(edges), until(async || api().await)).await;
        start.elapsed()
    }
}

/// Polls without a pause.
async fn until(seen: impl AsyncFn() -> bool) {
    let start = Instant::now();
    while !seen().await {
        assert!(start.elapsed() < PATIENCE, "it is not seen");
    }
}

/// Creates two versions of a page with ten buttons and a banner: all `red` in the first, all `blue`
/// in the live second.
async fn two_versions(api: &Api) {
    api.register(HOST).await.expect(201);
    let made = api.post(&format!("/segments/{HOST}"), &json!({ "name": "Everyone" })).await.expect(201);
    let tier = made.text_at("segment_id");
    let banner = |title: &str| json!({ "enabled": true, "title": title, "body": "Body" });
    let banner_path = format!("/notification/{HOST}");
    let mut buttons = Vec::new();
    for _ in 0..10 {
        buttons.push(api.button(HOST, &tier, "red").await);
    }
    api.patch(&banner_path, &banner("red")).await.expect(200);
    api.publish(HOST).await;
    for button in buttons {
        let path = format!("/buttons/{HOST}/{tier}/{button}");
        api.patch(&path, &json!({ "label": "blue" })).await.expect(200);
    }
    api.patch(&banner_path, &banner("blue")).await.expect(200);
    api.publish(HOST).await;
}

/// Prints the measurements.
fn print(what: &str, mut took: Vec<Duration>) {
    took.sort_unstable();
    let (median, worst) = (took[took.len() / 2], took[took.len() - 1]);
    println!("{what}: {} changes, median {median:.1?}, worst {worst:.1?}", took.len());
}

#[actix_web::test]
async fn what_is_published_is_with_every_process_soon_and_whole() {
    let stage = Stage::start().await;
    let (done, looks) = (Cell::new(false), Cell::new(0));
    let publisher = async {
        let mut took = Vec::new();
        for round in 0..ROUNDS {
            let expected = stage.turn(round).await;
            let live = async || {
                let shown =
                    Reply::at_once(stage.other.request(Method::GET, &format!("/domains/{HOST}/simulate")));
                shown.await.expect(200).json()["buttons"][0]["label"] == expected
            };
            took.push(stage.seen(async |edge| stage.color(edge).await == expected, live).await);
        }
        done.set(true);
        took
    };
    let visitor = async {
        while !done.get() {
            join_all(stage.edges().into_iter().map(|edge| stage.color(edge))).await;
            looks.set(looks.get() + 1);
        }
    };
    let (took, ()) = join(publisher, visitor).await;
    assert!(looks.get() >= ROUNDS, "{looks:?}");
    print("publish", took);
}

#[actix_web::test]
async fn edits_of_codes_and_links_and_revocations_are_with_every_process_soon() {
    let stage = Stage::start().await;
    let (mut codes, mut links, mut keys) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let slug = ["t", "s"][round % 2];
        stage.change(Method::PATCH, &stage.code, &json!({ "slug": slug })).await.expect(200);
        let listed = async || stage.other.get(&stage.code).await.expect(200).json()["slug"] == slug;
        codes.push(stage.seen(async |edge| stage.moved(edge, round).await, listed).await);

        let active = round % 2 == 1;
        stage.change(Method::PATCH, &stage.link, &json!({ "active": active })).await.expect(200);
        let led = async |edge: SocketAddr| {
            let reply = stage.visit(edge, "/r/vip").await;
            let leads =
                reply.headers.get("location").is_some_and(|to| to.to_str().unwrap().starts_with(TARGET));
            leads == active
        };
        let listed = async || stage.other.get(&stage.link).await.expect(200).json()["active"] == active;
        links.push(stage.seen(led, listed).await);

        let minted =
            stage.change(Method::POST, "/api-keys", &json!({ "name": "short-lived" })).await.expect(201);
        let key = stage.other.with(&minted.text_at("token"));
        key.get("/domains").await.expect(200);
        let revoked = format!("/api-keys/{}", minted.json()["id"]);
        Reply::at_once(stage.one.request(Method::DELETE, &revoked)).await.expect(204);
        keys.push(stage.seen(async |_| true, async || key.get("/domains").await.status == 401).await);
    }
    print("edit of a code", codes);
    print("edit of a link", links);
    print("revocation", keys);
}

#[actix_web::test]
async fn a_lost_channel_costs_no_process_the_truth_and_comes_back() {
    let stage = Stage::start().await;
    let sql = stage.installation.sql().await;
    let listening = "FROM pg_stat_activity WHERE datname = current_database() AND query ~* '^(listen|notify) funnel|^with taken'";
    let all_listen = async || {
        eventually("every process listens", async || {
            let count = format!("SELECT count(*) {listening}");
            let count: i64 = sql.query_one(&count, &[]).await.unwrap().get(0);
            (usize::try_from(count).unwrap() == PROCESSES.len()).then_some(())
        })
        .await;
    };
    let mut took = Vec::new();
    for round in 0..6 {
        all_listen().await;
        join_all(stage.edges().into_iter().map(|edge| stage.color(edge))).await;
        sql.execute(&format!("SELECT pg_terminate_backend(pid) {listening}"), &[]).await.unwrap();
        let expected = stage.turn(round).await;
        took.push(stage.seen(async |edge| stage.color(edge).await == expected, async || true).await);
    }
    all_listen().await;
    print("publish without the channel", took);
}
