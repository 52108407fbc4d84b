use application::transfer::link_tables::TableRow;

use super::*;

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!("../../../tests/data/links/", $name))
    };
}

/// Reads a file for `a.example`; returns a line of text for each row.
fn read(format: Format, file: &[u8]) -> Result<Vec<String>, String> {
    let domain = Hostname::parse("a.example").unwrap();
    lines(format.read(file, Asked { domain: Some(&domain), partial: true }))
}

fn lines(links: Result<Links, ApiError>) -> Result<Vec<String>, String> {
    let links = links.map_err(|error| error.to_string())?;
    assert_eq!(links.rows.len(), links.lines.len());
    let line = |(row, line): (TableRow, usize)| {
        let of = row.domain.map(|domain| domain.to_string()).filter(|domain| domain != "a.example");
        let of = of.map(|domain| format!("{domain} ")).unwrap_or_default();
        match row.content {
            Ok(link) => {
                let position = link.position.map(|position| position.to_string()).unwrap_or_default();
                let more = format!("{} {position}", link.segment.unwrap_or_default());
                let more = format!("{} {}={} {more}", row.path, link.label.as_str(), link.url.as_typed());
                format!("{line}: {of}{}", more.trim())
            }
            Err(errors) => format!("{line}: {of}{} {errors}", row.path),
        }
    };
    Ok(links.rows.into_iter().zip(links.lines).map(line).collect())
}

fn table(file: &str) -> Result<Vec<String>, String> {
    read(Format::Csv, file.as_bytes())
}

const NO_ADDRESS: &str = "must be an https, http, mailto or tel address, or funnel:paid or funnel:ftl";

#[test]
fn tables_are_read_by_their_headers() {
    let ok = |file: &str, expected: &[&str]| assert_eq!(table(file).unwrap(), expected, "{file:?}");
    ok("label,url\nA,https://x.example/\n", &["2: rows.2 A=https://x.example/"]);
    ok(
        "\u{feff}URL, Label ,position\r\nfunnel:paid,\"A, \"\"B\"\"\",3\r\n",
        &["2: rows.2 A, \"B\"=funnel:paid  3"],
    );
    ok("label,url,segment\n'=1+1,tel:+1,'@x\n", &["2: rows.2 =1+1=tel:+1 @x"]);
    ok("\"LABEL\";\"Url\"\n\" A; B \"; x.example/a \n", &["2: rows.2  A; B =https://x.example/a"]);
    ok("label,url,position\nA,tel:1,-1\n", &["2: rows.2 position: must be a whole number of at least 0"]);
    ok("label,url,position\nA,tel:1, 1 \n", &["2: rows.2 A=tel:1  1"]);
    ok(
        "label,url\n\"two\nlines\",x\n",
        &[&format!("2: rows.2 label: must not contain control characters; url: {NO_ADDRESS}")],
    );
    ok("label,url\n", &[]);
    ok("label,url", &[]);
    ok("url\nhttps://x.example/?a=1,2;3\n", &["2: rows.2 x.example=https://x.example/?a=1,2;3"]);
}

#[test]
fn a_row_with_more_or_fewer_cells_than_the_header_fails_alone() {
    let said = "has 3 cells, and the header 2 columns; put a cell with a comma in quotation marks";
    let file = "label,url,,\nA,tel:1,,\nB,tel:1,,,,\nC\nD,tel:1,2\n,\nE,tel:1\n";
    let expected = [
        "2: rows.2 A=tel:1",
        "3: rows.3 B=tel:1",
        &format!("4: rows.4 url: {NO_ADDRESS}"),
        &format!("5: rows.5 {said}"),
        "7: rows.7 E=tel:1",
    ];
    assert_eq!(table(file).unwrap(), expected);
    let open = table("label,url\nA,tel:1\n\"B,tel:1\nC,tel:2\n").unwrap();
    assert_eq!(open[0], "2: rows.2 A=tel:1");
    assert!(open.len() == 2 && open[1].starts_with("3: rows.3 a quotation mark"), "{open:?}");
}

