//! Check for statements that diesel prepares anew at each call.

use super::Violation;
use super::tidy::File;

const STORES: &str = "crates/adapters/adapter-postgres/src/";

/// Constructors of statements that diesel does not cache by default.
const BEGINNINGS: [&str; 2] = ["diesel::update(", ".do_update()"];

/// Calls that make diesel cache such a statement.
const PREPARED: [&str; 2] = [".prepared()", "execute_noted("];

pub(crate) fn check(files: &[File]) -> Vec<Violation> {
    let stores = files.iter().filter(|file| file.path.starts_with(STORES) && !file.is_test());
    stores.flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Violation> {
    let begun = |beginning: &'static str| file.text.match_indices(beginning);
    let forgotten = BEGINNINGS.into_iter().flat_map(begun).filter(|(at, _)| {
        let rest = file.text.get(*at..).unwrap_or_default();
        let statement = rest.find(".await").and_then(|end| rest.get(..end)).unwrap_or(rest);
        !PREPARED.iter().any(|prepared| statement.contains(prepared))
    });
    let violation = |(at, beginning): (usize, &str)| {
        let line = file.text.get(..at).unwrap_or_default().lines().count();
        let rule = format!("a statement with `{beginning}` is prepared anew at each call");
        Violation::new(
            format!("{}:{line}", file.path),
            rule,
            "end it with `.prepared()` before it is executed",
        )
    };
    forgotten.map(violation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_is_prepared_once() {
        let statement = |end: &str| {
            let text = format!(
                "\ndiesel::update(table).set(a.eq(1)){end}.execute(connection).await?;\nother().await;\n"
            );
            check(&[File::new(&format!("{STORES}members.rs"), text)])
        };
        assert_eq!(statement(".prepared()"), []);
        assert_eq!(statement("")[0].place, format!("{STORES}members.rs:1"));
        let elsewhere = File::new("xtask/src/a.rs", "diesel::update(table).execute(connection).await?");
        assert_eq!(check(&[elsewhere]), []);
    }
}
