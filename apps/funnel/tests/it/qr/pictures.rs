//! Tests of pictures of codes.

use super::*;

async fn picture(real: &Real, path: &str, known: Option<&str>) -> (u16, HeaderMap, Vec<u8>) {
    let request = real.api.request(Method::GET, path);
    let request = known.into_iter().fold(request, |request, tag| request.header("if-none-match", tag));
    let answer = request.send().await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.bytes().await.unwrap().to_vec())
}

#[actix_web::test]
async fn pictures_are_drawn_and_asked_again_by_their_content() {
    let (real, _) = landing().await;
    let code = make(&real, json!({ "slug": "flyer", "preset": "dots-rose" })).await;
    let path = path_of(&code);
    let (status, headers, svg) = picture(&real, &format!("{path}/image.svg"), None).await;
    assert_eq!((status, &headers["content-type"]), (200, &"image/svg+xml".parse().unwrap()));
    assert_eq!(headers["cache-control"], "private, no-cache");
    assert!(svg.starts_with(b"<svg "), "{}", String::from_utf8_lossy(&svg));
    for (query, side) in [("", 512_u32), ("?size=128", 128), ("?size=2048", 2048)] {
        let (status, headers, png) = picture(&real, &format!("{path}/image.png{query}"), None).await;
        assert_eq!((status, &headers["content-type"]), (200, &"image/png".parse().unwrap()));
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{query}");
        assert_eq!((&png[16..20], &png[20..24]), (&side.to_be_bytes()[..], &side.to_be_bytes()[..]));
    }
    for size in ["127", "2049", "0", "-1"] {
        let reply = real.api.get(&format!("{path}/image.png?size={size}")).await;
        assert!(reply.summary().starts_with("422 query.size "), "{}", reply.text);
    }
    assert_eq!(
        real.api.get(&format!("{path}/image.png?size=big")).await.summary(),
        "422 query.size int_type"
    );
    let mut tags = BTreeSet::new();
    for end in ["image.svg", "image.png", "image.png?size=300"] {
        let path = format!("{path}/{end}");
        let tag = picture(&real, &path, None).await.1["etag"].to_str().unwrap().to_owned();
        for known in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned()] {
            let (status, headers, body) = picture(&real, &path, Some(&known)).await;
            assert_eq!((status, body.len()), (304, 0), "{end} {known}");
            assert_eq!(headers["etag"], tag);
            assert_eq!(headers["cache-control"], "private, no-cache");
        }
        assert_eq!(picture(&real, &path, Some("\"other\"")).await.0, 200);
        assert!(tags.insert(tag), "each form has a tag of its own");
    }
    real.api.patch(&path, &json!({ "title": "Another" })).await.expect(200);
    let tag = |end: &'static str| {
        let (real, path) = (&real, format!("{path}/{end}"));
        async move { picture(real, &path, None).await.1["etag"].to_str().unwrap().to_owned() }
    };
    assert!(tags.contains(&tag("image.svg").await), "a title is not drawn");
    real.api.patch(&path, &json!({ "slug": "poster" })).await.expect(200);
    let (svg_tag, png_tag) = (tag("image.svg").await, tag("image.png").await);
    assert!(!tags.contains(&svg_tag) && !tags.contains(&png_tag), "another address is another picture");
    real.api.patch(&path, &json!({ "slug": "flyer" })).await.expect(200);
    assert!(tags.contains(&tag("image.png").await), "the same content has the same tag");
}

#[actix_web::test]
async fn a_preview_draws_what_would_be_stored() {
    let (real, _) = landing().await;
    let code = make(&real, json!({ "slug": "flyer", "preset": "dots-rose" })).await;
    let stored = real.api.get(&format!("{}/image.svg", path_of(&code))).await.expect(200).text;
    let preview = async |body: Value| real.api.post("/qr/preview", &body).await;
    for body in [
        json!({ "preset": "dots-rose", "domain": HOST, "slug": "flyer" }),
        json!({ "design": code["design"], "preset": "none-such", "domain": HOST, "slug": "flyer" }),
    ] {
        let drawn = preview(body).await.expect(200);
        assert_eq!(drawn.header("content-type"), "image/svg+xml");
        assert_eq!(drawn.header("cache-control"), "no-store");
        assert_eq!(drawn.text, stored);
    }
    let stock = preview(json!({})).await.expect(200).text;
    assert_eq!(preview(json!({ "preset": "classic-ink", "slug": "" })).await.text, stock);
    for (body, reported) in [
        (json!({ "preset": "none-such" }), "404 preset_not_found"),
        (json!({ "domain": "missing.example" }), "404 domain_not_found"),
        (json!({ "slug": "A" }), "400 invalid_slug"),
        (json!({ "design": {} , "x": 1 }), "422 body.x extra_forbidden"),
    ] {
        let reply = preview(body.clone()).await;
        assert!(reply.summary().starts_with(reported), "{body}: {}", reply.text);
    }
    assert_eq!(listed(&real).await.len(), 1, "nothing is stored");
}
