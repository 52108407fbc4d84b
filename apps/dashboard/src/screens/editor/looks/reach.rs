//! Reach of a page: its link preview, the escape from in-app browsers, and campaign parameters.

use funnel_sdk::Patch;
use funnel_sdk::types::{Background, LandingUi, ShareCard};
use maud::{Markup, html};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{background_upload, panel, word};
use crate::context::Context;
use crate::form::Form;
use crate::screens::editor::draft::Draft;
use crate::view::{self, Input, Kind, input, select};
use crate::words::{fields, read};

type Section = Map<String, Value>;

/// Names of the campaign parameters.
const UTM: [&str; 3] = ["source", "medium", "campaign"];

/// Renders the panels of the three sections.
pub(super) fn panels(cx: &Context, draft: &Draft, look: &Background) -> Markup {
    html! { (share(cx, draft, look)) (in_app(cx, draft, look)) (utm(cx, draft, look)) }
}

fn share(cx: &Context, draft: &Draft, look: &Background) -> Markup {
    let text = cx.text;
    let share = look.ui.share.value();
    let stored = fields(share);
    let pictures = ["card", "upload"].map(|word| (word.to_owned(), text.word("share-picture", word)));
    let upload = background_upload(cx, draft, "share", look.sources.share.is_some());
    panel(
        cx,
        draft,
        "share",
        html! {
            p.small.muted { (text.t("share-words")) }
            (card_faults(cx, look.card.as_ref()))
            (view::check("enabled", "1", text.t("share-enabled"), draft.ticked("share", "enabled", share.is_some())))
            div.fields {
                (input(&Input { name: "title", label: &text.t("share-title"), hint: &text.t("share-title-hint"), value: draft.value("share", "title", word(&stored, "title")), scope: "share-", faults: draft.faults("share"), ..Input::default() }))
                (select("share-", "picture", &text.t("share-picture"), &pictures, draft.value("share", "picture", word(&stored, "picture"))))
            }
            div.field {
                label for="share-description" { (text.t("share-description")) }
                textarea.input #share-description name="description" maxlength="200" translate="no" aria-describedby=[view::described("share-description", true, draft.is_refused("share"))]
                    aria-invalid=[draft.is_wrong("share", "description").then_some("true")] { (draft.value("share", "description", word(&stored, "description"))) }
                p.hint #share-description-hint { (text.t("share-description-hint")) }
                (view::fault_of("share-description", draft.faults("share"), "description"))
            }
        },
        upload,
    )
}

/// Says what the card of the preview leaves out.
fn card_faults(cx: &Context, card: Option<&ShareCard>) -> Markup {
    let text = cx.text;
    html! {
        @match card {
            Some(card) if card.file.is_none() => { (view::note(Kind::Warn, text.t("share-card-none"))) }
            Some(card) if !card.missing.is_empty() => {
                (view::note(Kind::Warn, text.with("share-card-missing", [("characters", card.missing.join(" ").into())])))
            }
            _ => {}
        }
    }
}

fn in_app(cx: &Context, draft: &Draft, look: &Background) -> Markup {
    let text = cx.text;
    let modes = ["off", "hint", "auto"].map(|mode| (mode.to_owned(), text.word("in-app", mode)));
    let stored = fields(look.ui.in_app.value());
    let stored = word(&stored, "mode");
    panel(
        cx,
        draft,
        "in_app",
        html! {
            p.small.muted { (text.t("in-app-words")) }
            div.fields { (select("in-app-", "mode", &text.t("in-app-mode"), &modes, draft.value("in_app", "mode", stored))) }
        },
        html! {},
    )
}

fn utm(cx: &Context, draft: &Draft, look: &Background) -> Markup {
    let text = cx.text;
    let stored = fields(look.ui.utm.value());
    panel(
        cx,
        draft,
        "utm",
        html! {
            p.small.muted { (text.t("utm-words")) }
            div.fields { @for name in UTM {
                (input(&Input { name, label: &text.word("utm", name), value: draft.value("utm", name, word(&stored, name)), scope: "utm-", faults: draft.faults("utm"), ..Input::default() }))
            } }
            p.hint { (text.t("utm-hint")) }
        },
        html! {},
    )
}

/// Returns the nonempty fields of a form.
fn filled(form: &Form, names: &[&str]) -> Section {
    names.iter().filter_map(|name| Some(((*name).to_owned(), form.optional(name)?.into()))).collect()
}

/// Returns the change of a section to these fields, or to the stock look.
fn section<T: DeserializeOwned>(on: bool, fields: Section) -> Patch<T> {
    match on {
        true => read(Value::Object(fields)).map_or(Patch::Keep, Patch::Set),
        false => Patch::Null,
    }
}

/// Builds the change of a section; disabled sections are reset.
pub(crate) fn change(part: &str, form: &Form) -> LandingUi {
    match part {
        "share" => LandingUi {
            share: section(form.ticked("enabled"), filled(form, &["title", "description", "picture"])),
            ..LandingUi::default()
        },
        "in_app" => LandingUi {
            in_app: section(form.text("mode") != "off", filled(form, &["mode"])),
            ..LandingUi::default()
        },
        _ => {
            let parameters = filled(form, &UTM);
            LandingUi { utm: section(!parameters.is_empty(), parameters), ..LandingUi::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_off_is_reset_and_what_is_empty_is_left_out() {
        for (part, body, expected) in [
            (
                "share",
                "enabled=1&title=Hi&description=+&picture=card",
                json!({ "share": { "title": "Hi", "picture": "card" } }),
            ),
            ("share", "enabled=1&title=", json!({ "share": {} })),
            ("share", "title=Hi", json!({ "share": null })),
            ("in_app", "mode=auto", json!({ "in_app": { "mode": "auto" } })),
            ("in_app", "mode=off", json!({ "in_app": null })),
            (
                "utm",
                "source=funnel&medium=&campaign={domain}",
                json!({ "utm": { "source": "funnel", "campaign": "{domain}" } }),
            ),
            ("utm", "source=&medium=&campaign=", json!({ "utm": null })),
        ] {
            let changed = change(part, &Form::parse(body.as_bytes()));
            assert_eq!(serde_json::to_value(changed).unwrap(), expected, "{part} {body}");
        }
    }
}
