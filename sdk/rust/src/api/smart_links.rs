// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::SmartLinks;
use crate::operations::operations;
use crate::types;

operations! {
    SmartLinks:

    /// List a domain's smart links.
    ///
    /// The smart links of one domain with their policies, a page at a time.
    ///
    /// - `domain`: The domain.
    fn list(query "domain" domain: &str) -> json types::SmartLinkList {
        SmartLinksList = GET "/api/admin/smartlinks" as "smart_links_list", Paged(items: types::SmartLinkOut);
        /// A part of the name or of the slug, whatever the case.
        "search" search: &str;
        /// How many at most.
        "limit" limit: i64;
        /// Where the page before ended.
        "cursor" cursor: &str;
    }

    /// Create a smart link.
    ///
    /// The upstream platform is never contacted.
    fn create(json body: &types::SmartLinkCreate) -> json types::SmartLinkOut {
        SmartLinksCreate = POST "/api/admin/smartlinks" as "smart_links_create", Keyed;
    }

    /// Delete a smart link.
    ///
    /// Its address stops working at once, and its slug is free again.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn delete(path id: &str) -> nothing () {
        SmartLinksDelete = DELETE "/api/admin/smartlinks/{id}" as "smart_links_delete", Conditional;
    }

    /// Show a smart link.
    ///
    /// The smart link with its policy.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: &str) -> json types::SmartLinkOut {
        SmartLinksShow = GET "/api/admin/smartlinks/{id}" as "smart_links_show";
    }

    /// Change a smart link.
    ///
    /// A policy is replaced whole. The change is live at once.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn update(path id: &str, json body: &types::SmartLinkUpdate) -> json types::SmartLinkOut {
        SmartLinksUpdate = PATCH "/api/admin/smartlinks/{id}" as "smart_links_update", Conditional;
    }

    /// Simulate a smart link.
    ///
    /// Shows what the visitors of a country get, and why. Nothing is sent and nothing is recorded.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn simulate(path id: &str, json body: &types::PolicySimulate) -> json types::PolicySimulation {
        SmartLinksSimulate = POST "/api/admin/smartlinks/{id}/simulate" as "smart_links_simulate";
    }
}