#[test]
fn separators_are_found_or_named() {
    for (head, separator) in [
        ("", ","),
        ("", ";"),
        ("", "\t"),
        ("", "|"),
        ("sep=;\r\n", ";"),
        ("SEP=,\n", ","),
        ("\"sep=;\"\n", ";"),
        ("sep=\t\r\n", "\t"),
        ("sep=^;;;\n", "^"),
    ] {
        let row = ["\"A, B; C\tD\"", "https://x.example/?a=1", "", ""].join(separator);
        let file = format!("{head}{}\r\n\r\n{row}\r\n", ["label", "url", "", ""].join(separator));
        let line = 3 + usize::from(!head.is_empty());
        let said = format!("{line}: rows.{line} label: must not contain control characters");
        assert_eq!(table(&file).unwrap(), [said], "{file:?}");
        let file = file.replace("C\tD", "C D");
        assert_eq!(table(&file).unwrap(), [format!("{line}: rows.{line} A, B; C D=https://x.example/?a=1")]);
    }
    for separator in [",", ";", "\t", "|"] {
        let file = ["Link", "URL"].join(separator) + "\n" + &["Shop", "https://x.example/"].join(separator);
        assert_eq!(table(&file).unwrap(), ["2: rows.2 x.example=https://x.example/"], "{file:?}");
    }
    for file in ["sep=\nlabel,url\n", "sep=ab\nlabel,url\n", "sep=\u{e4}\nlabel,url\n"] {
        assert!(table(file).unwrap_err().starts_with("line 1 must name one character"), "{file:?}");
    }
}

#[test]
fn lines_are_those_that_an_editor_shows() {
    let rows = "\n\nlabel,url\n\"a\n\nb\",tel:1\n\nC,tel:1\n , \nD,tel:1";
    let expected =
        ["4: rows.4 label: must not contain control characters", "8: rows.8 C=tel:1", "10: rows.10 D=tel:1"];
    for end in ["\n", "\r\n", "\r"] {
        for bom in ["", "\u{feff}"] {
            let file = format!("{bom}{}", rows.replace('\n', end));
            assert_eq!(table(&file).unwrap(), expected, "{file:?}");
            let expected = expected.map(|line| {
                let (number, rest) = line.split_once(": rows.").unwrap();
                let (_, rest) = rest.split_once(' ').unwrap();
                let number = number.parse::<usize>().unwrap() + 1;
                format!("{number}: rows.{number} {rest}")
            });
            let named = format!("{bom}sep=,{end}{}", rows.replace('\n', end));
            assert_eq!(table(&named).unwrap(), expected, "{named:?}");
            let list = format!("{bom}# mine{end}{end}tel:1{end}x");
            let expected = ["3: lines.3 1=tel:1", &format!("4: lines.4 url: {NO_ADDRESS}")];
            assert_eq!(read(Format::List, list.as_bytes()).unwrap(), expected, "{list:?}");
        }
    }
}

#[test]
fn encodings_of_spreadsheets_are_read() {
    let text = "label;url\r\nGrüße – 日本;https://x.example/\r\nB;x\r\n";
    let expected = ["2: rows.2 Grüße – 日本=https://x.example/", &format!("3: rows.3 url: {NO_ADDRESS}")];
    let utf_16 = |text: &str, of: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(of).collect::<Vec<u8>>();
    for text in [text.to_owned(), format!("\u{feff}{text}"), format!("\u{feff}{}", text.replace(';', "\t"))] {
        for file in
            [text.clone().into_bytes(), utf_16(&text, u16::to_le_bytes), utf_16(&text, u16::to_be_bytes)]
        {
            assert_eq!(read(Format::Csv, &file).unwrap(), expected, "{text:?}");
        }
    }
    let list = utf_16("https://x.example/\r\nhttps://y.example/", u16::to_le_bytes);
    assert_eq!(read(Format::List, &list).unwrap().len(), 2);
    let windows = b"label,url\nGr\xfc\xdfe \x96 \x80,tel:1\n";
    assert_eq!(read(Format::Csv, windows).unwrap(), ["2: rows.2 Grüße – €=tel:1"]);
    for (file, said) in [
        (&b"\xef\xbb\xbflabel,url\r\nA\xff,tel:1\n"[..], "line 2 is not UTF-8; save the file as UTF-8"),
        (
            b"label,url\nGr\xc3\xbc\xc3\x9fe,tel:1\nGr\xfc,tel:1\n",
            "line 3 is not UTF-8; save the file as UTF-8",
        ),
        (b"\xff\xfel\0\n\0x\0\x00\xd8a\0", "line 2 is not UTF-16LE; save the file as UTF-8"),
    ] {
        assert_eq!(read(Format::Csv, file).unwrap_err(), said);
    }
}

