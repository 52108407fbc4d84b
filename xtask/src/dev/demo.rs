use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use serde_json::{Value, json};

use super::api::Api;
use super::programs::{ACCOUNT, ENGINE_TOKEN, EVENT_SECRET, Program};
use crate::stop::Stop;

/// The landing that the demo owner has; browsers resolve names below `localhost` to this machine.
pub(crate) const DOMAIN: &str = "demo.localhost";
const SECOND_DOMAIN: &str = "second.localhost";
/// The slug of its smart link.
pub(crate) const SLUG: &str = "vip";

const KEY: &str = "demo-key";
const OWNER: &str = "demo-owner";
/// There from before the owner is made until all is loaded, so that an interrupted loading is continued.
const UNFINISHED: &str = "demo-unfinished";

const PATIENCE: Duration = Duration::from_secs(60);

/// Whether the demo owner is not there, or not complete.
pub(crate) fn is_missing(data_dir: &Path) -> bool {
    !data_dir.join(KEY).exists() || data_dir.join(UNFINISHED).exists()
}

/// The key of the demo owner, from the data folder.
pub(crate) fn stored_key(data_dir: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(data_dir.join(KEY)) {
        Ok(key) => Ok(Some(key.trim().to_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).context("reading the demo key"),
    }
}

/// The demo key; makes the owner and the key when there is none yet.
pub(crate) fn key(data_dir: &Path, programs: &[Program]) -> anyhow::Result<String> {
    if let Some(key) = stored_key(data_dir)? {
        return Ok(key);
    }
    let funnel =
        programs.iter().find(|program| program.name == "funnel").context("there is no funnel program")?;
    let owner = ask(funnel, &["owner", "create", "--name", "Demo Creator", "--plan", "pro", "--json"])?;
    let owner = owner.get("owner_id").and_then(Value::as_i64).context("`owner create` named no owner_id")?;
    let owner = owner.to_string();
    let minted = ask(funnel, &["key", "mint", "--owner", &owner, "--name", "demo", "--json"])?;
    let key = minted.get("token").and_then(Value::as_str).context("`key mint` named no token")?;
    write_private(&data_dir.join(UNFINISHED), "")?;
    write_private(&data_dir.join(OWNER), &owner)?;
    write_private(&data_dir.join(KEY), key)?;
    Ok(key.to_string())
}

/// Connects the demo owner to the engine at `base_url`. An owner that was made without one, by an earlier version, stays so.
pub(crate) fn connect(data_dir: &Path, programs: &[Program], base_url: &str) -> anyhow::Result<()> {
    let Ok(owner) = fs::read_to_string(data_dir.join(OWNER)) else { return Ok(()) };
    let funnel =
        programs.iter().find(|program| program.name == "funnel").context("there is no funnel program")?;
    let named = ["engine", "connect", "--owner", owner.trim(), "--base-url", base_url, "--account", ACCOUNT];
    let secrets = ["--token", ENGINE_TOKEN, "--event-secret", EVENT_SECRET, "--json"];
    ask(funnel, &[&named[..], &secrets].concat()).map(|_| ())
}

/// Notes that everything is loaded.
pub(crate) fn finished(data_dir: &Path) -> anyhow::Result<()> {
    match fs::remove_file(data_dir.join(UNFINISHED)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).context("finishing the demo"),
        _ => Ok(()),
    }
}

fn ask(funnel: &Program, arguments: &[&str]) -> anyhow::Result<Value> {
    let shown = format!("`funnel {}`", arguments.join(" "));
    let mut command = funnel.command(arguments)?;
    let output = command.stderr(std::process::Stdio::inherit()).output().with_context(|| shown.clone())?;
    ensure!(output.status.success(), "{shown} failed with {}", output.status);
    serde_json::from_slice(&output.stdout).with_context(|| format!("{shown} did not print JSON"))
}

fn write_private(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes()).with_context(|| format!("writing {}", path.display()))
}

