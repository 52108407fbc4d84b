//! Tests of links as tables, lists and bookmarks.

use super::*;

/// Imports a file of links.
async fn links(api: &Api, query: &str, kind: &str, file: &str) -> Reply {
    let request = api.request(Method::POST, &format!("/import/links?{query}"));
    Reply::of(request.header("content-type", kind).body(file.to_owned())).await
}

fn actions(reply: &Reply) -> Vec<String> {
    let body = reply.json();
    let line = |result: &Value| {
        let words = [&result["path"], &result["action"], &result["fault"]["code"]];
        words.iter().filter_map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
    };
    body["results"].as_array().unwrap().iter().map(line).collect()
}

#[actix_web::test]
async fn links_go_out_as_a_table_and_come_back() {
    let real = Real::start().await;
    let api = &real.api;
    rich(&real).await;
    let tier =
        api.get("/segments/a.example").await.json()["items"][0]["segment_id"].as_str().unwrap().to_owned();
    api.button(HOST, &tier, "=HYPERLINK(1)").await;
    let reply = api.get("/export/links?domain=a.example").await.expect(200);
    assert!(reply.header("content-type").starts_with("text/csv"));
    let table = reply.text;
    assert_eq!(
        table,
        "domain,label,url,segment,position\r\n\
        a.example,Läuft 日本,https://example.com/,Everyone,0\r\n\
        a.example,Second,https://example.com/,Everyone,1\r\n\
        a.example,\"'=HYPERLINK(1)\",https://example.com/,Everyone,2\r\n"
    );
    let before = api.draft(HOST).await;
    let reported = links(api, "", "text/csv; charset=utf-8", &table).await.expect(200);
    assert_eq!(actions(&reported), ["rows.2 skipped", "rows.3 skipped", "rows.4 skipped"]);
    assert_eq!(api.draft(HOST).await, before);
    let changed =
        table.replace("Second,https://example.com/,Everyone,1", "Second,https://example.org/,Everyone,0");
    let reported = links(api, "dry_run=true", "text/csv", &changed).await.expect(200);
    assert_eq!(
        (actions(&reported)[1].as_str(), &reported.json()["dry_run"]),
        ("rows.3 replaced", &json!(true))
    );
    assert_eq!(api.draft(HOST).await, before);
    links(api, "", "text/csv", &changed).await.expect(200);
    let again = links(api, "", "text/csv", &changed).await.expect(200);
    assert!(actions(&again).iter().all(|line| line.ends_with("skipped")), "{}", again.text);
    let after = api.get("/export/links").await.expect(200).text;
    assert!(after.contains("Second,https://example.org/,Everyone,1"), "{after}");
    // Importing into a new domain: the first row creates the default segment.
    api.register("b.example").await.expect(201);
    let reported = links(api, "", "text/csv", &table.replace("a.example", "b.example")).await.expect(200);
    assert_eq!(actions(&reported), ["rows.2 created", "rows.3 created", "rows.4 created"]);
    let other = api.get("/export/links?domain=b.example").await.expect(200).text;
    assert_eq!(other, table.replace("a.example", "b.example"));
}

#[actix_web::test]
async fn a_domain_takes_all_links_of_a_file_or_none() {
    let real = Real::start().await;
    let api = &real.api;
    for host in [HOST, "b.example"] {
        real.landing(host).await;
    }
    let table = "domain,label,url\na.example,A,https://x.example/\nb.example,B,https://x.example/\n\
        a.example,C,javascript:alert(1)\nmissing.example,D,tel:1\na.example,E,https://x.example/\n";
    let reported = links(api, "", "text/csv", table).await.expect(200);
    assert_eq!(
        actions(&reported),
        [
            "rows.2 failed invalid_request",
            "rows.3 created",
            "rows.4 failed invalid_request",
            "rows.5 failed domain_not_found",
            "rows.6 failed invalid_request",
        ]
    );
    assert!(reported.text.contains("because rows.4 failed"), "{}", reported.text);
    let left = api.get("/export/links").await.expect(200).text;
    assert_eq!(left, "domain,label,url,segment,position\r\nb.example,B,https://x.example/,Everyone,0\r\n");
}

