use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use funnel_sdk::types::{
    ButtonCreate, ButtonOrder, ButtonUpdate, DomainRegister, KeyMint, MemberCreate, QrCreate, Scope,
    SegmentCreate,
};
use funnel_sdk::{Client, Kind, Patch};

use crate::proxy::Proxy;
use crate::start;

fn client() -> Client {
    Client::from_env().unwrap()
}

fn key() -> String {
    std::env::var("FUNNEL_API_KEY").unwrap()
}

/// Returns a word that is unique across tests and runs.
fn unique(word: &str) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{word}-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

fn register(hostname: &str) -> DomainRegister {
    DomainRegister { hostname: hostname.to_string(), display_name: "Test".into() }
}

/// Creates a domain with a segment.
async fn draft(client: &Client) -> (String, String) {
    let hostname = format!("{}.example.com", unique("rust"));
    client.domains().create(&register(&hostname)).await.unwrap();
    let segment =
        SegmentCreate { name: "Everyone".into(), is_default: Some(true), ..SegmentCreate::default() };
    let segment = client.segments().create(&hostname, &segment).await.unwrap();
    (hostname, segment.segment_id.clone())
}

fn button(label: &str) -> ButtonCreate {
    ButtonCreate { label: label.into(), url: "https://example.com/".into(), ..ButtonCreate::default() }
}

#[tokio::test]
async fn the_start_of_the_readme_runs() {
    start::start().await.unwrap();
}

#[test]
fn the_readme_shows_the_start() {
    let (readme, start) = (include_str!("../../README.md"), include_str!("../../examples/start.rs"));
    let body = |text: &str| {
        let (_, rest) = text.split_once("async fn start()").unwrap();
        rest.split_once("\n}\n").unwrap().0.to_string()
    };
    assert_eq!(body(readme), body(start));
}

/// Example of the workspace's README.md.
async fn overview() -> funnel_sdk::Result<()> {
    let funnel = funnel_sdk::Client::from_env()?;
    for domain in &funnel.domains().list().await?.items {
        println!("{}", domain.hostname);
    }
    Ok(())
}

#[tokio::test]
async fn the_start_of_the_workspace_runs() {
    overview().await.unwrap();
}

#[test]
fn the_readme_of_the_workspace_and_the_guide_show_that_start() {
    let (_, this) =
        include_str!("service.rs").split_once("async fn overview() -> funnel_sdk::Result<()> {\n").unwrap();
    let body = this.split_once("    Ok(())\n}").unwrap().0;
    let shown =
        body.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap())).collect::<String>();
    for page in [include_str!("../../../../README.md"), include_str!("../../../../docs/api.md")] {
        let blocks =
            page.split("\n```rust").filter_map(|rest| Some(rest.split_once('\n')?.1.split_once("```")?.0));
        assert!(blocks.into_iter().any(|block| block == shown), "{shown}");
    }
}

#[tokio::test]
async fn a_key_that_is_none_is_refused() {
    let stranger = Client::new(client().base_url(), "al_live_nobody_nothing").unwrap();
    let error = stranger.domains().list().await.unwrap_err();
    assert_eq!((error.kind(), error.status(), error.code()), (Kind::Refused, Some(401), None));
    assert!(!error.message().is_empty());
    assert!(error.request_id().unwrap().starts_with("req_"));
}

#[tokio::test]
async fn every_shape_of_error_is_one_type() {
    let client = client();
    let (hostname, segment) = draft(&client).await;
    let error = client.domains().show("nobody.example.com").await.unwrap_err();
    assert_eq!(
        (error.code(), error.status(), error.faults()),
        (Some("domain_not_found"), Some(404), &[][..])
    );

    let mint = KeyMint { name: unique("reader"), scopes: Some(vec![Scope::Read]), ..KeyMint::default() };
    let reader = client.api_keys().create(&mint).await.unwrap();
    let reading = Client::new(client.base_url(), reader.token.clone().unwrap().expose()).unwrap();
    let error = reading.domains().delete(&hostname).await.unwrap_err();
    assert_eq!((error.code(), error.status()), (Some("insufficient_scope"), Some(403)));
    client.api_keys().revoke(&reader.id.to_string()).await.unwrap();

    let body = ButtonCreate::default();
    let error = client.buttons().create(&hostname, &segment, &body).await.unwrap_err();
    let faults: BTreeSet<_> = error.faults().iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(
        (error.code(), error.status(), faults),
        (None, Some(422), BTreeSet::from(["body.label", "body.url"]))
    );

    let error =
        client.buttons().create(&hostname, &segment, &button("x")).if_match("\"0\"").await.unwrap_err();
    assert_eq!((error.code(), error.status()), (Some("precondition_failed"), Some(412)));
    client.domains().delete(&hostname).await.unwrap();
}