/// Fills the demo owner's account through the public API. What is there already is left as it is.
pub(crate) fn load(api: &dyn Api, stop: &Stop) -> anyhow::Result<()> {
    register(api, DOMAIN, "Demo")?;
    register(api, SECOND_DOMAIN, "Second")?;
    until_active(api, DOMAIN, stop)?;
    until_active(api, SECOND_DOMAIN, stop)?;
    let everyone = segment(api, "Everyone", &[], true)?;
    let germany = segment(api, "Germany", &["DE"], false)?;
    buttons(api, &everyone, &[("Join me", "funnel:paid"), ("Photos", "https://example.com/photos")])?;
    buttons(api, &germany, &[("Kostenlos testen", "funnel:ftl"), ("Bilder", "https://example.com/bilder")])?;
    let provisioned = send(api, "POST", &format!("/api/admin/domains/{DOMAIN}/provision-links"), &slots())?;
    pixels(api, &paid_link(&provisioned)?)?;
    smart_link(api)?;
    let copy = format!("/api/admin/domains/{SECOND_DOMAIN}/copy-from");
    send(api, "POST", &copy, &json!({ "source": DOMAIN }))?;
    for domain in [DOMAIN, SECOND_DOMAIN] {
        send(api, "POST", &format!("/api/admin/domains/{domain}/publish"), &json!({}))?;
    }
    Ok(())
}

