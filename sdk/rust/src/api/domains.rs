// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Domains;
use crate::operations::operations;
use crate::types;

operations! {
    Domains:

    /// Copy parts of a draft to many domains.
    ///
    /// Each of at most 1,000 targets succeeds or fails by itself; only drafts change. `bg` copies canvas colour, background
    /// pictures and design; `ui` the look of buttons, profile and gate, sharing, in-app handling and campaign parameters;
    /// `notification` the banner without its preset. A response that takes longer than a second is streamed: status 200
    /// first, then each result when it is ready. A target over which the database fails then has `ok` false and `detail`
    /// `unavailable`, and may have been copied. With an `Idempotency-Key`, the work continues if the client disconnects.
    fn content_copy(json body: &types::BulkCopy) -> json types::BulkCopyReport {
        DomainsContentCopy = POST "/api/admin/bulk/copy-content" as "domains_content_copy", Keyed;
    }

    /// List domains.
    ///
    /// Every domain of the owner with its provisioning state, or those that match `search` (part of the hostname, also as
    /// people write it, or of the display name, ignoring case) and `state`. Without `limit` and `cursor`, the list is
    /// returned in full and has no `next_cursor`.
    fn list() -> json types::DomainList {
        DomainsList = GET "/api/admin/domains" as "domains_list", Paged(items: types::Domain);
        /// Part of the hostname or display name, ignoring case.
        "search" search: &str;
        /// Only items in this state.
        "state" state: types::DomainState;
        /// `created_at` by default.
        "sort" sort: types::DomainSort;
        /// Maximum number of items; all by default.
        "limit" limit: i64;
        /// `next_cursor` of the previous page. Valid only with the same `sort` and filters.
        "cursor" cursor: &str;
    }

    /// Register a domain.
    ///
    /// The domain is created as `pending`; a worker provisions it and makes it `active`. The address of a whole site, such as
    /// `https://links.example.com/`, is taken as its host, which the response names. If the hostname is taken and the
    /// plan's limit is reached, the limit is reported. A hostname that another account gave up can't be registered for 7
    /// days. For 90 days it needs a DNS record, which the error names.
    fn create(json body: &types::DomainRegister) -> json types::Domain {
        DomainsCreate = POST "/api/admin/domains" as "domains_create", Keyed;
    }

    /// Delete a domain.
    ///
    /// Deletes the domain with its draft, versions and pages, and frees the hostname. Funnel links stay in the account; a
    /// later domain of the same name takes them over.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn delete(path domain: &str) -> nothing () {
        DomainsDelete = DELETE "/api/admin/domains/{domain}" as "domains_delete", Conditional;
    }

    /// Show a domain.
    ///
    /// The domain with its provisioning state. A hostname is reachable if its CNAME or one of its addresses is a target of
    /// the service. `provisioning_error` is the last failed attempt, also while the domain is still `pending`. After the
    /// fifth failure the domain is `failed`. `dns_records` are the records to set at the DNS provider. `ETag` is the
    /// revision of the draft.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn show(path domain: &str) -> json types::Domain {
        DomainsShow = GET "/api/admin/domains/{domain}" as "domains_show";
    }

    /// Copy a whole draft from another domain.
    ///
    /// Replaces the draft of the path's domain with a copy of the source's draft, under new ids. Stamped addresses and QR
    /// codes are not copied.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn draft_copy(path domain: &str, json body: &types::CopyFrom) -> json types::Domain {
        DomainsDraftCopy = POST "/api/admin/domains/{domain}/copy-from"
            as "domains_draft_copy", Conditional, Keyed;
    }

    /// Retry the provisioning of a domain.
    ///
    /// Call this operation after you have fixed the cause, such as a DNS record. The number of attempts restarts at 0. A
    /// domain that has not failed is `invalid_transition`.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn provision(path domain: &str) -> json types::Domain {
        DomainsProvision = POST "/api/admin/domains/{domain}/provision"
            as "domains_provision", Conditional, Keyed;
    }
}
