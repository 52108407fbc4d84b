//! Failures of commands, as text and as JSON.

use std::process::Command;

use serde_json::{Value, json};

const KEY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// Runs the program without a database; returns its exit code and standard error.
fn failure(words: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
    command.args(words.split(' ')).env_clear().env("FUNNEL_SECRET_KEY", KEY);
    let ended = command.output().unwrap();
    assert!(ended.stdout.is_empty(), "{words}: {}", String::from_utf8_lossy(&ended.stdout));
    (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
}

#[test]
fn failures_are_json_where_answers_are() {
    for (words, kind, status) in [
        ("doctor --jsn --json", "usage", 2),
        ("owner create --json", "usage", 2),
        ("gate close --owner x --json", "usage", 2),
        ("nonsense --json", "usage", 2),
        ("doctor --database-url mysql://x --json", "configuration", 2),
        ("gate close --owner 7 --secret-key wrong --json", "configuration", 2),
        ("gate close --owner 7 --database-url postgres://127.0.0.1:1/x --json", "failed", 1),
        ("engine status --owner 7 --database-url postgres://127.0.0.1:1/x --json", "failed", 1),
        (
            "key mint --owner 7 --name a --scopes read --database-url postgres://127.0.0.1:1/x --json",
            "failed",
            1,
        ),
    ] {
        let (code, text) = failure(words);
        let error: Value =
            serde_json::from_str(text.lines().last().unwrap()).unwrap_or_else(|_| panic!("{words}: {text}"));
        assert_eq!((code, &error["error"]["kind"]), (Some(status), &json!(kind)), "{words}: {text}");
        assert!(
            error["error"]["message"].as_str().is_some_and(|message| !message.is_empty()),
            "{words}: {text}"
        );
    }
}

#[test]
fn failures_are_text_elsewhere() {
    for words in ["nonsense", "doctor --database-url mysql://x", "gate close --owner 7 --secret-key wrong"] {
        let (code, text) = failure(words);
        assert_eq!(code, Some(2), "{words}: {text}");
        assert!(!text.starts_with('{'), "{words}: {text}");
    }
}