#[actix_web::test]
async fn the_good_rows_of_a_file_can_be_taken_alone() {
    let real = Real::start().await;
    let api = &real.api;
    real.landing(HOST).await;
    let table = "sep=;\r\nTitle;Destination URL;domain\r\nA;https://x.example/;go.example\r\n\r\nB;javascript:alert(1);go.example\r\nC;y.example/c;go.example\r\n";
    let query = "domain=a.example&partial=true";
    for (more, expected) in [("&dry_run=true", "created"), ("", "created"), ("", "skipped")] {
        let reported = links(api, &format!("{query}{more}"), "text/csv", table).await.expect(200);
        let expected = [
            format!("rows.3 {expected}"),
            "rows.5 failed invalid_request".to_owned(),
            format!("rows.6 {expected}"),
        ];
        assert_eq!(actions(&reported), expected, "{more}");
        let failed = &reported.json()["results"][1];
        assert_eq!((&failed["line"], &failed["name"]), (&json!(5), &json!("B")));
        assert!(
            failed["fault"]["message"].as_str().unwrap().starts_with("Destination URL: must be "),
            "{failed}"
        );
    }
    let exported = api.get("/export/links").await.expect(200).text;
    let expected =
        "a.example,A,https://x.example/,Everyone,0\r\na.example,C,https://y.example/c,Everyone,1\r\n";
    assert!(exported.ends_with(expected), "{exported}");
    let own = "domain,label,url\n..,A,tel:1\nmissing.example,B,tel:1\na.example,D,tel:1\n";
    assert_eq!(links(api, "", "text/csv", own).await.summary(), "422 invalid_file");
    let reported = links(api, "partial=true", "text/csv", own).await.expect(200);
    let expected = ["rows.2 failed invalid_request", "rows.3 failed domain_not_found", "rows.4 created"];
    assert_eq!(actions(&reported), expected);
    let page = "<a href='javascript:1'>x</a>\n<a href='https://z.example/'>Z</a>";
    let reported = links(api, "domain=a.example", "text/html", page).await.expect(200);
    assert_eq!(actions(&reported), ["links.2 created"]);
    assert_eq!(
        (&reported.json()["passed_over"], &reported.json()["results"][0]["line"]),
        (&json!(1), &json!(2))
    );
}

#[actix_web::test]
async fn lists_and_bookmarks_are_taken_in() {
    let real = Real::start().await;
    let api = &real.api;
    real.landing(HOST).await;
    let list = "https://www.x.example/me\n\nmailto:me@x.example\n";
    let page = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=\"https://y.example/\">Why</A></DL>";
    for expected in ["created", "skipped"] {
        let reported = links(api, "domain=a.example", "text/plain", list).await.expect(200);
        assert_eq!(actions(&reported), [format!("lines.1 {expected}"), format!("lines.3 {expected}")]);
        let reported = links(api, "domain=a.example", "text/html", page).await.expect(200);
        assert_eq!(actions(&reported), [format!("links.1 {expected}")]);
    }
    let table = api.get("/export/links").await.expect(200).text;
    assert!(
        table.contains("x.example,https://www.x.example/me,") && table.contains("Why,https://y.example/,"),
        "{table}"
    );
    assert_eq!(links(api, "", "text/plain", list).await.summary(), "422 query.domain missing");
    assert_eq!(links(api, "", "application/json", "{}").await.summary(), "415 unsupported_media_type");
    let rows = format!("label,url\n{}", "a,tel:1\n".repeat(100_001));
    assert_eq!(links(api, "domain=a.example", "text/csv", &rows).await.summary(), "413 payload_too_large");
    assert_eq!(
        links(api, "domain=a.example", "text/csv", &"a".repeat(11 << 20)).await.summary(),
        "413 payload_too_large"
    );
    let broken = b"label,url\n\xc3\xbc\xff,tel:1\n".to_vec();
    let broken = api.request(Method::POST, "/import/links?domain=a.example").body(broken);
    assert_eq!(Reply::of(broken).await.summary(), "422 invalid_file");
    assert_eq!(
        links(api, "domain=a.example", "text/csv", "label,colour\n").await.summary(),
        "422 invalid_file"
    );
}

#[actix_web::test]
async fn lists_are_tables_to_those_who_prefer_them() {
    let real = Real::start().await;
    let api = &real.api;
    rich(&real).await;
    let table = async |path: &str| {
        let request = api.request(Method::GET, path).header("accept", "text/csv");
        let reply = Reply::of(request).await;
        if reply.status == 200 {
            assert!(reply.header("content-type").starts_with("text/csv"), "{path}");
        }
        reply
    };
    let codes = table("/qr/a.example?limit=1").await.expect(200);
    let mut lines = codes.text.lines();
    let head = "id,domain,slug,path,title,channel,source,active,created_at,scans,visits,clicks,subs,revenue_cents,smart_link,other_currencies";
    assert_eq!(lines.next(), Some(head));
    assert!(
        lines.next().unwrap().contains(",a.example,poster,/qr/poster,\"'=1+1\",,qr-flyer,true,"),
        "{}",
        codes.text
    );
    let next = codes.header("next-cursor");
    assert_eq!(api.get("/qr/a.example?limit=1").await.json()["next_cursor"], next);
    assert_eq!(
        table("/domains/a.example/stats").await.expect(200).text,
        "day,scans,visits,clicks,subs,revenue_cents\r\n"
    );
    let split = table("/domains/a.example/stats?by=country").await.expect(200).text;
    assert_eq!(split, "key,visits,clicks,subs,revenue_cents\r\n");
    assert_eq!(table("/sources/a.example/spenders").await.summary(), "409 engine_not_connected");
    assert_eq!(table("/domains/missing.example/stats").await.summary(), "404 domain_not_found");
}
