//! Screens, which read and write through the API.

pub(crate) mod audit;
pub(crate) mod broadcasts;
pub(crate) mod conversions;
pub(crate) mod destinations;
pub(crate) mod domains;
pub(crate) mod editor;
pub(crate) mod funnel_links;
pub(crate) mod library;
pub(crate) mod members;
mod moments;
pub(crate) mod overview;
pub(crate) mod qr;
pub(crate) mod sessions;
mod smart_link_form;
pub(crate) mod smart_links;
pub(crate) mod stats;
pub(crate) mod styleguide;
pub(crate) mod transfer;
pub(crate) mod uploads;
mod usage;
pub(crate) mod vault;
pub(crate) mod webhooks;

use actix_web::HttpResponse;

use crate::failure::Failure;

/// Result of a screen.
pub(crate) type Answer = Result<HttpResponse, Failure>;
