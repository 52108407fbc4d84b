//! Documents of a release: parts, licences, checksums.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use super::{Release, take_out};
use crate::process::{run as run_command, say};
use crate::tools::Source;

/// Compares every text with every known licence, which takes a quarter of an hour without optimisation.
const CARGO_ABOUT: Source = Source {
    name: "cargo-about",
    version: "0.9.3",
    options: &["--features", "cli"],
    seconds: 300,
    fast: true,
};

const CYCLONEDX: Source =
    Source { name: "cargo-cyclonedx", version: "0.5.9", options: &[], seconds: 150, fast: false };

pub(super) fn write(release: &Release) -> anyhow::Result<()> {
    say("listing licences");
    let licences = release.stage().join("licences.html");
    let mut about = release.timed(Command::new(CARGO_ABOUT.install()?));
    about.args(["generate", "--offline", "--locked", "--manifest-path", "apps/funnel/Cargo.toml"]);
    about.args(["--config", "deploy/licences/about.toml", "deploy/licences/about.hbs", "--output-file"]);
    run_command(about.arg(&licences))?;
    fs::copy(&licences, release.output.join("licences.html"))?;
    say("listing parts");
    let parts = parts(release)?;
    fs::write(release.output.join(format!("funnel-{}.cdx.json", release.version)), parts)?;
    Ok(())
}

/// Returns the list of parts as CycloneDX. The tool writes one beside every manifest, so it works on a copy.
fn parts(release: &Release) -> anyhow::Result<String> {
    let copy = release.target.join("dist-source");
    take_out("HEAD", &copy)?;
    let mut cyclonedx = release.timed(Command::new(CYCLONEDX.install()?));
    cyclonedx.args(["cyclonedx", "-q", "--manifest-path", "apps/funnel/Cargo.toml", "--format", "json"]);
    cyclonedx.args(["--spec-version", "1.5", "--no-build-deps", "--override-filename", "parts"]);
    run_command(cyclonedx.current_dir(&copy))?;
    let output = fs::read_to_string(copy.join("apps/funnel/parts.json"))?;
    fs::remove_dir_all(&copy)?;
    reproducible(&output.replace(&copy.display().to_string(), "/funnel"))
}

/// Removes the random number and the time, which CycloneDX does not require. A property says so.
fn reproducible(parts: &str) -> anyhow::Result<String> {
    let mut parts: Value = serde_json::from_str(parts).context("cargo-cyclonedx wrote no JSON")?;
    let list = parts.as_object_mut().context("cargo-cyclonedx wrote no object")?;
    list.remove("serialNumber");
    let about = list.get_mut("metadata").and_then(Value::as_object_mut).context("there are no metadata")?;
    about.remove("timestamp");
    let property = json!({ "name": "cdx:reproducible", "value": "true" });
    match about.entry("properties").or_insert_with(|| json!([])) {
        Value::Array(properties) => properties.push(property),
        other => *other = json!([property]),
    }
    Ok(serde_json::to_string_pretty(&parts)? + "\n")
}

/// Returns `SHA256SUMS` in the format of `sha256sum --check`.
pub(super) fn checksums(folder: &Path) -> anyhow::Result<()> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name()));
    let mut names = names.collect::<std::io::Result<Vec<_>>>()?;
    names.sort();
    let output = Command::new("sha256sum").args(names).current_dir(folder).output().context("sha256sum")?;
    ensure!(output.status.success(), "sha256sum failed: {}", String::from_utf8_lossy(&output.stderr));
    fs::write(folder.join("SHA256SUMS"), output.stdout)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_parts_is_the_same_each_time() {
        let made = |number: u32, time: &str| {
            let made =
                json!({ "serialNumber": number, "metadata": { "timestamp": time }, "components": ["a"] });
            reproducible(&made.to_string()).unwrap()
        };
        assert_eq!(made(1, "now"), made(2, "later"));
        let list: Value = serde_json::from_str(&made(1, "now")).unwrap();
        let properties = json!([{ "name": "cdx:reproducible", "value": "true" }]);
        assert_eq!(list, json!({ "metadata": { "properties": properties }, "components": ["a"] }));
        assert!(reproducible("[]").is_err());
    }

    #[test]
    fn checksums_can_be_checked() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b"), "1").unwrap();
        fs::write(folder.path().join("a"), "2").unwrap();
        checksums(folder.path()).unwrap();
        let check = || {
            let mut command = Command::new("sha256sum");
            let command = command.args(["--check", "--quiet", "--strict", "SHA256SUMS"]);
            command.current_dir(folder.path()).output().unwrap().status.success()
        };
        assert!(check());
        fs::write(folder.path().join("b"), "3").unwrap();
        assert!(!check());
    }
}
