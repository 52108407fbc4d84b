//! The QR studio: a gallery of designs, a live preview, and files to print.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Path, Query};
use funnel_sdk::types::{QrCreate, QrOut, QrPresetOut, QrPreview, QrScannability, QrUpdate};
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;
use crate::text::Text;
use crate::view::{self, DomainTab, Input, Kind, enc, input};

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    #[serde(default)]
    family: String,
    #[serde(default)]
    preset: String,
    cursor: Option<String>,
}

fn path(domain: &str) -> String {
    format!("/domains/{}/codes", enc(domain))
}

pub(crate) async fn list(cx: Context, domain: Path<String>, shown: Query<Shown>) -> Answer {
    show(&cx, &domain, &shown, None).await
}

async fn show(cx: &Context, domain: &str, shown: &Shown, refused: Option<(Form, Vec<String>)>) -> Answer {
    let text = cx.text;
    let mut codes = cx.api.qr_codes().list(domain);
    if let Some(cursor) = &shown.cursor {
        codes = codes.cursor(cursor);
    }
    let qr = cx.api.qr_codes();
    let (codes, presets) = tokio::try_join!(codes.send(), qr.presets_list().send())?;
    let body = html! {
        section.card.card-flush {
            @if codes.items.is_empty() { (view::empty("qr", &text.t("codes-empty-title"), &text.t("codes-empty-words"), html! {})) }
            @else {
                table.fold {
                    thead { tr { th scope="col" { (text.t("code")) } th.num scope="col" { (text.t("metric-scans")) } th.num scope="col" { (text.t("metric-clicks")) } th.num scope="col" { (text.t("metric-revenue")) } th scope="col" { span.visually-hidden { (text.t("actions")) } } } }
                    tbody { @for code in &codes.items { (row(text, domain, code)) } }
                }
            }
        }
        (view::pager(text, &path(domain), codes.next_cursor.as_deref()))
        @if cx.may("qr", "edit") { (studio(cx, domain, &presets.items, shown, refused)) }
    };
    Ok(view::page_of(cx, domain, DomainTab::Codes, html! {}, body))
}

fn row(text: Text, domain: &str, code: &QrOut) -> Markup {
    let base = format!("{}/{}", path(domain), code.id);
    let title = if code.title.is_empty() { &code.path } else { &code.title };
    html! {
        tr {
            th scope="row" { div.row {
                img.qr-small src={ (base) "/image.svg" } alt="" loading="lazy" width="52" height="52";
                div.body { a href=(base) translate="no" { (title) } span.small.muted translate="no" { (code.path) @if !code.channel.is_empty() { " · " (code.channel) } } }
                @if !code.active { (view::pill(Kind::Warn, &text.t("paused"))) }
            } }
            td.num data-label=(text.t("metric-scans")) { (view::raw(text.number(code.stats.scans))) }
            td.num data-label=(text.t("metric-clicks")) { (view::raw(text.number(code.stats.clicks))) }
            td.num data-label=(text.t("metric-revenue")) { (view::raw(text.money(code.stats.revenue_cents))) }
            td { div.actions { a.button.quiet href={ (base) "/image.png?download=1" } hx-boost="false" download { (view::icon("download")) (view::raw("PNG")) } } }
        }
    }
}

fn families(presets: &[QrPresetOut]) -> Vec<&str> {
    let mut families: Vec<&str> = Vec::new();
    for preset in presets {
        if !families.contains(&preset.family.as_str()) {
            families.push(&preset.family);
        }
    }
    families
}

