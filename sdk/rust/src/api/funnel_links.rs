// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::FunnelLinks;
use crate::operations::operations;
use crate::types;

operations! {
    FunnelLinks:

    /// Show a funnel link.
    ///
    /// A link that fills a slot of the domain, as it is recorded. `ETag` is of the link alone.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `link_id`: The number of a funnel link
    fn show(path domain: &str, path link_id: i64) -> json types::FunnelLink {
        FunnelLinksShow = GET "/api/admin/domains/{domain}/links/{link_id}" as "funnel_links_show";
    }

    /// Switch a funnel link on or off.
    ///
    /// Switches the link upstream, then here, then stamps the draft's buttons again. A link of an account that was
    /// connected before can't be switched (`link_foreign`).
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `link_id`: The number of a funnel link
    fn toggle(
        path domain: &str,
        path link_id: i64,
        json body: &types::LinkToggle,
    ) -> json types::ToggledLink {
        FunnelLinksToggle = PATCH "/api/admin/domains/{domain}/links/{link_id}"
            as "funnel_links_toggle", Conditional;
    }

    /// Provision a domain's funnel links.
    ///
    /// Creates the missing upstream links for the domain's slots, and puts their addresses on the draft's buttons. Repeated
    /// calls create no link twice, and retry the slots that failed. `If-Match` takes the `ETag` of the domain, which is
    /// compared before anything is created.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn provision(path domain: &str, json body: &types::ProvisionLinks) -> json types::Provisioned {
        FunnelLinksProvision = POST "/api/admin/domains/{domain}/provision-links"
            as "funnel_links_provision", Conditional, Keyed;
    }

    /// Plan a domain's funnel links.
    ///
    /// Shows for each slot whether its link is recorded, would be reused or would be created. Nothing is written.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn plan(path domain: &str, json body: &types::ProvisionLinks) -> json types::DryRun {
        FunnelLinksPlan = POST "/api/admin/domains/{domain}/provision-links/dry-run" as "funnel_links_plan";
    }

    /// List tracked funnel links.
    ///
    /// The recorded links with the engine's current statistics, by offer and then by creation time. `search` is part of the
    /// name or provider id, ignoring case. Links that were created on the platform appear after the next pull. Links of an
    /// account that was connected before have `state` `foreign` and counters of 0.
    fn list() -> json types::TrackedLinkList {
        FunnelLinksList = GET "/api/admin/smart-links"
            as "funnel_links_list", Paged(items: types::TrackedLink);
        /// Part of the name or provider id, ignoring case.
        "search" search: &str;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }
}
