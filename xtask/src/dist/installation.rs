//! Test of the package in a clean Debian 12 that boots: installation, start, upgrade, removal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

use crate::process::{run as run_command, say};
use crate::tools::debian;
use crate::workspace::{remove_folder, root, target_folder};

/// Scripts that run inside the machine. The first starts the others.
const STEPS: [(&str, &str); 3] = [
    ("installation.sh", include_str!("installation.sh")),
    ("acme.sh", include_str!("acme.sh")),
    ("alerts.sh", include_str!("alerts.sh")),
];

/// Packages in addition to the smallest Debian. The list is part of the name of the kept root.
const PACKAGES: &str = "adduser,age,ca-certificates,caddy,curl,dbus,jq,openssl,pebble,postgresql,prometheus,systemd,systemd-sysv,zstd";

/// Unit that runs the scripts once the machine is up, and switches it off.
const UNIT: &str = "\
[Unit]
Description=The test of the package
After=postgresql.service multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /test/installation.sh
StandardOutput=file:/test/log
StandardError=inherit
ExecStopPost=/bin/sh -c 'echo \"$SERVICE_RESULT\" > /test/result; systemctl --no-block poweroff'
TimeoutStartSec=1200
[Install]
WantedBy=multi-user.target
";

/// Tests `package`. `build` is the commit and time that its `funnel --version` prints, or nothing for a development
/// build.
pub(super) fn test(older: &Path, package: &Path, build: &str) -> anyhow::Result<()> {
    for (program, name) in [("mmdebstrap", "mmdebstrap"), ("systemd-nspawn", "systemd-container")] {
        debian(program, name)?;
    }
    let clean = clean_root()?;
    let machine = target_folder()?.join("dist-test/machine");
    say("installing, starting, upgrading and removing the package in a clean Debian 12");
    remove_folder(&machine)?;
    run_command(Command::new("cp").args(["--archive", "--reflink=auto"]).arg(&clean).arg(&machine))?;
    let inside = machine.join("test");
    fs::create_dir_all(&inside)?;
    fs::copy(older, inside.join("older.deb"))?;
    fs::copy(package, inside.join("newer.deb"))?;
    fs::write(inside.join("build"), build)?;
    for (name, text) in STEPS {
        fs::write(inside.join(name), text)?;
    }
    fs::copy(root().join("deploy/compose/prometheus.yml"), inside.join("prometheus.yml"))?;
    let units = machine.join("etc/systemd/system");
    fs::write(units.join("installation-test.service"), UNIT)?;
    let wanted = units.join("multi-user.target.wants");
    fs::create_dir_all(&wanted)?;
    let link = wanted.join("installation-test.service");
    std::os::unix::fs::symlink("/etc/systemd/system/installation-test.service", link)?;
    let mut boot = Command::new("timeout");
    // The machine has no network and its own ports.
    boot.args(["1300", "systemd-nspawn", "--quiet", "--boot", "--private-network", "--register=no"]);
    boot.args(["--keep-unit", "--directory"]).arg(&machine);
    let booted = boot.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    booted.context("systemd-nspawn can't be started")?;
    let read = |name: &str| fs::read_to_string(inside.join(name)).unwrap_or_default();
    let (log, result) = (read("log"), read("result"));
    ensure!(result.trim() == "success", "the test of the package failed ({}):\n{log}", result.trim());
    for line in log.lines().filter(|line| line.starts_with("ok: ")) {
        say(line);
    }
    remove_folder(&machine)
}

/// Returns the root that all tests start from, created once and kept.
fn clean_root() -> anyhow::Result<PathBuf> {
    let folder = target_folder()?.join("dist-test");
    fs::create_dir_all(&folder)?;
    let (clean, stamp) = (folder.join("clean"), folder.join("clean.txt"));
    if fs::read_to_string(&stamp).is_ok_and(|made| made == PACKAGES) {
        return Ok(clean);
    }
    say("making a clean Debian 12");
    remove_folder(&clean)?;
    let mut make = Command::new("mmdebstrap");
    make.args(["--quiet", "--variant=minbase"])
        .arg(format!("--include={PACKAGES}"))
        .arg("bookworm")
        .arg(&clean);
    run_command(make.stdin(Stdio::null()).stdout(Stdio::null()))?;
    fs::write(stamp, PACKAGES)?;
    Ok(clean)
}

#[cfg(test)]
mod tests {
    use super::STEPS;

    const PAGE: &str = include_str!("../../../docs/install-debian.md");
    /// Commands that need a network or all files of a release. Inside, `dpkg --install` replaces them.
    const OUTSIDE: [&str; 2] = ["apt-get ", "sha256sum "];

    /// Returns the lines of a text, with continued lines joined and single blanks between words.
    fn lines(text: &str) -> Vec<String> {
        let joined = text.replace("\\\n", " ");
        joined.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn what_the_page_for_operators_has_them_type_is_tried() {
        let tried = lines(STEPS[0].1);
        // The first line of a block names its language.
        let blocks = PAGE.split("```").skip(1).step_by(2);
        let typed: Vec<String> = blocks.flat_map(|block| lines(block).split_off(1)).collect();
        assert!(typed.len() > 20, "{typed:?}");
        for line in typed {
            let command = line.split(" # ").next().unwrap();
            let inside = !OUTSIDE.iter().any(|start| command.starts_with(start));
            let found = tried.iter().any(|one| one.contains(command));
            assert!(found || !inside, "docs/install-debian.md has `{command}`, and installation.sh has not");
        }
    }
}
