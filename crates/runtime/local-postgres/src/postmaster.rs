use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::Error;
use crate::account::Account;

/// Maximum time for a server to become ready or to end, including a crash recovery.
const TIMEOUT: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(25);

/// Content of `postmaster.pid`, if the named process is a server of this cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Postmaster {
    pid: i32,
    pub(crate) port: u16,
    pub(crate) socket_dir: PathBuf,
    ready: bool,
}

impl Postmaster {
    /// Finds the running server of this cluster. Ignores a leftover file of a dead server.
    pub(crate) fn find(cluster: &Path, account: &Account) -> Option<Self> {
        let text = fs::read_to_string(pid_file(cluster)).ok()?;
        let found = parse(&text)?;
        is_postmaster(found.pid, cluster, account).then_some(found)
    }

    /// Waits until the server of this cluster accepts connections. Returns `None` if there is no server, or if it stops
    /// meanwhile.
    pub(crate) fn find_ready(cluster: &Path, account: &Account) -> Result<Option<Self>, Error> {
        let mut last_pid = 0;
        let settled = poll(|| match Self::find(cluster, account) {
            Some(server) if !server.ready => {
                last_pid = server.pid;
                None
            }
            settled => Some(settled),
        });
        settled.ok_or(Error::Stuck { pid: last_pid, seconds: TIMEOUT.as_secs() })
    }

    /// Waits until a just started server accepts connections. Returns its exit status if it ended instead.
    pub(crate) fn await_ready(
        server: &mut Child,
        cluster: &Path,
        account: &Account,
    ) -> Result<Option<ExitStatus>, Error> {
        let pid = i32::try_from(server.id()).unwrap_or_default();
        let is_ready = || Self::find(cluster, account).is_some_and(|found| found.pid == pid && found.ready);
        let settled = poll(|| match server.try_wait() {
            Ok(None) if is_ready() => Some(Ok(None)),
            Ok(None) => None,
            Ok(Some(ended)) => Some(Ok(Some(ended))),
            Err(error) => Some(Err(Error::io("waiting for", cluster)(error))),
        });
        settled.unwrap_or(Err(Error::Stuck { pid, seconds: TIMEOUT.as_secs() }))
    }

    /// Stops the server, and waits until it is gone. Sessions are cut; committed data is safe.
    pub(crate) fn stop(cluster: &Path, account: &Account) -> Result<(), Error> {
        let Some(server) = Self::find(cluster, account) else { return Ok(()) };
        // Same signal as `pg_ctl stop -m fast`; an error can only mean that the server is gone already.
        let _ = kill(Pid::from_raw(server.pid), Signal::SIGINT);
        // The file disappears a moment before the process, so wait for the process.
        let gone = || (!is_postmaster(server.pid, cluster, account)).then_some(());
        poll(gone).ok_or(Error::Stuck { pid: server.pid, seconds: TIMEOUT.as_secs() })
    }
}

/// Removes a `postmaster.pid` that names a living process other than our server. After a power failure another program
/// may have the number, and PostgreSQL would refuse to start.
///
/// If the process is dead, the file stays: PostgreSQL uses it to check that no backend of the old server is left.
pub(crate) fn discard_stale(cluster: &Path, account: &Account) -> Result<(), Error> {
    let path = pid_file(cluster);
    let Ok(text) = fs::read_to_string(&path) else { return Ok(()) };
    let pid = text.lines().next().and_then(|line| line.trim().parse::<i32>().ok()).unwrap_or(0);
    let alive = pid > 0 && kill(Pid::from_raw(pid), None).is_ok();
    let garbled = pid == 0;
    if garbled || (alive && !is_postmaster(pid, cluster, account)) {
        tracing::warn!(pid, "removing the stale {} of a server that is gone", path.display());
        fs::remove_file(&path).map_err(Error::io("removing", &path))?;
    }
    Ok(())
}

/// Polls until there is an answer; `None` after the timeout.
fn poll<T>(mut answer: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        match answer() {
            None if Instant::now() < deadline => std::thread::sleep(POLL),
            done => return done,
        }
    }
}

fn pid_file(cluster: &Path) -> PathBuf {
    cluster.join("postmaster.pid")
}

/// Parses the lines: pid, data folder, start time, port, socket folder, address, shared memory, status.
fn parse(text: &str) -> Option<Postmaster> {
    let mut lines = text.lines().map(str::trim);
    let pid = lines.next()?.parse().ok().filter(|&pid| pid > 0)?;
    let port = lines.nth(2).and_then(|line| line.parse().ok()).unwrap_or(0);
    let socket_dir = PathBuf::from(lines.next().unwrap_or_default());
    let ready = lines.nth(2) == Some("ready");
    Some(Postmaster { pid, port, socket_dir, ready })
}

/// Returns whether the process is a server of this cluster: a server's working folder is its cluster.
fn is_postmaster(pid: i32, cluster: &Path, account: &Account) -> bool {
    if !Path::new("/proc/self").exists() {
        return looks_like_postgres(pid);
    }
    let link = format!("/proc/{pid}/cwd");
    match fs::read_link(&link) {
        Ok(folder) => is_same(&folder, cluster),
        // Root in a container may lack access to other users' processes; their own user has it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            let answer = account.command("readlink").arg(&link).output();
            answer
                .is_ok_and(|out| is_same(Path::new(String::from_utf8_lossy(&out.stdout).trim_end()), cluster))
        }
        Err(_) => false,
    }
}

fn is_same(folder: &Path, cluster: &Path) -> bool {
    folder == cluster || fs::canonicalize(cluster).is_ok_and(|real| real == folder)
}

/// Identifies a server by its program name, on systems without `/proc`.
fn looks_like_postgres(pid: i32) -> bool {
    let answer = Command::new("ps").args(["-o", "stat=,comm=", "-p", &pid.to_string()]).output();
    answer.is_ok_and(|out| {
        let text = String::from_utf8_lossy(&out.stdout);
        !text.trim_start().starts_with('Z') && text.trim_end().ends_with("postgres")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_file_in_every_stage_of_a_start() {
        let full = "4711\n/data/cluster\n1700000000\n5433\n/sockets\n127.0.0.1\n  1 2\nready   \n";
        let server = parse(full).unwrap();
        assert_eq!((server.pid, server.port, server.ready), (4711, 5433, true));
        assert_eq!(server.socket_dir, Path::new("/sockets"));
        assert!(!parse(&full.replace("ready   ", "starting")).unwrap().ready);
        assert_eq!(parse("4711\n").map(|early| (early.port, early.ready)), Some((0, false)));
        // A single-user server writes its process id with a minus sign.
        assert_eq!(parse("-4711\n/data\n"), None);
        assert_eq!(parse(""), None);
    }
}