#[test]
fn a_file_that_is_no_table_is_rejected_with_the_line() {
    for (file, reason) in [
        ("", "line 1 must name the columns"),
        ("\n\n , \n", "line 1 must name the columns"),
        ("sep=;\n", "line 2 must name the columns"),
        ("label,nonsense\nA,x\n", "line 1 names no column url"),
        ("\nlabel;url;nonsense\nA;x\n", "line 2 the column \"nonsense\" is not known"),
        ("label,label,url\n", "line 1 there are two columns label (columns 1 and 2)"),
        ("label\nA\n", "line 1 names no column url"),
        ("A,https://x.example/\n", "line 1 has an address where the names of the columns belong"),
    ] {
        let error = table(file).unwrap_err();
        assert!(error.starts_with(reason), "{file:?}: {error}");
    }
    let many = format!("label,url\n{}", "a,tel:1\n".repeat(MAX_ROWS + 1));
    assert_eq!(table(&many).unwrap_err(), "the file has more than 100000 rows");
    let many = "tel:1\n".repeat(MAX_ROWS + 1);
    assert_eq!(read(Format::List, many.as_bytes()).unwrap_err(), "the file has more than 100000 rows");
    let none = Asked { domain: None, partial: true };
    assert_eq!(Format::List.read(b"", none).unwrap_err().to_string(), "domain: is required");
}

#[test]
fn rows_name_domains_of_our_own() {
    let domain = Hostname::parse("a.example").unwrap();
    let of =
        |file: &str, domain, partial| lines(Format::Csv.read(file.as_bytes(), Asked { domain, partial }));
    let file = "domain,label,url\n,A,tel:1\nb.example,B,tel:1\n..,C,tel:1\n B.example ,D,x\n";
    let (other, broken) =
        ("domain: is b.example, but the request is for a.example", "domain: is not a domain name");
    let expected = [
        "2: rows.2 A=tel:1",
        &format!("3: rows.3 {other}"),
        &format!("4: rows.4 {broken}"),
        &format!("5: rows.5 {other}"),
    ];
    assert_eq!(of(file, Some(&domain), true).unwrap(), expected);
    assert_eq!(of(file, Some(&domain), false).unwrap_err(), format!("line 3: {other}"));
    let missing = "domain: is missing; name the domain here or in the request";
    let expected = [
        &format!("2: rows.2 {missing}"),
        "3: b.example rows.3 B=tel:1",
        &format!("4: rows.4 {broken}"),
        &format!("5: b.example rows.5 url: {NO_ADDRESS}"),
    ];
    assert_eq!(of(file, None, true).unwrap(), expected);
    assert_eq!(of(file, None, false).unwrap_err(), format!("line 2: {missing}"));
    assert_eq!(of("label,url\nA,tel:1\n", None, false).unwrap_err(), format!("line 2: {missing}"));
}

#[test]
fn exports_of_other_services_are_read() {
    let (shop, contact) = ("=https://shop.example/new", "=https://www.example.com/contact");
    for (name, file, labels) in [
        ("bitly", &fixture!("bitly.csv")[..], ["Shop, new \"arrivals\"", "example.com"]),
        ("dub", fixture!("dub.csv"), ["Shop", "Write to us"]),
        ("dub, columns as stored", fixture!("dub-raw.csv"), ["Shop", ""]),
        ("kutt", fixture!("kutt.csv"), ["Shop", "example.com"]),
        ("yourls", fixture!("yourls.csv"), ["Shop", "example.com"]),
        ("yourls, plugin", fixture!("yourls-plugin.csv"), ["shop.example", "example.com"]),
        ("shlink", fixture!("shlink.csv"), ["Shop", "example.com"]),
        ("rebrandly", fixture!("rebrandly.csv"), ["shop.example", "example.com"]),
        ("linktree", fixture!("linktree.csv"), ["Shop", "Contact"]),
    ] {
        let rows = read(Format::Csv, file).unwrap();
        let expected = labels.into_iter().zip([shop, contact]).filter(|(label, _)| !label.is_empty());
        let expected: Vec<_> =
            (2..).zip(expected).map(|(at, (label, url))| format!("{at}: rows.{at} {label}{url}")).collect();
        assert_eq!(rows.len(), expected.len(), "{name}");
        assert!(rows.iter().zip(&expected).all(|(row, start)| row.starts_with(start)), "{name}: {rows:?}");
        let domain = Hostname::parse("a.example").unwrap();
        let links = Format::Csv.read(file, Asked { domain: Some(&domain), partial: false }).unwrap();
        assert_eq!(links.by, KnownBy::Address, "{name}: a label of another service changes no button");
    }
    // The domain of a short link counts if the request names none.
    let rows = lines(Format::Csv.read(fixture!("kutt.csv"), Asked { domain: None, partial: true })).unwrap();
    let missing = "domain: is missing; name the domain here or in the request";
    assert_eq!(rows, [format!("2: go.example.com rows.2 Shop{shop}"), format!("3: rows.3 {missing}")]);
    // Errors name the column as the file does.
    let rows = table("Title,Destination URL\nA,javascript:alert(1)\n").unwrap();
    assert_eq!(rows, [format!("2: rows.2 Destination URL: {NO_ADDRESS}")]);
    let huge = table(&format!(
        "Title,URL\n{},tel:1\nB,https://x.example/{}\n",
        "é".repeat(1 << 20),
        "a".repeat(1 << 20)
    ));
    let huge = huge.unwrap();
    assert_eq!(huge[0], format!("2: rows.2 {}=tel:1", "é".repeat(200)));
    assert_eq!(huge[1], "3: rows.3 URL: is longer than 2048 bytes");
}

