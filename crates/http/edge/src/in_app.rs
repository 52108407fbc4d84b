//! Counts of visitors who are offered a way out of an app, and of those who arrive outside.

use actix_web::HttpRequest;
use actix_web::http::Method;
use landing_draft::appearance::Design;
use landing_draft::in_app::escape_outcome;
use landing_draft::landing::Landing;
use landing_draft::visitor::Visitor;

/// Counts the outcome of a way out at this visit, if there is one. Only known names become labels, because visitors can
/// write any name into an address.
pub(super) fn count(request: &HttpRequest, landing: &Landing, visitor: &Visitor) {
    let is_page = matches!(landing.appearance.design, Design::Builtin) && landing.reach.helps_out();
    if !is_page || request.method() != Method::GET {
        return;
    }
    if let Some((escape, outcome)) = escape_outcome(landing.reach.in_app_help(visitor), visitor) {
        let labels = [("escape", escape.name), ("outcome", outcome.as_str())];
        metrics::counter!("in_app_escapes_total", &labels).increment(1);
    }
}
