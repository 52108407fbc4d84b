//! The library of banners for many domains.

use actix_web::web::{Path, Query};
use funnel_sdk::types::{BannerLinkMode, Preset, PresetChange, PresetFromDomain};
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::{Refused, Typed};
use crate::form::Form;
use crate::view::{self, Input, Section, enc, hidden, input};

/// Maps the API's places and codes to fields of the forms.
const PLACES: [(&str, &str); 6] = [
    ("body.name", "name"),
    ("preset_name_taken", "name"),
    ("body.title", "title"),
    ("body.body", "body"),
    ("body.link_text", "link_text"),
    ("body.target_url", "target_url"),
];

#[derive(Deserialize)]
pub(crate) struct Shown {
    cursor: Option<String>,
}

pub(crate) async fn list(cx: Context, shown: Query<Shown>) -> Answer {
    show(&cx, shown.cursor.as_deref(), None).await
}

async fn show(cx: &Context, cursor: Option<&str>, refused: Option<&Refused>) -> Answer {
    let text = cx.text;
    let mut request = cx.api.banner_presets().list().limit(50);
    if let Some(cursor) = cursor {
        request = request.cursor(cursor);
    }
    let domains = async {
        match cx.may("landings", "view") {
            true => Ok(cx.api.domains().list().send().await?.into_inner().items),
            false => Ok::<_, funnel_sdk::Error>(Vec::new()),
        }
    };
    let (list, domains) = tokio::try_join!(request.send(), domains)?;
    let domains: Vec<(String, String)> =
        domains.into_iter().map(|domain| (domain.hostname, domain.display_name)).collect();
    let can_edit = cx.may("notifications", "library");
    let body = html! {
        @if let Some(refused) = refused { (refused.faults.unplaced()) }
        p.muted { (text.t("library-words")) }
        @if list.items.is_empty() { section.card { (view::empty("library", &text.t("library-empty-title"), &text.t("library-empty-words"), html! {})) } }
        @for preset in &list.items { (one(cx, preset, &domains, can_edit, refused)) }
        (view::pager(text, "/library", list.next_cursor.as_deref()))
        @if can_edit {
            details.panel open[list.items.is_empty() || Typed::of(refused, NEW).is_refused()] { summary { (text.t("preset-add")) } div { (form(cx, None, refused)) } }
            @if !domains.is_empty() {
                @let typed = Typed::of(refused, CAPTURE);
                details.panel open[typed.is_refused()] { summary { (text.t("preset-capture")) } div {
                    form.stack method="post" action="/library/capture" {
                        (hidden(&[("form", CAPTURE)]))
                        (view::once())
                        div.fields {
                            (view::select_named("capture-", "domain", &text.t("domain"), &domains, typed.value("domain", "")))
                            (input(&Input { name: "name", label: &text.t("name"), value: typed.value("name", ""), required: true, scope: "capture-", faults: typed.faults(), ..Input::default() }))
                        }
                        div.row { button.button.primary type="submit" { (text.t("preset-capture")) } }
                    }
                } }
            }
        }
    };
    Ok(view::page(cx, Section::Library, &text.t("nav-library"), html! {}, body))
}

fn one(
    cx: &Context,
    preset: &Preset,
    domains: &[(String, String)],
    can_edit: bool,
    refused: Option<&Refused>,
) -> Markup {
    let text = cx.text;
    let path = format!("/library/{}", preset.id);
    html! {
        details.panel open[Typed::of(refused, &preset.id.to_string()).is_refused()] {
            summary { div.body { span translate="no" { (preset.name) } span.small.muted translate="no" { (preset.title.as_deref().unwrap_or_default()) } } }
            div.stack {
                @if can_edit { (form(cx, Some(preset), refused)) }
                @if cx.sends(&format!("{path}/assign")) && !domains.is_empty() {
                    form.row method="post" action={ (path) "/assign" } {
                        (view::select_named(&format!("assign{}-", preset.id), "domain", &text.t("preset-assign"), domains, ""))
                        button.button type="submit" { (text.t("preset-assign-button")) }
                    }
                }
                @if can_edit { (view::act(cx, &format!("{path}/delete"), "danger", &text.t("delete"), Some(&text.t("preset-delete-sure")), &[])) }
            }
        }
    }
}

