// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::SmartLinks;
use crate::operations::operations;
use crate::types;

operations! {
    SmartLinks:

    /// List a domain's smart links.
    ///
    /// The smart links of one domain with their policies, in pages. `search` is part of the name or slug, ignoring case.
    ///
    /// - `domain`: The domain.
    fn list(query "domain" domain: &str) -> json types::SmartLinkList {
        SmartLinksList = GET "/api/admin/smartlinks" as "smart_links_list", Paged(items: types::SmartLink);
        /// Part of the name or slug, ignoring case.
        "search" search: &str;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Create a smart link.
    ///
    /// The platform is never contacted. A policy of the wrong shape is a 422; a policy that breaks a rule, such as a
    /// country named twice, is `invalid_policy`, whose message names up to five places.
    fn create(json body: &types::SmartLinkCreate) -> json types::SmartLink {
        SmartLinksCreate = POST "/api/admin/smartlinks" as "smart_links_create", Keyed;
    }

    /// Delete a smart link.
    ///
    /// The address stops working at once, and the slug is free again.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn delete(path id: i64) -> nothing () {
        SmartLinksDelete = DELETE "/api/admin/smartlinks/{id}" as "smart_links_delete", Conditional;
    }

    /// Show a smart link.
    ///
    /// The smart link with its policy.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: i64) -> json types::SmartLink {
        SmartLinksShow = GET "/api/admin/smartlinks/{id}" as "smart_links_show";
    }

    /// Change a smart link.
    ///
    /// A policy is replaced as a whole. The change is live at once. After `expires_at` the link leads to `expired_url` or
    /// the landing page and stays `active`; a later end revives it.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn update(path id: i64, json body: &types::SmartLinkUpdate) -> json types::SmartLink {
        SmartLinksUpdate = PATCH "/api/admin/smartlinks/{id}" as "smart_links_update", Conditional;
    }

    /// Simulate a smart link.
    ///
    /// Shows what the visitors of a country get, and why. Shares are final: an arm without a link has share 0, and its
    /// visitors count where they end. `samples` assigns that many random visitors with the production hash and returns
    /// `sampled` for each arm. Nothing is sent or recorded.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn simulate(path id: i64, json body: &types::PolicySimulate) -> json types::PolicySimulation {
        SmartLinksSimulate = POST "/api/admin/smartlinks/{id}/simulate" as "smart_links_simulate";
    }
}
