//! Requests, output and exit status of commands.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use funnel_api::{Console, Environment};

use crate::server::{Answer, Server};

const DOMAINS: &str =
    r#"{"items":[{"created_at":1,"display_name":"X","hostname":"x.example","infra_state":"active"}]}"#;

struct Done {
    status: u8,
    output: String,
    errors: String,
}

fn environment(server: &Server) -> Environment {
    let backoff = Some(Duration::from_millis(1));
    Environment {
        url: Some(server.address.clone()),
        key: Some("al_live_test".into()),
        profile: None,
        backoff,
    }
}

async fn run(environment: &Environment, words: &[&str], input: &str) -> Done {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let console = Console {
        environment,
        input: input.as_bytes(),
        output: &mut output,
        errors: &mut errors,
        watched: false,
        width: None,
    };
    let status = funnel_api::execute(words.iter().map(Into::into), console).await;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Done { status, output: text(output), errors: text(errors) }
}

#[tokio::test]
async fn each_outcome_has_its_exit_status() {
    let fine = Server::start(vec![Answer::json(200, DOMAINS)]).await;
    let refusal = r#"{"detail":{"code":"domain_not_found","message":"There is no such domain."}}"#;
    let refusing = Server::start(vec![Answer::json(404, refusal)]).await;
    let losing = Server::start(vec![Answer::Lost]).await;
    let nobody = Environment { url: Some("http://127.0.0.1:1".to_string()), ..environment(&fine) };
    for (environment, words, status, errors) in [
        (environment(&fine), "domains list", 0, ""),
        (environment(&fine), "--help", 0, ""),
        (environment(&fine), "domains list --help", 0, ""),
        (environment(&refusing), "domains show x.example", 1, "domain_not_found"),
        (environment(&fine), "", 2, "Usage"),
        (environment(&fine), "domains", 2, "Usage"),
        (environment(&fine), "domains dance", 2, "dance"),
        (environment(&fine), "domains show", 2, "DOMAIN"),
        (environment(&fine), "domains show ..", 2, "can't be"),
        (environment(&fine), "members show one", 2, "one"),
        (environment(&fine), "domains create --data []", 2, "--data"),
        (environment(&fine), "domains create --data @/nowhere", 2, "/nowhere"),
        (Environment::default(), "domains list", 2, "FUNNEL_API_URL"),
        (environment(&losing), "members delete 1", 3, &losing.address),
        (nobody, "domains list", 3, "127.0.0.1:1"),
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let done = run(&environment, &words, "").await;
        assert_eq!(done.status, status, "{words:?}: {}", done.errors);
        assert!(done.errors.contains(errors), "{words:?}: {}", done.errors);
        assert_eq!(done.output.is_empty(), status != 0, "{words:?}");
    }
}

#[tokio::test]
async fn failures_are_json_for_whoever_asks_for_json() {
    let refusal = r#"{"detail":{"code":"domain_not_found","message":"There is no such domain."}}"#;
    let refusing = Server::start(vec![Answer::json(404, refusal)]).await;
    let faults = r#"{"detail":[{"type":"missing","loc":["body","hostname"],"msg":"is missing"}]}"#;
    let wrong = Server::start(vec![Answer::json(422, faults)]).await;
    let nobody = Environment { url: Some("http://127.0.0.1:1".to_string()), ..environment(&refusing) };
    for (environment, words, status, kind, code) in [
        (environment(&refusing), "domains show x.example --json", 1, "refused", Some("domain_not_found")),
        (environment(&wrong), "--json domains create --hostname x", 1, "refused", None),
        (environment(&refusing), "domains dance --json", 2, "usage", None),
        (environment(&refusing), "domains create --json --data []", 2, "usage", None),
        (Environment::default(), "domains list --json", 2, "usage", None),
        (nobody, "domains list --json", 3, "unreachable", None),
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let done = run(&environment, &words, "").await;
        assert_eq!((done.status, done.output.as_str()), (status, ""), "{words:?}");
        assert_eq!(done.errors.lines().count(), 1, "{words:?}: {}", done.errors);
        let error = serde_json::from_str::<serde_json::Value>(&done.errors).unwrap()["error"].take();
        assert_eq!((&error["kind"], error["code"].as_str()), (&kind.into(), code), "{words:?}: {error}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{words:?}: {error}");
    }
    let help = run(&environment(&wrong), &["domains", "list", "--help", "--json"], "").await;
    assert!(help.output.contains("Usage") && help.errors.is_empty());
}

