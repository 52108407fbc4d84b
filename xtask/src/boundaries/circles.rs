use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use super::Violation;
use super::layers::Crate;
use super::tidy::File;

/// Path of a module below the root of its crate.
type Module = Vec<String>;

/// Checks that no files of a crate depend on each other in a circle, except a module and its children. To understand
/// one file of a circle, a reader would have to read all.
pub(crate) fn check(crates: &[Crate], files: &[File]) -> anyhow::Result<Vec<Violation>> {
    let mut found = Vec::new();
    for one in crates {
        found.extend(circles(&Modules::of(&one.folder, files).edges()?));
    }
    Ok(found.iter().map(violation).collect())
}

fn violation(circle: &BTreeSet<String>) -> Violation {
    let files: Vec<&str> = circle.iter().map(String::as_str).collect();
    let fix = "move what all of them need to a file of its own";
    Violation::new(files.join(", "), "they depend on each other in a circle", fix)
}

/// Files of a crate's library or program by their modules.
struct Modules<'a>(BTreeMap<Module, &'a File>);

impl<'a> Modules<'a> {
    fn of(folder: &str, files: &'a [File]) -> Self {
        let source = format!("{folder}/src/");
        let own = files.iter().filter(|file| !file.is_test());
        let own: Vec<_> = own.filter_map(|file| Some((file.path.strip_prefix(&source)?, file))).collect();
        let has_library = own.iter().any(|(path, _)| *path == "lib.rs");
        let of_library = own.into_iter().filter(|(path, _)| !(has_library && *path == "main.rs"));
        Self(of_library.map(|(path, file)| (module_of(path), file)).collect())
    }

    /// Returns the files that each file uses, except between a module and its children.
    fn edges(&self) -> anyhow::Result<BTreeMap<String, BTreeSet<String>>> {
        let mut edges = BTreeMap::new();
        for (module, file) in &self.0 {
            let parsed = syn::parse_file(&file.text)
                .map_err(|error| anyhow::anyhow!("reading {}: {error}", file.path))?;
            let mut paths = Paths { module: module.clone(), found: Vec::new() };
            paths.visit_file(&parsed);
            let used = paths.found.iter().filter_map(|path| self.file_of(path));
            let used = used.filter(|(other, _)| *other != module && !are_related(other, module));
            edges.insert(file.path.clone(), used.map(|(_, other)| other.path.clone()).collect());
        }
        Ok(edges)
    }

    /// Returns the file of the longest module that the path begins with.
    fn file_of(&self, path: &[String]) -> Option<(&Module, &File)> {
        let ends = (0..=path.len()).rev();
        ends.filter_map(|end| self.0.get_key_value(path.get(..end)?))
            .map(|(module, file)| (module, *file))
            .next()
    }
}

/// Returns the module of a file: `[http, edge, page]` for `http/edge/page.rs`, empty for the root of a crate.
fn module_of(path: &str) -> Module {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    match stem {
        "lib" | "main" => Vec::new(),
        _ => stem.split('/').map(str::to_string).collect(),
    }
}

fn are_related(one: &Module, other: &Module) -> bool {
    let is_parent =
        |parent: &Module, child: &Module| child.split_last().is_some_and(|(_, above)| above == parent);
    is_parent(one, other) || is_parent(other, one)
}

/// Collector of the paths in a file that begin inside its crate, each from the root of the crate.
struct Paths {
    module: Module,
    found: Vec<Vec<String>>,
}

impl Paths {
    fn take(&mut self, segments: &[String]) {
        let mut start = self.module.clone();
        let mut rest = segments;
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" => start.clear(),
                "super" => drop(start.pop()),
                "self" => {}
                _ => break,
            }
            rest = after;
        }
        if rest.len() < segments.len() {
            self.found.push(start.into_iter().chain(rest.iter().cloned()).collect());
        }
    }

    fn take_tree(&mut self, above: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| above.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
        match tree {
            syn::UseTree::Path(path) => self.take_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.take(&with(&name.ident)),
            syn::UseTree::Rename(rename) => self.take(&with(&rename.ident)),
            syn::UseTree::Glob(_) => self.take(above),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.take_tree(above, item)),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.take_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.take(&segments);
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = |attribute: &syn::Attribute| {
            attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
        };
        if item.attrs.iter().any(is_test) {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }
}

