//! The administration API: one file a noun, each with a `routes` function that is called here.

mod appearance;
mod broadcasts;
mod bulk;
mod buttons;
mod content;
mod deliveries;
mod domains;
mod funnel_links;
mod keys;
mod library;
mod members;
mod notification;
mod pixels;
mod preview;
mod publishing;
mod qr;
mod requests;
mod segments;
mod smart_links;
mod stats;

use crate::http::routes::Routes;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{Scope, web};

use super::auth::gate;
pub use preview::PreviewFrame;
pub use stats::Connected;

/// Where the API lives.
pub const PREFIX: &str = "/api/admin";

/// All operations of the API, and `additional` ones, behind the gate.
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
    web::scope(PREFIX).configure(all).wrap(from_fn(gate))
}

/// One line a noun.
pub(super) fn nouns(config: &mut Routes<'_, '_>) {
    keys::routes(config);
    members::routes(config);
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
    pixels::routes(config);
    qr::routes(config);
    deliveries::routes(config);
    stats::routes(config);
    content::routes(config);
    requests::routes(config);
    broadcasts::routes(config);
}
