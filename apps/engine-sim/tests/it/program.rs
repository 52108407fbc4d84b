use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use engine_sim::SimClient;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

fn start(more: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine-sim"));
    command.args([
        "--seed",
        "3",
        "--fans",
        "50",
        "--token",
        "t",
        "--event-secret",
        "s",
        "--account",
        "acct_9",
    ]);
    command.args(more).stderr(Stdio::piped()).spawn().unwrap()
}

#[tokio::test]
async fn it_says_where_it_listens_and_ends_on_a_signal() {
    // In workspace builds reqwest needs a process-wide TLS provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut child = start(&["--push-to", "http://127.0.0.1:9"]);
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let line: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(line["event"], "listening");
        let sim = SimClient::new(line["engine"].as_str().unwrap());
        let account = sim.account("acct_9").await.unwrap();
        assert_eq!((account.fans, account.push.unwrap().url.as_str()), (50, "http://127.0.0.1:9"));
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn an_address_that_is_taken_is_one_line() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = start(&["--addr", &address]).wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(text.contains(&address) && text.lines().count() == 1, "{text}");
}
