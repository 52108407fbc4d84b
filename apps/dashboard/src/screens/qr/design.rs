//! The form of a code's design: shapes and colours, a logo, a frame, and a live preview.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use funnel_sdk::types::{Font, QrCode, QrDesign, QrFrame, QrLogo, QrPreset, QrPreview};
use maud::{Markup, html};

use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::Answer;
use crate::screens::editor::looks::FONTS;
use crate::screens::uploads::{File, Sent};
use crate::text::Text;
use crate::view::{self, Input, Kind, input};
use crate::words::word;

/// Maps the API's places to fields of the form.
pub(super) const PLACES: [(&str, &str); 15] = [
    ("body.slug", "slug"),
    ("invalid_slug", "slug"),
    ("slug_reserved", "slug"),
    ("slug_taken", "slug"),
    ("smart_link_not_found", "smart_link"),
    ("body.title", "title"),
    ("body.channel", "channel"),
    ("body.design.logo", "logo"),
    ("body.design.frame.text", "frame_text"),
    ("body.design.frame.font", "frame_text"),
    ("body.design.frame.color", "frame_color"),
    ("invalid_file", "picture"),
    ("unsupported_media_type", "picture"),
    ("payload_too_large", "picture"),
    ("file_quota_reached", "picture"),
];

/// Logo sizes: share of the code's width, and name.
const SIZES: [(&str, &str); 3] = [("0.14", "small"), ("0.18", "medium"), ("0.22", "large")];

/// Fields whose faults a live check updates. Faults of a file come only from its upload.
const LIVE: [&str; 4] = ["logo", "frame_text", "frame_color", "slug"];

/// Returns the first colour of the foreground.
fn foreground(design: &QrDesign) -> &str {
    design.fg_grad.stops.first().map_or("#1a1a1f", |(_, colour)| colour)
}

/// Returns the form fields of a stored design.
pub(super) fn form_of(design: &QrDesign) -> Form {
    let mut pairs = Vec::new();
    let mut add = |name: &str, value: &str| pairs.push((name.to_owned(), value.to_owned()));
    if let Some(logo) = &design.logo {
        add("logo", &logo.file);
        add("logo_size", &logo.size.to_string());
    }
    if let Some(frame) = &design.frame {
        add("frame_text", &frame.text);
        add("frame_font", frame.font.as_str());
        add("frame_color", &frame.color);
        if frame.color != foreground(design) {
            add("frame_own", "1");
        }
    }
    Form::of(pairs)
}

/// Builds the requested design from the shapes and colours of `base`.
pub(super) fn asked(form: &Form, base: &QrDesign) -> QrDesign {
    let logo = form.optional("logo").map(|file| {
        let size = form.text("logo_size").parse().unwrap_or(0.18);
        QrLogo { file, size }
    });
    let frame = form.optional("frame_text").map(|text| {
        let font = form.optional("frame_font").and_then(|font| word(&font)).unwrap_or(Font::Inter);
        let color = form.color("frame_color", "frame_own").unwrap_or_else(|| foreground(base));
        QrFrame { text, font, color: color.to_owned() }
    });
    QrDesign { logo, frame, ..base.clone() }
}

/// Uploads the file of a form and enters its name as the logo. Reports faults of the file.
pub(super) async fn take_picture(cx: &Context, sent: Sent) -> Result<(Form, Faults), Failure> {
    let Sent { form, file } = sent;
    let Some(File { bytes, .. }) = file else { return Ok((form, Faults::default())) };
    match cx.api.qr_codes().logo_upload(bytes).send().await.map_err(Failure::from) {
        Ok(stored) => {
            let others = form.pairs().iter().filter(|(name, _)| name != "logo").cloned();
            let named = ("logo".to_owned(), stored.file.clone());
            Ok((Form::of(others.chain([named]).collect()), Faults::default()))
        }
        Err(failure) => Ok((form, Faults::of(cx.text, failure, &PLACES)?)),
    }
}

/// Returns the available pictures: those of the domain's codes and page, and the one just uploaded.
pub(super) async fn pictures(cx: &Context, domain: &str, codes: &[QrCode], form: &Form) -> Vec<String> {
    let mut found = vec![form.text("logo").to_owned()];
    found.extend(codes.iter().filter_map(|code| Some(code.design.logo.as_ref()?.file.clone())));
    if cx.may("appearance", "view") {
        // The form works without these pictures.
        if let Ok(page) = cx.api.appearance().show(domain).send().await {
            let sources = page.into_inner().sources;
            found.extend([sources.mobile, sources.desktop, sources.share].into_iter().flatten());
        }
    }
    let is_name = |file: &String| {
        let ends = [".png", ".jpg", ".webp"].iter().any(|end| file.ends_with(end));
        ends && file.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '.')
    };
    let mut pictures: Vec<String> = Vec::new();
    for file in found.into_iter().filter(is_name) {
        if !pictures.contains(&file) {
            pictures.push(file);
        }
    }
    pictures.truncate(24);
    pictures
}

