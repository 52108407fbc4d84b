//! The look of a page: buttons, profile, gate, background, banner.

pub(super) mod reach;

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

const COLOR: &str = "#5b2bd9";

pub(super) fn word<'a>(section: &'a Map<String, Value>, name: &str) -> &'a str {
    section.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn options(text: Text, prefix: &str, values: &[&str]) -> Vec<(String, String)> {
    let stock = (String::new(), text.t("look-stock"));
    let rest = values.iter().map(|value| ((*value).to_owned(), text.word(prefix, value)));
    std::iter::once(stock).chain(rest).collect()
}

/// Renders the panels below the segments.
pub(crate) fn panels(cx: &Context, draft: &Draft) -> Markup {
    let can_edit = cx.may("appearance", "edit");
    html! {
        @if can_edit {
            (button_look(cx, draft))
            (profile(cx, draft))
            (gate(cx, draft))
            (background(cx, draft))
            (reach::panels(cx, draft))
        }
        @if cx.may("notifications", "edit") { (banner(cx, draft)) }
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

fn button_look(cx: &Context, draft: &Draft) -> Markup {
    let text = cx.text;
    let look = fields(draft.background.ui.buttons.value());
    let color = word(&look, "color");
    panel(
        cx,
        draft,
        "buttons",
        html! {
            div.fields {
                @for (name, values) in BUTTONS { (select("look-", name, &text.word("look-field", name), &options(text, "look-value", values), word(&look, name))) }
                (input(&Input { name: "color", label: &text.t("look-color"), value: if color.is_empty() { COLOR } else { color }, kind: "color", scope: "look-", ..Input::default() }))
            }
            (view::check("keep_color", "1", text.t("look-use-color"), !color.is_empty()))
        },
        html! {},
    )
}

fn profile(cx: &Context, draft: &Draft) -> Markup {
    let text = cx.text;
    let look = fields(draft.background.ui.profile.value());
    panel(
        cx,
        draft,
        "profile",
        html! {
            (input(&Input { name: "status_text", label: &text.t("profile-status"), hint: &text.t("profile-status-hint"), value: draft.value("profile", "status_text", word(&look, "status_text")), scope: "profile-", ..Input::default() }))
            div.field {
                label for="profile-bio" { (text.t("profile-bio")) }
                textarea.input #profile-bio name="bio" maxlength="400" translate="no" { (draft.value("profile", "bio", word(&look, "bio"))) }
            }
        },
        html! {},
    )
}

fn gate(cx: &Context, draft: &Draft) -> Markup {
    let text = cx.text;
    let look = fields(draft.background.ui.gate.value());
    let flag = |name: &str| look.get(name).and_then(Value::as_bool).unwrap_or_default();
    let modes = ["confirm", "birthdate"].map(|mode| (mode.to_owned(), text.word("gate-mode", mode)));
    panel(
        cx,
        draft,
        "gate",
        html! {
            p.small.muted { (text.t("gate-words")) }
            (view::check("enabled", "1", text.t("gate-enabled"), flag("enabled")))
            div.fields { (select("gate-", "mode", &text.t("gate-mode"), &modes, word(&look, "mode"))) }
            (view::check("blur", "1", text.t("gate-blur"), flag("blur")))
        },
        html! {},
    )
}

fn background(cx: &Context, draft: &Draft) -> Markup {
    let text = cx.text;
    let color = draft.background.canvas_color.as_deref().unwrap_or("#f4f1ec");
    let base = format!("/domains/{}/look", enc(&draft.domain));
    html! {
        details.panel {
            summary { (text.t("look-background")) }
            div.stack {
                form.row method="post" action={ (base) "/canvas" } {
                    (hidden(&[("etag", &draft.etag), ("form", "canvas")]))
                    (input(&Input { name: "color", label: &text.t("canvas-color"), value: color, kind: "color", scope: "canvas-", ..Input::default() }))
                    button.button type="submit" { (text.t("save")) }
                }
                @for (variant, stored) in [("mobile", &draft.background.sources.mobile), ("desktop", &draft.background.sources.desktop)] {
                    (background_upload(text, draft, variant, stored.is_some()))
                }
            }
        }
    }
}

/// Renders the form for a background picture.
pub(super) fn background_upload(text: Text, draft: &Draft, variant: &str, is_stored: bool) -> Markup {
    let (id, base) = (format!("background-{variant}"), format!("/domains/{}/look", enc(&draft.domain)));
    html! {
        form.stack-s method="post" enctype="multipart/form-data" action={ (base) "/background/" (variant) } data-upload hx-boost="false" {
            div.field {
                label for=(id) { (text.word("background", variant)) }
                input.input id=(id) type="file" name="file" accept="image/png,image/jpeg,image/webp" required;
                p.hint { (text.t(if is_stored { "background-stored" } else { "background-none" })) }
            }
            progress max="1" value="0" hidden aria-label=(text.t("upload-progress")) {}
            div.row { button.button type="submit" { (text.t("upload")) } }
        }
    }
}

fn banner(cx: &Context, draft: &Draft) -> Markup {
    let text = cx.text;
    let banner = &draft.banner;
    let style = fields(banner.style.as_ref());
    let style = |name: &str| word(&style, name);
    let stored = |value: &Option<String>| value.clone().unwrap_or_default();
    let (title, body, link, url) =
        (stored(&banner.title), stored(&banner.body), stored(&banner.link_text), stored(&banner.target_url));
    let modes = ["", "manual", "smartlink"]
        .map(|mode| (mode.to_owned(), text.word("banner-link", if mode.is_empty() { "none" } else { mode })));
    let field = |name: &'static str, label: &str, value: &str| {
        input(&Input {
            name,
            label,
            value: draft.value("banner", name, value),
            scope: "banner-",
            ..Input::default()
        })
    };
    panel(
        cx,
        draft,
        "banner",
        html! {
            (view::check("enabled", "1", text.t("banner-enabled"), banner.enabled.unwrap_or_default()))
            div.fields {
                (field("title", &text.t("banner-title"), &title))
                (field("body", &text.t("banner-body"), &body))
            }
            div.fields {
                (select("banner-", "link_mode", &text.t("banner-link"), &modes, banner.link_mode.as_ref().map_or("", |mode| mode.as_str())))
                (field("link_text", &text.t("banner-link-text"), &link))
                (field("target_url", &text.t("banner-url"), &url))
                (field("delay", &text.t("banner-delay"), &(banner.delay_ms.unwrap_or_default() / 1000).to_string()))
                (select("banner-", "theme", &text.t("banner-theme"), &options(text, "look-value", &["light", "dark", "glass", "liquid"]), style("theme")))
                (select("banner-", "position", &text.t("banner-position"), &options(text, "look-value", &["top", "bottom"]), style("position")))
            }
        },
        html! {},
    )
}
