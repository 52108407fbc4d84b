//! Static files of the pages. Their names change with their content, so browsers may cache them
//! forever.

use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use sha2::{Digest as _, Sha256};

use crate::App;
use crate::failure::Failure;

struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
    path: String,
}

static ASSETS: LazyLock<[Asset; 7]> = LazyLock::new(|| {
    [
        asset("app.css", "text/css; charset=utf-8", include_bytes!("../assets/app.css")),
        asset("app.js", "text/javascript; charset=utf-8", include_bytes!("../assets/app.js")),
        asset("htmx.js", "text/javascript; charset=utf-8", include_bytes!("../assets/vendor/htmx.min.js")),
        asset(
            "idiomorph.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../assets/vendor/idiomorph.min.js"),
        ),
        asset(
            "uplot.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../assets/vendor/uPlot.iife.min.js"),
        ),
        asset("uplot.css", "text/css; charset=utf-8", include_bytes!("../assets/vendor/uPlot.min.css")),
        asset(
            "sortable.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../assets/vendor/sortable.min.js"),
        ),
    ]
});

fn asset(name: &'static str, kind: &'static str, bytes: &'static [u8]) -> Asset {
    let digest: String = Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Asset { name, kind, bytes, path: format!("/assets/{digest}/{name}") }
}

/// Returns the path of a file.
pub(crate) fn path(name: &str) -> &'static str {
    ASSETS.iter().find(|asset| asset.name == name).map_or("/", |asset| &asset.path)
}

pub(crate) async fn serve(request: actix_web::HttpRequest, _: web::Path<(String, String)>) -> HttpResponse {
    match ASSETS.iter().find(|asset| asset.path == request.path()) {
        Some(asset) => HttpResponse::Ok()
            .content_type(asset.kind)
            .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
            .body(asset.bytes),
        None => HttpResponse::NotFound().finish(),
    }
}

/// Largest file of a landing page, in bytes, as the API accepts it.
const LARGEST_FILE: usize = 10 << 20;

/// A file of a landing page. Such files are public under unguessable names.
pub(crate) struct PublicFile {
    pub(crate) kind: String,
    pub(crate) bytes: web::Bytes,
}

/// Reads a file of a landing page of at most `most` bytes.
pub(crate) async fn read_public_file(app: &App, name: &str, most: usize) -> Result<PublicFile, Failure> {
    if !is_plain(name) {
        return Err(Failure::NotFound);
    }
    read(app, &format!("/f/{name}"), most).await
}

/// Returns whether a name can't lead to another path.
fn is_plain(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-');
    name.chars().all(is_plain) && !name.starts_with('.')
}

async fn read(app: &App, path: &str, most: usize) -> Result<PublicFile, Failure> {
    let mut answer =
        app.http.get(format!("{}{path}", app.api)).send().await.map_err(|_| Failure::NotFound)?;
    if !answer.status().is_success() {
        return Err(Failure::NotFound);
    }
    let kind = answer.headers().get(reqwest::header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or("application/octet-stream").to_owned();
    let mut bytes = web::BytesMut::new();
    while let Some(chunk) = answer.chunk().await.map_err(|_| Failure::NotFound)? {
        if bytes.len() + chunk.len() > most {
            return Err(Failure::NotFound);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(PublicFile { kind, bytes: bytes.freeze() })
}

/// Serves a file of a landing page to the preview. The preview runs in a frame without an origin,
/// so its requests have no session.
pub(crate) async fn public_file(
    app: web::Data<App>,
    name: web::Path<String>,
) -> Result<HttpResponse, Failure> {
    let PublicFile { kind, bytes } = read_public_file(&app, &name, LARGEST_FILE).await?;
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CACHE_CONTROL, "private, max-age=86400"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ))
        .insert_header((header::HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"))
        .body(bytes))
}

/// Largest font of live text, in bytes.
const LARGEST_FONT: usize = 64 << 10;

/// Serves a font of live text to the preview. Browsers load fonts for a frame without an origin only if the answer
/// allows any origin.
pub(crate) async fn public_font(
    app: web::Data<App>,
    name: web::Path<String>,
) -> Result<HttpResponse, Failure> {
    if !is_plain(&name) {
        return Err(Failure::NotFound);
    }
    let PublicFile { kind, bytes } = read(&app, &format!("/f/face/{name}"), LARGEST_FONT).await?;
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CACHE_CONTROL, "private, max-age=86400"))
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .body(bytes))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn the_vendored_files_are_those_that_their_readme_names() {
        let readme = include_str!("../assets/vendor/README.md");
        let vendored =
            ["htmx.min.js", "idiomorph.min.js", "uPlot.iife.min.js", "uPlot.min.css", "sortable.min.js"];
        for name in vendored {
            let bytes = std::fs::read(format!("assets/vendor/{name}")).unwrap();
            let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            assert!(readme.contains(&digest), "{name} has another hash: {digest}");
        }
    }

    #[test]
    fn a_first_visit_loads_little() {
        let packed = |name: &str| {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(ASSETS.iter().find(|asset| asset.name == name).unwrap().bytes).unwrap();
            encoder.finish().unwrap().len()
        };
        // The overview is the heaviest first screen; its HTML takes less than 8 KB.
        let total: usize = ["app.css", "app.js", "htmx.js", "uplot.js", "uplot.css"].map(packed).iter().sum();
        assert!(total + 8 * 1024 <= 60 * 1024, "{total}");
    }
}
