//! Copying parts of a draft to many domains at once.

use funnel_sdk::types::{BulkCopy, BulkCopyReport};
use maud::{Markup, html};

use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::Answer;
use crate::view::{self, Kind, Section, enc};
use crate::words::words;

const PARTS: [&str; 4] = ["buttons_segments", "bg", "ui", "notification"];

pub(crate) async fn screen(cx: Context) -> Answer {
    show(&cx, &Form::parse(b"parts=buttons_segments"), html! {}).await
}

async fn show(cx: &Context, form: &Form, result: Markup) -> Answer {
    let text = cx.text;
    let domains = cx.api.domains().list().send().await?.into_inner().items;
    let names: Vec<(String, String)> =
        domains.iter().map(|domain| (domain.hostname.clone(), domain.hostname.clone())).collect();
    let (targets, parts) = (form.all("targets"), form.all("parts"));
    let body = html! {
        (result)
        @if names.len() < 2 { section.card { (view::empty("copy", &text.t("copy-empty-title"), &text.t("copy-empty-words"), html! { a.button.primary href="/domains#add" { (text.t("domains-add")) } })) } }
        @else {
            form.card method="post" action="/copy" data-confirm=(text.t("copy-sure")) { div.stack {
                (view::asks(&text.t("copy-sure")))
                (view::once())
                p.muted { (text.t("copy-words")) }
                (view::select("", "source", &text.t("copy-from"), &names, form.text("source")))
                fieldset.stack-s { legend { (text.t("copy-parts")) } div.row { @for part in PARTS { (view::check("parts", part, text.word("copy-part", part), parts.iter().any(|known| known == part))) } } }
                fieldset.stack-s { legend { (text.t("copy-to")) } div.fields { @for (name, _) in &names { (view::check("targets", name, view::raw(name), targets.contains(name))) } } }
                div.row { button.button.primary type="submit" { (text.t("copy-do")) } }
            } }
        }
    };
    Ok(view::page(cx, Section::Copy, &text.t("nav-copy"), html! {}, body))
}

fn outcome(cx: &Context, copied: &BulkCopyReport) -> Markup {
    let text = cx.text;
    let good = copied.results.iter().filter(|result| result.ok).count();
    html! {
        section.card.card-flush {
            div.card-head { h2 { (text.with("copy-done", [("good", good.into()), ("all", copied.results.len().into())])) } }
            ul.list { @for result in &copied.results { li {
                div.body { a href={ "/domains/" (enc(&result.host)) "/publish" } translate="no" { (result.host) } span.small.muted translate="no" { (result.detail) } }
                (view::pill(if result.ok { Kind::Good } else { Kind::Bad }, &text.t(if result.ok { "copied" } else { "failed" })))
            } } }
        }
    }
}

pub(crate) async fn copy(cx: Context, form: Form) -> Answer {
    let source = form.text("source").to_owned();
    let targets = form.all("targets").into_iter().filter(|target| *target != source).collect();
    let asked = BulkCopy { source, targets, parts: words(&form.all("parts")) };
    match cx
        .api
        .domains()
        .content_copy(&asked)
        .idempotency_key(form.once())
        .send()
        .await
        .map_err(Failure::from)
    {
        Ok(copied) => {
            let result = outcome(&cx, &copied);
            show(&cx, &form, result).await
        }
        Err(failure) => {
            let faults = Faults::of(cx.text, failure, &[])?;
            show(&cx, &form, faults.unplaced()).await
        }
    }
}
