//! Compares metrics in the code with their table, the documents, the dashboard and the alerts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use funnel::telemetry::{Kind, METRICS};
use reqwest::Method;
use serde_json::{Value, json};

use crate::real::{Real, Reply, eventually};

const HOST: &str = "metrics.example.com";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn known() -> BTreeSet<String> {
    METRICS.iter().map(|metric| metric.name.to_owned()).collect()
}

/// Collects the Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns the metric names in `counter!("…")` and similar macros of a source.
fn kept_in(source: &str) -> impl Iterator<Item = String> + '_ {
    let after = |of: &'static str| source.split(of).skip(1);
    let arguments = after("counter!(").chain(after("gauge!(")).chain(after("histogram!("));
    arguments.filter_map(|text| Some(text.trim_start().strip_prefix('"')?.split('"').next()?.to_owned()))
}

#[test]
fn the_table_names_what_the_code_keeps_and_nothing_else() {
    let mut files = Vec::new();
    sources(&root().join("apps/funnel/src"), &mut files);
    sources(&root().join("crates"), &mut files);
    let mut kept = BTreeSet::new();
    for file in files {
        kept.extend(kept_in(&std::fs::read_to_string(file).unwrap()));
    }
    assert_eq!(kept, known());
    assert_eq!(known().len(), METRICS.len(), "no name twice");
}

#[test]
fn the_reference_has_the_table() {
    let text = read("docs/reference/metrics.md");
    let is_metric = |line: &&str| {
        ["counter", "gauge", "histogram"].iter().any(|kind| line.contains(&format!("` | {kind}")))
    };
    let documented: Vec<&str> = text.lines().filter(is_metric).collect();
    let table: Vec<String> = METRICS.iter().map(ToString::to_string).collect();
    assert_eq!(documented, table);
}

/// Removes everything between `open` and `close`, which may be nested.
fn without(text: &str, open: char, close: char) -> String {
    let mut depth = 0_u32;
    let keep = |letter: &char| {
        depth += u32::from(*letter == open);
        let kept = depth == 0;
        depth -= u32::from(*letter == close && depth > 0);
        kept
    };
    text.chars().filter(keep).collect()
}

/// Returns the series of a Prometheus expression.
fn series(expression: &str) -> BTreeSet<String> {
    const WORDS: [&str; 10] =
        ["by", "without", "on", "ignoring", "and", "or", "unless", "bool", "offset", "inf"];
    const BEFORE_LABELS: [&str; 4] = ["by", "without", "on", "ignoring"];
    let expression = without(&without(expression, '{', '}'), '[', ']');
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_:".contains(letter);
    let (mut rest, mut found) = (expression.as_str(), BTreeSet::new());
    while let Some(start) = rest.find(is_part) {
        let word: String = rest[start..].chars().take_while(|letter| is_part(*letter)).collect();
        rest = rest[start + word.len()..].trim_start();
        if BEFORE_LABELS.contains(&word.as_str()) && rest.starts_with('(') {
            rest = &rest[rest.find(')').unwrap()..];
        } else if !rest.starts_with('(')
            && !["by ", "without "].iter().any(|labels| rest.starts_with(labels))
            && !WORDS.contains(&word.as_str())
            && !word.starts_with(|first: char| first.is_ascii_digit())
        {
            found.insert(word);
        }
    }
    found
}

/// Returns the metric of a series; `up` belongs to Prometheus.
fn metric_of(series: &str) -> Option<String> {
    if series == "up" {
        return None;
    }
    let is = |name: &str, kind: Kind| METRICS.iter().any(|metric| metric.name == name && metric.kind == kind);
    let parts = ["_bucket", "_sum", "_count"].iter().filter_map(|part| series.strip_suffix(part));
    let histogram = parts.into_iter().find(|name| is(name, Kind::Histogram));
    let plain = is(series, Kind::Counter) || is(series, Kind::Gauge);
    assert!(plain || histogram.is_some(), "there is no metric {series}");
    Some(histogram.unwrap_or(series).to_owned())
}

fn metrics_of(expressions: &[String]) -> BTreeSet<String> {
    expressions.iter().flat_map(|one| series(one)).filter_map(|one| metric_of(&one)).collect()
}

