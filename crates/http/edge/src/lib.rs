#![doc = include_str!("../README.md")]

mod agents;
mod answers;
mod cache;
mod client;
mod codes;
mod cookie;
mod events;
mod files;
mod geoip;
mod go;
mod landing;
mod links;
mod lookup;
mod middleware;
mod pages;
mod recorder;
mod signature;
mod snapshots;
mod visits;

use actix_web::{HttpRequest, HttpResponse, guard, web};

pub use agents::Agents;
pub use cache::{Host, HostCache, HostFacts, HostMemory, HostSource, Room};
pub use client::{Client, Clients, CountrySource};
pub use events::EventReceiver;
pub use files::routes as file_routes;
pub use geoip::Geoip;
pub use lookup::{EdgeCaches, EdgeLookup, KnownCodes, KnownLinks};
pub use middleware::observe;
pub use recorder::TouchRecorder;
pub use snapshots::SnapshotKeeper;
pub use visits::Visits;

/// The live pages of a process.
pub type LiveCache = HostCache<landing_page::CompiledPage>;

/// Everything that the edge serves.
pub fn routes(config: &mut web::ServiceConfig) {
    config
        .service(resource("/r/{slug}").route(read_only().to(links::smart_link)))
        .service(resource("/").route(read_only().to(landing::landing)))
        .service(resource("/go/{button_id}").route(read_only().to(go::go)))
        .service(resource("/qr").route(read_only().to(codes::scan)))
        .service(resource("/qr/{path:.*}").route(read_only().to(codes::scan)))
        .service(resource_for("POST", "/engine/v1/events").route(web::post().to(events::take)))
        .default_service(web::to(not_found));
}

fn resource(path: &str) -> actix_web::Resource {
    resource_for("GET, HEAD", path)
}

fn resource_for(allow: &'static str, path: &str) -> actix_web::Resource {
    // The name is what metrics are kept by.
    web::resource(path).name(path).default_service(web::to(move || method_not_allowed(allow)))
}

pub(crate) fn read_only() -> actix_web::Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

async fn not_found(request: HttpRequest) -> HttpResponse {
    answers::not_found(&request)
}

async fn method_not_allowed(allow: &'static str) -> HttpResponse {
    HttpResponse::MethodNotAllowed().insert_header((actix_web::http::header::ALLOW, allow)).finish()
}
