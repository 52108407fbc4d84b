//! Codes with a logo and a frame, and their print files.

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::journey::HOST;
use crate::media::{png, wav};
use crate::real::{Api, Real, Reply};

/// Uploads a picture; returns its file name.
async fn upload(api: &Api) -> String {
    let request = api.request(Method::PUT, "/qr/logo").header("content-type", "application/octet-stream");
    Reply::of(request.body(png())).await.expect(200).text_at("file")
}

/// Returns the stock design with a logo and a frame.
fn adorned(stock: &Value, file: &str) -> Value {
    let mut design = stock.clone();
    design["logo"] = json!({ "file": file, "size": 0.2 });
    design["frame"] = json!({ "text": "Scan me", "font": "Bebas Neue", "color": "#5b2bd9" });
    design
}

async fn download(api: &Api, path: &str, known: Option<&str>) -> (u16, HeaderMap, Vec<u8>) {
    let request = api.request(Method::GET, path);
    let request = known.into_iter().fold(request, |request, tag| request.header("if-none-match", tag));
    let answer = request.send().await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.bytes().await.unwrap().to_vec())
}

/// Starts a service with a domain, an uploaded picture, and the stock design.
async fn stage() -> (Real, String, Value) {
    let real = Real::start().await;
    real.api.register(HOST).await.expect(201);
    let file = upload(&real.api).await;
    let presets = real.api.get("/qr/presets").await.expect(200).json();
    (real, file, presets["items"][0]["design"].clone())
}

#[actix_web::test]
async fn a_design_carries_a_picture_and_a_frame() {
    let (real, file, stock) = stage().await;
    assert!(file.ends_with(".png") || file.ends_with(".jpg"), "{file}");
    assert_eq!(upload(&real.api).await, file, "the same content has the same name");
    let design = adorned(&stock, &file);
    let path = format!("/qr/{HOST}");
    let body = json!({ "slug": "flyer", "design": design });
    let made = real.api.post(&path, &body).await.expect(201).json();
    assert_eq!((&made["design"], &made["scannability"]["ecl"]), (&design, &json!("H")));
    let code = format!("{path}/{}", made["id"]);
    assert_eq!(real.api.get(&code).await.expect(200).json()["design"], design);
    let (_, _, svg) = download(&real.api, &format!("{code}/image.svg"), None).await;
    let svg = String::from_utf8(svg).unwrap();
    assert!(svg.contains("data:image/png;base64,") && svg.contains("#5b2bd9"));
    let preview = json!({ "design": design, "domain": HOST, "slug": "flyer" });
    assert_eq!(real.api.post("/qr/preview", &preview).await.expect(200).text, svg);
    let (_, _, png) = download(&real.api, &format!("{code}/image.png?size=470"), None).await;
    let side = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    assert_eq!(side(16), 470);
    assert!(side(20) > 470, "a frame is higher than wide");
    // Without logo and frame the design is unchanged.
    let plain = real.api.patch(&code, &json!({ "design": stock })).await.expect(200).json();
    assert_eq!((&plain["design"], &plain["scannability"]["ecl"]), (&stock, &json!("Q")));
    let mut nulls = stock.clone();
    (nulls["logo"], nulls["frame"]) = (Value::Null, Value::Null);
    let made = real.api.post(&path, &json!({ "slug": "card", "design": nulls })).await.expect(201).json();
    assert_eq!(made["design"], stock, "a null is none");
}

#[actix_web::test]
async fn every_fault_of_a_picture_or_a_frame_has_its_place() {
    let (real, file, stock) = stage().await;
    let (_, other) = real.owner("agency").await;
    other.register("other.example").await.expect(201);
    let code = real.api.post(&format!("/qr/{HOST}"), &json!({ "slug": "flyer" })).await.expect(201).json();
    let with = |change: fn(&mut Value)| {
        let mut design = adorned(&stock, &file);
        change(&mut design);
        design
    };
    for (design, reported) in [
        (
            with(|design| design["logo"]["file"] = json!("0a0a0a.png")),
            "422 body.design.logo.file value_error",
        ),
        (
            with(|design| design["logo"]["file"] = json!("https://a.example/a.png")),
            "422 body.design.logo.file pattern",
        ),
        (with(|design| design["logo"]["size"] = json!(0.23)), "422 body.design.logo.size less_than_equal"),
        (with(|design| design["logo"]["url"] = json!("x")), "422 body.design.logo.url extra_forbidden"),
        (with(|design| design["frame"]["text"] = json!("扫我")), "422 body.design.frame.text value_error"),
        (with(|design| design["frame"]["text"] = json!("🎁")), "422 body.design.frame.text value_error"),
        (with(|design| design["frame"]["text"] = json!("")), "422 body.design.frame.text too_short"),
        (with(|design| design["frame"]["font"] = json!("Comic Sans")), "422 body.design.frame.font enum"),
        (with(|design| design["frame"]["color"] = json!("red")), "422 body.design.frame.color pattern"),
    ] {
        let body = json!({ "slug": "new", "design": design });
        assert_eq!(real.api.post(&format!("/qr/{HOST}"), &body).await.summary(), reported);
        let change = json!({ "design": design });
        assert_eq!(real.api.patch(&format!("/qr/{HOST}/{}", code["id"]), &change).await.summary(), reported);
        assert_eq!(real.api.post("/qr/preview", &change).await.summary(), reported);
    }
    // Another owner's picture is rejected like one that nobody uploaded.
    let body = json!({ "slug": "new", "design": adorned(&stock, &file) });
    let foreign = other.post("/qr/other.example", &body).await;
    assert_eq!(foreign.summary(), "422 body.design.logo.file value_error");
    let body = json!({ "slug": "new", "design": adorned(&stock, "0a0a0a.png") });
    assert_eq!(other.post("/qr/other.example", &body).await.text, foreign.text);
    let sound = real.api.request(Method::PUT, "/qr/logo").body(wav());
    assert_eq!(Reply::of(sound).await.summary(), "422 invalid_file");
}

