//! The page editor: the page segment by segment, with a live preview on a phone.

pub(crate) mod button_writes;
pub(crate) mod buttons;
pub(crate) mod conditions;
pub(crate) mod copying;
pub(crate) mod differences;
pub(crate) mod draft;
pub(crate) mod experiment_writes;
pub(crate) mod experiments;
pub(crate) mod look_writes;
pub(crate) mod looks;
pub(crate) mod preview;
pub(crate) mod publish;
pub(crate) mod visitor;
pub(crate) mod why;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::{Path, Query};
use funnel_sdk::Response;
use funnel_sdk::types::{Button, Conditions, Segment, SegmentCreate, SegmentUpdate};
use maud::{Markup, html};
use serde_json::json;

use super::{Answer, moments};
use crate::assets;
use crate::context::{Context, Undo};
use crate::failure::Failure;
use crate::faults::{Faults, Refused};
use crate::form::{Form, ONCE};
use crate::key_names::KeyNames;
use crate::screens::editor::differences::Names;
use crate::screens::editor::draft::{Draft, Schedule, path, rule_fields, schedule_fields, schedule_of};
use crate::screens::editor::visitor::Visitor;
use crate::screens::moments::Moment;
use crate::system;
use crate::view::{self, DomainTab, Input, Kind, enc, hidden, input};

/// Maps the API's places and codes to fields of the editor's forms.
const PLACES: [(&str, &str); 34] = [
    ("body.label", "label"),
    ("body.url", "url"),
    ("body.name", "name"),
    ("body.countries", "countries"),
    ("body.lang", "lang"),
    ("body.match", "match_json"),
    ("unusable-rule", "match_json"),
    ("body.from_ts", "from_ts"),
    ("body.until_ts", "until_ts"),
    ("body.ab.key", "key"),
    ("body.ab", "arms"),
    ("body.variants", "variants"),
    ("body.color", "color"),
    ("canvas_color_invalid", "color"),
    ("landing_ui_invalid.buttons.color", "color"),
    ("landing_ui_invalid.profile.status_text", "status_text"),
    ("landing_ui_invalid.profile.bio", "bio"),
    ("landing_ui_invalid.share.title", "title"),
    ("landing_ui_invalid.share.description", "description"),
    ("landing_ui_invalid.utm.source", "source"),
    ("landing_ui_invalid.utm.medium", "medium"),
    ("landing_ui_invalid.utm.campaign", "campaign"),
    ("body.title", "title"),
    ("body.body", "body"),
    ("body.link_text", "link_text"),
    ("body.target_url", "target_url"),
    ("body.link_mode", "target_url"),
    ("body.delay_ms", "delay"),
    ("invalid_file", "picture"),
    ("unsupported_media_type", "picture"),
    ("payload_too_large", "picture"),
    ("file_quota_reached", "picture"),
    ("unusable-upload", "picture"),
    ("unusable-too-large", "picture"),
];

pub(crate) async fn screen(cx: Context, domain: Path<String>, visitor: Query<Visitor>) -> Answer {
    show(&cx, &domain, &visitor, None).await
}

async fn read(cx: &Context, domain: &str, refused: Option<Refused>) -> Result<Draft, Failure> {
    let appearance = async {
        match cx.may("appearance", "view") {
            true => Ok(Some(cx.api.appearance().show(domain).send().await?.into_inner())),
            false => Ok::<_, Failure>(None),
        }
    };
    let banner = async {
        match cx.may("notifications", "view") {
            true => Ok(Some(cx.api.banners().show(domain).send().await?.into_inner())),
            false => Ok::<_, Failure>(None),
        }
    };
    let ((etag, segments), background, banner) =
        tokio::try_join!(draft::segments(cx, domain), appearance, banner)?;
    Ok(Draft { domain: domain.to_owned(), etag, segments, background, banner, refused })
}

pub(crate) async fn show(cx: &Context, domain: &str, visitor: &Visitor, refused: Option<Refused>) -> Answer {
    let text = cx.text;
    let (draft, of_visitor) =
        tokio::try_join!(read(cx, domain, refused), visitor::faults(cx, domain, visitor))?;
    let can_edit = cx.may("landings", "edit_content");
    let actions = html! {
        a.button.narrow href="#phone" hx-boost="false" { (text.t("preview-jump")) }
        a.button href={ "/domains/" (enc(domain)) "/why" } { (text.t("tab-why")) }
        @if cx.may("landings", "publish") { a.button.primary href={ "/domains/" (enc(domain)) "/publish" } { (text.t("review-publish")) } }
    };
    let body = html! {
        @if let Some(refused) = &draft.refused { (refused.faults.unplaced()) }
        div.editor hx-swap="morph show:none" hx-select-oob="#toasts" data-morph=(assets::path("idiomorph.js")) {
            div.stack {
                @if draft.segments.is_empty() {
                    section.card { (view::empty("domains", &text.t("segments-empty-title"), &text.t("segments-empty-words"), html! {})) }
                }
                @for (segment, list) in &draft.segments { (segment_panel(cx, &draft, segment, list, can_edit)) }
                @if can_edit { (segment_add(cx, &draft)) }
                (looks::panels(cx, &draft))
            }
            (phone(cx, domain, visitor, &of_visitor))
        }
    };
    Ok(view::page_of(cx, domain, DomainTab::Page, actions, body))
}

