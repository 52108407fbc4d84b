use std::io::{ErrorKind, Write as _};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::stop::Stop;

const POLL: Duration = Duration::from_millis(50);

/// Says what is done next, and how long it took to get there.
pub(crate) fn say(what: &str) {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let seconds = FIRST.get_or_init(Instant::now).elapsed().as_secs();
    eprintln!("==> {what} [{}:{:02}]", seconds / 60, seconds % 60);
}

/// Prints a line to the standard output. A reader that closed it, such as `head`, is no error.
pub(crate) fn print_line(line: &str) -> anyhow::Result<()> {
    ignore_closed(writeln!(std::io::stdout().lock(), "{line}"))
}

fn ignore_closed(written: std::io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.context("writing to the standard output"),
    }
}

/// Runs a command to its end; its failure is an error.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("can't run {command:?}"))?;
    ensure!(status.success(), "{} failed with {status}", shown(command));
    Ok(())
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit('/').next().unwrap_or(&program).to_string();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    let words: Vec<String> = std::iter::once(name).chain(arguments).collect();
    format!("`{}`", words.join(" "))
}

/// Waits for the child; when we are asked to stop, it is asked too.
pub(crate) fn wait(child: &mut Child, stop: &Stop) -> anyhow::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if stop.is_asked() {
            return end(child, Duration::from_secs(20));
        }
        std::thread::sleep(POLL);
    }
}

/// Asks the child to end with SIGTERM, and kills it when it has not after `patience`.
pub(crate) fn end(child: &mut Child, patience: Duration) -> anyhow::Result<ExitStatus> {
    if let Some(status) = child.try_wait()? {
        return Ok(status);
    }
    // It may be gone by now, which is what is wanted.
    let _ = kill(Pid::from_raw(i32::try_from(child.id())?), Signal::SIGTERM);
    let deadline = Instant::now() + patience;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(POLL);
    }
    eprintln!("process {} does not end; killing it", child.id());
    child.kill()?;
    Ok(child.wait()?)
}

/// The same outcome for our own exit; a death by signal counts as failure.
pub(crate) fn exit_code(status: ExitStatus) -> ExitCode {
    match status.code().map(u8::try_from) {
        Some(Ok(code)) => ExitCode::from(code),
        _ => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Child {
        Command::new("sh").args(["-c", script]).spawn().unwrap()
    }

    #[test]
    fn the_status_of_the_child_is_kept() {
        let status = wait(&mut shell("exit 7"), &Stop::default()).unwrap();
        assert_eq!(status.code(), Some(7));
        assert_eq!(exit_code(status), ExitCode::from(7));
    }

    #[test]
    fn a_child_is_asked_to_end_when_we_are() {
        let status = wait(&mut shell("exec sleep 60"), &Stop::asked()).unwrap();
        assert_eq!(status.code(), None);
        assert_eq!(exit_code(status), ExitCode::FAILURE);
    }

    #[test]
    fn a_child_that_does_not_listen_is_killed() {
        use std::io::BufRead as _;
        use std::os::unix::process::ExitStatusExt as _;
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' TERM; echo deaf; while :; do sleep 1; done"]);
        let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        std::io::BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let status = end(&mut child, Duration::from_millis(100)).unwrap();
        assert_eq!(status.signal(), Some(9));
    }

    #[test]
    fn a_closed_pipe_is_no_error_and_a_full_disk_is() {
        assert!(ignore_closed(Err(ErrorKind::BrokenPipe.into())).is_ok());
        assert!(ignore_closed(Err(ErrorKind::StorageFull.into())).is_err());
    }

    #[test]
    fn a_failure_names_the_command() {
        let error = run(Command::new("/bin/sh").args(["-c", "exit 3"])).unwrap_err();
        assert_eq!(error.to_string(), "`sh -c exit 3` failed with exit status: 3");
    }
}
