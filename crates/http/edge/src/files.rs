use std::borrow::Cow;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use actix_web::{HttpRequest, HttpResponse, guard, web};
use landing_draft::appearance::Font;
use landing_draft::ports::{ServedFile, ServedFiles};

/// A file name's content never changes, so it can be cached forever.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Prevents a file that is opened directly from running anything, because label pictures are SVG.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Registers uploaded and rendered files, and the fonts of live text.
pub fn routes(config: &mut web::ServiceConfig) {
    let read_only = || web::route().guard(guard::Any(guard::Get()).or(guard::Head()));
    config
        .service(web::resource("/f/face/{name}.woff2").route(read_only().to(
            async |request: HttpRequest, name: web::Path<String>, files: web::Data<dyn ServedFiles>| {
                font(&request, &name, files.get_ref())
            },
        )))
        .service(web::resource("/f/{name}").route(read_only().to(
            async |request: HttpRequest, name: web::Path<String>, files: web::Data<dyn ServedFiles>| {
                file(&request, &name, files.get_ref()).await
            },
        )));
}

pub(super) async fn file(request: &HttpRequest, name: &str, files: &dyn ServedFiles) -> HttpResponse {
    match files.file(name).await {
        Ok(Some(served)) => answer(request, name, served),
        Ok(None) => HttpResponse::NotFound().finish(),
        Err(error) => {
            tracing::warn!(cause = ?error, "a file could not be read");
            HttpResponse::ServiceUnavailable().insert_header((header::RETRY_AFTER, "2")).finish()
        }
    }
}

pub(super) fn font(request: &HttpRequest, name: &str, files: &dyn ServedFiles) -> HttpResponse {
    match Font::ALL.into_iter().find(|font| font.slug() == name) {
        Some(font) => answer(request, name, files.font(font)),
        None => HttpResponse::NotFound().finish(),
    }
}

fn answer(request: &HttpRequest, name: &str, served: ServedFile) -> HttpResponse {
    let tag = format!("\"{name}\"");
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut answer = HttpResponse::build(StatusCode::OK);
    answer
        .insert_header((header::CACHE_CONTROL, FOREVER))
        .insert_header((header::ETAG, tag.as_str()))
        .insert_header((header::CONTENT_TYPE, served.content_type))
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"));
    if known == Some(tag.as_str()) {
        return answer.status(StatusCode::NOT_MODIFIED).finish();
    }
    answer.body(match served.content {
        Cow::Borrowed(content) => web::Bytes::from_static(content),
        Cow::Owned(content) => web::Bytes::from(content),
    })
}