/// The drawn code, or the faults of the form.
#[derive(Default)]
pub(super) struct Shown {
    svg: Option<String>,
    pub(super) faults: Faults,
}

/// Draws the design of a form.
pub(super) async fn draw(
    cx: &Context,
    domain: &str,
    slug: &str,
    form: &Form,
    base: &QrDesign,
) -> Result<Shown, Failure> {
    let asked = QrPreview {
        domain: domain.to_owned().into(),
        slug: slug.trim().to_owned().into(),
        design: asked(form, base).into(),
        ..QrPreview::default()
    };
    match cx.api.qr_codes().preview(&asked).send().await.map_err(Failure::from) {
        Ok(svg) => Ok(Shown { svg: Some(svg.into_inner()), faults: Faults::default() }),
        Err(failure) => Ok(Shown { svg: None, faults: Faults::of(cx.text, failure, &PLACES)? }),
    }
}

/// Code that a live check draws.
pub(super) struct Asked<'a> {
    pub(super) domain: &'a str,
    pub(super) slug: &'a str,
    pub(super) base: &'a QrDesign,
}

/// Responds to a live check with the preview and the faults of each field.
pub(super) async fn checked(cx: &Context, asked: &Asked<'_>, form: &Form) -> Answer {
    let drawing = match draw(cx, asked.domain, asked.slug, form, asked.base).await {
        Err(Failure::SignedOut) => return Err(Failure::SignedOut),
        // An error page does not fit into the preview.
        drawing => drawing.unwrap_or_default(),
    };
    Ok(view::answer(&html! {
        (drawn(cx.text, &drawing))
        @for field in LIVE { (drawing.faults.slot(field)) }
    }))
}

/// Responds to an upload with the available pictures and the new one chosen, or with its faults.
pub(super) async fn uploaded(
    cx: &Context,
    domain: &str,
    codes: &[QrCode],
    form: &Form,
    faults: &Faults,
    check: &str,
) -> Answer {
    Ok(view::answer(&picture(cx.text, form, faults, &pictures(cx, domain, codes, form).await, check)))
}

/// Renders the preview. The drawing is embedded in the page, so one call returns both the drawing
/// and the faults.
pub(super) fn drawn(text: Text, shown: &Shown) -> Markup {
    html! {
        div.stack-s #code-preview {
            @match &shown.svg {
                Some(svg) => { img.qr.whole src={ "data:image/svg+xml;base64," (BASE64_STANDARD.encode(svg)) } alt=(text.t("studio-preview")) width="256" height="256"; }
                None => { (view::note(Kind::Warn, text.t("studio-not-drawn"))) (shown.faults.unplaced()) }
            }
        }
    }
}

/// Wraps the fields that trigger a live check. The form is sent to `check` after edits and after an
/// upload, but not after the response of a check, which would start a loop. Uploads and checks run
/// concurrently, because a large picture takes longer than typing the next word.
pub(super) fn live(check: &str, body: Markup) -> Markup {
    let faults = LIVE.map(|field| format!("#{field}-fault")).join(",");
    html! {
        div.stack hx-post=(check) hx-trigger="change delay:150ms, input changed delay:400ms, htmx:afterSwap target:#pictures" hx-include="closest form" hx-params="not picture"
            hx-target="#code-preview" hx-select="#code-preview" hx-swap="outerHTML" hx-select-oob=(faults) hx-push-url="false"
            hx-sync="this:replace" hx-encoding="multipart/form-data" { (body) }
    }
}

/// Renders the check button for browsers without scripts.
pub(super) fn check_button(text: Text, check: &str) -> Markup {
    html! { noscript { button.button type="submit" formaction=(check) { (text.t("studio-check")) } } }
}

/// Renders the fields of the logo and the frame.
pub(super) fn fields(cx: &Context, form: &Form, faults: &Faults, pictures: &[String], check: &str) -> Markup {
    html! { (picture(cx.text, form, faults, pictures, check)) (frame(cx.text, form, faults)) }
}