fn segment_panel(cx: &Context, draft: &Draft, segment: &Segment, list: &[Button], can_edit: bool) -> Markup {
    let text = cx.text;
    html! {
        details.panel open #{ "segment-" (segment.segment_id) } {
            summary {
                span.row {
                    span translate="no" { (segment.name) }
                    @if segment.is_default { (view::pill(Kind::Plain, &text.t("segment-default"))) }
                    @if segment.ab.is_some() { (view::pill(Kind::Accent, &text.t("segment-experiment"))) }
                    @if !segment.is_default { (moments::timing(text, segment.from_ts, segment.until_ts, system::now())) }
                }
            }
            div.stack-s { (for_whom(cx, segment)) }
            (buttons::list(cx, draft, segment, list, can_edit))
            @if can_edit {
                div.stack {
                    (buttons::add(cx, draft, segment))
                    details.more open[draft.is_refused(&segment.segment_id)] {
                        summary { (text.t("segment-edit")) }
                        (segment_form(cx, draft, Some(segment)))
                    }
                    (experiments::panel(cx, draft, segment))
                }
            }
        }
    }
}

/// Describes the visitors who see a segment.
fn for_whom(cx: &Context, segment: &Segment) -> Markup {
    let text = cx.text;
    let mut words = conditions::in_words(text, segment.r#match.as_ref());
    if !segment.countries.is_empty() {
        words.insert(0, text.with("segment-countries", [("list", segment.countries.join(", ").into())]));
    }
    html! {
        p.small.muted {
            @if segment.is_default { (text.t("segment-for-rest")) }
            @else if words.is_empty() { (text.t("segment-for-all")) }
            @else { (text.t("segment-for")) " " span translate="no" { (words.join(&format!(" {} ", text.t("rule-and")))) } }
            @let (from, until) = (segment.from_ts, segment.until_ts);
            @if from.is_some() || until.is_some() { " · " (moments::schedule(text, from, until)) }
            @if !segment.lang.is_empty() { " · " (text.t("language")) " " span translate="no" { (segment.lang) } }
        }
    }
}

fn segment_form(cx: &Context, draft: &Draft, segment: Option<&Segment>) -> Markup {
    let text = cx.text;
    let id = segment.map_or("new-segment", |segment| &segment.segment_id);
    let action = match segment {
        Some(segment) => format!("/domains/{}/segments/{}", enc(&draft.domain), enc(&segment.segment_id)),
        None => format!("/domains/{}/segments", enc(&draft.domain)),
    };
    let scope = format!("{id}-");
    let (name, lang) = segment.map_or(("", ""), |segment| (&segment.name, &segment.lang));
    let countries = segment.map_or_else(String::new, |segment| segment.countries.join(", "));
    let rule = segment.and_then(|segment| segment.r#match.as_ref());
    let schedule = segment.map_or((None, None), |segment| (segment.from_ts, segment.until_ts));
    let faults = draft.faults(id);
    html! {
        form.stack method="post" action=(action) {
            (hidden(&[("etag", &draft.etag), ("form", id)]))
            @if segment.is_none() { (view::once()) }
            div.fields {
                (input(&Input { name: "name", label: &text.t("segment-name"), value: draft.value(id, "name", name), required: true, scope: &scope, faults, ..Input::default() }))
                (input(&Input { name: "countries", label: &text.t("countries"), hint: &text.t("countries-hint"), value: draft.value(id, "countries", &countries), scope: &scope, faults, ..Input::default() }))
                (input(&Input { name: "lang", label: &text.t("segment-lang"), hint: &text.t("segment-lang-hint"), value: draft.value(id, "lang", lang), scope: &scope, faults, ..Input::default() }))
            }
            (rule_fields(cx, draft, id, rule))
            // The default segment has no schedule.
            @if schedule != (None, None) || !segment.is_some_and(|segment| segment.is_default) { (schedule_fields(cx, draft, id, schedule)) }
            div.row {
                @if !segment.is_some_and(|segment| segment.is_default) { (view::check("is_default", "1", text.t("segment-make-default"), draft.ticked(id, "is_default", false))) }
            }
            div.row { button.button.primary type="submit" { (text.t(if segment.is_some() { "save" } else { "segment-add" })) } }
        }
        @if let Some(segment) = segment {
            @if !segment.is_default {
                form method="post" action={ (action) "/delete" } data-confirm=(text.t("segment-delete-sure")) {
                    (hidden(&[("etag", &draft.etag)]))
                    (view::asks(&text.t("segment-delete-sure")))
                    button.button.danger type="submit" { (text.t("segment-delete")) }
                }
            }
        }
    }
}

fn segment_add(cx: &Context, draft: &Draft) -> Markup {
    html! {
        details.panel open[draft.segments.is_empty() || draft.is_refused("new-segment")] {
            summary { (cx.text.t("segment-add")) }
            div.stack { (segment_form(cx, draft, None)) }
        }
    }
}

fn phone(cx: &Context, domain: &str, visitor: &Visitor, faults: &Faults) -> Markup {
    let text = cx.text;
    let devices: Vec<(String, String)> = ["", "mobile", "tablet", "desktop"]
        .map(|device| (device.to_owned(), text.word("value", if device.is_empty() { "any" } else { device })))
        .to_vec();
    let preview = format!("/domains/{}/preview?{}", enc(domain), visitor.query());
    // Morphing keeps the frame; app.js reloads it after an edit.
    html! {
        aside.phone-side.stack #phone aria-label=(text.t("preview")) {
            div.phone {
                iframe #preview title=(text.t("preview")) sandbox="" loading="lazy" src=(preview) {}
            }
            form.card method="get" action=(path(domain)) {
                div.stack {
                    p.small.muted { (text.t("preview-words")) }
                    div.fields {
                        (input(&Input { name: "country", label: &text.t("country"), value: &visitor.country, scope: "preview-", faults: Some(faults), ..Input::default() }))
                        (view::select("preview-", "device", &text.t("device"), &devices, &visitor.device))
                        (input(&Input { name: "lang", label: &text.t("language"), value: &visitor.lang, scope: "preview-", faults: Some(faults), ..Input::default() }))
                        (moments::input(text, &Moment { scope: "preview-", name: "at", label: "at", value: &visitor.at, faults: Some(faults), ..Moment::default() }))
                    }
                    div.row { button.button type="submit" { (text.t("preview-show")) } }
                }
            }
        }
    }
}

/// Returns the editor's path with the simulated visitor from before the write.
fn back(cx: &Context, domain: &str) -> String {
    let editor = path(domain);
    let visitor = cx.look.path.strip_prefix(&editor).filter(|rest| rest.starts_with('?'));
    visitor.map_or_else(|| editor.clone(), |visitor| format!("{editor}{visitor}"))
}

/// Redirects to the editor after a write.
///
/// A script gets the target in a header instead of a redirect, because it must load the preview first. The
/// response includes the draft's new version, for edits made before the editor reloads.
fn saved(cx: &Context, domain: &str, etag: Option<&str>, said: &str, undo: Option<Undo>) -> HttpResponse {
    let editor = back(cx, domain);
    let words = || cx.text.word("said", said);
    let mut response = match (said, undo) {
        ("", _) => view::see(&editor),
        (_, Some(undo)) => view::see_undoable(cx, &editor, words(), undo),
        (_, None) => view::see_saying(cx, &editor, words()),
    };
    let place = json!({ "path": editor, "source": ".editor" }).to_string();
    if let (true, Ok(place)) = (cx.look.htmx, HeaderValue::try_from(place)) {
        *response.status_mut() = StatusCode::NO_CONTENT;
        response.headers_mut().remove(header::LOCATION);
        response.headers_mut().insert(HeaderName::from_static("hx-location"), place);
        if let Some(etag) = etag.and_then(|etag| HeaderValue::from_str(etag).ok()) {
            response.headers_mut().insert(header::ETAG, etag);
        }
    }
    response
}

/// Finishes a write: shows the editor, the faults of the form, or the conflicting change.
pub(crate) async fn done<T>(
    cx: &Context,
    domain: &str,
    form: Form,
    written: Result<Response<T>, impl Into<Failure>>,
    said: &str,
) -> Answer {
    done_undoable(cx, domain, form, written, said, None).await
}

/// Finishes a write like [`done`], with a button that undoes it.
pub(crate) async fn done_undoable<T>(
    cx: &Context,
    domain: &str,
    form: Form,
    written: Result<Response<T>, impl Into<Failure>>,
    said: &str,
    undo: Option<Undo>,
) -> Answer {
    match written {
        Ok(response) => Ok(saved(cx, domain, response.etag(), said, undo)),
        Err(failure) => refused(cx, domain, form, failure.into()).await,
    }
}

/// Shows the editor with a rejected form and its faults, or the conflicting change.
pub(crate) async fn refused(cx: &Context, domain: &str, form: Form, failure: Failure) -> Answer {
    if failure.is_conflict() {
        return conflict(cx, domain, &form).await;
    }
    let refused = Refused::of(cx.text, form, failure, &PLACES)?;
    show(cx, domain, &Visitor::before(cx), Some(refused)).await
}

/// Shows a conflict: the current draft, the requested change, and the way back.
async fn conflict(cx: &Context, domain: &str, form: &Form) -> Answer {
    let text = cx.text;
    let drafts = cx.api.drafts();
    let (found, names) = tokio::join!(
        async {
            tokio::try_join!(
                async { drafts.diff(domain).send().await.map_err(Failure::from) },
                async { drafts.versions_list(domain).limit(1).send().await.map_err(Failure::from) },
                draft::segments(cx, domain),
            )
        },
        KeyNames::read(cx)
    );
    let (diff, versions, (_, segments)) = found?;
    let last = versions.into_inner().items.into_iter().next();
    let body = html! {
        (view::note(Kind::Warn, html! {
            p.strong { (text.t("conflict-title")) }
            p { (text.t("conflict-words")) }
        }))
        div.cols {
            section.card.card-flush {
                div.card-head { h2 { (text.t("conflict-now")) } }
                (differences::list(text, &diff.changes, &Names::of(&segments)))
            }
            section.card { div.stack {
                h2 { (text.t("conflict-yours")) }
                dl.kv {
                    @for (name, value) in form.pairs() {
                        @if !["etag", "form", ONCE].contains(&name.as_str()) && !value.is_empty() { dt translate="no" { (name.replace('_', " ")) } dd translate="no" { (value) } }
                    }
                }
                @if let Some(last) = last {
                    p.small.muted { (text.t("conflict-last")) " " span translate="no" { (names.name(&last.published_by)) } ", " (text.moment_of(&last.published_at)) }
                }
                a.button.primary href=(path(domain)) { (text.t("conflict-reload")) }
            } }
        }
    };
    let mut response = view::page_of(cx, domain, DomainTab::Page, html! {}, body);
    *response.status_mut() = StatusCode::CONFLICT;
    Ok(response)
}

/// Reads the conditions and the schedule of a form.
pub(crate) fn when_of(form: &Form) -> Result<(Option<Conditions>, Schedule), Failure> {
    Ok((conditions::from_form(form).map_err(Failure::Unusable)?, schedule_of(form)?))
}

pub(crate) async fn create_segment(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let (rule, (from_ts, until_ts)) = match when_of(&form) {
        Ok(when) => when,
        Err(failure) => return refused(&cx, &domain, form, failure).await,
    };
    let asked = SegmentCreate {
        name: form.text("name").trim().into(),
        countries: Some(form.list("countries")),
        is_default: form.ticked("is_default").then_some(true),
        lang: form.optional("lang"),
        r#match: rule,
        from_ts,
        until_ts,
        ..SegmentCreate::default()
    };
    let asked = cx.api.segments().create(&domain, &asked);
    let written = asked.idempotency_key(form.once()).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "segment-added").await
}

pub(crate) async fn update_segment(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, segment) = at.into_inner();
    let (rule, (from_ts, until_ts)) = match when_of(&form) {
        Ok(when) => when,
        Err(failure) => return refused(&cx, &domain, form, failure).await,
    };
    let mut asked = SegmentUpdate {
        name: form.text("name").trim().into(),
        countries: form.list("countries").into(),
        lang: form.text("lang").trim().into(),
        r#match: rule.into(),
        from_ts: from_ts.into(),
        until_ts: until_ts.into(),
        ..SegmentUpdate::default()
    };
    if form.ticked("is_default") {
        asked.is_default = true.into();
    }
    let written =
        cx.api.segments().update(&domain, &segment, &asked).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "saved").await
}

pub(crate) async fn delete_segment(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, segment) = at.into_inner();
    let written =
        cx.api.segments().delete(&domain, &segment).force(true).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "segment-deleted").await
}

/// Redirects a domain's path to the first of its screens that the key may open.
pub(crate) async fn home(cx: Context, domain: Path<String>) -> Answer {
    let (.., first) = view::tabs_of(&cx, &domain).into_iter().next().ok_or(Failure::Forbidden)?;
    Ok(view::see(&first))
}
