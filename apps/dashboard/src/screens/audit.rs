//! The audit log of changes.

use actix_web::web::Query;
use funnel_sdk::types::{AuditLogActor, AuditLogEntry, AuditSubjectType};
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use crate::context::Context;
use crate::key_names::KeyNames;
use crate::text::Text;
use crate::view::{self, Section};
use crate::words::word;

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    #[serde(default)]
    action: String,
    #[serde(default)]
    q: String,
    cursor: Option<String>,
}

/// Kinds of changes in the filter.
const KINDS: [&str; 17] = [
    "",
    "landing",
    "domain",
    "smart_link",
    "funnel_link",
    "qr_code",
    "key",
    "member",
    "pixel",
    "engine",
    "broadcast",
    "preset",
    "request",
    "webhook",
    "destination_health",
    "gate",
    "fan",
];

pub(crate) async fn screen(cx: Context, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let mut request = cx.api.audit().list().limit(50);
    if let Some(action) = word(&shown.action).filter(|_| !shown.action.is_empty()) {
        request = request.action(action);
    }
    let subject = subject(&shown.q);
    if !shown.q.is_empty() {
        request = request.subject(&subject);
    }
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let (list, names) = tokio::join!(request.send(), KeyNames::read(&cx));
    let list = list?.into_inner();
    let options = KINDS.map(|kind| {
        (
            format!("/audit?action={kind}"),
            text.word("audit-kind", if kind.is_empty() { "all" } else { kind }),
            shown.action == kind,
        )
    });
    let body = html! {
        section.card.card-flush {
            div.card-head {
                div.body { h2 { (text.t("audit-title")) } p.small.muted { (text.t("audit-words")) } }
                (view::search(text, "/audit", &shown.q, &text.t("audit-search"), &[("action", &shown.action)]))
            }
            div.pad { (view::segmented(&text.t("audit-kinds"), &options)) }
            div #results {
                @if list.items.is_empty() { (view::empty("team", &text.t("audit-empty-title"), &text.t("audit-empty-words"), html! {})) }
                @else { ul.list { @for entry in &list.items { (row(text, entry, &names)) } } }
            }
        }
        (view::pager(text, &format!("/audit?action={}&q={}", shown.action, view::enc(&shown.q)), list.next_cursor.as_deref()))
    };
    Ok(view::page(&cx, Section::Audit, &text.t("nav-audit"), html! {}, body))
}

/// Returns the searched subject: `type:id` in the API's form, or else a domain by name.
fn subject(searched: &str) -> String {
    let kind = searched.split_once(':').map(|(kind, _)| kind);
    let is_type = kind.is_some_and(|kind| AuditSubjectType::parse(kind).is_some());
    if is_type { searched.to_owned() } else { format!("domain:{searched}") }
}

fn row(text: Text, entry: &AuditLogEntry, names: &KeyNames) -> Markup {
    html! {
        li {
            div.body {
                div.spread {
                    span.row {
                        span.strong title=(entry.action) { (text.word("audit-action", &entry.action)) }
                        span { @if entry.subject.r#type != "domain" { (text.word("subject", &entry.subject.r#type)) " " } (view::raw(&entry.subject.id)) }
                    }
                    span.small.muted { (text.moment_of(&entry.at)) }
                }
                span.small.muted { (actor(text, &entry.actor, names)) }
                @if entry.before.is_some() || entry.after.is_some() {
                    details.more {
                        summary { (text.t("audit-values")) }
                        dl.kv translate="no" {
                            @for (label, value) in [("audit-before", &entry.before), ("audit-after", &entry.after)] {
                                @if let Some(value) = value { dt { (text.t(label)) } dd { code.wrap { (value) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn actor(text: Text, actor: &AuditLogActor, names: &KeyNames) -> Markup {
    html! {
        @if actor.cli { (text.t("audit-cli")) }
        @else if let Some(prefix) = &actor.key_prefix { (text.t("audit-key")) " " span translate="no" title=(prefix) { (names.name(prefix)) } }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use funnel_sdk::types::AuditActionFilter;

    use super::{KINDS, subject};

    #[test]
    fn the_filter_offers_every_kind_of_action() {
        let kinds = AuditActionFilter::WORDS.iter().filter(|word| !word.contains('.'));
        assert_eq!(KINDS.iter().filter(|kind| !kind.is_empty()).collect::<BTreeSet<_>>(), kinds.collect());
    }

    #[test]
    fn what_is_no_type_is_searched_for_as_a_domain() {
        for (searched, expected) in [
            ("a.example", "domain:a.example"),
            ("domain:a.example", "domain:a.example"),
            ("api_key:7", "api_key:7"),
            ("qr_code:7", "qr_code:7"),
            ("key:7", "domain:key:7"),
            ("https://a.example", "domain:https://a.example"),
            (":7", "domain::7"),
        ] {
            assert_eq!(subject(searched), expected);
        }
    }
}
