//! What the files of the deployment promise. Both were linted beside: docs/operations.md says with what.

use std::path::Path;

use crate::engines::run;
use crate::real::Real;

fn lines(path: &str) -> Vec<String> {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap();
    // A line that ends with a backslash goes on.
    let whole = text.replace("\\\n", " ");
    whole.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn the_image_runs_the_program_alone_and_without_rights() {
    let lines = lines("Dockerfile");
    let last_stage = lines.iter().rposition(|line| line.starts_with("FROM ")).unwrap();
    let toolchain =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rust-toolchain.toml"));
    let version = toolchain.unwrap().split('"').nth(1).unwrap().to_owned();
    assert!(lines.iter().any(|line| line.starts_with(&format!("FROM rust:{version}-"))), "one toolchain");
    assert!(lines.iter().any(|line| line.contains("cargo build --release --locked --package funnel")));
    let image = &lines[last_stage..];
    for expected in [
        "COPY --from=build /funnel /usr/bin/funnel",
        "USER 65532:65532",
        r#"ENTRYPOINT ["/usr/bin/funnel"]"#,
        r#"CMD ["serve"]"#,
    ] {
        assert!(image.iter().any(|line| line == expected), "{expected}");
    }
    assert!(image.iter().any(|line| line.contains(r#"CMD ["/usr/bin/funnel", "health"]"#)), "it is watched");
    assert!(!image.iter().any(|line| line.starts_with("RUN ") || line.starts_with("ADD ")), "no shell");
    assert!(!lines.iter().any(|line| line.contains(":latest")), "no image that changes under its name");
}

#[test]
fn the_unit_gives_the_program_no_more_than_it_needs() {
    let lines = lines("deploy/systemd/funnel.service");
    for expected in [
        "DynamicUser=yes",
        "LimitCORE=0",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateTmp=yes",
        "MemoryDenyWriteExecute=yes",
        "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
        "SystemCallFilter=@system-service",
        "StateDirectory=funnel",
        "Environment=FUNNEL_DATA_DIR=%S/funnel",
        "LoadCredential=secret-key:/etc/funnel/secret-key",
        "Environment=FUNNEL_SECRET_KEY=@%d/secret-key",
        "RestartPreventExitStatus=2",
    ] {
        assert!(lines.iter().any(|line| line == expected), "{expected}");
    }
    let known = |name: &str| funnel::config::VARIABLES.iter().any(|variable| variable.name == name);
    for line in lines.iter().filter_map(|line| line.strip_prefix("Environment=")) {
        let name = line.split('=').next().unwrap();
        assert!(known(name), "{name}");
    }
}

#[actix_web::test]
async fn a_process_that_runs_is_healthy_and_one_that_does_not_is_not() {
    let real = Real::start().await;
    let (url, address) =
        (real.database.reach().pooled.clone(), real.server.addresses().management.to_string());
    let words = ["health", "--management-addr", &address];
    let asked = run(&url, "", &words).await;
    assert!(asked.success, "{}", asked.error);
    real.server.stop().await.unwrap();
    let asked = run(&url, "", &words).await;
    assert!(!asked.success && asked.error.contains("nothing answers"), "{}", asked.error);
}
