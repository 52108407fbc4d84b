//! Target of a code: the page of its domain, or one of its smart links.

use maud::{Markup, html};

use crate::context::Context;
use crate::faults::Faults;
use crate::view::{self, enc};

/// Maximum number of smart links to choose from.
const MOST: i64 = 100;

/// Renders the field for the code's target. Keeps the chosen target if the links are hidden or
/// can't be read.
pub(super) async fn choice(cx: &Context, domain: &str, chosen: &str, faults: &Faults) -> Markup {
    let kept = view::hidden(&[("smart_link", chosen)]);
    if !cx.may("links", "view") {
        return kept;
    }
    let Ok(links) = cx.api.smart_links().list(domain).limit(MOST).send().await else { return kept };
    let text = cx.text;
    let known =
        links.items.iter().map(|link| (link.slug.clone(), format!("{} · /r/{}", link.name, link.slug)));
    let mut links: Vec<(String, String)> = known.collect();
    if !chosen.is_empty() && !links.iter().any(|(slug, _)| slug == chosen) {
        links.push((chosen.to_owned(), format!("/r/{chosen}")));
    }
    html! {
        div.field {
            label for="smart_link" { (text.t("code-leads")) }
            select.input #smart_link name="smart_link" aria-describedby="smart_link-hint smart_link-fault" {
                option value="" selected[chosen.is_empty()] { (text.t("code-leads-page")) }
                @for (slug, words) in &links { option value=(slug) selected[slug == chosen] translate="no" { (words) } }
            }
            p.hint #smart_link-hint { (text.t("code-leads-hint")) }
            (faults.slot("smart_link"))
        }
    }
}

/// Renders the target of a stored code.
pub(super) fn line(cx: &Context, domain: &str, link: Option<&str>) -> Markup {
    let text = cx.text;
    let at = format!("/domains/{}", enc(domain));
    html! {
        p.small {
            (text.t("code-leads")) ": "
            @match link {
                Some(link) => { (view::link(cx, &format!("{at}/smart-links"), view::raw(format!("/r/{link}")))) }
                None => { (view::link(cx, &format!("{at}/page"), text.t("code-leads-page"))) }
            }
        }
    }
}
