//! Changes of a page's look.

use actix_web::web::Path;
use funnel_sdk::Patch;
use funnel_sdk::types::{BannerUpdate, CanvasColor, GateUi, LandingUi};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::looks::reach;
use super::looks::{BUTTONS, PROFILE_FONTS};
use crate::context::Context;
use crate::form::Form;
use crate::screens::Answer;
use crate::screens::editor::done;
use crate::words::{fields, read, word};

/// Merges the fields of a form into the stored section. An empty field resets to the default.
fn merged<T: Serialize>(section: Option<&T>, form: &Form, names: &[&str]) -> Map<String, Value> {
    let mut section = fields(section);
    for name in names {
        match form.optional(name) {
            Some(value) => section.insert((*name).to_owned(), Value::String(value)),
            None => section.remove(*name),
        };
    }
    section
}

/// Returns the change of a section to these fields.
fn section<T: DeserializeOwned>(fields: Map<String, Value>) -> Patch<T> {
    read(Value::Object(fields)).map_or(Patch::Keep, Patch::Set)
}

pub(crate) async fn save(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, part) = at.into_inner();
    let etag = form.text("etag").to_owned();
    if part == "canvas" {
        let color = CanvasColor { color: form.text("color").to_owned() };
        let written = cx.api.appearance().canvas_color_set(&domain, &color).if_match(etag).send().await;
        return done(&cx, &domain, form, written, "saved").await;
    }
    if part == "banner" {
        return save_banner(cx, domain, form).await;
    }
    let ui = cx.api.appearance().show(&domain).send().await?.into_inner().ui;
    let [name_font, bio_font] = PROFILE_FONTS;
    let asked = match part.as_str() {
        "buttons" => {
            let names = BUTTONS.map(|(name, _)| name);
            let mut look = merged(ui.buttons.value(), &form, &names);
            match form.color("color", "keep_color") {
                Some(color) => look.insert("color".to_owned(), color.into()),
                None => look.remove("color"),
            };
            LandingUi { buttons: section(look), ..LandingUi::default() }
        }
        "profile" => LandingUi {
            profile: section(merged(ui.profile.value(), &form, &["status_text", "bio", name_font, bio_font])),
            ..LandingUi::default()
        },
        "share" | "in_app" | "utm" => reach::change(&part, &form),
        _ => {
            let gate = GateUi {
                enabled: Some(form.ticked("enabled")),
                mode: word(form.text("mode")),
                blur: Some(form.ticked("blur")),
            };
            LandingUi { gate: gate.into(), ..LandingUi::default() }
        }
    };
    let written = cx.api.appearance().ui_set(&domain, &asked).if_match(etag).send().await;
    done(&cx, &domain, form, written, "saved").await
}

pub(crate) async fn reset_canvas(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let asked = cx.api.appearance().canvas_color_delete(&domain).if_match(form.text("etag"));
    let written = asked.send().await;
    done(&cx, &domain, form, written, "saved").await
}

async fn save_banner(cx: Context, domain: String, form: Form) -> Answer {
    let stored = cx.api.banners().show(&domain).send().await?.into_inner();
    let style = merged(stored.style.as_ref(), &form, &["theme", "position"]);
    let text = |name: &str| form.text(name).trim().to_owned().into();
    let asked = BannerUpdate {
        enabled: form.ticked("enabled").into(),
        title: text("title"),
        body: text("body"),
        link_mode: word(form.text("link_mode").trim()).map_or(Patch::Keep, Patch::Set),
        link_text: text("link_text"),
        target_url: text("target_url"),
        delay_ms: form.number("delay").unwrap_or_default().saturating_mul(1000).into(),
        style: section(style),
        ..BannerUpdate::default()
    };
    let written = cx.api.banners().update(&domain, &asked).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "saved").await
}
