mod conditions;

use std::borrow::Cow;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, guard, web};
use conditions::{Outcome, outcome};
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
    let content = match served.content {
        Cow::Borrowed(content) => web::Bytes::from_static(content),
        Cow::Owned(content) => web::Bytes::from(content),
    };
    let length = content.len();
    let described = |status| described(status, name, served.content_type);
    match outcome(request, name, length) {
        Outcome::Whole => described(StatusCode::OK).body(content),
        Outcome::Part(part) => {
            let range = format!("bytes {}-{}/{length}", part.start, part.end.saturating_sub(1));
            let mut answer = described(StatusCode::PARTIAL_CONTENT);
            // A compressed part would not be the named bytes.
            answer.insert_header(header::ContentEncoding::Identity);
            answer.insert_header((header::CONTENT_RANGE, range)).body(content.slice(part))
        }
        Outcome::NotModified => described(StatusCode::NOT_MODIFIED).finish(),
        Outcome::PreconditionFailed => HttpResponse::PreconditionFailed().finish(),
        Outcome::Unsatisfiable => {
            let range = format!("bytes */{length}");
            HttpResponse::RangeNotSatisfiable().insert_header((header::CONTENT_RANGE, range)).finish()
        }
    }
}

fn described(status: StatusCode, name: &str, content_type: &str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::build(status);
    answer
        .insert_header((header::CACHE_CONTROL, FOREVER))
        .insert_header((header::ETAG, format!("\"{name}\"")))
        .insert_header((header::ACCEPT_RANGES, "bytes"))
        .insert_header((header::CONTENT_TYPE, content_type))
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"));
    answer
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;

    use super::*;

    fn served() -> ServedFile {
        ServedFile { content: Cow::Borrowed(b"0123456789"), content_type: "audio/mpeg" }
    }

    #[actix_web::test]
    async fn an_answer_describes_the_part_that_it_holds() {
        for (header, status, range, length) in [
            (("range", "bytes=2-4"), 206, Some("bytes 2-4/10"), 3),
            (("range", "bytes=-4"), 206, Some("bytes 6-9/10"), 4),
            (("range", "bytes=10-"), 416, Some("bytes */10"), 0),
            (("range", "bytes=0-1,4-5"), 200, None, 10),
            (("if-none-match", "W/\"1.mp3\""), 304, None, 0),
            (("if-match", "\"2.mp3\""), 412, None, 0),
            (("accept", "*/*"), 200, None, 10),
        ] {
            let request = TestRequest::default().insert_header(header).to_http_request();
            let answer = answer(&request, "1.mp3", served());
            assert_eq!(answer.status().as_u16(), status, "{header:?}");
            let field = |name| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
            assert_eq!(field(header::CONTENT_RANGE).as_deref(), range, "{header:?}");
            // An error must not be kept for good in place of the file.
            let is_kept = status < 400;
            assert_eq!(field(header::CACHE_CONTROL).is_some(), is_kept, "{header:?}");
            assert_eq!(field(header::ETAG).is_some(), is_kept, "{header:?}");
            assert_eq!(field(header::ACCEPT_RANGES).is_some(), is_kept, "{header:?}");
            let body = to_bytes(answer.into_body()).await.unwrap();
            assert_eq!(body.len(), length, "{header:?}");
            assert!(status != 206 || served().content.windows(length).any(|part| part == body), "{header:?}");
        }
    }
}
