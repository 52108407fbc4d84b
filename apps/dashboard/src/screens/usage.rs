//! Usage of the plan.

use funnel_sdk::types::{PlanUsage, UsedOfLimit};
use maud::{Markup, html};

use crate::context::Context;
use crate::failure::Failure;
use crate::text::Text;
use crate::view::{self, Kind};

/// Reads the usage and limits, if the key may see them.
pub(super) async fn read(cx: &Context) -> Result<Option<PlanUsage>, Failure> {
    if !cx.may("landings", "view") {
        return Ok(None);
    }
    Ok(Some(cx.api.usage().show().send().await?.into_inner()))
}

/// Renders all usage.
pub(super) fn card(text: Text, usage: &PlanUsage) -> Markup {
    html! {
        section.card #usage { div.stack {
            div.spread { h2 { (text.t("usage")) } (view::pill(Kind::Plain, &text.word("plan-name", &usage.plan))) }
            div.fields {
                (part(text, "usage-domains", &usage.domains, |count| text.number(count)))
                (part(text, "usage-files", &usage.files, |count| text.number(count)))
                (part(text, "usage-bytes", &usage.file_bytes, |count| megabytes(text, count)))
            }
        } }
    }
}

/// Describes the usage of domains.
pub(super) fn domains(text: Text, usage: &PlanUsage) -> Markup {
    let domains = &usage.domains;
    let words = amount(text, domains, |count| text.number(count));
    html! {
        @if is_full(domains) { (view::note(Kind::Warn, text.t("usage-domains-full"))) }
        @else { p.small.muted { (text.t("usage-domains")) ": " (words) } }
    }
}

fn part(text: Text, label: &str, used: &UsedOfLimit, shown: impl Fn(i64) -> String) -> Markup {
    let label = text.t(label);
    html! {
        div.stack-s {
            div.spread.small { span { (label) } span.num { (amount(text, used, shown)) } }
            @if let Some(allowed) = used.allowed { progress max=(allowed.max(1)) value=(used.used.min(allowed)) aria-label=(label) {} }
            @if is_full(used) { p.small { (text.t("usage-full")) } }
        }
    }
}

fn amount(text: Text, used: &UsedOfLimit, shown: impl Fn(i64) -> String) -> String {
    match used.allowed {
        Some(allowed) => {
            text.with("usage-of", [("used", shown(used.used).into()), ("allowed", shown(allowed).into())])
        }
        None => text.with("usage-without-end", [("used", shown(used.used).into())]),
    }
}

fn is_full(used: &UsedOfLimit) -> bool {
    used.allowed.is_some_and(|allowed| used.used >= allowed)
}

/// Formats bytes as MiB, rounded up so that a small file is not 0.
fn megabytes(text: Text, bytes: i64) -> String {
    format!("{} MB", text.number(bytes.max(0).saturating_add((1 << 20) - 1) >> 20))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_used_is_shown_with_what_is_allowed() {
        let text = Text::by_code("en").unwrap();
        for (used, allowed, expected, full) in [
            (3, Some(25), "3 of 25", false),
            (25, Some(25), "25 of 25", true),
            (1200, None, "1,200, unlimited", false),
        ] {
            let used: UsedOfLimit =
                serde_json::from_value(json!({ "used": used, "allowed": allowed })).unwrap();
            assert_eq!(amount(text, &used, |count| text.number(count)), expected);
            assert_eq!(is_full(&used), full);
        }
        for (bytes, expected) in [(0, "0 MB"), (1, "1 MB"), (1 << 20, "1 MB"), (2 << 30, "2,048 MB")] {
            assert_eq!(megabytes(text, bytes), expected);
        }
    }
}
