use std::path::Path;

use super::Violation;
use super::layers::{ADAPTER_USES, Crate, Layer};
use super::tidy::File;

/// Files in which a program names its adapters.
const WIRING: [&str; 2] = ["src/wiring.rs", "src/wiring/"];

/// Checks that only the wiring of programs and tests name adapters.
pub(crate) fn check(crates: &[Crate], files: &[File]) -> Vec<Violation> {
    let adapters = libraries(crates);
    let offending = files.iter().filter(|file| !file.is_test() && names_adapter(file, &adapters));
    let fix = "use a port, and choose the adapter in src/wiring of the program";
    offending.map(|file| Violation::new(file.path.as_str(), "it names an adapter", fix)).collect()
}

/// Returns the names of all libraries in the folder of the adapters.
fn libraries(crates: &[Crate]) -> Vec<String> {
    let adapters = crates.iter().filter(|one| one.layer() == Some(Layer::Adapter));
    adapters.map(|one| one.name.replace('-', "_")).collect()
}

fn names_adapter(file: &File, adapters: &[String]) -> bool {
    let path = Path::new(&file.path);
    let may_name = match Layer::of(path) {
        Some(Layer::Domain | Layer::Application | Layer::Http) => Vec::new(),
        Some(Layer::Adapter) => {
            path.iter().nth(2).and_then(|name| name.to_str()).map_or_else(Vec::new, known_to)
        }
        Some(Layer::App) if WIRING.iter().any(|wiring| below_crate(&file.path).starts_with(wiring)) => {
            return false;
        }
        Some(Layer::App) => Vec::new(),
        Some(Layer::Tooling | Layer::Sdk | Layer::Xtask) | None => return false,
    };
    names(without_tests(&file.text), adapters).any(|name| !may_name.iter().any(|known| known == name))
}

/// Adapters that an adapter may name: itself and its permitted dependencies.
fn known_to(adapter: &str) -> Vec<String> {
    let used = ADAPTER_USES.iter().filter(|(user, _)| *user == adapter).map(|(_, used)| *used);
    used.chain([adapter]).map(|name| name.replace('-', "_")).collect()
}

/// Returns the path below the folder of a program: `src/cli.rs` for `apps/funnel/src/cli.rs`.
fn below_crate(path: &str) -> &str {
    path.splitn(3, '/').nth(2).unwrap_or_default()
}

/// Returns the adapters that the text imports or begins a path with. The name alone may be a field, or a word in a
/// string.
fn names<'a>(text: &'a str, adapters: &'a [String]) -> impl Iterator<Item = &'a str> {
    adapters.iter().map(String::as_str).filter(|adapter| {
        text.match_indices(adapter).any(|(at, _)| {
            let (before, after) = (text.get(..at), text.get(at + adapter.len()..));
            let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
            let is_part = |character: char| character.is_alphanumeric() || character == '_';
            !before.ends_with(is_part)
                && !after.starts_with(is_part)
                && (after.starts_with("::") || before.ends_with("use "))
        })
    })
}

/// Returns a file without the module of tests at its end.
fn without_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USE: &str = "use adapter_postgres::Store;";

    fn crates() -> Vec<Crate> {
        let of = |folder: &str| Crate {
            name: folder.rsplit('/').next().unwrap().to_string(),
            folder: folder.to_string(),
            dependencies: Vec::new(),
            inherits_lints: true,
            has_readme: true,
        };
        let adapters = ["adapter-postgres", "adapter-engine", "edge-files", "outgoing"];
        let adapters = adapters.map(|name| of(&format!("crates/adapters/{name}")));
        adapters.into_iter().chain([of("crates/domain/touches")]).collect()
    }

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&crates(), &[File::new(path, text)]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn adapters_are_named_in_the_wiring_and_in_tests_alone() {
        for path in [
            "apps/funnel/src/wiring.rs",
            "apps/funnel/src/wiring/links.rs",
            "apps/funnel/src/http/tests.rs",
            "apps/funnel/tests/it/main.rs",
            "apps/funnel/examples/bench.rs",
            "crates/adapters/adapter-postgres/src/lib.rs",
            "crates/dev/test-support/src/template.rs",
        ] {
            assert_eq!(found(path, USE), [""; 0], "{path}");
        }
        for path in [
            "apps/funnel/src/http/auth.rs",
            "apps/funnel/src/wirings.rs",
            "crates/domain/kernel/src/lib.rs",
            "crates/application/src/lib.rs",
            "crates/http/edge/src/lib.rs",
            "crates/adapters/adapter-engine/src/lib.rs",
        ] {
            assert_eq!(found(path, USE).len(), 1, "{path}");
        }
    }

    #[test]
    fn every_crate_of_the_folder_is_an_adapter_whatever_it_is_called() {
        let text = "use edge_files::touch_journal::Pace;";
        for path in [
            "apps/funnel-operator/src/touches.rs",
            "crates/http/edge/src/lib.rs",
            "crates/application/src/operation.rs",
            "crates/domain/touches/src/lib.rs",
            "crates/adapters/adapter-postgres/src/lib.rs",
        ] {
            assert_eq!(found(path, text).len(), 1, "{path}");
            assert_eq!(found(path, "use edge_files as files;").len(), 1, "{path}");
            assert_eq!(found(path, "use touches::Touch;"), [""; 0], "{path}");
        }
    }

    #[test]
    fn an_adapter_names_the_adapters_that_it_may_depend_on() {
        let text = "use outgoing::http::Cause;";
        assert_eq!(found("crates/adapters/adapter-engine/src/lib.rs", text), [""; 0]);
        assert_eq!(found("crates/adapters/adapter-postgres/src/pixels.rs", text).len(), 1);
    }

    #[test]
    fn a_name_begins_a_path_and_the_module_of_tests_does_not_count() {
        let path = "apps/funnel/src/cli.rs";
        for text in [
            "let my_adapter_postgres = 1;",
            "my_adapter_postgres::open();",
            "keys.adapter_postgres.expose()",
            "#[cfg(test)]\nmod tests {\n    use adapter_engine::X;\n}",
        ] {
            assert_eq!(found(path, text), [""; 0], "{text}");
        }
    }
}
