//! Publication of the draft, and rollback.

use actix_web::HttpResponse;
use actix_web::web::{Path, Query};
use funnel_sdk::types::{DraftDifference, Rollback};
use maud::{Markup, html};
use serde::Deserialize;

use super::differences;
use super::differences::Names;
use super::draft::{Listed, segments, unmade};
use crate::context::{Context, Undo};
use crate::failure::Failure;
use crate::form::Form;
use crate::key_names::KeyNames;
use crate::screens::Answer;
use crate::view::{self, DomainTab, Kind, enc, hidden};

#[derive(Deserialize)]
pub(crate) struct Shown {
    cursor: Option<String>,
}

fn path(domain: &str) -> String {
    format!("/domains/{}/publish", enc(domain))
}

/// The draft compared with the live page.
struct Pending {
    etag: String,
    live: Option<i64>,
    changes: Vec<DraftDifference>,
    segments: Vec<Listed>,
}

async fn pending(cx: &Context, domain: &str) -> Result<Pending, Failure> {
    let diff = async { cx.api.drafts().diff(domain).send().await.map_err(Failure::from) };
    let (diff, (_, segments)) = tokio::try_join!(diff, segments(cx, domain))?;
    let etag = diff.etag().unwrap_or("*").to_owned();
    let diff = diff.into_inner();
    Ok(Pending { etag, live: diff.live_version, changes: diff.changes, segments })
}

pub(crate) async fn screen(cx: Context, domain: Path<String>, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let mut versions = cx.api.drafts().versions_list(&domain).limit(20);
    if let Some(cursor) = &shown.cursor {
        versions = versions.cursor(cursor);
    }
    let versions = async { versions.send().await.map_err(Failure::from) };
    let (found, names) =
        tokio::join!(async { tokio::try_join!(pending(&cx, &domain), versions) }, KeyNames::read(&cx));
    let (pending, versions) = found?;
    let can_publish = cx.may("landings", "publish");
    let Pending { live, changes, .. } = &pending;
    let body = html! {
        section.card.card-flush {
            div.card-head {
                div.body {
                    h2 { (text.with("publish-changes", [("n", changes.len().into())])) }
                    p.small.muted { @match live {
                        Some(version) => { (text.with("publish-live", [("version", (*version).into())])) }
                        None => { (text.t("publish-never")) }
                    } }
                }
                @if can_publish && (!changes.is_empty() || live.is_none()) {
                    form method="post" action=(path(&domain)) {
                        (hidden(&[("etag", &pending.etag), ("live", &live.unwrap_or_default().to_string())]))
                        (view::once())
                        button.button.primary type="submit" { (text.t("publish-now")) }
                    }
                }
            }
            (leads_nowhere(&cx, &domain, &pending.segments))
            (differences::list(text, changes, &Names::of(&pending.segments)))
        }
        section.card.card-flush {
            div.card-head { h2 { (text.t("versions")) } }
            @if versions.items.is_empty() { div.empty { p { (text.t("versions-empty")) } } }
            ul.list { @for version in &versions.items {
                li {
                    div.body {
                        span.row {
                            span.strong { (text.with("version", [("n", version.version.into())])) }
                            @if Some(version.version) == *live { (view::pill(Kind::Good, &text.t("live"))) }
                            @if let Some(from) = version.rolled_back_from { (view::pill(Kind::Plain, &text.with("version-from", [("n", from.into())]))) }
                        }
                        span.small.muted { (text.moment_of(&version.published_at)) " · " span translate="no" { (names.name(&version.published_by)) } }
                    }
                    @if can_publish && Some(version.version) != *live { (rollback_button(&cx, &domain, &pending, version.version)) }
                }
            } }
        }
        (view::pager(text, &path(&domain), versions.next_cursor.as_deref()))
    };
    Ok(view::page_of(&cx, &domain, DomainTab::Publish, html! {}, body))
}

/// Warns of buttons whose funnel links are not created yet.
fn leads_nowhere(cx: &Context, domain: &str, segments: &[Listed]) -> Markup {
    let text = cx.text;
    let found = unmade(segments);
    let labels: Vec<&str> = found.iter().map(|button| button.label.as_str()).collect();
    html! {
        @if !labels.is_empty() {
            div.pad { (view::note(Kind::Warn, html! {
                p { (text.with("publish-unmade", [("n", labels.len().into())])) " " span translate="no" { (labels.join(" · ")) } }
                @if cx.may("links", "view") { p { a href={ "/domains/" (enc(domain)) "/funnel-links" } { (text.t("publish-unmade-fix")) } } }
            })) }
        }
    }
}

fn rollback_path(domain: &str) -> String {
    format!("/domains/{}/rollback", enc(domain))
}

