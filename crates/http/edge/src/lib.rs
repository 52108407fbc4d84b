#![doc = include_str!("../README.md")]

mod agents;
mod answers;
mod arrival;
mod cache;
mod client;
mod codes;
mod cookie;
mod engine_push;
mod files;
mod frame;
mod geoip;
mod go;
mod in_app;
mod landing;
mod languages;
mod links;
mod lookup;
mod operation;
mod pages;
mod recorder;
mod request_line;
mod services;
mod snapshots;
mod www;

use std::pin::pin;
use std::rc::Rc;

use actix_web::dev::{Payload, ServiceRequest, ServiceResponse, fn_service};
use actix_web::http::header;
use actix_web::{Error, HttpRequest, HttpResponse, web};
use kernel::{Clock as _, UnixTime};
use runtime::SystemClock;

use operation::{Operation, typed_path};

pub use agents::{Agents, ParsedAgent};
pub use cache::{Host, HostCache, HostFacts, HostMemory, HostSource, Room};
pub use client::{Client, Clients, CountrySource};
pub use engine_push::EventReceiver;
pub use files::routes as file_routes;
pub use geoip::Geoip;
pub use lookup::{EdgeCaches, EdgeLookup, KnownCodes, KnownLinks};
pub use recorder::TouchRecorder;
pub use request_line::EscapedLines;
pub use services::EdgeServices;
pub use snapshots::SnapshotKeeper;

/// Cache of live pages.
pub type LiveCache = HostCache<landing_page::CompiledPage>;

/// Registers everything that the edge serves, for one worker.
pub fn routes(services: EdgeServices) -> impl FnOnce(&mut web::ServiceConfig) {
    let services = Rc::new(services);
    let answer = move |request| answer(request, Rc::clone(&services));
    |config| {
        config.default_service(fn_service(answer));
    }
}

async fn answer(request: ServiceRequest, services: Rc<EdgeServices>) -> Result<ServiceResponse, Error> {
    let (request, mut payload) = request.into_parts();
    let answer = {
        let path = typed_path(&request);
        let (operation, now) = (Operation::at(&path), SystemClock.now());
        // Pinned on the stack, because moving the large request state would be costly.
        let work = pin!(served(&request, operation, &mut payload, now, &services));
        frame::around(&request, operation, now, &services.in_flight, work).await
    };
    Ok(ServiceResponse::new(request, answer))
}

async fn served(
    request: &HttpRequest,
    operation: Operation<'_>,
    payload: &mut Payload,
    now: UnixTime,
    services: &EdgeServices,
) -> HttpResponse {
    if let Some(allow) = operation.refuses(request.method()) {
        return HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, allow)).finish();
    }
    if let Some(answer) = www::redirect(request, operation, &services.lookup).await {
        return answer;
    }
    match operation {
        Operation::SmartLink(slug) => links::smart_link(request, slug, now, services).await,
        Operation::LandingPage => landing::landing(request, now, services).await,
        // Boxed, so that pages and redirects do not carry the state of other operations.
        Operation::Button(id) => Box::pin(go::go(request, id, now, services)).await,
        Operation::PrintedCode(path) => Box::pin(codes::scan(request, path, now, services)).await,
        Operation::Font(name) => files::font(request, name, services.files.as_ref()),
        Operation::File(name) => Box::pin(files::file(request, name, services.files.as_ref())).await,
        Operation::Events => {
            let taken = Box::pin(engine_push::take(request, payload, &services.events)).await;
            taken.unwrap_or_else(HttpResponse::from_error)
        }
        Operation::Nothing => answers::not_found(request),
    }
}
