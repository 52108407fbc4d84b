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
mod fields;
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
pub mod words;

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries
            .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .collect()
    }

    /// The document has one schema for each name, so two bodies must not share a name.
    #[test]
    fn no_two_bodies_have_one_name() {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = [crate_folder.join("src"), crate_folder.join("../http-kit/src/wire")];
        let mut named: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for file in folders.iter().flat_map(|folder| sources(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            if !text.contains("ToSchema") {
                continue;
            }
            for line in text.lines() {
                let body = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
                let name: String =
                    body.unwrap_or_default().chars().take_while(|c| c.is_alphanumeric()).collect();
                // Queries are no schemas of the document.
                if !name.is_empty() && !name.ends_with("Query") {
                    named.entry(name).or_default().push(file.clone());
                }
            }
        }
        assert!(named.len() > 100, "{}", named.len());
        named.retain(|_, files| files.len() > 1);
        assert!(named.is_empty(), "{named:?}");
    }
}
