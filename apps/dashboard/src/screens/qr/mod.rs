//! The QR studio: the codes of a domain, a gallery of designs, and a sheet of several codes to
//! print.

pub(crate) mod code;
pub(crate) mod design;
pub(crate) mod files;
pub(crate) mod target;

use actix_multipart::Multipart;
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Path, Query};
use funnel_sdk::types::{QrCode, QrCreate, QrPreset, QrPreview};
use maud::{Markup, html};
use serde::Deserialize;

use super::{Answer, uploads};
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::qr::code::{path, scan_words};
use crate::screens::qr::design::PLACES;
use crate::text::Text;
use crate::view::{self, DomainTab, Input, Kind, enc, input, select};

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    #[serde(default)]
    family: String,
    #[serde(default)]
    preset: String,
    cursor: Option<String>,
    /// Code that is initially ticked for the sheet.
    sheet: Option<i64>,
    /// Smart link of the new code, when coming from the link's screen.
    #[serde(default)]
    link: String,
}

/// Rejected forms, so that nobody has to type twice: of the studio, or of the sheet.
#[derive(Default)]
pub(super) struct Refused {
    pub(super) studio: Option<(Form, Faults)>,
    pub(super) sheet: Option<(Form, Faults)>,
}

pub(crate) async fn list(cx: Context, domain: Path<String>, shown: Query<Shown>) -> Answer {
    show(&cx, &domain, &shown, Refused::default()).await
}

pub(super) async fn show(cx: &Context, domain: &str, shown: &Shown, refused: Refused) -> Answer {
    let text = cx.text;
    let mut codes = cx.api.qr_codes().list(domain);
    if let Some(cursor) = &shown.cursor {
        codes = codes.cursor(cursor);
    }
    let qr = cx.api.qr_codes();
    let (codes, presets) = tokio::try_join!(codes.limit(100).send(), qr.presets_list().send())?;
    let sheet = refused.sheet.unwrap_or_else(|| {
        let ticked = shown.sheet.map(|id| ("ids".to_owned(), id.to_string()));
        (Form::of(ticked.into_iter().collect()), Faults::default())
    });
    let studio = match cx.may("qr", "edit") {
        true => studio(cx, domain, &presets.items, &codes.items, shown, refused.studio).await?,
        false => html! {},
    };
    let body = html! {
        section.card.card-flush {
            @if codes.items.is_empty() { (view::empty("qr", &text.t("codes-empty-title"), &text.t("codes-empty-words"), html! {})) }
            @else {
                table.fold {
                    thead { tr { th scope="col" { (text.t("code")) } th.num scope="col" { (text.t("metric-scans")) } th.num scope="col" { (text.t("metric-clicks")) } th.num scope="col" { (text.t("metric-revenue")) } th scope="col" { span.visually-hidden { (text.t("actions")) } } } }
                    tbody { @for code in &codes.items { (row(text, domain, code, &sheet.0)) } }
                }
            }
        }
        (view::pager(text, &path(domain), codes.next_cursor.as_deref()))
        @if !codes.items.is_empty() { (sheet_form(text, domain, &sheet.0, &sheet.1, shown.sheet.is_some())) }
        (studio)
    };
    Ok(view::page_of(cx, domain, DomainTab::Codes, html! {}, body))
}

fn row(text: Text, domain: &str, code: &QrCode, sheet: &Form) -> Markup {
    let (id, base) = (code.id.to_string(), format!("{}/{}", path(domain), code.id));
    let title = if code.title.is_empty() { &code.path } else { &code.title };
    let ticked = sheet.all("ids").contains(&id);
    html! {
        tr {
            th scope="row" { div.row {
                label.check { input type="checkbox" form="sheet" name="ids" value=(id) checked[ticked]; span.visually-hidden { (text.with("sheet-tick", [("code", title.clone().into())])) } }
                img.qr-small src={ (base) "/image.svg" } alt="" loading="lazy" width="52" height="52";
                div.body { a href=(base) translate="no" { (title) } span.small.muted translate="no" { (code.path) @if let Some(link) = &code.smart_link { " → /r/" (link) } @if !code.channel.is_empty() { " · " (code.channel) } } }
                @if !code.active { (view::pill(Kind::Warn, &text.t("paused"))) }
            } }
            td.num data-label=(text.t("metric-scans")) { (view::raw(text.number(code.stats.scans))) }
            td.num data-label=(text.t("metric-clicks")) { (view::raw(text.number(code.stats.clicks))) }
            td.num data-label=(text.t("metric-revenue")) { (view::raw(text.money(code.stats.revenue_cents))) @for (currency, cents) in &code.stats.other_currencies { span.small.muted translate="no" { " · " (text.in_currency(currency).money(*cents)) } } }
            td { div.actions { a.button.quiet href={ (base) "/image.png?download=1" } hx-boost="false" download { (view::icon("download")) (view::raw("PNG")) } } }
        }
    }
}

