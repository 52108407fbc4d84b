//! Export and import of an owner's data with files, as one archive, including library and team.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};

use funnel::overrides::Overrides;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use reqwest::Method;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::media::{png_of, wav};
use crate::real::{Api, Real, Reply};
use crate::transfer::{exported, import};

const HOST: &str = "a.example";
const PRESETS: &str = "/library/notifications";

/// Exports an archive.
pub(crate) async fn archive(api: &Api, query: &str) -> Vec<u8> {
    let request = api.request(Method::GET, &format!("/export{query}")).header("accept", "application/zip");
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "application/zip");
    answer.bytes().await.unwrap().to_vec()
}

/// Returns the entries of an archive by name.
pub(crate) fn unpacked(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut zip = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut entries = BTreeMap::new();
    for place in 0..zip.len() {
        let mut entry = zip.by_index(place).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        entries.insert(entry.name().unwrap().into_owned(), content);
    }
    entries
}

pub(crate) fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub(crate) async fn send(api: &Api, query: &str, archive: Vec<u8>) -> Reply {
    let request = api.request(Method::POST, &format!("/import/archive{query}"));
    Reply::of(request.header("content-type", "application/zip").body(archive)).await
}

/// Imports an archive; returns path, action and code of each row.
async fn import_archive(api: &Api, query: &str, archive: &[u8]) -> Vec<String> {
    let reported = send(api, query, archive.to_vec()).await.expect(200).json();
    let line = |result: &Value| {
        let words = [&result["path"], &result["action"], &result["fault"]["code"]];
        words.iter().filter_map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
    };
    reported["results"].as_array().unwrap().iter().map(line).collect()
}

/// Content and look of a test page.
#[derive(Debug, Clone)]
struct Plan {
    labels: Vec<String>,
    title: String,
    greys: [u8; 4],
    follows: bool,
}

fn plan() -> impl Strategy<Value = Plan> {
    let label = "[A-Z][A-Za-zäöüß日本 ]{0,20}[A-Za-z日]";
    let labels = prop::collection::vec(label, 1..6);
    (labels, "[A-Z][A-Za-zé&<\"' ]{0,30}[A-Z]", any::<[u8; 4]>(), any::<bool>())
        .prop_map(|(labels, title, greys, follows)| Plan { labels, title, greys, follows })
}

/// Creates a page with every kind of file: pictures of background, banner, preview, printed code
/// and library, and a sound.
async fn make(real: &Real, plan: &Plan) {
    let (api, tier) = (&real.api, real.landing(HOST).await);
    for label in &plan.labels {
        api.button(HOST, &tier, label).await;
    }
    let [one, two, three, four] = plan.greys;
    for side in ["mobile", "desktop"] {
        api.upload(&format!("/bg/source?domain={HOST}&variant={side}"), png_of(one)).await.expect(200);
    }
    let preset = json!({ "name": "Sommer 日本", "title": plan.title, "body": "B", "link_text": "L" });
    let preset = api.post(PRESETS, &preset).await.expect(201).json()["id"].clone();
    api.upload(&format!("{PRESETS}/{preset}/avatar"), png_of(two)).await.expect(200);
    api.upload(&format!("{PRESETS}/{preset}/sound"), wav()).await.expect(200);
    if plan.follows {
        let body = json!({ "preset_id": preset, "enabled": true });
        api.put(&format!("/notification/{HOST}/preset"), &body).await.expect(200);
    } else {
        api.patch(&format!("/notification/{HOST}"), &json!({ "title": plan.title })).await.expect(200);
        api.upload(&format!("/notification/{HOST}/avatar"), png_of(three)).await.expect(200);
    }
    let logo = api.upload("/qr/logo", png_of(four)).await.expect(200).text_at("file");
    let mut design = api.get("/qr/presets").await.expect(200).json()["items"][0]["design"].take();
    design["logo"] = json!({ "file": logo, "size": 0.2 });
    api.post("/smartlinks", &json!({ "domain": HOST, "slug": "vip" })).await.expect(201);
    api.post(&format!("/qr/{HOST}"), &json!({ "slug": "flyer", "design": design })).await.expect(201);
    let member = json!({ "name": "Ada", "email": "ada@example.com", "caps": { "team": ["view"], "qr": ["edit", "view"] } });
    api.post("/members", &member).await.expect(201);
}

async fn stored(real: &Real) -> String {
    let sql = "SELECT document::text FROM drafts WHERE hostname = 'a.example'";
    real.sql().await.query_one(sql, &[]).await.unwrap().get(0)
}

async fn page(real: &Real) -> String {
    real.api.active(HOST).await;
    real.api.publish(HOST).await;
    real.page(HOST, "/").await.expect(200).text
}

