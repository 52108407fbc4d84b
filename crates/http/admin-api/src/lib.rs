#![doc = include_str!("../README.md")]

pub mod api_keys;
pub mod appearance;
pub mod audit;
pub mod broadcasts;
pub mod bulk;
pub mod buttons;
pub mod conversions;
pub mod convert;
mod csv;
pub mod deprecated;
pub mod destinations;
pub mod domains;
pub mod funnel_links;
#[cfg(test)]
pub(crate) mod hostile_inputs;
pub mod library;
mod listing;
pub mod members;
pub mod notification;
pub mod openapi;
pub mod overview;
pub mod pixel_deliveries;
pub mod pixels;
pub mod preview;
pub mod publishing;
pub mod qr;
pub mod requests;
mod rules;
pub mod segments;
pub mod sessions;
pub mod smart_links;
pub mod stats;
pub mod transfer;
pub mod usage;
pub mod vault;
mod webhook_deliveries;
pub mod webhooks;

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
    api_keys::routes(config);
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
    pixel_deliveries::routes(config);
    stats::routes(config);
    overview::routes(config);
    conversions::routes(config);
    audit::routes(config);
    vault::routes(config);
    requests::routes(config);
    broadcasts::routes(config);
    transfer::routes(config);
    usage::routes(config);
    webhooks::routes(config);
    webhook_deliveries::routes(config);
}
