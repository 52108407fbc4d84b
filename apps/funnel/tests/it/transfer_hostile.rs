//! Archives that no export creates.

use std::io::{Cursor, Write as _};

use reqwest::Method;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::media::png_of;
use crate::real::{Api, Real, Reply};
use crate::transfer::exported;
use crate::transfer_archive::{archive, packed, send, unpacked};

const EMPTY: &[u8] = br#"{"version":1}"#;

/// Overwrites bytes at `offset` after each of these signatures.
fn patched(mut archive: Vec<u8>, places: &[(&[u8; 4], usize)], bytes: &[u8]) -> Vec<u8> {
    for (signature, offset) in places {
        let found: Vec<usize> =
            (0..archive.len() - 4).filter(|at| archive[*at..].starts_with(*signature)).collect();
        for at in found {
            archive[at + offset..at + offset + bytes.len()].copy_from_slice(bytes);
        }
    }
    archive
}

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";

fn encrypted() -> Vec<u8> {
    patched(packed(&[("export.json", EMPTY)]), &[(LOCAL, 6), (CENTRAL, 8)], &[1, 0])
}

/// Forges the size of every entry in the archive's directory.
fn lying(archive: Vec<u8>, size: u32) -> Vec<u8> {
    patched(archive, &[(CENTRAL, 24)], &size.to_le_bytes())
}

/// Builds an archive with two entries of one name, which no tool creates.
fn twice() -> Vec<u8> {
    let archive = packed(&[("export.json", EMPTY), ("export.jsom", EMPTY)]);
    let text: Vec<u8> = archive;
    let mut text = text;
    while let Some(at) = text.windows(11).position(|name| name == b"export.jsom") {
        text[at + 10] = b'n';
    }
    text
}

fn with_link() -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("export.json", SimpleFileOptions::default()).unwrap();
    zip.write_all(EMPTY).unwrap();
    zip.add_symlink("files/link", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    zip.finish().unwrap().into_inner()
}

/// Builds an archive whose directory claims the maximum size for every file.
fn large_in_sum() -> Vec<u8> {
    let content = vec![7; 53_000];
    let names: Vec<String> = (0..52).map(|number| format!("files/{number:032x}.png")).collect();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for name in &names {
        zip.start_file(name, options).unwrap();
        zip.write_all(&content).unwrap();
    }
    lying(zip.finish().unwrap().into_inner(), 10 << 20)
}