#[test]
fn the_series_of_an_expression_are_found() {
    for (expression, expected) in [
        ("touches_lost_total", vec!["touches_lost_total"]),
        (r#"sum by (status) (rate(a_total{operation=~"GET /x"}[5m])) > 0.5"#, vec!["a_total"]),
        (r"histogram_quantile(0.99, sum by (le) (rate(b_bucket[5m])))", vec!["b_bucket"]),
        (r#"max without (pod) (c{queue="x"}) > 60 and on (job) up == 1e3"#, vec!["c", "up"]),
    ] {
        let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(series(expression), expected, "{expression}");
    }
}

/// Collects the expressions of the dashboard.
fn expressions(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == "expr" => found.push(text.clone()),
                    value => expressions(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| expressions(item, found)),
        _ => {}
    }
}

#[test]
fn the_dashboard_shows_every_metric_and_no_other() {
    let dashboard: Value = serde_json::from_str(&read("deploy/grafana/funnel.json")).unwrap();
    let mut asked = Vec::new();
    expressions(&dashboard, &mut asked);
    assert_eq!(metrics_of(&asked), known());
}

/// Returns the values of lines with this key in a YAML file. Rules have one expression per line.
fn values<'a>(yaml: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    yaml.lines().filter_map(move |line| line.trim_start_matches([' ', '-']).strip_prefix(key))
}

#[test]
fn alerts_ask_for_metrics_that_exist_and_each_is_explained() {
    let rules = read("deploy/prometheus/alerts.yml");
    let asked: Vec<String> = values(&rules, "expr: ").map(str::to_owned).collect();
    assert!(metrics_of(&asked).len() > 10, "{asked:?}");
    let alerts: BTreeSet<&str> = values(&rules, "alert: ").collect();
    assert_eq!(alerts.len(), asked.len());
    let page = read("docs/operations/alerts.md");
    let (_, chapter) = page.split_once("\n## Alerts\n").unwrap();
    let chapter = chapter.split("\n## ").next().unwrap();
    let explained: BTreeSet<&str> = chapter.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert_eq!(explained, alerts);
    for alert in alerts {
        let link = format!("docs/operations/alerts.md#{}", alert.to_lowercase());
        assert!(values(&rules, "runbook: ").any(|found| found == link), "{link}");
    }
}

/// Returns the values that expressions compare with the label `operation` by this operator.
fn operations<'a>(expressions: &'a [String], operator: &'a str) -> impl Iterator<Item = &'a str> {
    let labels = expressions.iter().flat_map(move |text| text.split(operator).skip(1));
    labels.filter_map(|text| text.split('"').next())
}

#[actix_web::test]
async fn the_edge_calls_its_operations_what_the_alert_and_the_dashboard_ask_for() {
    let real = Real::start().await;
    for path in ["/", "/r/none", "/go/banner", "/qr/none", "/f/none.png", "/elsewhere"] {
        real.page(HOST, path).await.expect(404);
    }
    let refused = Reply::of(real.visit(Method::POST, HOST, "/f/none.png")).await.expect(405);
    assert_eq!(refused.header("allow"), "GET, HEAD");
    let metrics = real.management("/metrics").await.text;
    let counted = metrics.lines().filter(|line| line.starts_with("http_requests_total{"));
    let counted = counted.filter_map(|line| line.split('"').nth(1)).filter(|name| !name.contains("/api/"));
    let counted: BTreeSet<&str> = counted.collect();
    let visited = ["GET /", "GET /r/{slug}", "GET /go/{button_id}", "GET /qr/{path}"];
    let others = ["GET /f/{name}", "POST /f/{name}", "GET unmatched"];
    assert_eq!(counted, visited.into_iter().chain(others).collect());
    let rules = read("deploy/prometheus/alerts.yml");
    let asked: Vec<String> = values(&rules, "expr: ").map(str::to_owned).collect();
    assert_eq!(operations(&asked, "operation=\"").collect::<Vec<_>>(), ["GET /r/{slug}"]);
    let (dashboard, mut asked) = (read("deploy/grafana/funnel.json"), Vec::new());
    expressions(&serde_json::from_str(&dashboard).unwrap(), &mut asked);
    let patterns: BTreeSet<&str> = operations(&asked, "operation=~\"").collect();
    let of_visitors: Vec<&str> = patterns.into_iter().filter(|pattern| !pattern.contains("/api/")).collect();
    let [pattern] = of_visitors[..] else { panic!("{of_visitors:?}") };
    // Prometheus anchors patterns to the whole label.
    let matches = format!("SELECT name FROM unnest($1::text[]) name WHERE name ~ '^({pattern})$'");
    let names: Vec<&str> = counted.into_iter().collect();
    let rows = real.sql().await.query(&matches, &[&names]).await.unwrap();
    let matched: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(matched, visited.map(str::to_owned).into());
}