fn picture(text: Text, form: &Form, faults: &Faults, pictures: &[String], check: &str) -> Markup {
    let (chosen, size) = (form.text("logo"), form.text("logo_size"));
    let mut sizes = SIZES.map(|(share, name)| (share.to_owned(), text.word("picture-size", name))).to_vec();
    if !size.is_empty() && !SIZES.iter().any(|(share, _)| *share == size) {
        sizes.push((size.to_owned(), text.t("picture-size-kept")));
    }
    let size = if size.is_empty() { "0.18" } else { size };
    html! {
        fieldset.stack-s #pictures {
            legend { (text.t("picture")) }
            div.grid.gallery.small-cells {
                label { input type="radio" name="logo" value="" checked[chosen.is_empty()]; span.none {} span { (text.t("picture-none")) } }
                @for (place, file) in pictures.iter().enumerate() {
                    label {
                        input type="radio" name="logo" value=(file) checked[file == chosen];
                        img src={ "/f/" (file) } alt="" loading="lazy" width="64" height="64";
                        span { (text.with("picture-n", [("n", (place + 1).into())])) }
                    }
                }
            }
            (faults.slot("logo"))
            div.fields {
                div.field {
                    label for="picture" { (text.t("picture-upload")) }
                    input.input #picture type="file" name="picture" accept="image/png,image/jpeg,image/webp" aria-describedby="picture-hint picture-fault"
                        aria-invalid=[faults.at("picture").map(|_| "true")]
                        hx-post=(check) hx-trigger="change consume" hx-params="*" hx-sync="this:replace"
                        hx-target="#pictures" hx-select="#pictures" hx-select-oob="unset";
                    p.hint #picture-hint { (text.t("picture-hint")) }
                    (faults.slot("picture"))
                }
                (view::select("", "logo_size", &text.t("picture-size"), &sizes, size))
            }
        }
    }
}

fn frame(text: Text, form: &Form, faults: &Faults) -> Markup {
    let fonts: Vec<(String, String)> =
        FONTS.iter().map(|font| ((*font).to_owned(), (*font).to_owned())).collect();
    let color = form.optional("frame_color").unwrap_or_else(|| "#1a1a1f".to_owned());
    html! {
        fieldset.stack-s {
            legend { (text.t("frame")) }
            div.fields {
                (input(&Input { name: "frame_text", label: &text.t("frame-text"), hint: &text.t("frame-text-hint"), value: form.text("frame_text"), faults: Some(faults), ..Input::default() }))
                (view::select("", "frame_font", &text.t("frame-font"), &fonts, form.text("frame_font")))
                div.stack-s {
                    (input(&Input { name: "frame_color", label: &text.t("frame-color"), value: &color, kind: "color", faults: Some(faults), ..Input::default() }))
                    (view::hidden(&[("frame_color_was", &color)]))
                    (view::check("frame_own", "1", text.t("frame-own"), form.color("frame_color", "frame_own").is_some()))
                }
            }
        }
    }
}

/// Returns the design of a preset.
pub(super) fn design_of<'a>(presets: &'a [QrPreset], id: &str) -> Option<&'a QrDesign> {
    presets.iter().find(|preset| preset.id == id).map(|preset| &preset.design)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn design(parts: &Value) -> QrDesign {
        let mut design = json!({
            "module": "dots", "eye_frame": "rounded", "eye_dot": "dot", "bg": "#ffffff", "card_radius": 0.1,
            "fg_grad": { "kind": "solid", "stops": [[0, "#101010"]] },
        });
        let (Some(design), Some(parts)) = (design.as_object_mut(), parts.as_object()) else { panic!() };
        design.extend(parts.clone());
        serde_json::from_value(Value::Object(design.clone())).unwrap()
    }

    #[test]
    fn a_stored_design_goes_through_its_form_unchanged() {
        for parts in [
            json!({}),
            json!({ "logo": { "file": "a1.png", "size": 0.2 } }),
            json!({ "frame": { "text": "Scan me", "font": "Open Sans", "color": "#101010" } }),
            json!({ "frame": { "text": "Scan", "font": "Inter", "color": "#203040" }, "logo": { "file": "b.webp", "size": 0.14 } }),
        ] {
            let stored = design(&parts);
            let again = asked(&form_of(&stored), &stored);
            assert_eq!(again, stored, "{parts}");
        }
    }

    #[test]
    fn what_is_left_empty_is_not_in_the_design() {
        let base = design(&json!({ "logo": { "file": "a1.png", "size": 0.2 } }));
        let made = asked(
            &Form::parse(b"logo=&logo_size=0.18&frame_text=+&frame_font=Inter&frame_color=%23ff0000"),
            &base,
        );
        assert_eq!((made.logo, made.frame), (None, None));
        let made = asked(&Form::parse(b"frame_text=Hi&frame_color=%23ff0000"), &base);
        let frame = QrFrame { text: "Hi".to_owned(), font: Font::Inter, color: "#101010".to_owned() };
        assert_eq!(made.frame, Some(frame));
    }
}
