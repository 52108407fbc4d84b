//! Publication of the draft, and rollback.

use actix_web::web::{Path, Query};
use funnel_sdk::types::{ChangeOp, DraftDifference, Rollback};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;

use crate::context::{Context, Undo};
use crate::failure::Failure;
use crate::form::Form;
use crate::key_names::KeyNames;
use crate::screens::Answer;
use crate::text::Text;
use crate::view::{self, DomainTab, Kind, enc, hidden};

#[derive(Deserialize)]
pub(crate) struct Shown {
    cursor: Option<String>,
}

fn path(domain: &str) -> String {
    format!("/domains/{}/publish", enc(domain))
}

pub(crate) async fn screen(cx: Context, domain: Path<String>, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let mut versions = cx.api.drafts().versions_list(&domain).limit(20);
    if let Some(cursor) = &shown.cursor {
        versions = versions.cursor(cursor);
    }
    let drafts = cx.api.drafts();
    let (found, names) = tokio::join!(
        async { tokio::try_join!(drafts.diff(&domain).send(), versions.send()) },
        KeyNames::read(&cx)
    );
    let (diff, versions) = found?;
    let etag = diff.etag().unwrap_or("*").to_owned();
    let can_publish = cx.may("landings", "publish");
    let live = diff.live_version;
    let body = html! {
        section.card.card-flush {
            div.card-head {
                div.body {
                    h2 { (text.with("publish-changes", [("n", diff.changes.len().into())])) }
                    p.small.muted { @match live {
                        Some(version) => { (text.with("publish-live", [("version", version.into())])) }
                        None => { (text.t("publish-never")) }
                    } }
                }
                @if can_publish && (!diff.changes.is_empty() || live.is_none()) {
                    form method="post" action=(path(&domain)) {
                        (hidden(&[("etag", &etag), ("live", &live.unwrap_or_default().to_string())]))
                        button.button.primary type="submit" { (text.t("publish-now")) }
                    }
                }
            }
            (changes(&cx, &diff.changes))
        }
        section.card.card-flush {
            div.card-head { h2 { (text.t("versions")) } }
            @if versions.items.is_empty() { div.empty { p { (text.t("versions-empty")) } } }
            ul.list { @for version in &versions.items {
                li {
                    div.body {
                        span.row {
                            span.strong { (text.with("version", [("n", version.version.into())])) }
                            @if Some(version.version) == live { (view::pill(Kind::Good, &text.t("live"))) }
                            @if let Some(from) = version.rolled_back_from { (view::pill(Kind::Plain, &text.with("version-from", [("n", from.into())]))) }
                        }
                        span.small.muted { (text.moment_of(&version.published_at)) " · " span translate="no" { (names.name(&version.published_by)) } }
                    }
                    @if can_publish && Some(version.version) != live {
                        form method="post" action={ "/domains/" (enc(&domain)) "/rollback" } data-confirm=(text.with("rollback-sure", [("n", version.version.into())])) {
                            (hidden(&[("version", &version.version.to_string())]))
                            button.button type="submit" { (text.t("rollback")) span.visually-hidden { " " (text.with("version", [("n", version.version.into())])) } }
                        }
                    }
                }
            } }
        }
        (view::pager(text, &path(&domain), versions.next_cursor.as_deref()))
    };
    Ok(view::page_of(&cx, &domain, DomainTab::Publish, html! {}, body))
}

/// Renders each difference as a sentence.
pub(crate) fn changes(cx: &Context, changes: &[DraftDifference]) -> Markup {
    let text = cx.text;
    if changes.is_empty() {
        return html! { div.empty { (view::icon("check")) p { (text.t("publish-nothing")) } } };
    }
    html! {
        ul.diff { @for change in changes {
            @let (class, sign) = match change.op { ChangeOp::Add => ("add", "+"), ChangeOp::Remove => ("remove", "−"), _ => ("change", "~") };
            li class=(class) {
                span.sign aria-hidden="true" { (sign) }
                div.body {
                    span.strong { (sentence(text, change)) }
                    span.row translate="no" {
                        @if let Some(from) = shown(text, &change.path, &change.from) { del { (from) } }
                        @if let Some(to) = shown(text, &change.path, &change.to) { ins { (to) } }
                    }
                }
            }
        } }
    }
}

