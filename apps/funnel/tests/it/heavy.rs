//! The largest data that one owner may have does not delay other owners.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use adapter_postgres::PgDraftStore;
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{Acting, Clock as _, Hostname};
use landing_draft::button::NewButton;
use landing_draft::domain::Revision;
use landing_draft::id::Ids;
use landing_draft::landing::{Landing, MAX_BUTTONS};
use landing_draft::ports::DraftStore as _;
use landing_draft::rule::Rule;
use landing_draft::segment::NewSegment;
use landing_draft::target::Target;
use landing_draft::text::{Label, SegmentName};
use reqwest::Method;
use serde_json::{Value, json};

use crate::real::{Api, Real, Reply, eventually};

const HEAVY: &str = "heavy.example";
/// Production rate limits of keys, which also set those of owners. Other tests run without limits.
const KEYS_LIMITED: (&str, &str) = ("FUNNEL_RATE_LIMIT_PER_MINUTE", "600");

/// Builds a page of `buttons` buttons, each with a distinct label that is too long to draw.
fn landing(buttons: usize, rule: Option<&Rule>) -> Landing {
    let clock = Arc::new(FixedClock::at(runtime::SystemClock.now()));
    let ids = Ids::new(clock, Arc::new(SeededEntropy::new(1)));
    let (mut landing, tier) = (Landing::empty(), ids.segment());
    landing.create_segment(tier, NewSegment::named(SegmentName::parse("Everyone").unwrap())).unwrap();
    for n in 0..buttons {
        let label = format!("{n:03} a label {}", "that goes on ".repeat(7).trim_end());
        let mut new = NewButton::leading_to(
            Label::parse(&label[..label.len().min(Label::MAX)]).unwrap(),
            Target::parse("https://example.com/").unwrap(),
        );
        new.rule = rule.cloned();
        landing.create_button(&tier, ids.button(), new).unwrap();
    }
    landing
}

/// Builds a condition of nearly the maximum size.
fn long_rule() -> Rule {
    let leaf = |n: usize| {
        let hosts: Vec<String> = (0..20).map(|host| format!("host-{n}-{host}.example")).collect();
        json!({ "field": "referrer_host", "op": "not_in", "values": hosts })
    };
    let rule = json!({ "v": 1, "any": (0..15).map(leaf).collect::<Vec<_>>() });
    assert!(rule.to_string().len() > 5_000);
    Rule::parse(&rule).unwrap()
}

impl Real {
    /// Stores a landing as the draft of a new domain of the first owner.
    async fn drafted(&self, host: &str, landing: Landing) {
        self.api.register(host).await.expect(201);
        let store = PgDraftStore::new(adapter_postgres::pool(self.database.url(), 1), Arc::default());
        let (host, now) = (Hostname::parse(host).unwrap(), runtime::SystemClock.now());
        store
            .save(&Acting::service(self.owner), &host, Revision::FIRST, &Arc::new(landing), now)
            .await
            .unwrap();
    }

    async fn metric(&self, line: &str) -> u64 {
        let text = self.management("/metrics").await.text;
        text.lines().find_map(|found| found.strip_prefix(line)?.trim().parse().ok()).unwrap_or(0)
    }
}

/// Returns the CPU seconds of this process so far: of the threads that handle requests, and of all
/// others.
fn processor_seconds() -> (f64, f64) {
    let (mut answering, mut others) = (0.0, 0.0);
    for task in fs::read_dir("/proc/self/task").unwrap() {
        // A thread may end while it is read.
        let Ok(stat) = fs::read_to_string(task.unwrap().path().join("stat")) else { continue };
        let (name, rest) = stat.rsplit_once(") ").unwrap();
        let fields: Vec<&str> = rest.split(' ').collect();
        let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
        let sum = if name.contains("(actix-") { &mut answering } else { &mut others };
        *sum += ticks / 100.0;
    }
    (answering, others)
}

