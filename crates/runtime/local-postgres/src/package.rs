//! Package names of PostgreSQL, for install hints.

use std::path::Path;

use nix::unistd::geteuid;

/// Install command on Debian and its derivatives.
pub(crate) const APT: &str = "apt-get update && apt-get install -y --no-install-recommends postgresql";

/// Returns the install command for this platform.
pub(crate) fn command_to_type() -> String {
    let sudo = if geteuid().is_root() { "" } else { "sudo " };
    if cfg!(target_os = "macos") {
        return "brew install postgresql@17".to_string();
    }
    let managers = [
        ("/usr/bin/dnf", "dnf install -y postgresql-server"),
        ("/usr/bin/zypper", "zypper install -y postgresql-server"),
        ("/usr/bin/pacman", "pacman -S --noconfirm postgresql"),
        ("/sbin/apk", "apk add postgresql17"),
    ];
    let other = managers.iter().find(|(program, _)| Path::new(program).exists());
    match other {
        Some((_, command)) if !has_apt() => format!("{sudo}{command}"),
        _ => format!("{sudo}sh -c '{APT}'"),
    }
}

pub(crate) fn has_apt() -> bool {
    Path::new("/usr/bin/apt-get").exists() && Path::new("/etc/debian_version").exists()
}
