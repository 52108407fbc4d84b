#![doc = include_str!("../README.md")]

mod appearance;
mod audit;
mod broadcasts;
mod bulk;
mod buttons;
mod content;
mod conversions;
pub mod convert;
mod csv;
mod deliveries;
pub mod deprecated;
mod destinations;
mod domains;
mod funnel_links;
mod keys;
mod library;
mod listing;
mod members;
mod notification;
pub mod openapi;
mod overview;
mod pixels;
mod preview;
mod publishing;
mod qr;
mod requests;
mod rules;
mod segments;
mod sessions;
mod smart_links;
mod stats;
mod transfer;
mod usage;
mod webhook_deliveries;
mod webhooks;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{Scope, web};
use http_kit::auth::authenticate;
use http_kit::routes::Routes;
use kernel::Hostname;
pub use preview::PreviewFrame;
pub use stats::Connected;

/// Receiver of this process's own changes to hosts, before the database notification arrives.
pub trait LivePageChanges: Send + Sync {
    /// Marks the cached data of this host as stale.
    fn changed(&self, host: &Hostname);
}

/// Path prefix of all operations.
pub const PREFIX: &str = "/api/admin";

/// Returns all operations of the API, and `additional` ones, behind authentication.
pub fn scope(
    additional: fn(&mut Routes<'_, '_>),
) -> Scope<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<BoxBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let all = |app: &mut web::ServiceConfig| {
        let mut routes = Routes::served(app);
        nouns(&mut routes);
        additional(&mut routes);
    };
    web::scope(PREFIX).configure(all).wrap(from_fn(authenticate))
}

/// Registers the operations of all nouns.
fn nouns(config: &mut Routes<'_, '_>) {
    keys::routes(config);
    members::routes(config);
    sessions::routes(config);
    domains::routes(config);
    publishing::routes(config);
    preview::routes(config);
    segments::routes(config);
    buttons::routes(config);
    bulk::routes(config);
    appearance::routes(config);
    notification::routes(config);
    library::routes(config);
    smart_links::routes(config);
    funnel_links::routes(config);
    destinations::routes(config);
    pixels::routes(config);
    qr::routes(config);
    deliveries::routes(config);
    stats::routes(config);
    overview::routes(config);
    conversions::routes(config);
    audit::routes(config);
    content::routes(config);
    requests::routes(config);
    broadcasts::routes(config);
    transfer::routes(config);
    usage::routes(config);
    webhooks::routes(config);
    webhook_deliveries::routes(config);
}