fn many() -> Vec<u8> {
    let names: Vec<String> = (0..10_001).map(|number| format!("files/{number:032x}.png")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    packed(&entries)
}

/// Builds a document with ten million rows, which compresses to almost nothing.
fn ten_million_rows() -> Vec<u8> {
    let mut document = br#"{"version":1,"domains":["#.to_vec();
    document.extend(b"1,".repeat(10_000_000));
    document.extend(b"1]}");
    packed(&[("export.json", &document)])
}

#[actix_web::test]
async fn a_hostile_archive_is_refused_by_what_is_wrong_with_it() {
    let real = Real::start().await;
    let good = packed(&[("export.json", EMPTY)]);
    let bomb = packed(&[("export.json", &vec![b' '; 9 << 20])]);
    let named = |name: &str| packed(&[("export.json", EMPTY), (name, b"x")]);
    for (what, archive, reported) in [
        ("nothing", vec![], "the archive can't be read"),
        ("a document", EMPTY.to_vec(), "the archive can't be read"),
        ("noise", vec![0xAA; 70_000], "the archive can't be read"),
        ("truncated", good[..good.len() - 8].to_vec(), "the archive can't be read"),
        ("without its beginning", good[20..].to_vec(), "the archive can't be read"),
        ("no document", packed(&[("files/", b"")]), "the archive has no export.json"),
        ("above", named("../export.json"), "\"../export.json\" leads out of the archive"),
        ("below and above", named("files/../../etc/passwd"), "leads out of the archive"),
        ("absolute", named("/etc/passwd"), "\"/etc/passwd\" is an absolute path"),
        ("drive", named("C:/export.json"), "is an absolute path"),
        ("link", with_link(), "\"files/link\" is a link to somewhere else"),
        ("encrypted", encrypted(), "\"export.json\" is encrypted"),
        ("twice", twice(), "the archive has two entries of the same name"),
        ("program", named("files/run.sh"), "\"files/run.sh\" is neither the document nor a file"),
        ("bomb", bomb, "\"export.json\" is more than 200 times longer when it is unpacked"),
        ("ten million rows", ten_million_rows(), "\"export.json\" has more than 10485760 bytes"),
        ("ten million rows that lie", lying(ten_million_rows(), 1_000), "export.json"),
        ("bombs in sum", large_in_sum(), "the archive holds more than 536870912 bytes"),
        ("many entries", many(), "the archive has more than 10000 entries"),
    ] {
        let reply = send(&real.api, "", archive).await;
        assert_eq!(reply.status, 422, "{what}: {}", reply.text);
        let body = reply.json();
        assert_eq!(reply.summary(), "422 invalid_file", "{what}: {}", reply.text);
        assert!(body.to_string().replace("\\\"", "\"").contains(reported), "{what}: {}", reply.text);
    }
    for (what, document, reported) in [
        ("broken UTF-8", &b"{\"version\":1,\"x\xff\":1}"[..], "422 body json_invalid"),
        ("no JSON", b"version", "422 body json_invalid"),
        ("another version", br#"{"version":2}"#, "422 body.version less_than_equal"),
        ("another part", br#"{"version":1,"pages":[]}"#, "422 body.pages extra_forbidden"),
    ] {
        assert_eq!(
            send(&real.api, "", packed(&[("export.json", document)])).await.summary(),
            reported,
            "{what}"
        );
    }
    send(&real.api, "", good).await.expect(200);
}

#[actix_web::test]
async fn what_is_no_archive_is_refused_by_its_type_and_its_query() {
    let real = Real::start().await;
    let good = packed(&[("export.json", EMPTY)]);
    let send_as = async |kind: &str, query: &str| {
        let request = real.api.request(Method::POST, &format!("/import/archive{query}"));
        Reply::of(request.header("content-type", kind).body(good.clone())).await.summary()
    };
    assert_eq!(send_as("application/json", "").await, "415 unsupported_media_type");
    assert_eq!(send_as("text/csv", "").await, "415 unsupported_media_type");
    assert_eq!(send_as("application/zip", "?on_conflict=ask").await, "422 query.on_conflict enum");
    assert_eq!(send_as("application/zip", "?dry_run=maybe").await, "422 query.dry_run bool_type");
    let request = real.api.request(Method::POST, "/import").header("content-type", "application/zip");
    assert_eq!(Reply::of(request.body(good.clone())).await.summary(), "415 unsupported_media_type");
    let packed = real.api.request(Method::POST, "/import/archive").header("content-encoding", "gzip");
    assert_eq!(Reply::of(packed.body(good)).await.summary(), "415 unsupported_media_type");
}

/// Builds an archive of a preset with this picture.
fn of_picture(document: &Value, name: &str, content: &[u8]) -> Vec<u8> {
    let mut document = document.clone();
    document["library"][0]["content"]["avatar_filename"] = json!(name);
    packed(&[("export.json", document.to_string().as_bytes()), (&format!("files/{name}"), content)])
}

async fn fault(api: &Api, archive: Vec<u8>) -> (String, String) {
    let reported = send(api, "", archive).await.expect(200).json();
    let fault = &reported["results"][0]["fault"];
    (fault["code"].as_str().unwrap().to_owned(), fault["message"].as_str().unwrap().to_owned())
}

#[actix_web::test]
async fn a_file_that_is_not_what_its_name_says_fails_its_row() {
    let (from, to) = (Real::start().await, Real::start().await);
    let preset = json!({ "name": "P", "title": "T", "body": "B", "link_text": "L" });
    let id = from.api.post("/library/notifications", &preset).await.expect(201).json()["id"].clone();
    from.api.upload(&format!("/library/notifications/{id}/avatar"), png_of(3)).await.expect(200);
    let entries = unpacked(&archive(&from.api, "?parts=library").await);
    let document: Value = serde_json::from_slice(&entries["export.json"]).unwrap();
    let name = document["library"][0]["content"]["avatar_filename"].as_str().unwrap().to_owned();
    let kept = entries[&format!("files/{name}")].clone();
    let of = |content: &[u8], ending: &str| {
        use sha2::{Digest as _, Sha256};
        let digest = Sha256::digest(content);
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect::<String>() + ending
    };
    let page = b"<html><script>alert(1)</script></html>".to_vec();
    let longer = [kept.clone(), page.clone()].concat();
    let cut = kept[..kept.len() - 6].to_vec();
    for (what, name, content, reported) in [
        ("other bytes", name.clone(), longer.clone(), "its name is not made of its content"),
        ("a page", of(&page, ".png"), page.clone(), "a PNG, JPEG or WebP picture is needed"),
        ("a page behind", of(&longer, ".png"), longer, "something follows the picture"),
        ("a cut one", of(&cut, ".png"), cut, "ends before the picture does"),
        ("another kind", of(&kept, ".jpg"), kept.clone(), "its name says another kind"),
        ("no sound", of(&kept, ".mp3"), kept.clone(), ""),
    ] {
        let (code, message) = fault(&to.api, of_picture(&document, &name, &content)).await;
        assert!(["invalid_file", "invalid_request"].contains(&code.as_str()), "{what}: {code} {message}");
        assert!(message.contains(reported), "{what}: {message}");
    }
    let drawing = of_picture(&document, &of(&page, ".svg"), &page);
    assert_eq!(send(&to.api, "", drawing).await.summary(), "422 invalid_file", "drawings are made here");
    assert_eq!(exported(&to.api, "?parts=library").await["library"], json!([]), "nothing was taken in");
    send(&to.api, "", of_picture(&document, &name, &kept)).await.expect(200);
    assert_eq!(exported(&to.api, "?parts=library").await["library"], document["library"]);
}
