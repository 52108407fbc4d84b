mod content;
mod history;

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde_json::Value;

use super::api::Api;
use super::programs::{ACCOUNT, ENGINE_TOKEN, EVENT_SECRET, Program};
use crate::stop::Stop;

/// Hostname of the demo owner's landing. Browsers resolve names below `localhost` to this machine.
pub(crate) const DOMAIN: &str = "demo.localhost";
/// Slug of the demo owner's smart link.
pub(crate) const SLUG: &str = "vip";

const KEY: &str = "demo-key";
const OWNER: &str = "demo-owner";
/// File that exists while the demo is loaded, so that an interrupted loading continues.
const UNFINISHED: &str = "demo-unfinished";

const TIMEOUT: Duration = Duration::from_secs(60);

/// Whether the demo owner is missing or incomplete.
pub(crate) fn is_missing(data_dir: &Path) -> bool {
    !data_dir.join(KEY).exists() || data_dir.join(UNFINISHED).exists()
}

/// Returns the key of the demo owner from the data folder.
pub(crate) fn stored_key(data_dir: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(data_dir.join(KEY)) {
        Ok(key) => Ok(Some(key.trim().to_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).context("reading the demo key"),
    }
}

/// Returns the demo key, and creates the owner and the key if there is none.
pub(crate) fn key(data_dir: &Path, programs: &[Program]) -> anyhow::Result<String> {
    if let Some(key) = stored_key(data_dir)? {
        return Ok(key);
    }
    let funnel = program_named_funnel(programs)?;
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

/// Connects the demo owner to the engine at `base_url`. Owners of earlier versions without an engine keep none.
pub(crate) fn connect(data_dir: &Path, programs: &[Program], base_url: &str) -> anyhow::Result<()> {
    let Ok(owner) = fs::read_to_string(data_dir.join(OWNER)) else { return Ok(()) };
    let funnel = program_named_funnel(programs)?;
    let named = ["engine", "connect", "--owner", owner.trim(), "--base-url", base_url, "--account", ACCOUNT];
    let secrets = ["--token", ENGINE_TOKEN, "--event-secret", EVENT_SECRET, "--json"];
    ask(funnel, &[&named[..], &secrets].concat()).map(|_| ())
}

/// Records that everything is loaded.
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

/// Fills the demo owner's account through the public API. Existing content stays unchanged.
pub(crate) fn load(api: &dyn Api, stop: &Stop) -> anyhow::Result<()> {
    content::load(api, stop)
}

/// Sends fans of the simulated engine over the demo's links, waits until the service has them, then adds the visits
/// that brought them. Sends nobody if a fan has paid before.
pub(crate) fn play(
    api: &dyn Api,
    engine: &dyn Api,
    import: &dyn Fn(&str) -> anyhow::Result<()>,
    stop: &Stop,
) -> anyhow::Result<()> {
    if history::has_spenders(api)? {
        return Ok(());
    }
    history::send_fans(api, engine)?;
    import(&history::touches(api)?)?;
    history::until_known(api, stop)
}

/// Imports past touches into the program, one line of JSON each.
pub(crate) fn import(data_dir: &Path, programs: &[Program], touches: &str) -> anyhow::Result<()> {
    let Ok(owner) = fs::read_to_string(data_dir.join(OWNER)) else { return Ok(()) };
    let funnel = program_named_funnel(programs)?;
    let file = data_dir.join("demo-touches.jsonl");
    write_private(&file, touches)?;
    let named = file.display().to_string();
    ask(funnel, &["touches", "import", "--owner", owner.trim(), "--file", &named, "--json"])?;
    fs::remove_file(&file).context("deleting the demo's touches")
}

/// Opens the broadcast gate. Messages of the demo reach simulated fans only.
pub(crate) fn open_gate(data_dir: &Path, programs: &[Program]) -> anyhow::Result<()> {
    let Ok(owner) = fs::read_to_string(data_dir.join(OWNER)) else { return Ok(()) };
    let funnel = program_named_funnel(programs)?;
    ask(funnel, &["gate", "open", "--owner", owner.trim(), "--json"]).map(|_| ())
}

fn program_named_funnel(programs: &[Program]) -> anyhow::Result<&Program> {
    programs.iter().find(|program| program.name == "funnel").context("there is no funnel program")
}

/// Returns the id of the demo's default segment.
pub(crate) fn first_segment(api: &dyn Api) -> anyhow::Result<String> {
    let segments = segments(api)?;
    let default = segments.iter().find(|segment| segment.get("is_default") == Some(&Value::Bool(true)));
    default.or(segments.first()).and_then(id).context("the demo has no segment")
}

fn segments(api: &dyn Api) -> anyhow::Result<Vec<Value>> {
    Ok(items(&get(api, &format!("/api/admin/segments/{DOMAIN}"))?))
}

fn id(segment: &Value) -> Option<String> {
    Some(segment.get("segment_id")?.as_str()?.to_string())
}

/// Returns the entries of a list, with or without an envelope.
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