/// Runs each operation on a page once; returns the operations with their durations.
async fn everything(real: &Real) -> String {
    let (host, api) = (HEAVY, &real.api);
    let segments = api.get(&format!("/segments/{host}")).await.expect(200).json();
    let tier = segments["items"][0]["segment_id"].as_str().unwrap().to_owned();
    let buttons = api.get(&format!("/buttons/{host}/{tier}")).await.expect(200).json();
    let first = buttons["items"][0]["button_id"].as_str().unwrap();
    let mut order: Vec<&str> =
        buttons["items"].as_array().unwrap().iter().map(|one| one["button_id"].as_str().unwrap()).collect();
    order.reverse();
    let (button, order) = (format!("/buttons/{host}/{tier}/{first}"), json!({ "button_ids": order }));
    let (empty, hidden) = (json!({}), json!({ "hidden": true }));
    let ui = json!({ "buttons": { "font": "Lato" } });
    let steps: [(&str, Method, String, Option<&Value>); 9] = [
        ("relabel", Method::POST, format!("/bg/ui?domain={host}"), Some(&ui)),
        ("edit", Method::PATCH, button, Some(&hidden)),
        ("order", Method::PUT, format!("/buttons/{host}/{tier}/order"), Some(&order)),
        ("publish", Method::POST, format!("/domains/{host}/publish"), Some(&empty)),
        ("publish again", Method::POST, format!("/domains/{host}/publish"), Some(&empty)),
        ("hide", Method::POST, format!("/bg/canvas-color?domain={host}"), Some(&Value::Null)),
        ("diff", Method::GET, format!("/domains/{host}/diff"), None),
        ("simulate", Method::GET, format!("/domains/{host}/simulate"), None),
        ("preview", Method::GET, format!("/domains/{host}/preview"), None),
    ];
    let mut reported = String::new();
    for (name, method, path, body) in steps {
        let began = Instant::now();
        let colour = json!({ "color": "#102030" });
        let request = api.request(method, &path);
        let request = match body {
            Some(Value::Null) => request.json(&colour),
            Some(body) => request.json(body),
            None => request,
        };
        Reply::of(request).await.expect(200);
        writeln!(reported, "{name} {:?}", began.elapsed()).unwrap();
    }
    let began = Instant::now();
    eventually("the page is live", async || (real.page(host, "/").await.status == 200).then_some(())).await;
    real.page(host, "/").await.expect(200);
    writeln!(reported, "visit {:?}", began.elapsed()).unwrap();
    reported
}

#[actix_web::test]
async fn the_threads_that_answer_do_none_of_the_work_on_the_largest_page() {
    let real = Real::start().await;
    real.drafted(HEAVY, landing(MAX_BUTTONS, Some(&long_rule()))).await;
    let before = processor_seconds();
    let reported = everything(&real).await;
    let after = processor_seconds();
    let (answering, others) = (after.0 - before.0, after.1 - before.1);
    println!("{reported}{answering} s of {} s", answering + others);
    assert!(others > 0.5, "no page is heavy that takes so little: {reported}");
    assert!(
        answering < others / 4.0,
        "{answering} s of {} s on threads that answer\n{reported}",
        answering + others
    );
}

