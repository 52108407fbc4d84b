//! A QR code: its look and results, its files for screens and print, and its changes.

use actix_multipart::Multipart;
use actix_web::web::Path;
use funnel_sdk::types::{QrCode, QrDesign, QrPreset, QrScannability, QrUpdate};
use maud::{Markup, html};

use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::qr::design;
use crate::screens::qr::design::PLACES;
use crate::screens::qr::target;
use crate::screens::stats::days;
use crate::screens::{Answer, uploads};
use crate::text::Text;
use crate::view::{self, DomainTab, Input, Kind, enc, input, select};

/// PNG widths in pixels.
const PIXELS: [&str; 4] = ["256", "512", "1024", "2048"];

pub(super) fn path(domain: &str) -> String {
    format!("/domains/{}/codes", enc(domain))
}

/// Rejected forms, so that nobody has to type twice: a change, or a file.
#[derive(Default)]
pub(super) struct Refused {
    pub(super) change: Option<(Form, Faults)>,
    pub(super) file: Option<(Form, Faults)>,
}

pub(crate) async fn screen(cx: Context, at: Path<(String, i64)>) -> Answer {
    let (domain, id) = at.into_inner();
    show(&cx, &domain, id, Refused::default()).await
}

pub(super) async fn show(cx: &Context, domain: &str, id: i64, refused: Refused) -> Answer {
    let text = cx.text;
    let qr = cx.api.qr_codes();
    let (code, presets) = tokio::try_join!(qr.show(domain, id).send(), qr.presets_list().send())?;
    let base = format!("{}/{}", path(domain), code.id);
    let address = format!("https://{domain}{}", code.path);
    let (asked, faults) = refused.file.unwrap_or_default();
    let edit = match cx.may("qr", "edit") {
        true => edit(cx, domain, &code, &presets.items, refused.change).await?,
        false => html! {},
    };
    let body = html! {
        div.cols {
            section.card { div.stack {
                img.qr.whole src={ (base) "/image.svg?v=" (code.updated_at) } alt=(text.with("code-alt", [("address", address.clone().into())])) width="256" height="256";
                (view::copy(text, &address))
                (target::line(cx, domain, code.smart_link.as_deref()))
                @if let Some(scannability) = &code.scannability { (scan(text, scannability)) }
                dl.stats {
                    @for (name, value) in [("scans", code.stats.scans), ("visits", code.stats.visits), ("clicks", code.stats.clicks), ("subs", code.stats.subs)] {
                        div.stat { dt { (text.word("metric", name)) } dd translate="no" { (text.number(value)) } }
                    }
                    div.stat { dt { (text.t("metric-revenue")) } dd translate="no" { (text.money(code.stats.revenue_cents)) } }
                }
                (days::other_currencies(text, &code.stats.other_currencies))
            } }
            (files(text, domain, &code, &asked, &faults))
        }
        (edit)
    };
    let crumb = html! { a.button.quiet href=(path(domain)) { (text.t("codes-all")) } };
    Ok(view::page_of(cx, domain, DomainTab::Codes, crumb, body))
}

/// Renders the file downloads: in pixels for screens, in millimetres for print shops.
fn files(text: Text, domain: &str, code: &QrCode, asked: &Form, faults: &Faults) -> Markup {
    let base = format!("{}/{}", path(domain), code.id);
    let pixels = PIXELS.map(|size| (size.to_owned(), text.with("png-width", [("n", size.into())])));
    let width = asked.optional("size_mm").unwrap_or_else(|| "50".to_owned());
    html! {
        div.stack {
            section.card { form.stack method="get" action={ (base) "/image.png" } hx-boost="false" {
                h2 { (text.t("files-screen")) }
                (view::hidden(&[("download", "1")]))
                (select("", "size", &text.t("png-size"), &pixels, "1024"))
                div.actions {
                    button.button.primary type="submit" { (view::icon("download")) (text.t("download-png")) }
                    button.button type="submit" formaction={ (base) "/image.svg" } { (text.t("download-svg")) }
                }
            } }
            section.card #print { form.stack method="get" action={ (base) "/image.pdf" } hx-boost="false" {
                h2 { (text.t("files-print")) }
                (faults.above(text))
                (input(&Input { name: "size_mm", label: &text.t("print-width"), hint: &text.t("print-width-hint"), value: &width, kind: "number", required: true, faults: Some(faults), bounds: Some((20, 500)), ..Input::default() }))
                div.actions {
                    button.button.primary type="submit" { (view::icon("download")) (text.t("download-pdf")) }
                    button.button type="submit" formaction={ (base) "/image.eps" } { (text.t("download-eps")) }
                    a.button.quiet href={ (path(domain)) "?sheet=" (code.id) } { (text.t("sheet")) }
                }
                p.small.muted { (text.t("files-print-words")) }
            } }
        }
    }
}

/// Returns the design to change: that of the chosen preset, or the stored one.
fn base_of<'a>(form: &Form, stored: &'a QrDesign, presets: &'a [QrPreset]) -> &'a QrDesign {
    design::design_of(presets, form.text("preset")).unwrap_or(stored)
}