/// A writer whose reader is gone after the first bytes.
struct Gone;

impl std::io::Write for Gone {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_reader_that_goes_is_no_failure() {
    let server = Server::start(vec![Answer::json(200, DOMAINS), Answer::json(200, DOMAINS)]).await;
    for words in [&["domains", "list"][..], &["domains", "list", "--json"], &["--help"]] {
        let mut errors = Vec::new();
        let console = Console {
            environment: &environment(&server),
            input: &b""[..],
            output: Gone,
            errors: &mut errors,
            watched: false,
            width: None,
        };
        let status = funnel_api::execute(words.iter().map(Into::into), console).await;
        assert_eq!((status, String::from_utf8(errors).unwrap().as_str()), (0, ""), "{words:?}");
    }
}

#[tokio::test]
async fn a_list_is_a_table_or_the_answer_itself() {
    let server = Server::start(vec![Answer::json(200, DOMAINS)]).await;
    let table = run(&environment(&server), &["domains", "list"], "").await.output;
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        lines,
        [
            vec!["HOSTNAME", "DISPLAY_NAME", "INFRA_STATE", "CREATED_AT"],
            vec!["x.example", "X", "active", "1970-01-01", "00:00:01Z"]
        ]
    );
    let json = run(&environment(&server), &["domains", "list", "--json"], "").await.output;
    assert_eq!(json, format!("{DOMAINS}\n"));
}

#[tokio::test]
async fn what_is_deprecated_is_said_beside_the_answer() {
    let headers = "content-type: application/json\r\ndeprecation: @1800000000\r\nsunset: Tue, 07 Mar 2028 00:00:00 GMT\r\n";
    let server = Server::start(vec![Answer::With(200, headers, DOMAINS.to_string())]).await;
    let done = run(&environment(&server), &["domains", "list", "--json"], "").await;
    assert_eq!(done.output, format!("{DOMAINS}\n"));
    let expected = "warning: GET /api/admin/domains uses what is deprecated, and may be gone from Tue, 07 Mar 2028 00:00:00 GMT\n";
    assert_eq!(done.errors, expected);
}

#[tokio::test]
async fn flags_are_set_on_top_of_the_body() {
    let server = Server::start(vec![Answer::json(201, "{}")]).await;
    let words = [
        "buttons",
        "create",
        "x.example",
        "seg_1",
        "--data",
        "-",
        "--label",
        "Hi",
        "--hidden",
        "--position=0",
    ];
    let more = ["--idempotency-key", "mine", "--if-match", "\"1\""];
    let words: Vec<&str> = words.into_iter().chain(more).collect();
    let input = r#"{"label":"Old","url":"https://a.example","match":{"all":[]}}"#;
    assert_eq!(run(&environment(&server), &words, input).await.status, 0);
    let asked = &server.asked()[0];
    assert_eq!(asked.line, "POST /api/admin/buttons/x.example/seg_1");
    let expected =
        r#"{"hidden":true,"label":"Hi","match":{"all":[]},"position":0,"url":"https://a.example"}"#;
    let sent: serde_json::Value = serde_json::from_slice(&asked.body).unwrap();
    assert_eq!(sent, serde_json::from_str::<serde_json::Value>(expected).unwrap());
    assert_eq!([asked.header("idempotency-key"), asked.header("if-match")], [Some("mine"), Some("\"1\"")]);
}

