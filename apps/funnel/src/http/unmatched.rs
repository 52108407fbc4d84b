//! Answers to what no operation takes.

use std::collections::BTreeSet;

use actix_web::{HttpRequest, web};
use utoipa::openapi::OpenApi;

use super::error::ApiError;

/// The paths of the API and the methods that each takes, as the OpenAPI document lists them.
#[derive(Debug, Default)]
pub struct KnownPaths(Vec<(String, BTreeSet<&'static str>)>);

impl KnownPaths {
    /// All operations of `document`, and the pages about it.
    pub fn of(document: &OpenApi) -> Self {
        let pages = ["/api/openapi.json", "/api/docs"].map(|path| (path.to_owned(), BTreeSet::from(["GET"])));
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
            (path.clone(), taken.collect())
        });
        Self(operations.chain(pages).collect())
    }

    fn methods(&self, path: &str) -> BTreeSet<&'static str> {
        let fitting = self.0.iter().filter(|(template, _)| fits(template, path));
        fitting.flat_map(|(_, methods)| methods).copied().collect()
    }
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

/// Answers what no operation took: 405 where the path takes other methods, else 404.
pub async fn unmatched(request: HttpRequest) -> Result<&'static str, ApiError> {
    let known = request.app_data::<web::Data<KnownPaths>>();
    let methods = known.map(|known| known.methods(request.path())).unwrap_or_default();
    if methods.is_empty() {
        return Err(ApiError::not_found());
    }
    Err(ApiError::MethodNotAllowed { allow: methods.into_iter().collect::<Vec<_>>().join(", ") })
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn templates_fit_segment_by_segment() {
        assert!(fits("/a/{x}/b", "/a/1/b"));
        for other in ["/a/1", "/a/1/c", "/a//b", "/a/1/b/", "/a/1/b/c"] {
            assert!(!fits("/a/{x}/b", other), "{other}");
        }
    }
}