/// Has the simulated engine send fans over the demo's paid link and others, and waits until the service knows of them. Where
/// somebody has paid already, nobody more is sent.
pub(crate) fn play(api: &dyn Api, engine: &dyn Api, stop: &Stop) -> anyhow::Result<()> {
    let spenders = || get(api, &format!("/api/admin/sources/{DOMAIN}/spenders?limit=1"));
    let nobody = |answer: &Value| answer.pointer("/totals/spenders").and_then(Value::as_i64) == Some(0);
    if !nobody(&spenders()?) {
        return Ok(());
    }
    let path = format!("/api/admin/domains/{DOMAIN}/provision-links");
    let paid = paid_link(&send(api, "POST", &path, &slots())?)?;
    let account = format!("/sim/accounts/{ACCOUNT}");
    for price in [499, 999, 1_499, 2_499] {
        let then = json!([
            { "do": "subscribe", "price_cents": price },
            { "do": "message" },
            { "do": "buy", "gross_cents": price * 3 },
        ]);
        send(engine, "POST", &format!("{account}/visit"), &json!({ "provider_id": paid, "then": then }))?;
    }
    send(engine, "POST", &format!("{account}/play"), &json!({ "count": 400, "days": 30 }))?;
    let deadline = Instant::now() + PATIENCE;
    while nobody(&spenders()?) {
        ensure!(!stop.is_asked(), "interrupted");
        ensure!(Instant::now() < deadline, "no fan arrived within {} s", PATIENCE.as_secs());
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// The id of the demo's default segment.
pub(crate) fn first_segment(api: &dyn Api) -> anyhow::Result<String> {
    let segments = segments(api)?;
    let default = segments.iter().find(|segment| segment.get("is_default") == Some(&Value::Bool(true)));
    default.or(segments.first()).and_then(id).context("the demo has no segment")
}

fn register(api: &dyn Api, hostname: &str, name: &str) -> anyhow::Result<()> {
    let path = format!("/api/admin/domains/{hostname}");
    if api.call("GET", &path, None)?.status == 200 {
        return Ok(());
    }
    let body = json!({ "hostname": hostname, "display_name": name });
    send(api, "POST", "/api/admin/domains", &body).map(|_| ())
}

fn until_active(api: &dyn Api, hostname: &str, stop: &Stop) -> anyhow::Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let record = get(api, &format!("/api/admin/domains/{hostname}"))?;
        match record.get("infra_state").and_then(Value::as_str) {
            Some("active") => return Ok(()),
            Some("failed") => bail!("{hostname} could not be provisioned: {record}"),
            _ => {}
        }
        ensure!(!stop.is_asked(), "interrupted");
        ensure!(
            Instant::now() < deadline,
            "{hostname} is not active after {} s: {record}",
            PATIENCE.as_secs()
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The id of the segment with this name, which is made if there is none.
fn segment(api: &dyn Api, name: &str, countries: &[&str], is_default: bool) -> anyhow::Result<String> {
    let found = segments(api)?.iter().find(|one| one.get("name") == Some(&Value::from(name))).and_then(id);
    if let Some(found) = found {
        return Ok(found);
    }
    let body = json!({ "name": name, "countries": countries, "is_default": is_default });
    let made = send(api, "POST", &format!("/api/admin/segments/{DOMAIN}"), &body)?;
    id(&made).with_context(|| format!("the segment has no id: {made}"))
}

fn buttons(api: &dyn Api, segment: &str, wanted: &[(&str, &str)]) -> anyhow::Result<()> {
    let path = format!("/api/admin/buttons/{DOMAIN}/{segment}");
    let there = items(&get(api, &path)?);
    for (label, url) in wanted {
        if !there.iter().any(|one| one.get("label") == Some(&Value::from(*label))) {
            send(api, "POST", &path, &json!({ "label": label, "url": url }))?;
        }
    }
    Ok(())
}

/// The funnel links that the demo asks for.
fn slots() -> Value {
    json!({ "trial_countries": ["DE", "AT"], "paid_countries": "rest", "default_paid": true, "trial_days": 7 })
}

/// The provider's id of the paid link that was made or found.
fn paid_link(provisioned: &Value) -> anyhow::Result<String> {
    let links = provisioned.get("links").map(items).unwrap_or_default();
    let paid = links.iter().find(|one| one.get("offer") == Some(&Value::from("paid")));
    let id = paid.and_then(|one| one.get("provider_id")?.as_str());
    id.map(str::to_string).with_context(|| format!("the demo got no paid link: {provisioned}"))
}

/// A pixel on each platform; both platforms are the simulation's.
fn pixels(api: &dyn Api, provider_id: &str) -> anyhow::Result<()> {
    for platform in ["meta", "tiktok"] {
        let pixel =
            json!({ "platform": platform, "pixel_id": "1234567890", "access_token": "demo-pixel-token" });
        send(api, "PUT", &format!("/api/admin/smart-links/{provider_id}/pixels"), &pixel)?;
    }
    Ok(())
}

/// A smart link with the default policy.
fn smart_link(api: &dyn Api) -> anyhow::Result<()> {
    let there = items(&get(api, &format!("/api/admin/smartlinks?domain={DOMAIN}"))?);
    if !there.iter().any(|one| one.get("slug") == Some(&Value::from(SLUG))) {
        send(api, "POST", "/api/admin/smartlinks", &json!({ "domain": DOMAIN, "slug": SLUG }))?;
    }
    Ok(())
}

fn segments(api: &dyn Api) -> anyhow::Result<Vec<Value>> {
    Ok(items(&get(api, &format!("/api/admin/segments/{DOMAIN}"))?))
}

fn id(segment: &Value) -> Option<String> {
    Some(segment.get("segment_id")?.as_str()?.to_string())
}

/// The entries of a list, which comes bare or in an envelope.
fn items(answer: &Value) -> Vec<Value> {
    let list = answer.get("items").unwrap_or(answer);
    list.as_array().cloned().unwrap_or_default()
}

fn get(api: &dyn Api, path: &str) -> anyhow::Result<Value> {
    checked(api, "GET", path, None)
}

fn send(api: &dyn Api, method: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
    checked(api, method, path, Some(body))
}

fn checked(api: &dyn Api, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<Value> {
    let answer = api.call(method, path, body)?;
    ensure!(
        (200..300).contains(&answer.status),
        "{method} {path} answered {}: {}",
        answer.status,
        answer.body
    );
    Ok(answer.body)
}

#[cfg(test)]
#[path = "demo_tests.rs"]
mod tests;
