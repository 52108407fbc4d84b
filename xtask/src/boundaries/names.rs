use std::path::Path;

use super::Violation;
use super::layers::Layer;
use super::tidy::File;

/// How the library of an adapter begins.
const ADAPTER: &str = "adapter_";

/// Where a program says which adapters it uses.
const WIRING: [&str; 2] = ["src/wiring.rs", "src/wiring/"];

/// Adapters are named by the wiring of a program and by tests alone.
pub(crate) fn check(files: &[File]) -> Vec<Violation> {
    let offending = files.iter().filter(|file| !file.is_test() && names_adapter(file));
    let fix = "use a port, and choose the adapter in src/wiring of the program";
    offending.map(|file| Violation::new(file.path.as_str(), "it names an adapter", fix)).collect()
}

fn names_adapter(file: &File) -> bool {
    let path = Path::new(&file.path);
    let own = match Layer::of(path) {
        Some(Layer::Domain | Layer::Application | Layer::Http) => None,
        Some(Layer::Adapter) => path.iter().nth(2).and_then(|name| name.to_str()),
        Some(Layer::App) if WIRING.iter().any(|wiring| below_crate(&file.path).starts_with(wiring)) => {
            return false;
        }
        Some(Layer::App) => None,
        Some(Layer::Tooling | Layer::Sdk | Layer::Xtask) | None => return false,
    };
    let own = own.map(|name| name.replace('-', "_"));
    names(without_tests(&file.text)).any(|name| Some(name) != own.as_deref())
}

/// The path below the folder of a program: `apps/funnel/src/cli.rs` is `src/cli.rs`.
fn below_crate(path: &str) -> &str {
    path.splitn(3, '/').nth(2).unwrap_or_default()
}

/// Every word of the text that is the name of an adapter's library.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
    words.filter(|word| word.starts_with(ADAPTER))
}

/// A file without the module of tests at its end.
fn without_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USE: &str = "use adapter_postgres::Store;";

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&[File::new(path, text)]).iter().map(ToString::to_string).collect()
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
            "crates/tooling/test-support/src/template.rs",
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
    fn a_name_is_a_word_and_the_module_of_tests_does_not_count() {
        let path = "apps/funnel/src/cli.rs";
        for text in
            ["let my_adapter_postgres = 1;", "#[cfg(test)]\nmod tests {\n    use adapter_engine::X;\n}"]
        {
            assert_eq!(found(path, text), [""; 0], "{text}");
        }
    }
}
