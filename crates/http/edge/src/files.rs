use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use actix_web::{HttpRequest, HttpResponse, web};
use async_trait::async_trait;
use kernel::StoreError;
use landing_draft::appearance::Font;

/// A name's content never changes, so whoever has it never asks again.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// A file that is opened by itself may do nothing: pictures of labels are SVG, which could hold more than a picture.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Files as visitors get them, each with its content type.
#[async_trait]
pub trait ServedFiles: Send + Sync {
    /// An uploaded or rendered file; `None` where there is none of this name.
    async fn file(&self, name: &str) -> Result<Option<(web::Bytes, &'static str)>, StoreError>;

    /// The file that a browser sets live text of a font in.
    fn font(&self, font: Font) -> (&'static [u8], &'static str);
}

/// Uploaded and rendered files, and the fonts of live text.
pub fn routes(config: &mut web::ServiceConfig) {
    config
        .service(web::resource("/f/face/{name}.woff2").route(super::read_only().to(font)))
        .service(web::resource("/f/{name}").route(super::read_only().to(file)));
}

async fn file(
    request: HttpRequest,
    name: web::Path<String>,
    files: web::Data<dyn ServedFiles>,
) -> HttpResponse {
    match files.file(&name).await {
        Ok(Some((content, content_type))) => answer(&request, &name, content, content_type),
        Ok(None) => HttpResponse::NotFound().finish(),
        Err(error) => {
            tracing::warn!(cause = ?error, "a file could not be read");
            HttpResponse::ServiceUnavailable().insert_header((header::RETRY_AFTER, "2")).finish()
        }
    }
}

async fn font(
    request: HttpRequest,
    name: web::Path<String>,
    files: web::Data<dyn ServedFiles>,
) -> HttpResponse {
    match Font::ALL.into_iter().find(|font| font.slug() == *name) {
        Some(font) => {
            let (content, content_type) = files.font(font);
            answer(&request, &name, web::Bytes::from_static(content), content_type)
        }
        None => HttpResponse::NotFound().finish(),
    }
}

fn answer(
    request: &HttpRequest,
    name: &str,
    content: web::Bytes,
    content_type: &'static str,
) -> HttpResponse {
    let tag = format!("\"{name}\"");
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut answer = HttpResponse::build(StatusCode::OK);
    answer
        .insert_header((header::CACHE_CONTROL, FOREVER))
        .insert_header((header::ETAG, tag.as_str()))
        .insert_header((header::CONTENT_TYPE, content_type))
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"));
    if known == Some(tag.as_str()) {
        return answer.status(StatusCode::NOT_MODIFIED).finish();
    }
    answer.body(content)
}
