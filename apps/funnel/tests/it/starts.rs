//! Start and stop of the program as an operator sees them: invalid settings and log lines.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::kept::Kept;
use crate::process::Process;
use crate::real::eventually;

/// Starts the service with only these settings and a new data folder, and waits until it ends.
async fn start(data: &Path, settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
    command.arg("serve").env_clear().env("FUNNEL_DATA_DIR", data).current_dir("/");
    for listener in ["FUNNEL_API_ADDR", "FUNNEL_EDGE_ADDR", "FUNNEL_DASHBOARD_ADDR", "FUNNEL_MANAGEMENT_ADDR"]
    {
        command.env(listener, "127.0.0.1:0");
    }
    command.envs(settings.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    eventually("a wrong setting ends the start", async || child.try_wait().unwrap()).await;
    child.wait_with_output().unwrap()
}

/// Returns the only line on standard error.
fn line(output: &Output) -> &str {
    let reported = std::str::from_utf8(&output.stderr).unwrap();
    assert_eq!(reported.lines().count(), 1, "{reported}");
    assert!(output.stdout.is_empty());
    reported.trim_end()
}

#[actix_web::test]
async fn a_wrong_setting_is_one_line_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let no_database = folder.path().join("countries.csv");
    std::fs::write(&no_database, "country,code").unwrap();
    let [no_database, folder_path] =
        [no_database.as_path(), folder.path()].map(|path| path.to_str().unwrap());
    let s3 = [
        ("FUNNEL_S3_ENDPOINT", "http://[::1"),
        ("FUNNEL_S3_BUCKET", "b"),
        ("FUNNEL_S3_ACCESS_KEY", "k"),
        ("FUNNEL_S3_SECRET_KEY", "s"),
    ];
    for settings in [
        &[("FUNNEL_GEOIP_DB", "/nowhere/countries.mmdb")] as &[(&str, &str)],
        &[("FUNNEL_GEOIP_DB", folder_path)],
        &[("FUNNEL_GEOIP_DB", no_database)],
        &[("FUNNEL_META_VERSION", "../v1")],
        &[("FUNNEL_META_URL", "meta")],
        &[("FUNNEL_TIKTOK_URL", "ftp://tiktok.example")],
        &[("FUNNEL_PUBLIC_EDGE_URL", "edge.example")],
        &[("FUNNEL_SECRET_KEY", "short")],
        &[("FUNNEL_SECRET_KEY", "@/nowhere/secret-key")],
        &[("FUNNEL_DATABASE_URL", "@/nowhere/database-url")],
        &[("FUNNEL_TRUSTED_PROXIES", "10.0.0.0/33")],
        &[("FUNNEL_DASHBOARD_ORIGIN", "dashboard.example")],
        &[("FUNNEL_DASHBOARD_ORIGIN", "https://dashboard.example/app")],
        &[("FUNNEL_EDGE_ADDR", "127.0.0.1:9"), ("FUNNEL_API_ADDR", "127.0.0.1:9")],
        &[("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318")],
        &s3,
    ] {
        let output = start(&data, settings).await;
        let reported = line(&output);
        assert!(reported.starts_with(&format!("{}: ", settings[0].0)), "{settings:?}: {reported}");
        assert_eq!(output.status.code(), Some(2), "{settings:?}: {reported}");
        assert!(!data.exists(), "{settings:?}");
        // The line states the cause once: no part repeats.
        let parts: Vec<_> = reported.split(": ").collect();
        let once: std::collections::HashSet<_> = parts.iter().collect();
        assert_eq!(once.len(), parts.len(), "{reported}");
    }
}

#[actix_web::test]
async fn a_data_folder_that_can_t_be_used_is_reported_before_a_database_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let output = start(&file, &[]).await;
    assert!(line(&output).starts_with("FUNNEL_DATA_DIR: "), "{}", line(&output));
    assert_eq!(output.status.code(), Some(2));
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("secret-key"), "half of a ke").unwrap();
    let output = start(&data, &[]).await;
    let reported = line(&output);
    assert!(reported.starts_with("FUNNEL_DATA_DIR: ") && reported.contains("secret-key"), "{reported}");
    assert_eq!(output.status.code(), Some(2));
    assert!(!data.join("postgres").exists());
}

#[actix_web::test]
async fn a_taken_address_is_reported_before_a_database_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    for variable in ["FUNNEL_API_ADDR", "FUNNEL_EDGE_ADDR", "FUNNEL_DASHBOARD_ADDR", "FUNNEL_MANAGEMENT_ADDR"]
    {
        let output = start(&data, &[(variable, &taken)]).await;
        let reported = line(&output);
        assert!(reported.starts_with(&format!("{variable}: ")) && reported.contains(&taken), "{reported}");
        assert_eq!(output.status.code(), Some(1), "whoever has it may leave: it is tried again");
        assert!(!data.exists());
    }
}

/// Returns log lines about the management listener of a process that listens at this address.
async fn said_of_management(database: &Kept, address: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let settings = [("FUNNEL_MANAGEMENT_ADDR", address.to_owned())];
    let mut process =
        Process::spawn(database.reach(), &settings, database.folder(), folder.path().join("log"));
    process.listens().await;
    let log = process.log();
    process.terminate();
    assert!(process.ended().await.success());
    log.lines().filter(|line| line.contains("FUNNEL_MANAGEMENT_ADDR")).map(str::to_owned).collect()
}

#[actix_web::test]
async fn a_management_listener_that_is_open_to_others_is_warned_of() {
    let database = Kept::create().await;
    let said = said_of_management(&database, "0.0.0.0:0").await;
    assert!(said.len() == 1 && said[0].contains("WARN") && said[0].contains("needs no key"), "{said:?}");
    assert!(said_of_management(&database, "127.0.0.1:0").await.is_empty());
}

/// Sends bytes that are not a request, and reads the response to its end.
fn malform(address: SocketAddr, bytes: &[u8]) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may close before it has read everything.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = stream.read_to_end(&mut Vec::new());
}

#[actix_web::test]
async fn neither_bad_clients_nor_a_stop_are_errors_in_the_log() {
    let database = Kept::create().await;
    let folder = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let log = folder.path().join(format!("log-{round}"));
        let mut process = Process::spawn(database.reach(), &[], database.folder(), log);
        process.listens().await;
        let addresses = ["api", "edge", "management"].map(|listener| process.address(listener).unwrap());
        let talk = move || {
            let long = [b"GET / HTTP/1.1\r\nx: ".as_slice(), &[b'a'; 300_000]].concat();
            for address in addresses {
                for bytes in [
                    b"nonsense\r\n\r\n".as_slice(),
                    b"GET / HTTP/9.9\r\n\r\n",
                    b"GET / HTTP/1.1\r\nhost: a\r\nhost : b\r\n\r\n",
                    b"POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
                    b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n",
                    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                    &long,
                ] {
                    malform(address, bytes);
                }
            }
        };
        tokio::task::spawn_blocking(talk).await.unwrap();
        // An idle connection must make no difference.
        let _idle = addresses.map(|address| TcpStream::connect(address).unwrap());
        process.terminate();
        assert!(process.ended().await.success());
        let log = process.log();
        let errors: Vec<_> = log.lines().filter(|line| line.contains("ERROR")).collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

#[test]
fn a_command_whose_reader_goes_ends_quietly() {
    for words in [&["openapi"][..], &["completions", "bash"], &["completions", "fish"], &["api", "--help"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
        command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The pipe closes before the program writes, or while it waits for room in the pipe.
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        let reported = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success() && reported.is_empty(), "{words:?}: {} {reported}", ended.status);
    }
}