/// Repeats a request until `stop`; returns the longest response time.
async fn longest_wait(api: Api, path: &str, stop: &AtomicBool) -> Duration {
    let mut longest = Duration::ZERO;
    while !stop.load(Ordering::Relaxed) {
        let began = Instant::now();
        Reply::at_once(api.request(Method::GET, path)).await.expect(200);
        longest = longest.max(began.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    longest
}

#[actix_web::test]
async fn a_copy_of_long_labels_to_many_targets_sets_each_once_and_lets_others_through() {
    let real = Real::start().await;
    let (_, quiet) = real.owner("free").await;
    quiet.register("quiet.example").await.expect(201);
    real.drafted(HEAVY, landing(400, None)).await;
    let targets: Vec<String> = (0..40).map(|n| format!("t{n}.example")).collect();
    for target in &targets {
        real.api.register(target).await.expect(201);
    }
    let drawn = r#"cache_lookups_total{cache="labels",outcome="miss"}"#;
    let (before, stop) = (real.metric(drawn).await, AtomicBool::new(false));
    let body = json!({ "source": HEAVY, "targets": targets, "parts": ["buttons_segments", "ui"] });
    let copy = async {
        let copied = real.api.post("/bulk/copy-content", &body).await.expect(200).json();
        stop.store(true, Ordering::Relaxed);
        copied
    };
    let began = Instant::now();
    let (copied, longest) = tokio::join!(copy, longest_wait(quiet, "/segments/quiet.example", &stop));
    let took = began.elapsed();
    let results = copied["results"].as_array().unwrap();
    assert_eq!(results.len(), 40);
    assert!(results.iter().all(|result| result["ok"] == true), "{copied}");
    println!("{took:?}, another owner waited {longest:?}");
    assert!(longest < Duration::from_secs(2), "another owner waited {longest:?} of {took:?}");
    assert_eq!(real.metric(drawn).await - before, 400, "each label is set once");
    // A later edit does not retry a label that could not be drawn.
    let tier = real.api.draft("t0.example").await[0]["segment_id"].as_str().unwrap().to_owned();
    let again = r#"cache_lookups_total{cache="labels",outcome="hit"}"#;
    let hits = real.metric(again).await;
    real.api.button("t0.example", &tier, &"one more ".repeat(9)).await;
    assert_eq!((real.metric(drawn).await - before, real.metric(again).await), (401, hits));
}

/// Sixty targets make two batches, and the second waits while a test locks one of its drafts.
#[actix_web::test]
async fn a_long_copy_reports_what_is_done_while_it_goes_on() {
    let real = Real::start().await;
    real.landing(HEAVY).await;
    let targets: Vec<String> = (0..60).map(|n| format!("t{n:02}.example")).collect();
    for target in &targets {
        real.api.register(target).await.expect(201);
    }
    let sql = real.sql().await;
    let owner = real.owner;
    let hold = format!(
        "BEGIN; SELECT 1 FROM drafts WHERE owner_id = {owner} AND hostname = 't59.example' FOR UPDATE"
    );
    sql.batch_execute(&hold).await.unwrap();
    let body = json!({ "source": HEAVY, "targets": targets, "parts": ["buttons_segments"] });
    let request = || {
        let request = real.api.request(Method::POST, "/bulk/copy-content").json(&body);
        request.header("idempotency-key", "one")
    };
    let mut answer = request().send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let mut text = String::new();
    while !text.contains("t49.example") {
        text.push_str(std::str::from_utf8(&answer.chunk().await.unwrap().unwrap()).unwrap());
    }
    assert!(!text.contains("t50.example"), "{text}");
    assert!(serde_json::from_str::<Value>(&text).is_err(), "it is not over");
    sql.batch_execute("COMMIT").await.unwrap();
    while let Some(part) = answer.chunk().await.unwrap() {
        text.push_str(std::str::from_utf8(&part).unwrap());
    }
    let reported: Value = serde_json::from_str(&text).unwrap();
    let hosts: Vec<&str> = reported["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["host"].as_str().unwrap())
        .collect();
    assert_eq!(hosts, targets);
    assert!(
        reported["results"].as_array().unwrap().iter().all(|result| result["detail"] == "copied"),
        "{text}"
    );
    let again = eventually("the answer is kept", async || {
        let again = Reply::of(request()).await.expect(200);
        again.headers.contains_key("idempotency-replayed").then_some(again)
    });
    assert_eq!(again.await.text, text, "the same answer, in one piece");
}

/// Returns whether an owner's requests are delayed before this process has used four CPU seconds,
/// nearly all for that owner.
async fn waited_for_dear_requests(settings: &[(&str, &str)]) -> bool {
    let real = Real::with("agency", settings).await;
    real.drafted(HEAVY, landing(MAX_BUTTONS, Some(&long_rule()))).await;
    let took = || {
        let (answering, others) = processor_seconds();
        answering + others
    };
    let before = took();
    while took() - before < 4.0 {
        real.api.get(&format!("/domains/{HEAVY}/simulate")).await.expect(200);
        if real.metric("requests_delayed_total ").await > 0 {
            return true;
        }
    }
    false
}

#[actix_web::test]
async fn an_owner_waits_for_what_their_requests_cost() {
    assert!(waited_for_dear_requests(&[KEYS_LIMITED]).await);
}

#[actix_web::test]
async fn where_the_limit_of_owners_is_off_nobody_waits_for_what_requests_cost() {
    let owners_unlimited = ("FUNNEL_OWNER_RATE_LIMIT_PER_MINUTE", "0");
    assert!(!waited_for_dear_requests(&[KEYS_LIMITED, owners_unlimited]).await);
}