#[tokio::test]
async fn a_dry_run_asks_the_path_that_does_nothing() {
    let server = Server::start(vec![Answer::json(200, "{}")]).await;
    let words = [
        "funnel-links",
        "provision",
        "x.example",
        "--trial-countries",
        "DE,AT",
        "--trial-days",
        "7",
        "--dry-run",
    ];
    run(&environment(&server), &words, "").await;
    run(&environment(&server), &words[..7], "").await;
    let asked = server.asked();
    let lines: Vec<&str> = asked.iter().map(|asked| asked.line.as_str()).collect();
    let path = "POST /api/admin/domains/x.example/provision-links";
    assert_eq!(lines, [format!("{path}/dry-run").as_str(), path]);
    assert_eq!(
        [asked[0].header("idempotency-key").is_some(), asked[1].header("idempotency-key").is_some()],
        [false, true]
    );
    assert_eq!(asked[0].body, br#"{"trial_countries":["DE","AT"],"trial_days":7}"#);
}

#[tokio::test]
async fn files_are_sent_and_written_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let server =
        Server::start(vec![Answer::With(200, "content-type: image/png\r\n", "PNG\0".to_string())]).await;
    let words = ["qr-codes", "png-download", "x.example", "1", "--size", "256", "-o", &path("code.png")];
    assert_eq!(run(&environment(&server), &words, "").await.status, 0);
    assert_eq!(fs::read(path("code.png")).unwrap(), b"PNG\0");
    assert_eq!(run(&environment(&server), &words[..6], "").await.output, "PNG\0");
    fs::write(path("sound.mp3"), b"\x01\x02").unwrap();
    for (file, input) in [(path("sound.mp3").as_str(), ""), ("-", "\x01\x02")] {
        run(&environment(&server), &["banners", "sound-upload", "x.example", "--file", file], input).await;
        let last = server.asked().pop().unwrap();
        assert_eq!(
            (last.body.as_slice(), last.header("content-type")),
            (&b"\x01\x02"[..], Some("application/octet-stream"))
        );
    }
}

#[tokio::test]
async fn who_watches_sees_how_far_a_large_file_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sound.mp3");
    let path = path.to_str().unwrap();
    let large = "x".repeat(3 * 1024 * 1024);
    let upload = ["banners", "sound-upload", "x.example", "--file", path];
    let download = ["qr-codes", "png-download", "x.example", "1", "-o", path];
    let server = Server::start(vec![Answer::With(200, "content-type: image/png\r\n", large.clone())]).await;
    for (words, is_watched, content, expected) in [
        (&upload[..], true, large.as_str(), "] 100 % of 3.0 MiB sent"),
        (&download, true, "", "] 100 % of 3.0 MiB received\n"),
        (&upload, false, &large, ""),
    ] {
        fs::write(path, content).unwrap();
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let environment = environment(&server);
        let console = Console {
            environment: &environment,
            input: &b""[..],
            output: &mut output,
            errors: &mut errors,
            watched: is_watched,
            width: None,
        };
        assert_eq!(funnel_api::execute(words.iter().map(Into::into), console).await, 0);
        let errors = String::from_utf8(errors).unwrap();
        assert!(errors.contains(expected), "{errors}");
        assert_eq!(errors.is_empty(), !is_watched);
    }
    assert_eq!(server.asked()[0].body.len(), large.len());
    assert_eq!(server.asked()[0].header("content-length"), Some("3145728"));
}