/// Returns the groups of files that all reach each other.
fn circles(edges: &BTreeMap<String, BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        edges.keys().map(|file| (file, reach(file, edges))).collect();
    let mutual = |one: &String| -> BTreeSet<String> {
        let others = reached.get(one).into_iter().flatten();
        let back = |other: &&&String| reached.get(**other).is_some_and(|its| its.contains(one));
        others.filter(back).map(|other| (*other).clone()).collect()
    };
    let groups: BTreeSet<_> = edges.keys().map(mutual).filter(|group| group.len() > 1).collect();
    groups.into_iter().collect()
}

/// Returns all files that a file reaches, directly or not.
fn reach<'a>(from: &String, edges: &'a BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&String> = edges.get(from).into_iter().flatten().collect();
    while let Some(file) = waiting.pop() {
        if reached.insert(file) {
            waiting.extend(edges.get(file).into_iter().flatten());
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the circles of a crate with these files, each as the names of its files.
    fn found(sources: &[(&str, &str)]) -> Vec<Vec<String>> {
        let file = |(path, text): &(&str, &str)| File::new(&format!("a/src/{path}.rs"), *text);
        let files: Vec<File> = sources.iter().map(file).collect();
        let short = |path: &String| path.trim_start_matches("a/src/").trim_end_matches(".rs").to_string();
        let circles = circles(&Modules::of("a", &files).edges().unwrap());
        circles.iter().map(|circle| circle.iter().map(short).collect()).collect()
    }

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        for sources in [
            &[("x", "use crate::y::Y;"), ("y", "use super::x::{self, X};")][..],
            &[("x", "fn f() { crate::y::g() }"), ("y", "type A = crate::x::X;")],
            &[("x", "use crate::{y::{Y as Z}, z};"), ("y", "use crate::x::*;"), ("z", "")],
            &[("x", "mod inner { use super::super::y::Y; }"), ("y", "use crate::x::inner::X;")],
        ] {
            assert_eq!(found(sources), [["x", "y"]], "{sources:?}");
        }
    }

    #[test]
    fn longer_circles_are_found_once_and_two_are_distinguished() {
        let ring = [("a", "use crate::b;"), ("b", "use crate::c;"), ("c", "use crate::a;")];
        let pair = [("x/mod", "use crate::y;"), ("y", "use crate::x;"), ("lone", "use crate::a;")];
        assert_eq!(found(&[ring, pair].concat()), [vec!["a", "b", "c"], vec!["x/mod", "y"]]);
    }

    #[test]
    fn a_module_and_its_children_may_use_each_other_and_tests_may_use_all() {
        for sources in [
            &[("x", "mod c; use self::c::C;"), ("x/c", "use super::X; use crate::x::Y;")][..],
            &[("lib", "use crate::x::X;"), ("x", "use crate::Root;")],
            &[
                ("x", "use crate::y; #[cfg(test)] mod tests { use crate::y::Y; }"),
                ("y", "#[cfg(test)] mod t { use crate::x::X; }"),
            ],
            &[("x", "use crate::y;"), ("y", ""), ("y/tests", "use crate::x;")],
            &[("x", "use y::crate_x; // crate::y"), ("y", "const C: &str = \"crate::x\";")],
        ] {
            assert_eq!(found(sources), [[""; 0]; 0], "{sources:?}");
        }
    }

    #[test]
    fn children_of_one_module_are_no_exception() {
        let sources = [("m/a", "use super::b;"), ("m/b", "use crate::m::a::A;"), ("m", "mod a; mod b;")];
        assert_eq!(found(&sources), [["m/a", "m/b"]]);
    }
}