/// Renders the form for a sheet of the codes that are ticked in the list above.
fn sheet_form(text: Text, domain: &str, form: &Form, faults: &Faults, open: bool) -> Markup {
    let papers = ["a4", "letter"].map(|paper| (paper.to_owned(), text.word("paper", paper)));
    let number = |name: &'static str, label: String, hint: String, stock: &str, bounds| {
        let value = form.optional(name).unwrap_or_else(|| stock.to_owned());
        input(&Input {
            name,
            label: &label,
            hint: &hint,
            value: &value,
            kind: "number",
            required: true,
            faults: Some(faults),
            bounds: Some(bounds),
            ..Input::default()
        })
    };
    html! {
        details.panel open[open || !faults.is_empty()] {
            summary { (text.t("sheet")) }
            div { form.stack #sheet method="get" action={ (path(domain)) "/sheet.pdf" } hx-boost="false" {
                (faults.above(text))
                p.small.muted { (text.t("sheet-words")) }
                div.fields {
                    (number("copies", text.t("sheet-copies"), text.t("sheet-copies-hint"), "1", (1, 1000)))
                    (number("size_mm", text.t("print-width"), text.t("print-width-hint"), "50", (20, 500)))
                    (select("", "paper", &text.t("paper"), &papers, form.text("paper")))
                }
                div.row { button.button.primary type="submit" { (view::icon("download")) (text.t("sheet-download")) } }
            } }
        }
    }
}

fn families(presets: &[QrPreset]) -> Vec<&str> {
    let mut families: Vec<&str> = Vec::new();
    for preset in presets {
        if !families.contains(&preset.family.as_str()) {
            families.push(&preset.family);
        }
    }
    families
}

async fn studio(
    cx: &Context,
    domain: &str,
    presets: &[QrPreset],
    codes: &[QrCode],
    shown: &Shown,
    refused: Option<(Form, Faults)>,
) -> Result<Markup, Failure> {
    let text = cx.text;
    let (form, mut faults) = refused.unwrap_or_else(|| {
        let link = ("smart_link".to_owned(), shown.link.clone());
        (Form::of(vec![link]), Faults::default())
    });
    let families = families(presets);
    let family = families.iter().find(|known| **known == shown.family).or_else(|| families.first());
    let family = family.copied().unwrap_or_default();
    let in_family: Vec<&QrPreset> = presets.iter().filter(|preset| preset.family == family).collect();
    let chosen = in_family.iter().find(|preset| preset.id == shown.preset).or_else(|| in_family.first());
    let Some(chosen) = chosen else { return Ok(html! {}) };
    let drawing = design::draw(cx, domain, form.text("slug"), &form, &chosen.design);
    let chosen_link = form.text("smart_link");
    let (drawing, pictures, targets) = tokio::join!(
        drawing,
        design::pictures(cx, domain, codes, &form),
        target::choice(cx, domain, chosen_link, &faults)
    );
    let drawing = drawing?;
    if faults.is_empty() {
        faults.take(&drawing.faults);
    }
    let tabs = families.iter().map(|known| {
        (format!("{}?family={}", path(domain), enc(known)), (*known).to_owned(), *known == family)
    });
    let check = format!("{}/check", path(domain));
    Ok(html! {
        section.card #studio { div.stack {
            h2 { (text.t("studio")) }
            p.muted { (text.with("studio-words", [("n", presets.len().into())])) }
            (faults.above(text))
            div.tabs.capital translate="no" { @for (href, words, current) in tabs { a href=(href) hx-swap="outerHTML show:none" aria-current=[current.then_some("true")] { (words) } } }
            form.stack method="post" enctype="multipart/form-data" action=(path(domain)) hx-encoding="multipart/form-data" {
                div.studio {
                    (design::live(&check, html! {
                        (gallery(text, domain, &in_family, &chosen.id))
                        (design::fields(cx, &form, &faults, &pictures, &check))
                        div.fields {
                            (targets)
                            (input(&Input { name: "slug", label: &text.t("code-slug"), hint: &text.t("code-slug-hint"), value: form.text("slug"), faults: Some(&faults), ..Input::default() }))
                            (input(&Input { name: "title", label: &text.t("name"), value: form.text("title"), faults: Some(&faults), ..Input::default() }))
                            (input(&Input { name: "channel", label: &text.t("channel"), hint: &text.t("channel-hint"), value: form.text("channel"), faults: Some(&faults), ..Input::default() }))
                        }
                    }))
                    aside.preview-side aria-label=(text.t("studio-preview")) { (design::drawn(text, &drawing)) }
                }
                div.row { button.button.primary type="submit" { (text.t("code-add")) } (design::check_button(text, &check)) }
            }
        } }
    })
}

