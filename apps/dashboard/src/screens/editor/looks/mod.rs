//! The look of a page: buttons, profile, gate, background, banner.

pub(super) mod reach;

use funnel_sdk::types::{Background, Banner};
use maud::{Markup, html};
use serde_json::{Map, Value};

use super::draft::Draft;
use crate::context::Context;
use crate::text::Text;
use crate::view::{self, Input, enc, hidden, input, select};
use crate::words::fields;

pub(crate) const BUTTONS: [(&str, &[&str]); 6] = [
    ("shape", &["rounded", "pill", "square", "sharp"]),
    ("fill", &["solid", "outline", "glass", "gradient", "shadow"]),
    ("animation", &["none", "pulse", "shake", "bounce", "glow", "shine"]),
    ("anim_speed", &["slow", "normal", "fast"]),
    ("align", &["left", "center", "right"]),
    ("font", FONTS),
];

pub(crate) const FONTS: &[&str] = &[
    "Inter",
    "Roboto",
    "Open Sans",
    "Lato",
    "Montserrat",
    "Poppins",
    "Raleway",
    "Nunito",
    "Oswald",
    "Playfair Display",
    "Bebas Neue",
    "Pacifico",
];

pub(crate) const PROFILE_FONTS: [&str; 2] = ["name_font", "bio_font"];

const COLOR: &str = "#5b2bd9";

pub(super) fn word<'a>(section: &'a Map<String, Value>, name: &str) -> &'a str {
    section.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn options(text: Text, prefix: &str, values: &[&str]) -> Vec<(String, String)> {
    let stock = (String::new(), text.t("look-stock"));
    let rest = values.iter().map(|value| ((*value).to_owned(), text.word(prefix, value)));
    std::iter::once(stock).chain(rest).collect()
}

/// Renders the panels below the segments: what the key may change.
pub(crate) fn panels(cx: &Context, draft: &Draft) -> Markup {
    html! {
        @if let Some(look) = draft.background.as_ref().filter(|_| cx.may("appearance", "edit")) {
            (button_look(cx, draft, look))
            (profile(cx, draft, look))
            (gate(cx, draft, look))
            (background(cx, draft, look))
            (reach::panels(cx, draft, look))
        }
        @if let Some(shown) = draft.banner.as_ref().filter(|_| cx.may("notifications", "edit")) {
            (banner(cx, draft, shown))
        }
    }
}

/// Renders a panel with the form of one part, and `below` under the form.
pub(super) fn panel(cx: &Context, draft: &Draft, part: &str, body: Markup, below: Markup) -> Markup {
    let text = cx.text;
    html! {
        details.panel open[draft.is_refused(part)] {
            summary { (text.word("look", part)) }
            div.stack {
                form.stack method="post" action={ "/domains/" (enc(&draft.domain)) "/look/" (part) } {
                    (hidden(&[("etag", &draft.etag), ("form", part)]))
                    (body)
                    div.row { button.button.primary type="submit" { (text.t("save")) } }
                }
                (below)
            }
        }
    }
}

fn button_look(cx: &Context, draft: &Draft, stored: &Background) -> Markup {
    let text = cx.text;
    let look = fields(stored.ui.buttons.value());
    let own = word(&look, "color");
    let shown = if own.is_empty() { COLOR } else { own };
    let color = draft.value("buttons", "color", shown);
    let keeps = draft.ticked("buttons", "keep_color", !own.is_empty()) || color != shown;
    panel(
        cx,
        draft,
        "buttons",
        html! {
            div.fields {
                @for (name, values) in BUTTONS { (select("look-", name, &text.word("look-field", name), &options(text, "look-value", values), draft.value("buttons", name, word(&look, name)))) }
                (input(&Input { name: "color", label: &text.t("look-color"), value: color, kind: "color", scope: "look-", faults: draft.faults("buttons"), ..Input::default() }))
            }
            (hidden(&[("color_was", shown)]))
            (view::check("keep_color", "1", text.t("look-use-color"), keeps))
        },
        html! {},
    )
}

fn profile(cx: &Context, draft: &Draft, stored: &Background) -> Markup {
    let text = cx.text;
    let look = fields(stored.ui.profile.value());
    panel(
        cx,
        draft,
        "profile",
        html! {
            (input(&Input { name: "status_text", label: &text.t("profile-status"), hint: &text.t("profile-status-hint"), value: draft.value("profile", "status_text", word(&look, "status_text")), scope: "profile-", faults: draft.faults("profile"), ..Input::default() }))
            div.field {
                label for="profile-bio" { (text.t("profile-bio")) }
                textarea.input #profile-bio name="bio" maxlength="400" translate="no" aria-describedby=[view::described("profile-bio", false, draft.is_refused("profile"))]
                    aria-invalid=[draft.is_wrong("profile", "bio").then_some("true")] { (draft.value("profile", "bio", word(&look, "bio"))) }
                (view::fault_of("profile-bio", draft.faults("profile"), "bio"))
            }
            div.fields { @for name in PROFILE_FONTS {
                (select("profile-", name, &text.word("look-field", name), &options(text, "look-value", FONTS), draft.value("profile", name, word(&look, name))))
            } }
        },
        html! {},
    )
}