fn studio(
    cx: &Context,
    domain: &str,
    presets: &[QrPresetOut],
    shown: &Shown,
    refused: Option<(Form, Vec<String>)>,
) -> Markup {
    let text = cx.text;
    let (form, faults) = refused.unwrap_or_default();
    let families = families(presets);
    let family = families
        .iter()
        .find(|known| **known == shown.family)
        .or_else(|| families.first())
        .copied()
        .unwrap_or_default();
    let in_family: Vec<&QrPresetOut> = presets.iter().filter(|preset| preset.family == family).collect();
    let chosen = in_family
        .iter()
        .find(|preset| preset.id == shown.preset)
        .or_else(|| in_family.first())
        .map_or("", |preset| &preset.id);
    let tabs: Vec<_> = families
        .iter()
        .map(|known| {
            (format!("{}?family={}", path(domain), enc(known)), (*known).to_owned(), *known == family)
        })
        .collect();
    html! {
        section.card #studio { div.stack {
            h2 { (text.t("studio")) }
            p.muted { (text.with("studio-words", [("n", presets.len().into())])) }
            @for fault in &faults { (view::note(Kind::Bad, view::raw(fault))) }
            div.tabs translate="no" { @for (href, words, current) in &tabs { a href=(href) hx-swap="outerHTML show:none" aria-current=[current.then_some("true")] { (words) } } }
            form.stack method="post" action=(path(domain)) {
                fieldset.stack {
                    legend.visually-hidden { (text.t("studio-design")) }
                    div.grid.gallery { @for preset in &in_family {
                        label {
                            input type="radio" name="preset" value=(preset.id) checked[preset.id == chosen];
                            img src={ (path(domain)) "/preset/" (enc(&preset.id)) ".svg" } alt="" loading="lazy" width="120" height="120";
                            span translate="no" { (preset.palette) }
                        }
                    } }
                }
                div.fields {
                    (input(&Input { name: "slug", label: &text.t("code-slug"), hint: &text.t("code-slug-hint"), value: form.text("slug"), ..Input::default() }))
                    (input(&Input { name: "title", label: &text.t("name"), value: form.text("title"), ..Input::default() }))
                    (input(&Input { name: "channel", label: &text.t("channel"), hint: &text.t("channel-hint"), value: form.text("channel"), ..Input::default() }))
                }
                div.row { button.button.primary type="submit" { (text.t("code-add")) } }
            }
        } }
    }
}

/// A design of the catalogue as this domain's code would look in it.
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

pub(crate) async fn create(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let asked = QrCreate {
        slug: form.text("slug").trim().into(),
        title: form.optional("title"),
        channel: form.optional("channel"),
        preset: form.optional("preset"),
        ..QrCreate::default()
    };
    match cx.api.qr_codes().create(&domain, &asked).send().await.map_err(Failure::from) {
        Ok(made) => {
            let said =
                format!("{} {}", cx.text.t("code-added"), scan_words(cx.text, made.scannability.as_ref()));
            Ok(view::see_saying(&cx, &format!("{}/{}", path(&domain), made.id), said))
        }
        Err(failure) => match failure.faults() {
            Some(faults) => {
                let preset = form.text("preset").to_owned();
                let family = preset.rsplit_once('-').map_or("", |(family, _)| family).to_owned();
                show(&cx, &domain, &Shown { family, preset, cursor: None }, Some((form, faults))).await
            }
            None => Err(failure),
        },
    }
}

pub(crate) async fn screen(cx: Context, at: Path<(String, String)>) -> Answer {
    let text = cx.text;
    let (domain, id) = at.into_inner();
    let qr = cx.api.qr_codes();
    let (code, presets) = tokio::try_join!(qr.show(&domain, &id).send(), qr.presets_list().send())?;
    let base = format!("{}/{}", path(&domain), code.id);
    let designs: Vec<(String, String)> = std::iter::once((String::new(), text.t("design-kept")))
        .chain(presets.items.iter().map(|preset| (preset.id.clone(), preset.name.clone())))
        .collect();
    let address = format!("https://{domain}{}", code.path);
    let body = html! {
        div.cols {
            section.card { div.stack {
                img.qr src={ (base) "/image.svg?v=" (code.updated_at) } alt=(text.with("code-alt", [("address", address.clone().into())])) width="256" height="256";
                (view::copy(text, &address))
                div.actions {
                    a.button.primary href={ (base) "/image.png?download=1" } hx-boost="false" download { (view::icon("download")) (text.t("download-png")) }
                    a.button href={ (base) "/image.svg?download=1" } hx-boost="false" download { (text.t("download-svg")) }
                    a.button.quiet href={ (base) "/print" } hx-boost="false" { (text.t("print-sheet")) }
                }
                @if let Some(scannability) = &code.scannability { (scan(text, scannability)) }
            } }
            div.stack {
                dl.stats {
                    @for (name, value) in [("scans", code.stats.scans), ("visits", code.stats.visits), ("clicks", code.stats.clicks), ("subs", code.stats.subs)] {
                        div.stat { dt { (text.word("metric", name)) } dd translate="no" { (text.number(value)) } }
                    }
                    div.stat { dt { (text.t("metric-revenue")) } dd translate="no" { (text.money(code.stats.revenue_cents)) } }
                }
                @if cx.may("qr", "edit") {
                    form.card method="post" action=(base) { div.stack {
                        (input(&Input { name: "title", label: &text.t("name"), value: &code.title, ..Input::default() }))
                        (input(&Input { name: "channel", label: &text.t("channel"), value: &code.channel, ..Input::default() }))
                        (view::select_named("", "preset", &text.t("studio-design"), &designs, ""))
                        (view::check("active", "1", text.t("code-active"), code.active))
                        div.row { button.button.primary type="submit" { (text.t("save")) } }
                    } }
                }
            }
        }
    };
    Ok(view::page_of(
        &cx,
        &domain,
        DomainTab::Codes,
        html! { a.button.quiet href=(path(&domain)) { (text.t("codes-all")) } },
        body,
    ))
}

