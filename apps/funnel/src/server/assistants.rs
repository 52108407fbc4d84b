//! The API for assistants, beside the API that it calls.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use actix_web::middleware::from_fn;
use actix_web::web;
use admin_api::openapi;
use funnel_mcp::{Access, Catalog};
use http_kit::auth::authenticate;

use crate::commands::here;

/// With the keys of the API, which is asked at this address.
pub(super) fn assistants(config: &mut web::ServiceConfig, api: SocketAddr) {
    for (path, access) in [("/mcp", Access::Read), ("/mcp/write", Access::Write)] {
        let service = funnel_mcp::service(path, format!("http://{}", here(api)), catalog, access);
        config.service(service.wrap(from_fn(authenticate)));
    }
}

/// Made once, with the first request of an assistant.
fn catalog() -> io::Result<Arc<Catalog>> {
    static CATALOG: OnceLock<Arc<Catalog>> = OnceLock::new();
    if let Some(catalog) = CATALOG.get() {
        return Ok(Arc::clone(catalog));
    }
    let catalog = Arc::new(Catalog::of(&openapi::document().to_json()?)?);
    Ok(Arc::clone(CATALOG.get_or_init(|| catalog)))
}
