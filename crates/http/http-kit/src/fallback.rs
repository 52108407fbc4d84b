//! Responses for requests that no operation handles.

use std::collections::BTreeSet;

use actix_web::{HttpRequest, web};
use utoipa::openapi::OpenApi;

use super::error::ApiError;

/// Paths of the API with their methods, from the OpenAPI document.
#[derive(Debug, Default)]
pub struct KnownPaths {
    all: Vec<KnownPath>,
    /// Paths that a path with a variable also matches: `/qr/presets` and `/qr/{domain}`.
    covered: Vec<KnownPath>,
}

#[derive(Debug, Clone)]
struct KnownPath {
    template: String,
    methods: BTreeSet<&'static str>,
}

impl KnownPaths {
    /// Collects all operations of `document`, and `pages`, which accept GET.
    pub fn of(document: &OpenApi, pages: &[&str]) -> Self {
        let pages = pages.iter().map(|path| ((*path).to_owned(), BTreeSet::from(["GET", "HEAD"])));
        let operations = document.paths.paths.iter().map(|(path, item)| {
            let methods = [
                ("DELETE", &item.delete),
                ("GET", &item.get),
                ("PATCH", &item.patch),
                ("POST", &item.post),
                ("PUT", &item.put),
            ];
            let taken =
                methods.into_iter().filter(|(_, operation)| operation.is_some()).map(|(name, _)| name);
            let taken: BTreeSet<_> = taken.collect();
            (path.clone(), with_head(taken))
        });
        let known = |(template, methods)| KnownPath { template, methods };
        let all: Vec<_> = operations.chain(pages).map(known).collect();
        let is_covered = |one: &KnownPath| {
            all.iter()
                .any(|other| other.variables() > one.variables() && fits(&other.template, &one.template))
        };
        let covered = all.iter().filter(|one| is_covered(one)).cloned().collect();
        Self { all, covered }
    }

    /// Returns the methods of a path. Among several matches, the one with the fewest variables
    /// counts.
    fn methods(&self, path: &str) -> BTreeSet<&'static str> {
        let fitting = || self.all.iter().filter(|known| fits(&known.template, path));
        let fewest = fitting().map(KnownPath::variables).min();
        let closest = fitting().filter(|known| Some(known.variables()) == fewest);
        closest.flat_map(|known| &known.methods).copied().collect()
    }

    /// Rejects a method that a path does not accept but a matching path with a variable would. For
    /// example, a PATCH of `/qr/presets` is not one of a code named `presets`.
    pub fn overlooked(&self, method: &str, path: &str) -> Option<ApiError> {
        let known = self.covered.iter().find(|known| fits(&known.template, path))?;
        (!known.methods.contains(method)).then(|| not_allowed(&known.methods))
    }
}

/// Adds HEAD wherever GET is accepted.
fn with_head(mut methods: BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    if methods.contains("GET") {
        methods.insert("HEAD");
    }
    methods
}

impl KnownPath {
    fn variables(&self) -> usize {
        self.template.matches('{').count()
    }
}

fn not_allowed(methods: &BTreeSet<&'static str>) -> ApiError {
    ApiError::MethodNotAllowed { allow: methods.iter().copied().collect::<Vec<_>>().join(", ") }
}

fn fits(template: &str, path: &str) -> bool {
    let (mut template, mut path) = (template.split('/'), path.split('/'));
    loop {
        match (template.next(), path.next()) {
            (None, None) => return true,
            (Some(known), Some(given)) if known == given => {}
            (Some(known), Some(given)) if known.starts_with('{') && !given.is_empty() => {}
            _ => return false,
        }
    }
}

/// Responds with 405 if the path accepts other methods, else with 404.
pub async fn fallback(request: HttpRequest) -> Result<&'static str, ApiError> {
    let known = request.app_data::<web::Data<KnownPaths>>();
    let methods = known.map(|known| known.methods(request.path())).unwrap_or_default();
    Err(if methods.is_empty() { ApiError::not_found() } else { not_allowed(&methods) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_fit_segment_by_segment() {
        assert!(fits("/a/{x}/b", "/a/1/b"));
        for other in ["/a/1", "/a/1/c", "/a//b", "/a/1/b/", "/a/1/b/c"] {
            assert!(!fits("/a/{x}/b", other), "{other}");
        }
    }
}