#[actix_web::test]
async fn pages_for_print_shops_are_asked_again_by_their_content() {
    let (real, file, stock) = stage().await;
    let body = json!({ "slug": "flyer", "design": adorned(&stock, &file) });
    let made = real.api.post(&format!("/qr/{HOST}"), &body).await.expect(201).json();
    let code = format!("/qr/{HOST}/{}", made["id"]);
    let mut tags = Vec::new();
    for (end, media, head) in [
        ("image.pdf", "application/pdf", "%PDF-1."),
        ("image.pdf?size_mm=80", "application/pdf", "%PDF-1."),
        ("image.eps", "application/postscript", "%!PS-Adobe-3.0 EPSF-3.0"),
    ] {
        let path = format!("{code}/{end}");
        let (status, headers, page) = download(&real.api, &path, None).await;
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, media));
        assert_eq!(headers["cache-control"], "private, no-cache");
        assert!(page.starts_with(head.as_bytes()), "{end}");
        let tag = headers["etag"].to_str().unwrap().to_owned();
        let (status, _, body) = download(&real.api, &path, Some(&tag)).await;
        assert_eq!((status, body.len()), (304, 0), "{end}");
        assert!(!tags.contains(&tag), "each form has a tag of its own");
        tags.push(tag);
    }
    for end in ["image.pdf", "image.eps"] {
        for size in ["19", "501", "-1"] {
            let reported = real.api.get(&format!("{code}/{end}?size_mm={size}")).await.summary();
            assert!(reported.starts_with("422 query.size_mm "), "{end} {size}: {reported}");
        }
        let reported = real.api.get(&format!("/qr/{HOST}/9000000000/{end}")).await.summary();
        assert_eq!(reported, "404 qr_not_found");
    }
}

#[actix_web::test]
async fn a_sheet_holds_several_codes() {
    let (real, ..) = stage().await;
    let mut ids = Vec::new();
    for slug in ["a", "b", "c"] {
        let made = real.api.post(&format!("/qr/{HOST}"), &json!({ "slug": slug })).await.expect(201);
        ids.push(made.json()["id"].to_string());
    }
    let sheet = format!("/qr/{HOST}/sheet.pdf");
    let pages = |pdf: &[u8]| {
        let text = String::from_utf8_lossy(pdf).into_owned();
        text.matches("/Type /Page\n").count()
    };
    let twice = format!("?ids={},{}&copies=10&size_mm=30&paper=letter", ids[2], ids[0]);
    for (query, count) in
        [(String::new(), 1), (format!("?ids={}", ids[1]), 1), ("?copies=5".into(), 2), (twice, 1)]
    {
        let (status, headers, pdf) = download(&real.api, &format!("{sheet}{query}"), None).await;
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "application/pdf"), "{query}");
        assert!(pdf.starts_with(b"%PDF-1."), "{query}");
        assert_eq!(pages(&pdf), count, "{query}");
    }
    for (query, reported) in [
        ("?ids=,".to_owned(), "422 query.ids pattern"),
        ("?ids=x".to_owned(), "422 query.ids pattern"),
        (format!("?ids={}", vec!["1"; 101].join(",")), "422 query.ids too_long"),
        (format!("?ids={},9000000000", ids[0]), "404 qr_not_found"),
        ("?copies=0".to_owned(), "422 query.copies greater_than_equal"),
        ("?copies=334".to_owned(), "422 query.copies too_many"),
        ("?size_mm=300".to_owned(), "422 query.size_mm less_than_equal"),
        ("?paper=a3".to_owned(), "422 query.paper enum"),
    ] {
        assert_eq!(real.api.get(&format!("{sheet}{query}")).await.summary(), reported, "{query}");
    }
    let reported = real.api.get("/qr/missing.example/sheet.pdf").await.summary();
    assert_eq!(reported, "404 domain_not_found");
}
