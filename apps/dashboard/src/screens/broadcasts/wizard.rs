//! A new broadcast: audience, message and pace. Nothing is sent before the launch.

use funnel_sdk::types::{
    AudiencePreview, AudienceStatus, AudienceTier, BroadcastAudience, BroadcastAutoStop, BroadcastCreate,
    BroadcastMessage, BroadcastMode, BroadcastPace, BroadcastSchedule, PreviewAsk,
};
use maud::{Markup, html};

use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;
use crate::screens::{Answer, broadcasts, moments};
use crate::view::{self, Input, Kind, Section, input, select};

const TIERS: [&str; 5] = ["all", "whale", "spender", "free", "trial"];
const STATUSES: [&str; 3] = ["any", "active", "expired"];
const MODES: [&str; 3] = ["segmented", "drip", "online"];

pub(crate) async fn screen(cx: Context) -> Answer {
    let form = Form::parse(b"tier=all&status=active&mode=segmented&per_minute=30");
    show(&cx, &form, &[]).await
}

async fn show(cx: &Context, form: &Form, faults: &[String]) -> Answer {
    let text = cx.text;
    let (count, closed) = tokio::try_join!(count(cx, form), broadcasts::closed(cx))?;
    let words = |prefix: &'static str, values: &[&str]| -> Vec<(String, String)> {
        values.iter().map(|value| ((*value).to_owned(), text.word(prefix, value))).collect()
    };
    let line = |name: &'static str, label: String, hint: String, kind: &'static str, required: bool| {
        input(&Input {
            name,
            label: &label,
            hint: &hint,
            value: form.text(name),
            kind,
            required,
            ..Input::default()
        })
    };
    let body = html! {
        @for fault in faults { (view::note(Kind::Bad, view::raw(fault))) }
        (closed)
        form.stack method="post" action="/broadcasts/new" {
            section.card { div.stack {
                h2 { "1 · " (text.t("audience")) }
                div.fields hx-post="/broadcasts/new/count" hx-trigger="change delay:200ms, input changed delay:500ms" hx-include="closest form" hx-target="#count" hx-select="#count" hx-swap="outerHTML" hx-push-url="false" hx-select-oob="" {
                    (select("", "tier", &text.t("tier"), &words("tier", &TIERS), form.text("tier")))
                    (select("", "status", &text.t("fan-status"), &words("fan-status", &STATUSES), form.text("status")))
                    (line("countries", text.t("countries"), text.t("countries-hint"), "text", false))
                    (line("min_spent", text.t("min-spent"), String::new(), "number", false))
                    (line("max_spent", text.t("max-spent"), String::new(), "number", false))
                    (line("last_seen_days", text.t("last-seen"), String::new(), "number", false))
                }
                (counted(cx, &count))
                noscript { button.button type="submit" formaction="/broadcasts/new/count" { (text.t("count")) } }
            } }
            section.card { div.stack {
                h2 { "2 · " (text.t("message")) }
                (line("title", text.t("broadcast-title"), text.t("broadcast-title-hint"), "text", true))
                div.field {
                    label for="text" { (text.t("message-text")) }
                    textarea.input #text name="text" maxlength="10000" translate="no" aria-describedby="text-hint" { (form.text("text")) }
                    p.hint #text-hint { (text.t("message-hint")) }
                }
                div.fields {
                    (line("media_ids", text.t("media-ids"), text.t("media-ids-hint"), "text", false))
                    (line("price", text.t("price"), text.t("price-hint"), "number", false))
                }
            } }
            section.card { div.stack {
                h2 { "3 · " (text.t("pace")) }
                div.fields {
                    (select("", "mode", &text.t("mode"), &words("mode", &MODES), form.text("mode")))
                    (line("per_minute", text.t("per-minute-label"), String::new(), "number", false))
                    (line("max_sends", text.t("max-sends"), String::new(), "number", false))
                    (moments::input(text, "", "start_at", "start", &text.t("starts-hint"), form.text("start_at")))
                }
                (view::check("on_reply", "1", text.t("stop-on-reply"), form.ticked("on_reply")))
            } }
            (view::note(Kind::Plain, text.t("wizard-draft")))
            div.row { button.button.primary type="submit" { (text.t("wizard-save")) } a.button.quiet href="/broadcasts" { (text.t("back")) } }
        }
    };
    Ok(view::page(cx, Section::Broadcasts, &text.t("broadcast-add"), html! {}, body))
}