#[tokio::test]
async fn many_rows_are_read_in_pages() {
    let client = client();
    // Number of members that are called `Row 1`, `Row 2` and so on.
    let rows: usize = std::env::var("FUNNEL_TEST_ROWS").unwrap().parse().unwrap();
    let names: BTreeSet<String> = (1..=rows).map(|number| format!("Row {number}")).collect();
    let is_ours = |name: &str| name.starts_with("Row ");
    let members = client.members().list().limit(500).all().collect().await.unwrap();
    let found: Vec<String> = members.into_iter().map(|one| one.name).filter(|name| is_ours(name)).collect();
    assert_eq!(found.len(), rows);
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), names);
    let mut pages = client.members().list().limit(1000).pages();
    let mut seen = 0;
    while let Some(page) = pages.next().await.unwrap() {
        seen += page.items.iter().filter(|one| is_ours(&one.name)).count();
    }
    assert_eq!(seen, rows);
}

#[tokio::test]
async fn a_call_whose_answer_is_lost_is_done_once() {
    let proxy = Proxy::losing(client().base_url(), 2).await;
    let through = Client::builder()
        .base_url(&proxy.address)
        .key(key())
        .backoff(Duration::from_millis(1))
        .build()
        .unwrap();
    let name = unique("lost");
    let member =
        MemberCreate { name: name.clone(), email: format!("{name}@example.com"), ..MemberCreate::default() };
    let made = through.members().create(&member).await.unwrap();
    let asked = proxy.asked();
    assert_eq!(asked.len(), 3);
    let keys: BTreeSet<_> = asked.iter().map(|asked| asked.header("idempotency-key").unwrap()).collect();
    assert_eq!(keys.len(), 1);
    let members = client().members().list().all().collect().await.unwrap();
    let found: Vec<_> = members.iter().filter(|one| one.name == name).map(|one| one.id).collect();
    assert_eq!(found, [made.id]);

    // A repeated deletion succeeds too: the second attempt finds nothing.
    let proxy = Proxy::losing(client().base_url(), 1).await;
    let through = Client::builder()
        .base_url(&proxy.address)
        .key(key())
        .backoff(Duration::from_millis(1))
        .build()
        .unwrap();
    through.members().delete(made.id).await.unwrap();
    assert_eq!(client().members().show(made.id).await.unwrap_err().status(), Some(404));
}

#[tokio::test]
async fn a_service_that_is_busy_is_asked_again_when_it_says() {
    let busy = "HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    let proxy = Proxy::answering_first(client().base_url(), busy).await;
    let through =
        Client::builder().base_url(&proxy.address).key(key()).backoff(Duration::ZERO).build().unwrap();
    let begun = Instant::now();
    let listed = through.members().list().limit(1).send().await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(1));
    assert_eq!((listed.items.len(), proxy.asked().len()), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_made_to_what_others_wrote_meanwhile() {
    let client = client();
    let (hostname, segment) = draft(&client).await;
    for label in ["one", "two"] {
        client.buttons().create(&hostname, &segment, &button(label)).await.unwrap();
    }
    let mut seen = Vec::new();
    let reversed = client.buttons().list(&hostname, &segment).update_with(|current| {
        seen.push(current.items.len());
        if seen.len() == 1 {
            let other = client.buttons().create(&hostname, &segment, &button("three")).send();
            tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(other)).unwrap();
        }
        let button_ids = current.items.iter().rev().map(|button| button.button_id.clone()).collect();
        client.buttons().reorder(&hostname, &segment, &ButtonOrder { button_ids })
    });
    let labels: Vec<_> =
        reversed.await.unwrap().into_inner().items.into_iter().map(|button| button.label).collect();
    assert_eq!(labels, ["three", "two", "one"]);
    assert_eq!(seen, [2, 3]);
    client.domains().delete(&hostname).await.unwrap();
}

#[tokio::test]
async fn files_go_both_ways() {
    let client = client();
    let (hostname, _) = draft(&client).await;
    let code = QrCreate { slug: "picture".into(), ..QrCreate::default() };
    let code = client.qr_codes().create(&hostname, &code).await.unwrap();
    let png = client.qr_codes().png_download(&hostname, code.id).size(512).await.unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let svg = client.qr_codes().svg_download(&hostname, code.id).await.unwrap();
    assert!(svg.contains("<svg"));
    let banner = client.banners().avatar_upload(&hostname, png.into_inner()).await.unwrap();
    assert!(banner.avatar_filename.is_some());
    let error = client.banners().avatar_upload(&hostname, "no picture").await.unwrap_err();
    assert_eq!((error.code(), error.status()), (Some("invalid_file"), Some(422)));
    let page = client.drafts().preview(&hostname).draft(true).await.unwrap();
    assert!(page.contains("<html"));
    client.domains().delete(&hostname).await.unwrap();
}

#[tokio::test]
async fn null_empties_what_leaving_out_keeps() {
    let client = client();
    let (hostname, segment) = draft(&client).await;
    let body = ButtonCreate { icon: Some(String::new()), hidden: Some(true), ..button("one") };
    let made = client.buttons().create(&hostname, &segment, &body).await.unwrap();
    let update = ButtonUpdate { label: "two".into(), r#match: Patch::Null, ..ButtonUpdate::default() };
    let changed = client.buttons().update(&hostname, &segment, &made.button_id, &update).await.unwrap();
    assert_eq!((changed.hidden, changed.label.as_str(), &changed.r#match), (true, "two", &None));
    client.domains().delete(&hostname).await.unwrap();
}
