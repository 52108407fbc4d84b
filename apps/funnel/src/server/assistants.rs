//! The API for AI assistants, on the listener of the API that it calls.

use std::future::ready;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock, OnceLock};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{Error, HttpMessage as _, HttpResponse, web};
use admin_api::openapi;
use funnel_mcp::{Access, Catalog};
use futures_util::stream;
use http_kit::auth::authenticate;
use http_kit::extract::{HeldBody, read_body};
use offload::{Gate, Limits};

use crate::commands::here;

/// Registers the MCP services, which use the API's keys and call the API at `api`.
pub(super) fn assistants(config: &mut web::ServiceConfig, api: SocketAddr) {
    for (path, access) in [("/mcp", Access::Read), ("/mcp/write", Access::Write)] {
        let service = funnel_mcp::service(path, format!("http://{}", here(api)), catalog, access);
        config.service(service.wrap(from_fn(timely)).wrap(from_fn(authenticate)));
    }
}

/// Limits for large requests that the process holds at once.
static CALLS: LazyLock<Gate> = LazyLock::new(|| {
    let one = funnel_mcp::LARGEST_BODY;
    Gate::new(
        "calls of assistants",
        Limits { room: 4 * one, room_each: 2 * one, waiting: 64, waiting_each: 8 },
    )
});

/// Reads the body within the API's time limit, so that a slow sender can't hold a connection.
async fn timely(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let mut payload = request.take_payload();
    match read_body(request.request(), &mut payload, funnel_mcp::LARGEST_BODY, &CALLS).await {
        Ok(HeldBody { bytes, place: _place }) => {
            let payload = Box::pin(stream::once(ready(Ok(bytes))));
            request.set_payload(Payload::Stream { payload });
            Ok(next.call(request).await?.map_into_boxed_body())
        }
        Err(error) => Ok(request.into_response(HttpResponse::from_error(error))),
    }
}

/// Builds the catalog at the first request of an assistant.
fn catalog() -> io::Result<Arc<Catalog>> {
    static CATALOG: OnceLock<Arc<Catalog>> = OnceLock::new();
    if let Some(catalog) = CATALOG.get() {
        return Ok(Arc::clone(catalog));
    }
    let catalog = Arc::new(Catalog::of(&openapi::document().to_json()?)?);
    Ok(Arc::clone(CATALOG.get_or_init(|| catalog)))
}
