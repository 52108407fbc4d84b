// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::FunnelLinks;
use crate::operations::operations;
use crate::types;

operations! {
    FunnelLinks:

    /// Switch a funnel link on or off.
    ///
    /// Upstream first, then here; then the draft's buttons are stamped again. A link of an account that was connected before is
    /// never switched.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `link_id`: The number of a funnel link
    fn toggle(
        path domain: &str,
        path link_id: &str,
        json body: &types::LinkToggle,
    ) -> json types::ToggledOut {
        FunnelLinksToggle = PATCH "/api/admin/domains/{domain}/links/{link_id}" as "funnel_links_toggle";
    }

    /// Provision a domain's funnel links.
    ///
    /// Makes the upstream links that the domain's slots lack, and puts their addresses on the draft's buttons. Calling it again
    /// makes nothing twice; a slot that failed is tried again by the next call.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn provision(path domain: &str, json body: &types::ProvisionLinks) -> json types::ProvisionedOut {
        FunnelLinksProvision = POST "/api/admin/domains/{domain}/provision-links"
            as "funnel_links_provision", Keyed;
    }

    /// Plan a domain's funnel links.
    ///
    /// Shows for each slot whether its link is recorded, would be taken over or would be made. Nothing is written anywhere.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn plan(path domain: &str, json body: &types::ProvisionLinks) -> json types::DryRunOut {
        FunnelLinksPlan = POST "/api/admin/domains/{domain}/provision-links/dry-run" as "funnel_links_plan";
    }

    /// List tracked funnel links.
    ///
    /// The recorded links with the engine's statistics, by offer and then by time of creation.
    fn list() -> json types::TrackedLinkList {
        FunnelLinksList = GET "/api/admin/smart-links"
            as "funnel_links_list", Paged(items: types::TrackedLinkOut);
        /// A part of the name or of the provider id, whatever the case.
        "search" search: &str;
        /// How many at most.
        "limit" limit: i64;
        /// Where the page before ended.
        "cursor" cursor: &str;
    }
}