fn gallery(text: Text, domain: &str, presets: &[&QrPreset], chosen: &str) -> Markup {
    html! {
        fieldset.stack {
            legend.visually-hidden { (text.t("studio-design")) }
            div.grid.gallery { @for preset in presets {
                label {
                    input type="radio" name="preset" value=(preset.id) checked[preset.id == chosen];
                    img src={ (path(domain)) "/preset/" (enc(&preset.id)) ".svg" } alt="" loading="lazy" width="120" height="120";
                    span.capital translate="no" { (preset.palette) }
                }
            } }
        }
    }
}

/// Responds with this domain's code in a design of the catalogue.
pub(crate) async fn preset(cx: Context, at: Path<(String, String)>) -> Answer {
    let (domain, preset) = at.into_inner();
    let asked = QrPreview { domain: domain.into(), preset: preset.into(), ..QrPreview::default() };
    let image = cx.api.qr_codes().preview(&asked).send().await?.into_inner();
    Ok(HttpResponse::Ok()
        .content_type("image/svg+xml")
        .insert_header((header::CACHE_CONTROL, "private, max-age=3600"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ))
        .body(image))
}

/// Shows the studio again with this form.
async fn again(cx: &Context, domain: &str, form: Form, faults: Faults) -> Answer {
    let preset = form.text("preset").to_owned();
    let family = preset.rsplit_once('-').map_or("", |(family, _)| family).to_owned();
    let shown = Shown { family, preset, ..Shown::default() };
    show(cx, domain, &shown, Refused { studio: Some((form, faults)), sheet: None }).await
}

/// Shows the new code and its faults before it is created.
pub(crate) async fn check(cx: Context, domain: Path<String>, parts: Multipart) -> Answer {
    let sent = uploads::sent(&cx, parts).await?;
    let uploaded = sent.file.is_some();
    let (form, faults) = design::take_picture(&cx, sent).await?;
    if !cx.look.htmx {
        return again(&cx, &domain, form, faults).await;
    }
    if uploaded {
        let codes = cx.api.qr_codes().list(&domain).limit(100).send().await?.into_inner().items;
        let check = format!("{}/check", path(&domain));
        return design::uploaded(&cx, &domain, &codes, &form, &faults, &check).await;
    }
    let presets = cx.api.qr_codes().presets_list().send().await?.into_inner().items;
    let base = design::design_of(&presets, form.text("preset")).ok_or(Failure::NotFound)?;
    let asked = design::Asked { domain: &domain, slug: form.text("slug"), base };
    design::checked(&cx, &asked, &form).await
}

pub(crate) async fn create(cx: Context, domain: Path<String>, parts: Multipart) -> Answer {
    let (form, faults) = design::take_picture(&cx, uploads::sent(&cx, parts).await?).await?;
    if !faults.is_empty() {
        return again(&cx, &domain, form, faults).await;
    }
    let preset = form.optional("preset");
    let drawn = match form.optional("logo").or_else(|| form.optional("frame_text")) {
        None => None,
        Some(_) => {
            let presets = cx.api.qr_codes().presets_list().send().await?.into_inner().items;
            let base = design::design_of(&presets, preset.as_deref().unwrap_or_default());
            Some(design::asked(&form, base.ok_or(Failure::NotFound)?))
        }
    };
    let asked = QrCreate {
        slug: form.text("slug").trim().into(),
        title: form.optional("title"),
        channel: form.optional("channel"),
        smart_link: form.optional("smart_link"),
        preset: preset.filter(|_| drawn.is_none()),
        design: drawn,
    };
    match cx.api.qr_codes().create(&domain, &asked).send().await.map_err(Failure::from) {
        Ok(made) => {
            let said =
                format!("{} {}", cx.text.t("code-added"), scan_words(cx.text, made.scannability.as_ref()));
            Ok(view::see_saying(&cx, &format!("{}/{}", path(&domain), made.id), said))
        }
        Err(failure) => {
            let faults = Faults::of(cx.text, failure, &PLACES)?;
            again(&cx, &domain, form, faults).await
        }
    }
}
