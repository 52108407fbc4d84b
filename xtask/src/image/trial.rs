//! Test of the image as users run it.

use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use local_postgres::{Server, Settings as ServerSettings};
use serde_json::{Value, json};

use super::Builder;
use super::container::{Container, give};
use crate::dev::api::{Api as _, HttpApi, is_ready, visit};
use crate::process::{end, say};

/// Port apart from those of `cargo xtask dev` and of tests.
const PORT: u16 = 28_520;

const HOST: &str = "links.example.com";

const NAME: &str = "funnel-trial";

/// Secret key of a temporary database, 32 bytes.
const KEY: &str = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

/// Runs the image on a new database: migrations, health, a page, the end.
pub(super) fn run(builder: &Builder) -> anyhow::Result<()> {
    let (files, settings) = builder.unpacked()?;
    let folder = builder.folder.join("trial");
    let home = folder.join("postgres");
    if folder.exists() {
        local_postgres::wipe(&home)?;
        fs::remove_dir_all(&folder)?;
    }
    let data = folder.join("data");
    give(&data, &settings)?;
    local_postgres::install_if_absent()?;
    let server = Server::start_or_join(&ServerSettings::new(&home))?;
    let ports = [("API", 0), ("EDGE", 1), ("MANAGEMENT", 2), ("DASHBOARD", 3)];
    let mut environment: Vec<String> =
        ports.map(|(name, offset)| format!("FUNNEL_{name}_ADDR=127.0.0.1:{}", PORT + offset)).to_vec();
    environment.push(format!("FUNNEL_DATABASE_URL={}", server.url(local_postgres::DATABASE)));
    environment.push(format!("FUNNEL_SECRET_KEY={KEY}"));
    let container = Container { files, settings, environment, data, folder };
    let tried = tried(&container);
    server.stop_if_last()?;
    tried?;
    say(&format!("the image takes {}", builder.size()?));
    Ok(())
}

fn tried(container: &Container) -> anyhow::Result<()> {
    say(&format!("running {}", container.run("reported-version", &["--version"])?));
    container.run("migrate", &["migrate"])?;
    let mut service = container.start(NAME, &[])?;
    let used = used(container);
    // crun passes the signal on.
    let status = end(&mut service, Duration::from_secs(40))?;
    used?;
    ensure!(status.success(), "asked to end, the service failed with {status}");
    say("it ends when it is asked to");
    Ok(())
}

fn used(container: &Container) -> anyhow::Result<()> {
    let ready = format!("http://127.0.0.1:{}/readyz", PORT + 2);
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_ready(&ready) {
        ensure!(Instant::now() < deadline, "the service was not ready after 60 s");
        std::thread::sleep(Duration::from_millis(100));
    }
    let health = container.settings.healthcheck.test.get(1..).context("nothing says whether it is well")?;
    container.exec(NAME, health)?;
    say("it is ready, and its own check calls it healthy");
    confined(container.process(NAME)?)?;
    let funnel = |words: &str| {
        let words =
            ["/usr/bin/funnel"].into_iter().chain(words.split(' ')).map(str::to_owned).collect::<Vec<_>>();
        container.exec(NAME, &words)
    };
    let made: Value = serde_json::from_str(&funnel("owner create --name Ana --plan pro --json")?)?;
    let owner = made.get("owner_id").context("`owner create` named no owner")?;
    let key = funnel(&format!("key mint --owner {owner} --name first"))?;
    let api = HttpApi::new(&format!("http://127.0.0.1:{PORT}"), &key);
    let asked = |path: &str, body: &Value| {
        let answer = api.call("POST", &format!("/api/admin/{path}"), Some(body))?;
        ensure!(answer.status < 300, "{path} answered {}: {}", answer.status, answer.body);
        anyhow::Ok(())
    };
    asked("domains", &json!({ "hostname": HOST, "display_name": "My links" }))?;
    asked(&format!("segments/{HOST}"), &json!({ "name": "Everyone" }))?;
    asked(&format!("domains/{HOST}/publish"), &json!({}))?;
    let page = visit(&format!("http://127.0.0.1:{}/", PORT + 1), HOST)?;
    ensure!(page.contains("My links"), "the page is another one:\n{page}");
    say("it serves a page");
    Ok(())
}

/// Checks that the process has no capabilities and a read-only root.
fn confined(process: u64) -> anyhow::Result<()> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = |name: &str| {
        let found = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(":\t"));
        found.with_context(|| format!("the process has no {name}"))
    };
    for name in ["Uid", "Gid"] {
        ensure!(!line(name)?.split('\t').any(|id| id == "0"), "the process runs as root: {}", line(name)?);
    }
    for name in ["CapEff", "CapPrm", "CapBnd"] {
        ensure!(line(name)?.bytes().all(|digit| digit == b'0'), "the process has rights: {}", line(name)?);
    }
    let mounts = fs::read_to_string(format!("/proc/{process}/mountinfo"))?;
    let is_read_only = mounts.lines().any(|mount| {
        let mut fields = mount.split(' ').skip(4);
        fields.next() == Some("/")
            && fields.next().is_some_and(|options| options.split(',').any(|one| one == "ro"))
    });
    ensure!(is_read_only, "the root can be written:\n{mounts}");
    say(&format!(
        "user {}, no rights, and a root that can't be written",
        line("Uid")?.split('\t').next().unwrap_or("")
    ));
    Ok(())
}
