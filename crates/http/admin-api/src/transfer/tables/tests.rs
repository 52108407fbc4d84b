use super::*;

fn read(format: Format, file: &[u8]) -> Result<Vec<String>, String> {
    let domain = Hostname::parse("a.example").unwrap();
    let rows = format.read(file, Some(&domain)).map_err(|error| error.to_string())?;
    let line = |row: TableRow| match row.content {
        Ok(link) => {
            let more =
                [link.segment.unwrap_or_default(), link.position.map(|p| p.to_string()).unwrap_or_default()];
            format!("{} {}={} {}", row.path, link.label.as_str(), link.url.as_typed(), more.join(" "))
                .trim()
                .to_owned()
        }
        Err(errors) => format!("{} {errors}", row.path),
    };
    Ok(rows.into_iter().map(line).collect())
}

#[test]
fn tables_are_read_by_their_headers() {
    let ok = |file: &str, expected: &[&str]| {
        assert_eq!(read(Format::Csv, file.as_bytes()).unwrap(), expected, "{file:?}")
    };
    ok("label,url\nA,https://x.example/\n", &["rows.2 A=https://x.example/"]);
    ok(
        "\u{feff}URL, Label ,position\r\nfunnel:paid,\"A, \"\"B\"\"\",3\r\n",
        &["rows.2 A, \"B\"=funnel:paid  3"],
    );
    ok("label,url,segment\n'=1+1,tel:+1,'@x\n", &["rows.2 =1+1=tel:+1 @x"]);
    ok(
        "label,url\n\"two\nlines\",x\n",
        &[
            "rows.2 label: must not contain control characters; url: must be an https, http, mailto or tel address, or funnel:paid or funnel:ftl",
        ],
    );
    ok("label,url,position\nA,tel:1,-1\n", &["rows.2 position: must be a whole number of at least 0"]);
    ok("label,url\n", &[]);
}

#[test]
fn what_is_no_table_is_refused_by_name() {
    for (file, reason) in [
        (&b"label,url\nA,\xff\n"[..], "line 2 is not UTF-8"),
        (b"", "the first line names no column label"),
        (b"label,nonsense\nA,x\n", "the column \"nonsense\" is not known"),
        (b"label,label,url\n", "two columns label"),
        (b"label\nA\n", "names no column url"),
        (b"label,url\nA\n", "CSV error"),
        (b"domain,label,url\nb.example,A,tel:1\n", "row 2 is for b.example, and the request for a.example"),
        (b"domain,label,url\n..,A,tel:1\n", "row 2: domain"),
    ] {
        let error = read(Format::Csv, file).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
    let many = format!("label,url\n{}", "a,tel:1\n".repeat(MAX_ROWS + 1));
    assert_eq!(read(Format::Csv, many.as_bytes()).unwrap_err(), "the file has more than 100000 rows");
    assert_eq!(
        read(Format::List, "tel:1\n".repeat(MAX_ROWS + 1).as_bytes()).unwrap_err(),
        "the file has more than 100000 rows"
    );
    let error = Format::Csv.read(b"label,url\nA,tel:1\n", None).unwrap_err().to_string();
    assert_eq!(error, "row 2 names no domain, and the request none");
    assert_eq!(Format::List.read(b"", None).unwrap_err().to_string(), "domain: is required");
}

#[test]
fn lists_and_bookmarks_are_read() {
    let list = "# mine\n\nhttps://www.x.example/me\r\nmailto:me@x.example\njavascript:alert(1)\n";
    let expected = [
        "lines.3 x.example=https://www.x.example/me",
        "lines.4 me@x.example=mailto:me@x.example",
        "lines.5 url: must be an https, http, mailto or tel address, or funnel:paid or funnel:ftl",
    ];
    assert_eq!(read(Format::List, list.as_bytes()).unwrap(), expected);
    let page = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Bar</H3>
        <DT><A HREF=\"https://x.example/?a=1&amp;b=2\" ADD_DATE=1>Me &amp;\n <b>you</b></A>
        <DT><A NAME=top>none</A><A href='https://y.example/'></A><script>'<a href=z>'</script><a href=tel:1>call";
    let expected = [
        "links.1 Me & you=https://x.example/?a=1&b=2",
        "links.2 y.example=https://y.example/",
        "links.3 call=tel:1",
    ];
    assert_eq!(read(Format::Bookmarks, page.as_bytes()).unwrap(), expected);
}
