use std::process::{Child, Command, Stdio};

/// A process of normal priority that keeps one CPU core busy until dropped, also when the drill
/// fails.
pub(super) struct Busy(Child);

impl Busy {
    pub(super) fn start() -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", "while :; do :; done"]).stdin(Stdio::null()).stdout(Stdio::null());
        Self(shell.spawn().unwrap())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        // Fails only if the process has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
