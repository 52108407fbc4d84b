//! Compares the deployment files with the program: variables, settings, image and unit.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use funnel::config::{Sources, VARIABLES, read};

use crate::engines::run;
use crate::real::Real;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// Returns every word that looks like a variable of the service.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    let words =
        text.split(|letter: char| !letter.is_ascii_uppercase() && !letter.is_ascii_digit() && letter != '_');
    words.filter(|word| word.strip_prefix("FUNNEL_").is_some_and(|rest| !rest.is_empty()))
}

/// Variables that only the deployment files and the build use.
const OF_THE_DEPLOYMENT: [&str; 3] = ["FUNNEL_COMMIT", "FUNNEL_HOST", "FUNNEL_IMAGE"];

#[test]
fn every_variable_that_the_deployment_names_is_one_of_the_program() {
    let mut found = vec![root().join("Dockerfile")];
    files(&root().join("deploy"), &mut found);
    let mut named = 0;
    for file in found {
        let text = std::fs::read_to_string(&file).unwrap();
        for name in variables(&text).filter(|name| !OF_THE_DEPLOYMENT.contains(name)) {
            assert!(VARIABLES.iter().any(|known| known.name == name), "{name} in {}", file.display());
            named += 1;
        }
    }
    assert!(named > VARIABLES.len(), "{named}");
}

#[test]
fn the_settings_of_the_package_name_every_variable_with_its_default() {
    let text = std::fs::read_to_string(root().join("deploy/debian/funnel.toml")).unwrap();
    // Variables that the package sets, with their values.
    let set = [
        ("FUNNEL_DATABASE_URL", "@/etc/funnel/database-url"),
        ("FUNNEL_SECRET_KEY", "@/etc/funnel/secret-key"),
        ("FUNNEL_DATA_DIR", "/var/lib/funnel"),
    ];
    let mut expected = text.split_once("\n\n").unwrap().0.to_owned();
    for variable in VARIABLES {
        let key = variable.file_key();
        let line = match set.iter().find(|(name, _)| *name == variable.name) {
            Some((_, value)) => format!("{key} = \"{value}\""),
            None => format!("#{key} = \"{}\"", variable.default),
        };
        expected.push_str(&format!("\n\n# {}: {}\n{line}", variable.name, variable.help));
    }
    assert_eq!(text.trim_end(), expected);
    // Uncommented, the file is valid configuration.
    let all: String = text
        .lines()
        .map(|line| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).unwrap_or(line))
        .fold(String::new(), |all, line| all + line + "\n");
    let sources = Sources { flags: HashMap::new(), environment: HashMap::new(), file: HashMap::new() };
    let mut sources = sources.with_file("funnel.toml", &all).unwrap();
    assert_eq!(sources.file.len(), VARIABLES.len());
    sources.file.extend([
        ("FUNNEL_DATABASE_URL".to_owned(), "postgres://funnel@127.0.0.1/funnel".to_owned()),
        ("FUNNEL_SECRET_KEY".to_owned(), crate::real::SECRET.to_owned()),
    ]);
    read(&sources).unwrap();
}

#[test]
fn an_image_is_built_from_all_that_the_program_includes() {
    let kept: Vec<String> =
        lines(".dockerignore").iter().filter_map(|line| Some(line.strip_prefix('!')?.to_owned())).collect();
    let mut found = Vec::new();
    for folder in ["apps", "crates", "sdk/rust"] {
        files(&root().join(folder), &mut found);
    }
    let mut included = 0;
    // The build context excludes tests, which may read anything.
    let is_source = |file: &&PathBuf| {
        file.extension().is_some_and(|end| end == "rs") && !file.iter().any(|part| part == "tests")
    };
    for file in found.iter().filter(is_source) {
        let text = std::fs::read_to_string(file).unwrap();
        for path in text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let Ok(target) = file.parent().unwrap().join(path).canonicalize() else { continue };
            let target = target.strip_prefix(root().canonicalize().unwrap()).unwrap().to_owned();
            let is_kept = kept.iter().any(|kept| target.starts_with(kept));
            assert!(is_kept, "{} is not in the context of the build", target.display());
            included += 1;
        }
    }
    assert!(included > 5, "{included}");
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    for member in ["apps/*", "crates/application", "sdk/rust", "xtask"] {
        assert!(manifest.contains(&format!("\"{member}\"")), "{member}");
        assert!(kept.iter().any(|kept| member.starts_with(kept.as_str())), "{member}");
    }
}

fn lines(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    // A line that ends with a backslash continues.
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
    assert!(
        lines.iter().any(|line| line.starts_with(&format!("ARG BUILD_IMAGE=rust:{version}-"))),
        "one toolchain"
    );
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
        "User=funnel",
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
    assert!(!asked.success && asked.error.contains("no response"), "{}", asked.error);
}
