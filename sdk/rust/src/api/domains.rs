// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Domains;
use crate::operations::operations;
use crate::types;

operations! {
    Domains:

    /// Copy parts of a draft to many domains.
    ///
    /// Each target by itself: one that fails leaves the others alone. Drafts only. An answer that takes longer than a second is sent
    /// bit by bit, each outcome when it is there. The work goes on when the caller leaves, if there is an `Idempotency-Key`.
    fn content_copy(json body: &types::BulkCopy) -> json types::BulkCopyOut {
        DomainsContentCopy = POST "/api/admin/bulk/copy-content" as "domains_content_copy", Keyed;
    }

    /// List domains.
    ///
    /// Every domain of the owner with its state of provisioning, or those that match `search` and `state`. With `limit` or `cursor` the
    /// list comes in parts.
    fn list() -> json types::DomainList {
        DomainsList = GET "/api/admin/domains" as "domains_list", Paged(items: types::DomainOut);
        /// A part of the hostname or of the display name, whatever the case.
        "search" search: &str;
        /// Only those in this state.
        "state" state: &str;
        /// `created_at` by default.
        "sort" sort: &str;
        /// How many at most; all by default.
        "limit" limit: i64;
        /// Where the part before ended. It is valid only with the `sort` that it was returned for.
        "cursor" cursor: &str;
    }

    /// Register a domain.
    ///
    /// The row is there at once, `pending`; a worker provisions the domain and makes it `active`. A hostname that another account gave up
    /// can't be registered for 7 days, and until 90 days have passed it needs a DNS record, which the error names.
    fn create(json body: &types::DomainRegister) -> json types::DomainOut {
        DomainsCreate = POST "/api/admin/domains" as "domains_create", Keyed;
    }

    /// Delete a domain.
    ///
    /// Its draft and versions go with it, its pages stop, and the name is free.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn delete(path domain: &str) -> nothing () {
        DomainsDelete = DELETE "/api/admin/domains/{domain}" as "domains_delete", Conditional;
    }

    /// Show a domain.
    ///
    /// The domain with its state of provisioning, and the reason where provisioning failed. `ETag` is the revision of its draft.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn show(path domain: &str) -> json types::DomainOut {
        DomainsShow = GET "/api/admin/domains/{domain}" as "domains_show";
    }

    /// Copy a whole draft from another domain.
    ///
    /// Replaces the draft of the path's domain by a copy of the source's, under new ids. Stamped addresses are not copied.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn draft_copy(path domain: &str, json body: &types::CopyFrom) -> json types::DomainOut {
        DomainsDraftCopy = POST "/api/admin/domains/{domain}/copy-from"
            as "domains_draft_copy", Conditional, Keyed;
    }

    /// Provision a failed domain again.
    ///
    /// Starts provisioning again after its cause was mended, such as a DNS record.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn provision(path domain: &str) -> json types::DomainOut {
        DomainsProvision = POST "/api/admin/domains/{domain}/provision" as "domains_provision", Keyed;
    }
}
