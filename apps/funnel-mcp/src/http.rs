//! Streamable HTTP transport: connects actix to the protocol library.

use std::io;
use std::sync::Arc;

use actix_web::http::{StatusCode, header};
use actix_web::web::{self, Bytes, PayloadConfig};
use actix_web::{HttpRequest, HttpResponse, Resource};
use http_body_util::{BodyExt as _, Full};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use secrecy::SecretString;

use crate::server::{Keys, Offer, RequestKey, Server};
use crate::{Access, Catalog};

/// Maximum size of a request body: the largest import text as JSON, plus overhead.
pub const LARGEST_BODY: usize = 16 * 1024 * 1024;

type Endpoint = StreamableHttpService<Server, LocalSessionManager>;

/// Serves requests with bearer keys at `path`. The caller must check the keys first. The catalog is
/// built at the first request, because it takes megabytes.
pub fn service(
    path: &str,
    api: String,
    catalog: fn() -> io::Result<Arc<Catalog>>,
    access: Access,
) -> Resource {
    let server = move || Ok(Server::new(api.clone(), catalog()?, access, Keys::OfRequest, Offer::OfRequest));
    // Without sessions, any process can serve any request. Host names are not checked: a page that
    // reaches this by DNS rebinding has no key.
    let settings = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LARGEST_BODY)
        .with_allowed_hosts(Vec::<String>::new());
    let endpoint = Endpoint::new(server, Arc::new(LocalSessionManager::default()), settings);
    web::resource(path)
        .app_data(web::Data::new(endpoint))
        .app_data(PayloadConfig::new(LARGEST_BODY))
        .to(answer)
}

async fn answer(request: HttpRequest, body: Bytes, endpoint: web::Data<Endpoint>) -> HttpResponse {
    let Ok(forwarded) = forwarded(&request, body) else { return HttpResponse::BadRequest().finish() };
    let (head, body) = endpoint.handle(forwarded).await.into_parts();
    let status = StatusCode::from_u16(head.status.as_u16()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = HttpResponse::build(status);
    for (name, value) in &head.headers {
        answer.insert_header((name.as_str(), value.as_bytes()));
    }
    match body.collect().await {
        Ok(body) => answer.body(body.to_bytes()),
        Err(never) => match never {},
    }
}

/// Converts the request to the types of the protocol library.
fn forwarded(request: &HttpRequest, body: Bytes) -> Result<http::Request<Full<Bytes>>, http::Error> {
    let mut forwarded =
        http::Request::builder().method(request.method().as_str()).uri(request.uri().to_string());
    for (name, value) in request.headers() {
        if name != header::AUTHORIZATION {
            forwarded = forwarded.header(name.as_str(), value.as_bytes());
        }
    }
    let bearer = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some((_, key)) = bearer.and_then(|value| value.trim().split_once(' ')) {
        forwarded = forwarded.extension(RequestKey(SecretString::from(key.trim())));
    }
    forwarded.body(Full::new(body))
}