/// Returns the files that a text names, with the status that visitors get.
async fn files(real: &Real, page: &str) -> Vec<(String, u16)> {
    let mut found = Vec::new();
    for part in page.split("/f/").skip(1).filter(|part| !part.starts_with("face/")) {
        let name: String =
            part.chars().take_while(|one| one.is_ascii_alphanumeric() || *one == '.').collect();
        let reply = real.page(HOST, &format!("/f/{name}")).await;
        found.push((name, reply.status));
    }
    found
}

#[actix_web::test]
async fn an_installation_is_rebuilt_from_an_archive_byte_by_byte() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..3 {
        let plan = plan().new_tree(&mut runner).unwrap().current();
        let (from, to) = (Real::start().await, Real::start().await);
        make(&from, &plan).await;
        let bytes = archive(&from.api, "").await;
        let entries = unpacked(&bytes);
        let document: Value = serde_json::from_slice(&entries["export.json"]).unwrap();
        assert!(entries.len() > 3, "{:?}", entries.keys());
        let rows = ["domains.0", "smartlinks.0", "qr.0", "library.0", "members.0"];
        let all = |action: &str| rows.map(|row| format!("{row} {action}"));
        assert_eq!(import_archive(&to.api, "?dry_run=true", &bytes).await, all("created"), "{plan:?}");
        assert_eq!(exported(&to.api, "").await["domains"], json!([]), "a dry run leaves nothing");
        assert_eq!(import_archive(&to.api, "", &bytes).await, all("created"), "{plan:?}");
        for how in ["skip", "replace", "fail"] {
            let again = import_archive(&to.api, &format!("?on_conflict={how}"), &bytes).await;
            assert_eq!(again, all("skipped"), "{how} {plan:?}");
        }
        let mut expected = document.clone();
        expected.as_object_mut().unwrap().remove("exported_at");
        assert_eq!(exported(&to.api, "").await, expected, "{plan:?}");
        let (one, two) = (page(&from).await, page(&to).await);
        assert_eq!(one, two, "{plan:?}");
        let shown = files(&to, &two).await;
        assert!(!shown.is_empty() && shown.iter().all(|(_, status)| *status == 200), "{shown:?}");
        if !plan.follows {
            // Preset ids differ between installations; all else is the same.
            assert_eq!(stored(&from).await, stored(&to).await, "{plan:?}");
        }
        let again = unpacked(&archive(&to.api, "").await);
        assert!(
            entries
                .iter()
                .filter(|(name, _)| *name != "export.json")
                .all(|(name, content)| again[name] == *content)
        );
    }
}

#[actix_web::test]
async fn a_document_that_names_files_of_another_owner_needs_the_archive_that_holds_them() {
    let real = Real::start().await;
    let plan = Plan { labels: vec!["A".into()], title: "T".into(), greys: [1, 2, 3, 4], follows: true };
    make(&real, &plan).await;
    let bytes = archive(&real.api, "?parts=domains,library").await;
    let mut document = exported(&real.api, "?parts=domains,library").await;
    document["domains"][0]["hostname"] = json!("b.example");
    let (_, other) = real.owner("agency").await;
    let refused = ["domains.0 failed invalid_file", "library.0 failed invalid_file"];
    assert_eq!(import(&other, &document, json!({})).await, refused);
    let mut entries = unpacked(&bytes);
    entries.insert("export.json".to_owned(), document.to_string().into_bytes());
    let entries: Vec<_> = entries.iter().map(|(name, content)| (name.as_str(), &content[..])).collect();
    assert_eq!(
        import_archive(&other, "", &packed(&entries)).await,
        ["domains.0 created", "library.0 created"]
    );
    // An old row that names another owner's file exposes nothing of that file.
    let theirs = real.api.upload("/qr/logo", png_of(9)).await.expect(200).text_at("file");
    let (sql, name) = (real.sql().await, theirs.as_str());
    let poisoned = "UPDATE notification_presets SET content = jsonb_set(content, '{avatar_filename}', to_jsonb($1::text))
        WHERE owner_id <> $2";
    assert_eq!(sql.execute(poisoned, &[&name, &real.owner.get()]).await.unwrap(), 1);
    let given = unpacked(&archive(&other, "?parts=library").await);
    assert!(String::from_utf8_lossy(&given["export.json"]).contains(name));
    assert!(!given.contains_key(&format!("files/{theirs}")));
}