/// Renders the way back to a version. Unpublished changes need a decision first.
fn rollback_button(cx: &Context, domain: &str, pending: &Pending, version: i64) -> Markup {
    let text = cx.text;
    let number = text.with("version", [("n", version.into())]);
    let label = html! { (text.t("rollback")) span.visually-hidden { " " (number) } };
    if !pending.changes.is_empty() {
        return html! { a.button href={ (rollback_path(domain)) "?version=" (version) } { (label) } };
    }
    let question = text.with("rollback-sure", [("n", version.into())]);
    html! {
        form method="post" action=(rollback_path(domain)) data-confirm=(question) {
            (rollback_fields(pending, version, false))
            (view::asks(&question))
            button.button type="submit" { (label) }
        }
    }
}

fn rollback_fields(pending: &Pending, version: i64, keep_draft: bool) -> Markup {
    let live = pending.live.unwrap_or_default().to_string();
    let kept = if keep_draft { "1" } else { "" };
    let fields = [
        ("version", version.to_string()),
        ("etag", pending.etag.clone()),
        ("live", live),
        (KEPT, kept.to_owned()),
    ];
    html! {
        (hidden(&fields.each_ref().map(|(name, value)| (*name, value.as_str()))))
        (view::once())
    }
}

/// Field of a rollback that keeps the draft.
const KEPT: &str = "keep_draft";

#[derive(Deserialize)]
pub(crate) struct To {
    version: i64,
}

/// Shows the unpublished changes before a rollback, and asks what becomes of them.
pub(crate) async fn ask_rollback(cx: Context, domain: Path<String>, to: Query<To>) -> Answer {
    let text = cx.text;
    let pending = pending(&cx, &domain).await?;
    let question = text.t("rollback-drop-sure");
    let body = html! {
        (view::note(Kind::Warn, html! {
            p.strong { (text.with("rollback-pending", [("n", pending.changes.len().into())])) }
            p { (text.with("rollback-pending-words", [("n", to.version.into())])) }
        }))
        section.card.card-flush {
            div.card-head { h2 { (text.t("rollback-changes")) } }
            (differences::list(text, &pending.changes, &Names::of(&pending.segments)))
        }
        div.actions {
            form method="post" action=(rollback_path(&domain)) {
                (rollback_fields(&pending, to.version, true))
                button.button.primary type="submit" { (text.with("rollback-keep", [("n", to.version.into())])) }
            }
            form method="post" action=(rollback_path(&domain)) data-confirm=(question) {
                (rollback_fields(&pending, to.version, false))
                (view::asks(&question))
                button.button.danger type="submit" { (text.t("rollback-drop")) }
            }
            a.button.quiet href=(path(&domain)) { (text.t("back")) }
        }
    };
    Ok(view::page_of(&cx, &domain, DomainTab::Publish, html! {}, body))
}

/// Puts a version live again and keeps the draft, so that undoing loses nothing.
fn undo_to(domain: &str, version: i64) -> Undo {
    let fields = vec![("version".to_owned(), version.to_string()), (KEPT.to_owned(), "1".to_owned())];
    Undo { action: rollback_path(domain), fields }
}

/// Redirects to the versions with a message, and with an undo button if another version was live before.
fn said(cx: &Context, domain: &str, form: &Form, words: String) -> HttpResponse {
    match form.number("live").filter(|version| *version > 0) {
        Some(version) => view::see_undoable(cx, &path(domain), words, undo_to(domain, version)),
        None => view::see_saying(cx, &path(domain), words),
    }
}

/// Reports a failed publication, or that the draft changed in the meantime.
fn failed(cx: &Context, domain: &str, failure: Failure) -> Answer {
    if failure.is_conflict() {
        return Ok(view::see_saying(cx, &path(domain), cx.text.t("publish-conflict")));
    }
    Err(failure)
}

pub(crate) async fn publish(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let asked = cx.api.drafts().publish(&domain).if_match(form.text("etag")).idempotency_key(form.once());
    match asked.send().await.map_err(Failure::from) {
        Ok(published) => {
            let words = cx.text.with("published", [("version", published.version.into())]);
            Ok(said(&cx, &domain, &form, words))
        }
        Err(failure) => failed(&cx, &domain, failure),
    }
}

pub(crate) async fn rollback(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let version = form.number("version").unwrap_or_default();
    let asked = Rollback { version, keep_draft: Some(form.ticked(KEPT)) };
    let mut asked = cx.api.drafts().rollback(&domain, &asked).idempotency_key(form.once());
    // The toast with an undo button does not know the draft.
    if let Some(etag) = form.optional("etag") {
        asked = asked.if_match(etag);
    }
    match asked.send().await.map_err(Failure::from) {
        Ok(published) => {
            let values = [("n", version.into()), ("version", published.version.into())];
            Ok(said(&cx, &domain, &form, cx.text.with("rolled-back", values)))
        }
        Err(failure) => failed(&cx, &domain, failure),
    }
}