#[test]
fn each_alert_has_a_case_in_which_it_fires_and_one_in_which_it_is_silent() {
    let rules = read("deploy/prometheus/alerts.yml");
    let alerts: BTreeSet<&str> = values(&rules, "alert: ").collect();
    let cases = ["service.yml", "work.yml"].map(|file| read(&format!("deploy/prometheus/tests/{file}")));
    // A silent case is one line that ends with its empty list; a firing case has a line with only
    // the name.
    let silent: BTreeSet<&str> = cases
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.split_once("alertname: ")?.1.strip_suffix(", exp_alerts: []}"))
        .collect();
    let fire: BTreeSet<&str> = cases
        .iter()
        .flat_map(|text| values(text, "alertname: "))
        .filter(|name| alerts.contains(name))
        .collect();
    assert_eq!(silent, alerts);
    assert_eq!(fire, alerts);
    // Ensures that a firing case has an expectation.
    let fired = cases.iter().flat_map(|text| values(text, "exp_labels: ")).count();
    assert!(fired >= alerts.len(), "{fired}");
}

#[actix_web::test]
async fn a_process_shows_its_queues_its_memory_and_what_never_happened_yet() {
    let real = Real::start().await;
    real.landing(HOST).await;
    real.api.post(&format!("/domains/{HOST}/publish"), &json!({})).await.expect(200);
    eventually("the page is remembered", async || {
        real.visit(Method::GET, HOST, "/").send().await.unwrap();
        let text = real.management("/metrics").await.text;
        let hit = r#"cache_lookups_total{cache="pages",outcome="hit"} "#;
        let hits = text.lines().find_map(|line| line.strip_prefix(hit)?.parse::<u64>().ok());
        (hits > Some(0)).then_some(())
    })
    .await;
    let shown = eventually("the queues are measured", async || {
        let text = real.management("/metrics").await.text;
        text.contains(r#"queue_overdue_seconds{queue="awaited_clicks"}"#).then_some(text)
    })
    .await;
    for line in [
        r#"queue_waiting{queue="deliveries",platform="meta"}"#,
        r#"queue_due{queue="waiting_for_token",platform="tiktok"}"#,
        r#"queue_waiting{queue="request_answers"}"#,
        r#"queue_waiting{queue="provisioning"}"#,
        r#"queue_due{queue="event_pulls"}"#,
        r#"cache_lookups_total{cache="pages",outcome="miss"}"#,
        r#"cache_entries{cache="edge"}"#,
        r#"cache_bytes{cache="edge"}"#,
        r#"cache_bytes{cache="agents"}"#,
        r#"cache_entries{cache="vaults"}"#,
        r#"cache_entries{cache="drafts"}"#,
        r#"cache_bytes{cache="drafts"}"#,
        r#"cache_bytes{cache="labels"}"#,
        r#"cache_lookups_total{cache="drafts",outcome="miss"}"#,
        r#"http_request_duration_seconds_bucket{operation="GET /","#,
        "touches_lost_total 0",
        r#"engine_events_total{source="push",outcome="rejected"} 0"#,
        r#"engine_events_total{source="pull",outcome="rejected"} 0"#,
        "# HELP queue_waiting work of all owners",
    ] {
        assert!(shown.contains(line), "{line} is not in\n{shown}");
    }
}