#[tokio::test]
async fn all_pages_are_read_as_one_list() {
    let page = |id: u32, cursor: &str| {
        Answer::json(200, &format!(r#"{{"items":[{{"id":{id}}}],"next_cursor":{cursor}}}"#))
    };
    let server = Server::start(vec![page(1, "\"a\""), page(2, "\"b\""), page(3, "null")]).await;
    let done = run(&environment(&server), &["members", "list", "--limit", "1", "--all", "--json"], "").await;
    assert_eq!(done.output, "{\"items\":[{\"id\":1},{\"id\":2},{\"id\":3}],\"next_cursor\":null}\n");
    assert_eq!(server.asked()[2].line, "GET /api/admin/members?limit=1&cursor=b");
    let server = Server::start(vec![page(1, "\"a\"")]).await;
    assert!(run(&environment(&server), &["members", "list"], "").await.errors.contains("--all"));
}

#[tokio::test]
async fn a_copy_to_many_domains_is_made_in_parts() {
    let part = |host: &str| {
        let result = format!(r#"{{"host":"{host}","ok":true,"detail":"copied"}}"#);
        Answer::json(200, &format!(r#"{{"source":"a.example","parts":["ui"],"results":[{result}]}}"#))
    };
    let targets: Vec<String> = (0..26).map(|number| format!("t{number}.example")).collect();
    let words = [
        "domains",
        "content-copy",
        "--source",
        "a.example",
        "--parts",
        "ui",
        "--json",
        "--idempotency-key",
        "k",
    ];
    let targets = targets.join(",");
    let words: Vec<&str> = words.into_iter().chain(["--targets", &targets]).collect();
    let server = Server::start(vec![part("t0.example"), part("t25.example")]).await;
    let done = run(&environment(&server), &words, "").await;
    let answer: serde_json::Value = serde_json::from_str(&done.output).unwrap();
    assert_eq!(answer["results"].as_array().unwrap().len(), 2);
    let asked = server.asked();
    let sent: Vec<usize> = asked
        .iter()
        .map(|asked| {
            let body: serde_json::Value = serde_json::from_slice(&asked.body).unwrap();
            body["targets"].as_array().unwrap().len()
        })
        .collect();
    assert_eq!(sent, [25, 1]);
    assert_ne!(asked[0].header("idempotency-key"), asked[1].header("idempotency-key"));

    let failing = Server::start(vec![part("t0.example"), Answer::json(404, "{}")]).await;
    let done = run(&environment(&failing), &words, "").await;
    assert_eq!(done.status, 1);
    assert!(done.errors.contains("25 of 26"), "{}", done.errors);
}

fn profile(path: &Path) -> Environment {
    Environment { profile: Some(path.to_path_buf()), ..Environment::default() }
}

#[tokio::test]
async fn login_writes_a_profile_that_only_its_owner_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("funnel/profile.toml");
    let rights = r#"{"scopes":["read"],"functions":{},"expires_at":null,"currency":"USD","workspace":"0123456789abcdef"}"#;
    let server = Server::start(vec![Answer::json(200, rights), Answer::json(200, DOMAINS)]).await;
    let words = ["login", "--address", &server.address];
    assert_eq!(run(&profile(&path), &words, "al_live_\"new\"\n").await.status, 0);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(run(&profile(&path), &["domains", "list"], "").await.status, 0);
    assert_eq!(server.asked()[1].header("authorization"), Some("Bearer al_live_\"new\""));

    for mode in [0o644, 0o640, 0o400] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let done = run(&profile(&path), &["domains", "list"], "").await;
        assert_eq!(done.status, 2);
        assert!(done.errors.contains("0600") && done.errors.contains("chmod 600"), "{}", done.errors);
    }
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test]
async fn login_writes_nothing_for_a_key_that_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.toml");
    let server = Server::start(vec![Answer::json(401, r#"{"detail":"Unauthorized"}"#)]).await;
    for (input, status) in [("al_live_old", 1), ("  \n", 2)] {
        assert_eq!(
            run(&profile(&path), &["login", "--address", &server.address], input).await.status,
            status
        );
        assert!(!path.exists());
    }
    fs::write(&path, "key = \"al_live_secret").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let done = run(&profile(&path), &["domains", "list"], "").await;
    assert_eq!(done.status, 2);
    assert!(!done.errors.contains("al_live_secret"), "{}", done.errors);
}

#[test]
fn every_operation_is_a_command_without_clashes() {
    let command = funnel_api::command();
    command.clone().debug_assert();
    let verbs = command.get_subcommands().map(|noun| noun.get_subcommands().count()).sum::<usize>();
    let document: serde_json::Value =
        serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap();
    let operations: usize =
        document["paths"].as_object().unwrap().values().map(|path| path.as_object().unwrap().len()).sum();
    assert_eq!(verbs, operations);
}