fn gate(cx: &Context, draft: &Draft, stored: &Background) -> Markup {
    let text = cx.text;
    let look = fields(stored.ui.gate.value());
    let flag = |name: &str| look.get(name).and_then(Value::as_bool).unwrap_or_default();
    let modes = ["confirm", "birthdate"].map(|mode| (mode.to_owned(), text.word("gate-mode", mode)));
    panel(
        cx,
        draft,
        "gate",
        html! {
            p.small.muted { (text.t("gate-words")) }
            (view::check("enabled", "1", text.t("gate-enabled"), draft.ticked("gate", "enabled", flag("enabled"))))
            div.fields { (select("gate-", "mode", &text.t("gate-mode"), &modes, draft.value("gate", "mode", word(&look, "mode")))) }
            (view::check("blur", "1", text.t("gate-blur"), draft.ticked("gate", "blur", flag("blur"))))
        },
        html! {},
    )
}

fn background(cx: &Context, draft: &Draft, stored: &Background) -> Markup {
    let text = cx.text;
    let color = stored.canvas_color.as_deref().unwrap_or("#f4f1ec");
    let base = format!("/domains/{}/look", enc(&draft.domain));
    html! {
        details.panel open[["canvas", "background-mobile", "background-desktop"].iter().any(|form| draft.is_refused(form))] {
            summary { (text.t("look-background")) }
            div.stack {
                form.row method="post" action={ (base) "/canvas" } {
                    (hidden(&[("etag", &draft.etag), ("form", "canvas")]))
                    (input(&Input { name: "color", label: &text.t("canvas-color"), value: draft.value("canvas", "color", color), kind: "color", scope: "canvas-", faults: draft.faults("canvas"), ..Input::default() }))
                    button.button type="submit" { (text.t("save")) }
                }
                @if stored.canvas_color.is_some() { (view::act(cx, &format!("{base}/canvas/delete"), "", &text.t("canvas-reset"), None, &[("etag", &draft.etag)])) }
                @for (variant, file) in [("mobile", &stored.sources.mobile), ("desktop", &stored.sources.desktop)] {
                    (background_upload(cx, draft, variant, file.is_some()))
                }
            }
        }
    }
}

/// Renders the form for a background picture.
pub(super) fn background_upload(cx: &Context, draft: &Draft, variant: &str, is_stored: bool) -> Markup {
    let text = cx.text;
    let (id, base) = (format!("background-{variant}"), format!("/domains/{}/look", enc(&draft.domain)));
    let is_wrong = draft.is_wrong(&id, "picture");
    html! {
        form.stack-s method="post" enctype="multipart/form-data" action={ (base) "/background/" (variant) } hx-encoding="multipart/form-data" data-upload {
            div.field {
                label for=(id) { (text.word("background", variant)) }
                input.input id=(id) type="file" name="file" accept="image/png,image/jpeg,image/webp" required
                    aria-describedby=[view::described(&id, true, is_wrong)] aria-invalid=[is_wrong.then_some("true")];
                p.hint id={ (id) "-hint" } { (text.t(if is_stored { "background-stored" } else { "background-none" })) }
                (view::fault_of(&id, draft.faults(&id), "picture"))
            }
            progress max="1" value="0" hidden aria-label=(text.t("upload-progress")) {}
            div.row { button.button type="submit" { (text.t("upload")) } }
        }
        @if is_stored { (view::act(cx, &format!("{base}/background/{variant}/delete"), "danger", &text.t("background-remove"), None, &[("etag", &draft.etag)])) }
    }
}

fn banner(cx: &Context, draft: &Draft, banner: &Banner) -> Markup {
    let text = cx.text;
    let style = fields(banner.style.as_ref());
    let style = |name: &str| word(&style, name);
    let stored = |value: &Option<String>| value.clone().unwrap_or_default();
    let (title, body, link, url) =
        (stored(&banner.title), stored(&banner.body), stored(&banner.link_text), stored(&banner.target_url));
    let modes = ["", "manual", "smartlink"]
        .map(|mode| (mode.to_owned(), text.word("banner-link", if mode.is_empty() { "none" } else { mode })));
    let mode = banner.link_mode.as_ref().map_or("", |mode| mode.as_str());
    let delay = (banner.delay_ms.unwrap_or_default() / 1000).to_string();
    let field = |name: &'static str, label: &str, value: &str| {
        input(&Input {
            name,
            label,
            value: draft.value("banner", name, value),
            scope: "banner-",
            faults: draft.faults("banner"),
            ..Input::default()
        })
    };
    panel(
        cx,
        draft,
        "banner",
        html! {
            (view::check("enabled", "1", text.t("banner-enabled"), draft.ticked("banner", "enabled", banner.enabled.unwrap_or_default())))
            div.fields {
                (field("title", &text.t("banner-title"), &title))
                (field("body", &text.t("banner-body"), &body))
            }
            div.fields {
                (select("banner-", "link_mode", &text.t("banner-link"), &modes, draft.value("banner", "link_mode", mode)))
                (field("link_text", &text.t("banner-link-text"), &link))
                (field("target_url", &text.t("banner-url"), &url))
                (field("delay", &text.t("banner-delay"), &delay))
                (select("banner-", "theme", &text.t("banner-theme"), &options(text, "look-value", &["light", "dark", "glass", "liquid"]), draft.value("banner", "theme", style("theme"))))
                (select("banner-", "position", &text.t("banner-position"), &options(text, "look-value", &["top", "bottom"]), draft.value("banner", "position", style("position"))))
            }
        },
        html! {},
    )
}