async fn edit(
    cx: &Context,
    domain: &str,
    code: &QrCode,
    presets: &[QrPreset],
    refused: Option<(Form, Faults)>,
) -> Result<Markup, Failure> {
    let text = cx.text;
    let is_refused = refused.is_some();
    let (form, faults) = refused.unwrap_or_else(|| {
        let link = code.smart_link.clone().unwrap_or_default();
        let texts = [("title", &code.title), ("channel", &code.channel), ("smart_link", &link)];
        let mut pairs = design::form_of(&code.design).pairs().to_vec();
        pairs.extend(texts.map(|(name, value)| (name.to_owned(), value.clone())));
        pairs.extend(code.active.then(|| ("active".to_owned(), "1".to_owned())));
        (Form::of(pairs), Faults::default())
    });
    let kept = (String::new(), text.t("design-kept"));
    let designs = presets.iter().map(|preset| (preset.id.clone(), preset.name.clone()));
    let designs: Vec<(String, String)> = std::iter::once(kept).chain(designs).collect();
    let drawing = design::draw(cx, domain, &code.slug, &form, base_of(&form, &code.design, presets));
    let codes = std::slice::from_ref(code);
    let (drawing, pictures, targets) = tokio::join!(
        drawing,
        design::pictures(cx, domain, codes, &form),
        target::choice(cx, domain, form.text("smart_link"), &faults)
    );
    let base = format!("{}/{}", path(domain), code.id);
    let check = format!("{base}/check");
    let line = |name: &'static str, label: String| {
        input(&Input {
            name,
            label: &label,
            value: form.text(name),
            faults: Some(&faults),
            ..Input::default()
        })
    };
    Ok(html! {
        details.panel open[is_refused] #edit {
            summary { (text.t("code-edit")) }
            div { form.stack method="post" enctype="multipart/form-data" action=(base) hx-encoding="multipart/form-data" {
                (faults.above(text))
                div.studio {
                    (design::live(&check, html! {
                        div.fields { (targets) (line("title", text.t("name"))) (line("channel", text.t("channel"))) }
                        (view::select_named("", "preset", &text.t("studio-design"), &designs, form.text("preset")))
                        (design::fields(cx, &form, &faults, &pictures, &check))
                        (view::check("active", "1", text.t("code-active"), form.ticked("active")))
                    }))
                    aside.preview-side aria-label=(text.t("studio-preview")) { (design::drawn(text, &drawing?)) }
                }
                div.row { button.button.primary type="submit" { (text.t("save")) } (design::check_button(text, &check)) }
            } }
        }
    })
}

/// Shows the changed code and its faults before it is saved.
pub(crate) async fn check(cx: Context, at: Path<(String, i64)>, parts: Multipart) -> Answer {
    let (domain, id) = at.into_inner();
    let sent = uploads::sent(&cx, parts).await?;
    let uploaded = sent.file.is_some();
    let (form, faults) = design::take_picture(&cx, sent).await?;
    if !cx.look.htmx {
        return show(&cx, &domain, id, Refused { change: Some((form, faults)), file: None }).await;
    }
    let qr = cx.api.qr_codes();
    if uploaded {
        let code = qr.show(&domain, id).send().await?.into_inner();
        let check = format!("{}/{}/check", path(&domain), code.id);
        return design::uploaded(&cx, &domain, &[code], &form, &faults, &check).await;
    }
    let (code, presets) = tokio::try_join!(qr.show(&domain, id).send(), qr.presets_list().send())?;
    let base = base_of(&form, &code.design, &presets.items);
    design::checked(&cx, &design::Asked { domain: &domain, slug: &code.slug, base }, &form).await
}

pub(crate) async fn update(cx: Context, at: Path<(String, i64)>, parts: Multipart) -> Answer {
    let (domain, id) = at.into_inner();
    let (form, faults) = design::take_picture(&cx, uploads::sent(&cx, parts).await?).await?;
    if !faults.is_empty() {
        return show(&cx, &domain, id, Refused { change: Some((form, faults)), file: None }).await;
    }
    let qr = cx.api.qr_codes();
    let (code, presets) = tokio::try_join!(qr.show(&domain, id).send(), qr.presets_list().send())?;
    let asked = QrUpdate {
        title: form.text("title").trim().into(),
        channel: form.text("channel").trim().into(),
        active: form.ticked("active").into(),
        smart_link: form.optional("smart_link").into(),
        design: design::asked(&form, base_of(&form, &code.design, &presets.items)).into(),
        ..QrUpdate::default()
    };
    match qr.update(&domain, id, &asked).send().await.map_err(Failure::from) {
        Ok(changed) => {
            let scan = scan_words(cx.text, changed.scannability.as_ref());
            let said = format!("{} {scan}", cx.text.t("said-saved"));
            Ok(view::see_saying(&cx, &format!("{}/{id}", path(&domain)), said))
        }
        Err(failure) => {
            let faults = Faults::of(cx.text, failure, &PLACES)?;
            show(&cx, &domain, id, Refused { change: Some((form, faults)), file: None }).await
        }
    }
}

/// Describes how well scanners read a design.
pub(super) fn scan_words(text: Text, found: Option<&QrScannability>) -> String {
    match found {
        None => String::new(),
        Some(found) if found.warnings.is_empty() => text.t("scan-good"),
        Some(found) => {
            let why: Vec<String> = found.warnings.iter().map(|word| text.word("scan-why", word)).collect();
            format!("{} {}", text.t("scan-warn"), why.join(" "))
        }
    }
}

fn scan(text: Text, found: &QrScannability) -> Markup {
    let good = found.warnings.is_empty();
    let contrast = format!("{:.1}:1", found.contrast_min);
    let facts = text.with(
        "scan-facts",
        [
            ("contrast", contrast.into()),
            ("ecl", found.ecl.to_string().into()),
            ("quiet", found.quiet_zone.into()),
        ],
    );
    view::note(
        if good { Kind::Good } else { Kind::Warn },
        html! {
            p.strong { (text.t(if good { "scan-good" } else { "scan-warn" })) }
            @for warning in &found.warnings { p { (text.word("scan-why", warning)) } }
            p.small { (facts) }
        },
    )
}
