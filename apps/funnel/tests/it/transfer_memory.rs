//! Memory of the program during export and import, by number of rows.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use reqwest::Method;
use serde_json::{Value, json};

use crate::crashes::simulation;
use crate::kept::Kept;
use crate::program::Program;
use crate::real::Reply;

/// Rows of one domain: the maximum number of buttons, and as many smart links.
const OF_DOMAIN: usize = 500;

/// Limit of an export's memory above the resident size, in KiB.
const EXPORT_ROOM: u64 = 16 << 10;

/// Limit of an import's memory above the resident size, in KiB. The file, its rows and their
/// results are in memory, and the file size is bounded.
const IMPORT_ROOM: u64 = 96 << 10;

/// Memory of a process, from `/proc`.
pub(crate) struct Memory(u32);

impl Memory {
    pub(crate) fn of(process: u32) -> Self {
        Self(process)
    }

    /// Resets the peak; returns the resident memory.
    pub(crate) fn begin(&self) -> u64 {
        fs::write(format!("/proc/{}/clear_refs", self.0), "5").unwrap();
        self.now()
    }

    /// Returns the resident memory, in KiB.
    pub(crate) fn now(&self) -> u64 {
        self.line("VmRSS:")
    }

    /// Returns the peak since the reset, in KiB.
    pub(crate) fn most(&self) -> u64 {
        self.line("VmHWM:")
    }

    fn line(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0)).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}

/// Starts the program with one full page and no other work.
async fn started(database: &Kept) -> Program {
    let sim = simulation(1).await;
    let program = Program::start(database.reach(), &sim, &[("FUNNEL_ROLES", "api".to_owned())]).await;
    let host = json!({ "hostname": "host-1.example", "display_name": "A page" });
    program.post("/domains", &host).await.expect(201);
    program.post("/smartlinks", &json!({ "domain": "host-1.example", "slug": "link-1" })).await.expect(201);
    let rows: String =
        (0..OF_DOMAIN).map(|number| format!("Button {number},https://shop.example/{number}\n")).collect();
    let table = program.api(Method::POST, "/import/links?domain=host-1.example");
    Reply::of(table.header("content-type", "text/csv").body(format!("label,url\n{rows}"))).await.expect(200);
    program
}

/// Copies the page until there are `rows` rows of each kind.
async fn grow(program: &Program, rows: usize) {
    let (owner, domains) = (program.owner, rows / OF_DOMAIN);
    let sql = format!(
        "INSERT INTO hostnames SELECT 'host-' || n || '.example', {owner} FROM generate_series(1, {domains}) n
            ON CONFLICT DO NOTHING;
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            SELECT {owner}, 'host-' || n || '.example', 'A page', now(), 'active' FROM generate_series(1, {domains}) n
            ON CONFLICT DO NOTHING;
         INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
            SELECT owner_id, 'host-' || n || '.example', 1, button_count, document, now()
            FROM drafts, generate_series(1, {domains}) n WHERE owner_id = {owner} AND hostname = 'host-1.example'
            ON CONFLICT DO NOTHING;
         INSERT INTO smart_links (owner_id, hostname, slug, name, policy, active, created_at, updated_at)
            SELECT {owner}, 'host-' || n || '.example', 'link-' || m, 'A link', policy, true, now(), now()
            FROM smart_links, generate_series(1, {domains}) n, generate_series(1, {OF_DOMAIN}) m
            WHERE owner_id = {owner} AND hostname = 'host-1.example' AND slug = 'link-1'
            ON CONFLICT DO NOTHING;
         INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, basis, source, net_cents, purchase,
                taken_at)
            SELECT {owner}, 'event-' || n, 'new_subscriber', 'fan-' || n, now() - n * interval '1 second', 'host-1.example',
                'link', '', 0, false, now()
            FROM generate_series(1, {rows}) n
            ON CONFLICT DO NOTHING;
         ANALYZE;"
    );
    program.sql().await.batch_execute(&sql).await.unwrap();
}

/// Reads a response to its end and drops it; returns its length.
async fn drained(program: &Program, path: &str, accept: &str) -> usize {
    let answer = program.api(Method::GET, path).header("accept", accept).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    let (mut answer, mut length) = (answer, 0);
    while let Some(chunk) = answer.chunk().await.unwrap() {
        length += chunk.len();
    }
    length
}

#[actix_web::test]
async fn a_hundred_times_the_rows_take_about_the_same_memory() {
    let database = Kept::create().await;
    let program = started(&database).await;
    let memory = Memory::of(program.id());
    let exports = [
        ("export as JSON", "/export?parts=domains,smartlinks", "application/json"),
        ("export as zip", "/export?parts=domains,smartlinks", "application/zip"),
        ("export of links", "/export/links", "text/csv"),
        ("list as a table", "/conversions", "text/csv"),
    ];
    for rows in [1_000, 10_000, 100_000] {
        grow(&program, rows).await;
        // Fills the draft cache, which has a bound of its own.
        drained(&program, "/export/links", "text/csv").await;
        for (what, path, accept) in exports {
            let before = memory.begin();
            let length = drained(&program, path, accept).await;
            let taken = memory.most().saturating_sub(before);
            println!("{what}: {rows} rows, {length} bytes, {before} kB resident, {taken} kB above");
            assert!(taken < EXPORT_ROOM, "{what}: {rows} rows take {taken} kB");
        }
        let table = program.api(Method::GET, "/export/links").send().await.unwrap().text().await.unwrap();
        let before = memory.begin();
        let sent = program.api(Method::POST, "/import/links?dry_run=true").header("content-type", "text/csv");
        let reported: Value = Reply::of(sent.body(table)).await.expect(200).json();
        let taken = memory.most().saturating_sub(before);
        assert_eq!(reported["skipped"], rows, "all is there already");
        println!("import of links: {rows} rows, {before} kB resident, {taken} kB above");
        assert!(taken < IMPORT_ROOM, "import of links: {rows} rows take {taken} kB");
    }
}

/// Sends ten million rows of unannounced length; returns the response.
fn ten_million_rows(address: &str, token: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /api/admin/import/links?domain=host-1.example HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\
        Content-Type: text/csv\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let rows = "a,tel:1\n".repeat(10_000);
    for _ in 0..1_000 {
        // The program may have responded and closed by then.
        if write!(stream, "{:x}\r\n{rows}\r\n", rows.len()).is_err() {
            break;
        }
    }
    let _closed = stream.write_all(b"0\r\n\r\n");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[actix_web::test]
async fn ten_million_rows_are_refused_while_they_come() {
    let database = Kept::create().await;
    let program = started(&database).await;
    let memory = Memory::of(program.id());
    let before = memory.begin();
    let (address, token) = (program.url("api").replace("http://", ""), program.token().to_owned());
    let answer = tokio::task::spawn_blocking(move || ten_million_rows(&address, &token)).await.unwrap();
    assert!(answer.contains("413 Payload Too Large") && answer.contains("payload_too_large"), "{answer}");
    let grown = memory.most().saturating_sub(before);
    assert!(grown < 32 << 10, "{grown} kB for 80 MB");
}