/// Names of the forms for a new banner, and for one of a domain.
const NEW: &str = "new";
const CAPTURE: &str = "capture";

fn form(cx: &Context, preset: Option<&Preset>, refused: Option<&Refused>) -> Markup {
    let text = cx.text;
    let id = preset.map_or_else(|| NEW.to_owned(), |preset| preset.id.to_string());
    let typed = Typed::of(refused, &id);
    let scope = preset.map_or_else(|| "new-".to_owned(), |preset| format!("p{}-", preset.id));
    let action = preset.map_or_else(|| "/library".to_owned(), |preset| format!("/library/{}", preset.id));
    let stored = |get: fn(&Preset) -> Option<&String>| preset.and_then(get).map_or("", String::as_str);
    let field = |name: &'static str, label: String, value: &str, required: bool| {
        let (value, faults) = (typed.value(name, value), typed.faults());
        input(&Input { name, label: &label, value, required, scope: &scope, faults, ..Input::default() })
    };
    html! {
        form.stack method="post" action=(action) {
            (hidden(&[("form", &id)]))
            @if preset.is_none() { (view::once()) }
            div.fields {
                (field("name", text.t("name"), preset.map_or("", |preset| &preset.name), true))
                (field("title", text.t("banner-title"), stored(|preset| preset.title.as_ref()), true))
                (field("body", text.t("banner-body"), stored(|preset| preset.body.as_ref()), false))
                (field("link_text", text.t("banner-link-text"), stored(|preset| preset.link_text.as_ref()), false))
                (field("target_url", text.t("banner-url"), stored(|preset| preset.target_url.as_ref()), false))
            }
            div.row { button.button.primary type="submit" { (text.t("save")) } }
        }
    }
}

fn asked(form: &Form) -> PresetChange {
    let text = |name: &str| form.text(name).trim().to_owned();
    let has_link = form.optional("target_url").is_some();
    let mode = if has_link { BannerLinkMode::Manual } else { BannerLinkMode::Empty };
    PresetChange {
        name: text("name").into(),
        title: text("title").into(),
        body: text("body").into(),
        link_text: text("link_text").into(),
        target_url: text("target_url").into(),
        link_mode: mode.into(),
        ..PresetChange::default()
    }
}

async fn finish<T>(cx: &Context, form: Form, written: funnel_sdk::Result<T>, said: &str) -> Answer {
    match written.map_err(Failure::from) {
        Ok(_) => Ok(view::see_saying(cx, "/library", cx.text.word("said", said))),
        Err(failure) => {
            let refused = Refused::of(cx.text, form, failure, &PLACES)?;
            show(cx, None, Some(&refused)).await
        }
    }
}

pub(crate) async fn create(cx: Context, form: Form) -> Answer {
    let written = cx.api.banner_presets().create(&asked(&form)).idempotency_key(form.once()).send().await;
    finish(&cx, form, written, "saved").await
}

pub(crate) async fn update(cx: Context, id: Path<i64>, form: Form) -> Answer {
    let written = cx.api.banner_presets().update(*id, &asked(&form)).send().await;
    finish(&cx, form, written, "saved").await
}

pub(crate) async fn capture(cx: Context, form: Form) -> Answer {
    let asked =
        PresetFromDomain { domain: form.text("domain").into(), name: form.text("name").trim().into() };
    let written = cx.api.banner_presets().capture(&asked).idempotency_key(form.once()).send().await;
    finish(&cx, form, written, "saved").await
}

pub(crate) async fn delete(cx: Context, id: Path<i64>, form: Form) -> Answer {
    let written = cx.api.banner_presets().delete(*id).send().await;
    finish(&cx, form, written, "deleted").await
}

pub(crate) async fn assign(cx: Context, id: Path<i64>, form: Form) -> Answer {
    let domain = form.text("domain").to_owned();
    let asked = funnel_sdk::types::PresetAssignment { preset_id: Some(*id), enabled: true };
    cx.api.banners().preset_assign(&domain, &asked).send().await?;
    Ok(view::see_saying(&cx, &format!("/domains/{}/page", enc(&domain)), cx.text.t("preset-assigned")))
}
