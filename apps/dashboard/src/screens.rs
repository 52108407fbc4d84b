//! Screens, which read and write through the API.

pub(crate) mod audit;
pub(crate) mod broadcasts;
pub(crate) mod button_writes;
pub(crate) mod buttons;
pub(crate) mod code;
mod code_design;
pub(crate) mod code_files;
mod code_target;
pub(crate) mod codes;
pub(crate) mod conditions;
pub(crate) mod conversions;
pub(crate) mod copying;
pub(crate) mod destinations;
pub(crate) mod domains;
pub(crate) mod draft;
pub(crate) mod editor;
pub(crate) mod experiment_writes;
pub(crate) mod experiments;
pub(crate) mod funnel_links;
pub(crate) mod library;
pub(crate) mod links;
pub(crate) mod look_writes;
pub(crate) mod looks;
mod moments;
pub(crate) mod overview;
pub(crate) mod preview;
pub(crate) mod publish;
mod rights;
pub(crate) mod sessions;
pub(crate) mod smart_links;
pub(crate) mod splits;
pub(crate) mod statistics;
pub(crate) mod stats;
pub(crate) mod styleguide;
pub(crate) mod team;
pub(crate) mod transfer;
mod transfer_import;
pub(crate) mod transfer_writes;
pub(crate) mod uploads;
mod usage;
pub(crate) mod vault;
pub(crate) mod webhook_writes;
pub(crate) mod webhooks;
pub(crate) mod why;
pub(crate) mod wizard;

use actix_web::HttpResponse;

use crate::failure::Failure;

/// Result of a screen.
pub(crate) type Answer = Result<HttpResponse, Failure>;