#[test]
fn bookmarks_of_browsers_are_read() {
    let domain = Hostname::parse("a.example").unwrap();
    for (name, file, passed_over, expected) in [
        (
            "chrome",
            &fixture!("chrome.html")[..],
            3,
            &[
                "11: links.1 Shop & more 'now'=https://shop.example/new?a=1&b=2",
                "17: links.5 Grüße – Kontakt=https://www.example.com/kontakt",
                "20: links.6 me@example.com=mailto:me@example.com",
            ][..],
        ),
        ("edge", fixture!("edge.html"), 1, &["12: links.2 Shop=https://shop.example/new"]),
        (
            "firefox",
            fixture!("firefox.html"),
            2,
            &[
                "15: links.2 Get Help=https://support.example/products/firefox",
                "23: links.4 Shop=https://shop.example/new",
            ],
        ),
        (
            "safari",
            fixture!("safari.html"),
            1,
            &[
                "8: links.1 Shop=https://shop.example/new",
                "13: links.3 Contact=https://www.example.com/contact",
            ],
        ),
    ] {
        let text = std::str::from_utf8(file).unwrap();
        for text in
            [text.to_owned(), text.replace('\n', "\r\n"), text.replace('\n', "\r"), format!("\u{feff}{text}")]
        {
            let asked = Asked { domain: Some(&domain), partial: false };
            let links = Format::Bookmarks.read(text.as_bytes(), asked).unwrap();
            assert_eq!(links.passed_over, Some(passed_over), "{name}");
            assert_eq!(lines(Ok(links)).unwrap(), expected, "{name}");
        }
    }
}

#[test]
fn lists_and_pages_with_links_are_read() {
    let list =
        "# mine\n\nhttps://www.x.example/me\r\nmailto:me@x.example\n  x.example/a \njavascript:alert(1)\n";
    let expected = [
        "3: lines.3 x.example=https://www.x.example/me",
        "4: lines.4 me@x.example=mailto:me@x.example",
        "5: lines.5 x.example=https://x.example/a",
        &format!("6: lines.6 url: {NO_ADDRESS}"),
    ];
    assert_eq!(read(Format::List, list.as_bytes()).unwrap(), expected);
    let excel = "Title\tURL\r\nA\ttel:1\r\n";
    assert_eq!(read(Format::List, excel.as_bytes()).unwrap(), ["2: rows.2 A=tel:1"]);
    assert_eq!(read(Format::List, format!("sep=\t\r\n{excel}").as_bytes()).unwrap(), ["3: rows.3 A=tel:1"]);
    assert_eq!(read(Format::List, b"# url\ntel:1").unwrap(), ["2: lines.2 1=tel:1"]);
    let page = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Bar</H3>
        <DT><a HREF=\" https://x.example/?a=1&amp;b=2 \" ADD_DATE=1>Me &amp;\n <b>you</b></A>
        <DT><A NAME=top>none</A><A href='https://y.example/'></A><script>'<a href=z>'</script><a href=tel:1>call
        <DD>not me <dt><a href=#top>up</a><a href=/x>x</a> <A HREF=HTTPS://Z.example>Z</a><a href=https://>broken</a>";
    let expected = [
        "2: links.1 Me & you=https://x.example/?a=1&b=2",
        "4: links.2 y.example=https://y.example/",
        "4: links.3 call=tel:1",
        "5: links.6 Z=HTTPS://Z.example",
        &format!("5: links.7 url: {NO_ADDRESS}"),
    ];
    assert_eq!(read(Format::Bookmarks, page.as_bytes()).unwrap(), expected);
}
