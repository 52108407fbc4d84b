#![doc = include_str!("../README.md")]

mod agents;
mod answers;
mod cache;
mod client;
mod codes;
mod cookie;
mod events;
mod files;
mod frame;
mod geoip;
mod go;
mod landing;
mod links;
mod lookup;
mod operation;
mod pages;
mod recorder;
mod services;
mod signature;
mod snapshots;

use std::pin::pin;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};

use operation::Operation;

pub use agents::Agents;
pub use cache::{Host, HostCache, HostFacts, HostMemory, HostSource, Room};
pub use client::{Client, Clients, CountrySource};
pub use events::EventReceiver;
pub use files::routes as file_routes;
pub use geoip::Geoip;
pub use lookup::{EdgeCaches, EdgeLookup, KnownCodes, KnownLinks};
pub use recorder::TouchRecorder;
pub use services::EdgeServices;
pub use snapshots::SnapshotKeeper;

/// The live pages of a process.
pub type LiveCache = HostCache<landing_page::CompiledPage>;

/// Everything that the edge serves.
pub fn routes(config: &mut web::ServiceConfig) {
    config.default_service(web::to(answer));
}

async fn answer(
    request: HttpRequest,
    payload: web::Payload,
    services: web::Data<EdgeServices>,
) -> HttpResponse {
    let operation = Operation::of(&request);
    // What a request works on is large, so it stays where it begins.
    let work = pin!(served(&request, operation, payload, &services));
    frame::around(&request, operation, &services.in_flight, work).await
}

async fn served(
    request: &HttpRequest,
    operation: Operation<'_>,
    payload: web::Payload,
    services: &EdgeServices,
) -> HttpResponse {
    if let Some(allow) = operation.refuses(request.method()) {
        return HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, allow)).finish();
    }
    match operation {
        Operation::SmartLink(slug) => links::smart_link(request, slug, services).await,
        Operation::LandingPage => landing::landing(request, services).await,
        // The rest by itself, for pages and redirects would carry the room that it needs.
        Operation::Button(id) => Box::pin(go::go(request, id, services)).await,
        Operation::PrintedCode => Box::pin(codes::scan(request, services)).await,
        Operation::Font(name) => files::font(request, name, services.files.as_ref()),
        Operation::File(name) => Box::pin(files::file(request, name, services.files.as_ref())).await,
        Operation::Events => {
            let taken = Box::pin(events::take(request, payload, &services.events)).await;
            taken.unwrap_or_else(HttpResponse::from_error)
        }
        Operation::Nothing => answers::not_found(request),
    }
}