/// Renders the value of the field at the end of a path.
fn shown(text: Text, path: &str, reported: &Value) -> Option<Markup> {
    match reported.as_i64() {
        Some(second) if path.ends_with("_ts") => Some(text.moment(second)),
        _ => value(reported).map(|words| html! { (words) }),
    }
}

/// Describes the part of the page that a path names, and its change.
fn sentence(text: Text, change: &DraftDifference) -> String {
    let mut part = "page";
    let mut field = "";
    let mut steps = change.path.split('.').peekable();
    while let Some(step) = steps.next() {
        match step {
            "segments" | "buttons" if steps.peek().is_some_and(|next| next.contains('_')) => {
                part = if step == "segments" { "segment" } else { "button" };
                steps.next();
                field = "";
            }
            // The section after `reach` names the field.
            "reach" => {}
            other => field = if field.is_empty() { other } else { field },
        }
    }
    let op = match change.op {
        ChangeOp::Add => "add",
        ChangeOp::Remove => "remove",
        _ => "change",
    };
    let what = if field.is_empty() { String::new() } else { text.word("part", field) };
    let part = text.word("part", part);
    if what.is_empty() {
        text.with(
            match op {
                "add" => "change-added",
                "remove" => "change-removed",
                _ => "change-changed",
            },
            [("what", part.into())],
        )
    } else {
        let whole = text.with("change-of", [("what", what.into()), ("part", part.into())]);
        text.with(
            match op {
                "add" => "change-added",
                "remove" => "change-removed",
                _ => "change-changed",
            },
            [("what", whole.into())],
        )
    }
}

/// Formats the fields of a value, such as a look, without JSON syntax.
fn in_words(fields: &serde_json::Map<String, Value>) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let reported = fields.iter().map(|(name, value)| format!("{}: {}", name.replace('_', " "), plain(value)));
    reported.collect::<Vec<_>>().join(", ")
}

/// Formats a value briefly.
fn value(value: &Value) -> Option<String> {
    let shown = match value {
        Value::Null => return None,
        Value::String(text) => text.clone(),
        Value::Object(fields) => ["label", "name", "title"]
            .iter()
            .find_map(|name| fields.get(*name)?.as_str().map(str::to_owned))
            .unwrap_or_else(|| in_words(fields)),
        other => other.to_string(),
    };
    (!shown.is_empty()).then(|| {
        if shown.chars().count() > 160 { shown.chars().take(159).chain(['…']).collect() } else { shown }
    })
}

pub(crate) async fn publish(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let text = cx.text;
    let asked = cx.api.drafts().publish(&domain).if_match(form.text("etag"));
    match asked.send().await.map_err(Failure::from) {
        Ok(published) => {
            let words = text.with("published", [("version", published.version.into())]);
            let before = form.number("live").filter(|version| *version > 0);
            Ok(match before {
                Some(version) => {
                    let action = format!("/domains/{}/rollback", enc(&domain));
                    let fields = vec![("version".to_owned(), version.to_string())];
                    view::see_undoable(&cx, &path(&domain), words, Undo { action, fields })
                }
                None => view::see_saying(&cx, &path(&domain), words),
            })
        }
        Err(failure) if failure.is_conflict() => {
            Ok(view::see_saying(&cx, &path(&domain), text.t("publish-conflict")))
        }
        Err(failure) => Err(failure),
    }
}

pub(crate) async fn rollback(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let asked = Rollback { version: form.number("version").unwrap_or_default() };
    let published = cx.api.drafts().rollback(&domain, &asked).send().await?;
    let values = [("n", asked.version.into()), ("version", published.version.into())];
    Ok(view::see_saying(&cx, &path(&domain), cx.text.with("rolled-back", values)))
}
