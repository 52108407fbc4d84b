// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Drafts;
use crate::operations::operations;
use crate::types;

operations! {
    Drafts:

    /// Show what publishing would change.
    ///
    /// Each difference from the live version to the draft, as a path with the value before and after.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn diff(path domain: &str) -> json types::DraftDiff {
        DraftsDiff = GET "/api/admin/domains/{domain}/diff" as "drafts_diff";
    }

    /// Preview the draft.
    ///
    /// Renders the draft for the simulated visitor, as after a publication. The parameters are the same as for *Show what
    /// a visitor would get, and why*. The dashboard's origin may frame the page. Nothing is stored or counted.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn preview(path domain: &str) -> text String {
        DraftsPreview = GET "/api/admin/domains/{domain}/preview" as "drafts_preview";
        /// A two-letter country code.
        "country" country: &str;
        /// Kind of device.
        "device" device: types::Device;
        /// Operating system.
        "os" os: types::Os;
        /// Browser.
        "browser" browser: types::Browser;
        /// App with a built-in browser; `unknown` is another app, and `none` is no app.
        "in_app" in_app: types::InApp;
        /// A language code such as `de` or `pt-BR`.
        "lang" lang: &str;
        /// Referring page: an address or a host.
        "referrer" referrer: &str;
        /// `direct`, `qr` or `qr-<slug>`; `direct` by default.
        "channel" channel: &str;
        /// Query string of the page's address, such as `utm_source=story`.
        "query" query: &str;
        /// Whether the visitor has been here before.
        "returning" returning: bool;
        /// Time in Unix seconds; now by default.
        "at" at: i64;
        /// Any text that identifies the visitor: the same text keeps the same arm.
        "visitor" visitor: &str;
        /// Whether to use the draft instead of the live version.
        "draft" draft: bool;
    }

    /// Publish the draft.
    ///
    /// The live page changes at once and as a whole. If nothing has changed, the live version is returned with `changed`
    /// false. The newest 1,000 versions are kept.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn publish(path domain: &str) -> json types::Publication {
        DraftsPublish = POST "/api/admin/domains/{domain}/publish" as "drafts_publish", Conditional, Keyed;
    }

    /// Roll back to a version.
    ///
    /// Publishes the content of the old version as a new version, and makes it the draft unless `keep_draft` is true. A
    /// version that is no longer kept is `version_not_found`.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn rollback(path domain: &str, json body: &types::Rollback) -> json types::Publication {
        DraftsRollback = POST "/api/admin/domains/{domain}/rollback" as "drafts_rollback", Conditional, Keyed;
    }

    /// Show what a visitor would get, and why.
    ///
    /// Reads the live version, or with `draft=true` the draft. A parameter that is left out is unknown; `channel` defaults
    /// to `direct`, `at` to now. The same `visitor` always gets the same arm. On a domain that was never published,
    /// `segment` is null. Nothing is sent or counted.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn simulate(path domain: &str) -> json types::Simulation {
        DraftsSimulate = GET "/api/admin/domains/{domain}/simulate" as "drafts_simulate";
        /// A two-letter country code.
        "country" country: &str;
        /// Kind of device.
        "device" device: types::Device;
        /// Operating system.
        "os" os: types::Os;
        /// Browser.
        "browser" browser: types::Browser;
        /// App with a built-in browser; `unknown` is another app, and `none` is no app.
        "in_app" in_app: types::InApp;
        /// A language code such as `de` or `pt-BR`.
        "lang" lang: &str;
        /// Referring page: an address or a host.
        "referrer" referrer: &str;
        /// `direct`, `qr` or `qr-<slug>`; `direct` by default.
        "channel" channel: &str;
        /// Query string of the page's address, such as `utm_source=story`.
        "query" query: &str;
        /// Whether the visitor has been here before.
        "returning" returning: bool;
        /// Time in Unix seconds; now by default.
        "at" at: i64;
        /// Any text that identifies the visitor: the same text keeps the same arm.
        "visitor" visitor: &str;
        /// Whether to use the draft instead of the live version.
        "draft" draft: bool;
    }

    /// List published versions.
    ///
    /// Each publication with its time and key prefix, newest first, in pages.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn versions_list(path domain: &str) -> json types::VersionList {
        DraftsVersionsList = GET "/api/admin/domains/{domain}/versions"
            as "drafts_versions_list", Paged(items: types::Version);
        /// Maximum number of items; 50 by default.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }
}