fn audience(form: &Form) -> BroadcastAudience {
    let countries: Vec<String> = form.list("countries").iter().map(|code| code.to_uppercase()).collect();
    let tier = match form.text("tier") {
        "whale" => AudienceTier::Whale,
        "spender" => AudienceTier::Spender,
        "free" => AudienceTier::Free,
        "trial" => AudienceTier::Trial,
        _ => AudienceTier::All,
    };
    let status = match form.text("status") {
        "active" => AudienceStatus::Active,
        "expired" => AudienceStatus::Expired,
        _ => AudienceStatus::Any,
    };
    BroadcastAudience {
        tier: Some(tier),
        status: Some(status),
        countries: (!countries.is_empty()).then_some(countries),
        min_spent_cents: form.cents("min_spent"),
        max_spent_cents: form.cents("max_spent"),
        last_seen_days: form.number("last_seen_days"),
        ..BroadcastAudience::default()
    }
}

/// Returns the size of an audience, or the reasons why it can't be counted.
async fn count(cx: &Context, form: &Form) -> Result<Result<AudiencePreview, Vec<String>>, Failure> {
    match cx
        .api
        .broadcasts()
        .preview(&PreviewAsk { audience: audience(form) })
        .send()
        .await
        .map_err(Failure::from)
    {
        Ok(count) => Ok(Ok(count.into_inner())),
        Err(failure) => failure.faults().map(Err).ok_or(failure),
    }
}

fn counted(cx: &Context, count: &Result<AudiencePreview, Vec<String>>) -> Markup {
    let text = cx.text;
    html! {
        div.stack #count role="status" {
            @match count {
                Err(faults) => { @for fault in faults { (view::note(Kind::Warn, view::raw(fault))) } }
                Ok(count) => {
                    @match (count.selected, count.matched) {
                        (Some(selected), Some(matched)) => { p { span.strong { (text.with("audience-count", [("selected", text.number(selected).into()), ("matched", text.number(matched).into())])) } } }
                        _ => { p { (text.with("audience-small", [("n", count.floor.unwrap_or_default().into())])) } }
                    }
                    @let greatest = count.histogram.values().copied().max().unwrap_or_default();
                    @if greatest > 0 {
                        div.fields { @for (bucket, fans) in &count.histogram {
                            div.stack-s { div.spread.small { span { (text.word("tier", bucket)) } span.num translate="no" { (text.number(*fans)) } } (view::bar(*fans, greatest)) }
                        } }
                    }
                }
            }
        }
    }
}

pub(crate) async fn count_only(cx: Context, form: Form) -> Answer {
    show(&cx, &form, &[]).await
}

pub(crate) async fn create(cx: Context, form: Form) -> Answer {
    let media = form.list("media_ids");
    let start_at = moments::of(&form, "start_at")?;
    let stop = BroadcastAutoStop {
        max_sends: form.number("max_sends"),
        on_reply: form.ticked("on_reply").then_some(true),
        ..BroadcastAutoStop::default()
    };
    let asked = BroadcastCreate {
        title: form.text("title").trim().into(),
        mode: match form.text("mode") {
            "drip" => BroadcastMode::Drip,
            "online" => BroadcastMode::Online,
            _ => BroadcastMode::Segmented,
        },
        audience: audience(&form),
        message: BroadcastMessage {
            text: form.optional("text"),
            media_ids: (!media.is_empty()).then_some(media),
            price_cents: form.cents("price").filter(|cents| *cents > 0),
            tiers: None,
        },
        schedule: start_at.map(|start_at| BroadcastSchedule { start_at: Some(start_at) }),
        operator_id: None,
        platform_account_id: None,
        pace: form
            .number("per_minute")
            .map(|per_minute| BroadcastPace { per_minute: Some(per_minute), ..BroadcastPace::default() }),
        auto_stop: (stop != BroadcastAutoStop::default()).then_some(stop),
    };
    match cx.api.broadcasts().create(&asked).send().await.map_err(Failure::from) {
        Ok(made) => {
            Ok(view::see_saying(&cx, &format!("/broadcasts/{}", made.id), cx.text.t("broadcast-added")))
        }
        Err(failure) => match failure.faults() {
            Some(faults) => show(&cx, &form, &faults).await,
            None => Err(failure),
        },
    }
}