#[actix_web::test]
async fn presets_are_taken_in_before_the_banners_that_follow_them() {
    let real = Real::start().await;
    let plan = Plan { labels: vec!["A".into()], title: "T".into(), greys: [1, 2, 3, 4], follows: true };
    make(&real, &plan).await;
    let document = exported(&real.api, "?parts=domains,library").await;
    let mut other = document.clone();
    other["library"][0]["content"]["title"] = json!("Other");
    for how in ["skip", "fail", "replace"] {
        let expected = match how {
            "skip" => ["domains.0 skipped", "library.0 skipped"],
            "fail" => ["domains.0 skipped", "library.0 failed preset_name_taken"],
            _ => ["domains.0 skipped", "library.0 replaced"],
        };
        for dry_run in [true, false] {
            let reported = import(&real.api, &other, json!({ "on_conflict": how, "dry_run": dry_run })).await;
            assert_eq!(reported, expected, "{how} {dry_run}");
        }
    }
    let banner = real.api.get("/notification/a.example").await.expect(200).json();
    assert_eq!(banner["title"], "Other", "banners that follow a preset say what it says");
    let mut twice = json!({ "version": 1, "library": [document["library"][0], document["library"][0]] });
    assert_eq!(
        import(&real.api, &twice, json!({})).await,
        ["library.0 skipped", "library.1 failed invalid_request"]
    );
    twice["library"][1] = json!({ "name": "x.example", "content": { "avatar_filename": "00000000000000000000000000000000.png" } });
    twice["library"][0] = json!({ "name": "y", "content": { "colour": "red" } });
    assert_eq!(
        import(&real.api, &twice, json!({})).await,
        ["library.0 failed invalid_request", "library.1 failed invalid_file"]
    );
    // The export of one domain includes its preset, but no team members.
    let narrow = exported(&real.api, "?domain=a.example").await;
    assert_eq!((narrow["library"].as_array().unwrap().len(), narrow.get("members")), (1, None));
}

#[actix_web::test]
async fn nobody_gives_a_member_more_than_they_have() {
    let real = Real::start().await;
    let team = json!({ "version": 1, "members": [
        { "email": "ada@example.com", "name": "Ada", "tabs": ["qr"] },
        { "email": "bo@example.com", "name": "Bo", "tabs": ["integrations", "team"] },
        { "email": "bo@example.com", "name": "Bo's other", "tabs": ["team"] },
        { "email": "none", "name": "" },
    ] });
    let key = async |tabs: Value| {
        let body = json!({ "name": "k", "scopes": ["read", "write"], "tabs": tabs });
        real.api.with(&real.api.post("/api-keys", &body).await.expect(201).text_at("token"))
    };
    let (narrow, without) = (key(json!(["integrations", "team"])).await, key(json!(["integrations"])).await);
    let denied =
        ["members.0", "members.1", "members.2"].map(|row| format!("{row} failed insufficient_rights"));
    let reported = import(&without, &team, json!({})).await;
    assert_eq!(reported[..3], denied);
    assert_eq!(without.get("/export?parts=members").await.summary(), "403 insufficient_rights");
    assert_eq!(exported(&without, "").await.get("members"), None);
    for dry_run in [true, false] {
        let reported = import(&narrow, &team, json!({ "dry_run": dry_run })).await;
        let expected = [
            "members.0 failed scope_escalation",
            "members.1 created",
            "members.2 created",
            "members.3 failed invalid_request",
        ];
        assert_eq!(reported, expected, "{dry_run}");
    }
    let mut own = exported(&real.api, "?parts=members").await;
    assert_eq!(own["members"].as_array().unwrap().len(), 2);
    assert!(!own.to_string().contains("token"), "{own}");
    for how in ["skip", "replace", "fail"] {
        let reported = import(&narrow, &own, json!({ "on_conflict": how })).await;
        assert_eq!(reported, ["members.0 skipped", "members.1 skipped"], "{how}");
    }
    own["members"][1]["tabs"] = json!(["qr"]);
    let replaces = json!({ "on_conflict": "replace" });
    assert_eq!(import(&narrow, &own, replaces.clone()).await[1], "members.1 failed scope_escalation");
    assert_eq!(
        import(&real.api, &own, json!({ "on_conflict": "fail" })).await[1],
        "members.1 failed invalid_request"
    );
    assert_eq!(import(&real.api, &own, replaces).await, ["members.0 skipped", "members.1 replaced"]);
    assert_eq!(exported(&real.api, "?parts=members").await, own);
}

/// Free bytes on the disk of the service in the test below.
static FREE: AtomicU64 = AtomicU64::new(u64::MAX);

#[actix_web::test]
async fn an_archive_leaves_256_mib_of_the_disk_free() {
    const RESERVE: u64 = 256 << 20;
    let overrides = Overrides { free_space: |_| Ok(FREE.load(Ordering::SeqCst)), ..Overrides::default() };
    let real = Real::with_overrides("agency", &[], &overrides).await;
    real.landing(HOST).await;
    let archive = archive(&real.api, "").await;
    let size = u64::try_from(archive.len()).unwrap();
    for (free, expected) in [
        (0, "503 unavailable"),
        (RESERVE - 1, "503 unavailable"),
        (RESERVE + size - 1, "503 unavailable"),
        (RESERVE + size, "200"),
    ] {
        FREE.store(free, Ordering::SeqCst);
        let reply = send(&real.api, "?dry_run=true", archive.clone()).await;
        let reported = if reply.status == 200 { "200".to_owned() } else { reply.summary() };
        assert_eq!(reported, expected, "{free} bytes are free, the archive has {size}");
    }
}
