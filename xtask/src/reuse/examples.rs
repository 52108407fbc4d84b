//! Examples of the domain crates, and their maximum length.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// Maximum number of lines of an example, including imports.
pub(crate) const MOST_LINES: usize = 20;

/// Returns the names of a crate's examples, without its benchmarks.
pub(super) fn names(domain_crate: &Path) -> anyhow::Result<Vec<String>> {
    let mut names: Vec<String> = rust_files(&domain_crate.join("examples"))?
        .iter()
        .filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()))
        .filter(|name| !name.ends_with("_bench"))
        .collect();
    names.sort();
    Ok(names)
}

/// Returns the files of a crate's examples and of its program that are too long.
pub(super) fn too_long(domain_crate: &Path, program: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let examples =
        names(domain_crate)?.into_iter().map(|name| domain_crate.join("examples").join(name + ".rs"));
    let mut files: Vec<PathBuf> = examples.collect();
    files.extend(rust_files(&program.join("src"))?);
    files.extend(rust_files(&program.join("tests"))?);
    let mut long = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        if text.lines().count() > MOST_LINES {
            long.push(file);
        }
    }
    Ok(long)
}

/// Returns the Rust files of a folder; none if there is no such folder.
fn rust_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = folder.read_dir().with_context(|| format!("listing {}", folder.display()))?;
    let files = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    Ok(files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_programs_are_found_and_benchmarks_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let (domain_crate, program) = (folder.path().join("a"), folder.path().join("use-a"));
        for (file, lines) in [
            ("a/examples/short.rs", 20),
            ("a/examples/long.rs", 21),
            ("a/examples/many_bench.rs", 100),
            ("use-a/src/main.rs", 20),
            ("use-a/tests/mock.rs", 21),
        ] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "// a line\n".repeat(lines)).unwrap();
        }
        assert_eq!(names(&domain_crate).unwrap(), ["long", "short"]);
        let long = too_long(&domain_crate, &program).unwrap();
        assert_eq!(long, [domain_crate.join("examples/long.rs"), program.join("tests/mock.rs")]);
        assert_eq!(names(&program).unwrap(), [] as [&str; 0]);
    }
}