/// How well scanners read a design, in a sentence.
fn scan_words(text: Text, found: Option<&QrScannability>) -> String {
    match found {
        None => String::new(),
        Some(found) if found.warnings.is_empty() => text.t("scan-good"),
        Some(found) => format!("{} {}", text.t("scan-warn"), found.warnings.join(" ")),
    }
}

fn scan(text: Text, found: &QrScannability) -> Markup {
    let good = found.warnings.is_empty();
    let contrast = format!("{:.1}:1", found.contrast_min);
    let facts = text.with(
        "scan-facts",
        [
            ("contrast", contrast.into()),
            ("ecl", found.ecl.clone().into()),
            ("quiet", found.quiet_zone.into()),
        ],
    );
    view::note(
        if good { Kind::Good } else { Kind::Warn },
        html! {
            p.strong { (text.t(if good { "scan-good" } else { "scan-warn" })) }
            @for warning in &found.warnings { p translate="no" { (warning) } }
            p.small { (facts) }
        },
    )
}

pub(crate) async fn update(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, id) = at.into_inner();
    let mut asked = QrUpdate {
        title: form.text("title").trim().into(),
        channel: form.text("channel").trim().into(),
        active: form.ticked("active").into(),
        ..QrUpdate::default()
    };
    if let Some(preset) = form.optional("preset") {
        asked.preset = preset.into();
    }
    let changed = cx.api.qr_codes().update(&domain, &id, &asked).send().await?;
    let said = format!("{} {}", cx.text.t("said-saved"), scan_words(cx.text, changed.scannability.as_ref()));
    Ok(view::see_saying(&cx, &format!("{}/{}", path(&domain), enc(&id)), said))
}

#[derive(Deserialize)]
pub(crate) struct Download {
    download: Option<String>,
}

fn image(
    kind: &str,
    id: &str,
    ending: &str,
    download: &Download,
    body: impl actix_web::body::MessageBody + 'static,
) -> HttpResponse {
    let place = if download.download.is_some() { "attachment" } else { "inline" };
    let safe: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
    HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CONTENT_DISPOSITION, format!("{place}; filename=\"code-{safe}.{ending}\"")))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ))
        .body(body)
}

pub(crate) async fn png(cx: Context, at: Path<(String, String)>, download: Query<Download>) -> Answer {
    let (domain, id) = at.into_inner();
    let bytes = cx.api.qr_codes().png_download(&domain, &id).size(1024).send().await?.into_inner();
    Ok(image("image/png", &id, "png", &download, bytes))
}

pub(crate) async fn svg(cx: Context, at: Path<(String, String)>, download: Query<Download>) -> Answer {
    let (domain, id) = at.into_inner();
    let drawn = cx.api.qr_codes().svg_download(&domain, &id).send().await?.into_inner();
    Ok(image("image/svg+xml", &id, "svg", &download, drawn))
}

/// A sheet of the same code twelve times, for a printer.
pub(crate) async fn print(cx: Context, at: Path<(String, String)>) -> Answer {
    let (domain, id) = at.into_inner();
    let code = cx.api.qr_codes().show(&domain, &id).send().await?.into_inner();
    let source = format!("{}/{}/image.svg", path(&domain), enc(&id));
    let body = html! {
        div.grid {
            @for _ in 0..12 { figure.stack-s { img.qr src=(source) alt=(code.path) width="256" height="256"; figcaption.small translate="no" { (domain) (code.path) } } }
        }
    };
    Ok(view::page_of(&cx, &domain, DomainTab::Codes, html! {}, body))
}
