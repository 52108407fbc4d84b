use std::process::{Child, Command, Stdio};

/// A process that keeps one processor busy, with the priority of any other.
pub(super) struct Busy(Child);

impl Busy {
    pub(super) fn start() -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", "while :; do :; done"]).stdin(Stdio::null()).stdout(Stdio::null());
        Self(shell.spawn().unwrap())
    }

    pub(super) fn end(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}
