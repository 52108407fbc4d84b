//! A new broadcast: audience, message and pace. Nothing is sent before the launch.

use actix_web::web::Query;
use funnel_sdk::types::{
    AudiencePreview, AudienceStatus, AudienceTier, BroadcastAudience, BroadcastAutoStop, BroadcastCreate,
    BroadcastDetail, BroadcastMessage, BroadcastMode, BroadcastPace, BroadcastSchedule, PreviewAsk,
};
use maud::{Markup, html};
use serde::Deserialize;

use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::moments::Moment;
use crate::screens::{Answer, broadcasts, moments};
use crate::view::{self, Input, Kind, Section, input, select};

const TIERS: [&str; 5] = ["all", "whale", "spender", "free", "trial"];
const STATUSES: [&str; 3] = ["any", "active", "expired"];
const MODES: [&str; 3] = ["segmented", "drip", "online"];
/// Mode that only the API offers; a stored one stays.
const TIERED: &str = "tiered";

/// Maps the API's places to fields of the form.
const PLACES: [(&str, &str); 12] = [
    ("body.title", "title"),
    ("body.audience.countries", "countries"),
    ("body.audience.min_spent_cents", "min_spent"),
    ("body.audience.max_spent_cents", "max_spent"),
    ("body.audience.last_seen_days", "last_seen_days"),
    ("body.message.text", "text"),
    ("body.message.media_ids", "media_ids"),
    ("body.message.price_cents", "price"),
    ("body.pace.per_minute", "per_minute"),
    ("body.auto_stop.max_sends", "max_sends"),
    ("body.schedule.start_at", "start_at"),
    ("body.message", "text"),
];

#[derive(Deserialize)]
pub(crate) struct Shown {
    /// Draft to edit.
    from: Option<i64>,
}

pub(crate) async fn screen(cx: Context, shown: Query<Shown>) -> Answer {
    let form = match shown.from {
        Some(id) => form_of(&cx.api.broadcasts().show(id).send().await?.into_inner()),
        None => Form::parse(b"tier=all&status=active&mode=segmented&per_minute=30"),
    };
    show(&cx, &form, &Faults::default()).await
}

/// Returns the fields of a stored draft.
fn form_of(draft: &BroadcastDetail) -> Form {
    let (audience, message) = (&draft.audience, &draft.message);
    let stop = draft.auto_stop.clone().unwrap_or_default();
    let number = |number: Option<i64>| number.map(|number| number.to_string());
    let list = |entries: &Option<Vec<String>>| entries.as_ref().map(|entries| entries.join(", "));
    let fields = [
        ("replaces", Some(draft.id.to_string())),
        ("tier", audience.tier.as_ref().map(|tier| tier.as_str().to_owned())),
        ("status", audience.status.as_ref().map(|status| status.as_str().to_owned())),
        ("countries", list(&audience.countries)),
        ("min_spent", audience.min_spent_cents.map(plain)),
        ("max_spent", audience.max_spent_cents.map(plain)),
        ("last_seen_days", number(audience.last_seen_days)),
        ("title", Some(draft.title.clone())),
        ("text", message.text.clone()),
        ("media_ids", list(&message.media_ids)),
        ("price", message.price_cents.filter(|cents| *cents > 0).map(plain)),
        ("mode", Some(draft.mode.as_str().to_owned())),
        ("per_minute", number(draft.pace.as_ref().and_then(|pace| pace.per_minute))),
        ("max_sends", number(stop.max_sends)),
        ("on_reply", stop.on_reply.filter(|on| *on).map(|_| "1".to_owned())),
        ("start_at", draft.schedule.as_ref().map(|schedule| moments::field(schedule.start_at))),
    ];
    let filled = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Form::of(filled.collect())
}

/// Writes an amount as [`Form::cents`] reads it.
fn plain(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

async fn show(cx: &Context, form: &Form, faults: &Faults) -> Answer {
    let text = cx.text;
    let (count, closed) = tokio::try_join!(count(cx, form), broadcasts::closed(cx))?;
    let modes: Vec<&str> = MODES.into_iter().chain((form.text("mode") == TIERED).then_some(TIERED)).collect();
    let replaces = form.text("replaces");
    let is_wrong = faults.at("text").is_some();
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
            faults: Some(faults),
            ..Input::default()
        })
    };
    let body = html! {
        (faults.above(text))
        @if let Some(closed) = &closed { (closed) }
        form.stack method="post" action="/broadcasts/new" {
            (view::hidden(&[("replaces", replaces)]))
            (view::once())
            section.card { div.stack {
                h2 { "1 · " (text.t("audience")) }
                div.fields hx-post="/broadcasts/new/count" hx-trigger="change delay:200ms, input changed delay:500ms" hx-include="closest form" hx-target="#count" hx-select="#count" hx-swap="outerHTML" hx-push-url="false" hx-select-oob="unset" {
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
                    textarea.input #text name="text" maxlength="10000" translate="no" aria-describedby="text-hint text-fault"
                        aria-invalid=[is_wrong.then_some("true")] { (form.text("text")) }
                    p.hint #text-hint { (text.t("message-hint")) }
                    (faults.slot("text"))
                }
                div.fields {
                    (line("media_ids", text.t("media-ids"), text.t("media-ids-hint"), "text", false))
                    (line("price", text.t("price"), text.t("price-hint"), "number", false))
                }
            } }
            section.card { div.stack {
                h2 { "3 · " (text.t("pace")) }
                div.fields {
                    (select("", "mode", &text.t("mode"), &words("mode", &modes), form.text("mode")))
                    (line("per_minute", text.t("per-minute-label"), String::new(), "number", false))
                    (line("max_sends", text.t("max-sends"), String::new(), "number", false))
                    (moments::input(text, &Moment { name: "start_at", label: "start", hint: &text.t("starts-hint"), value: form.text("start_at"), faults: Some(faults), ..Moment::default() }))
                }
                (view::check("on_reply", "1", text.t("stop-on-reply"), form.ticked("on_reply")))
            } }
            (view::note(Kind::Plain, text.t("wizard-draft")))
            div.row { button.button.primary type="submit" { (text.t("wizard-save")) } @if cx.opens("/broadcasts") { a.button.quiet href="/broadcasts" { (text.t("back")) } } }
        }
    };
    Ok(view::page(cx, Section::Broadcasts, &text.t("broadcast-add"), html! {}, body))
}

/// Reads the audience of a form. Keeps of a stored audience what the form does not show.
fn audience(form: &Form, stored: BroadcastAudience) -> BroadcastAudience {
    let countries: Vec<String> = form.list("countries").iter().map(|code| code.to_uppercase()).collect();
    BroadcastAudience {
        tier: Some(AudienceTier::parse(form.text("tier")).unwrap_or(AudienceTier::All)),
        status: Some(AudienceStatus::parse(form.text("status")).unwrap_or(AudienceStatus::Any)),
        countries: (!countries.is_empty()).then_some(countries),
        min_spent_cents: form.cents("min_spent"),
        max_spent_cents: form.cents("max_spent"),
        last_seen_days: form.number("last_seen_days"),
        ..stored
    }
}

/// Returns the size of an audience, or the reasons why it can't be counted.
async fn count(cx: &Context, form: &Form) -> Result<Result<AudiencePreview, Faults>, Failure> {
    let asked = PreviewAsk { audience: audience(form, BroadcastAudience::default()) };
    match cx.api.broadcasts().preview(&asked).send().await.map_err(Failure::from) {
        Ok(count) => Ok(Ok(count.into_inner())),
        Err(failure) => Faults::of(cx.text, failure, &[]).map(Err),
    }
}

fn counted(cx: &Context, count: &Result<AudiencePreview, Faults>) -> Markup {
    let text = cx.text;
    html! {
        div.stack #count role="status" {
            @match count {
                Err(faults) => { @for fault in faults.rest() { (view::note(Kind::Warn, view::raw(fault))) } }
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
    show(&cx, &form, &Faults::default()).await
}

/// Builds the campaign of a form. Keeps of a stored draft what the form does not show.
fn asked(form: &Form, stored: Option<&BroadcastDetail>, start_at: Option<i64>) -> BroadcastCreate {
    let media = form.list("media_ids");
    let stop = BroadcastAutoStop {
        max_sends: form.number("max_sends"),
        on_reply: form.ticked("on_reply").then_some(true),
        ..stored.and_then(|stored| stored.auto_stop.clone()).unwrap_or_default()
    };
    let pace = BroadcastPace {
        per_minute: form.number("per_minute"),
        ..stored.and_then(|stored| stored.pace.clone()).unwrap_or_default()
    };
    BroadcastCreate {
        title: form.text("title").trim().into(),
        mode: BroadcastMode::parse(form.text("mode")).unwrap_or(BroadcastMode::Segmented),
        audience: audience(form, stored.map(|stored| stored.audience.clone()).unwrap_or_default()),
        message: BroadcastMessage {
            text: form.optional("text"),
            media_ids: (!media.is_empty()).then_some(media),
            price_cents: form.cents("price").filter(|cents| *cents > 0),
            tiers: stored.and_then(|stored| stored.message.tiers.clone()),
        },
        schedule: start_at.map(|start_at| BroadcastSchedule { start_at: Some(start_at) }),
        operator_id: stored.and_then(|stored| stored.operator_id),
        platform_account_id: stored.and_then(|stored| stored.platform_account_id.clone()),
        pace: (pace != BroadcastPace::default()).then_some(pace),
        auto_stop: (stop != BroadcastAutoStop::default()).then_some(stop),
    }
}

/// Saves a draft. The API can't change a draft, so a new one takes its place.
async fn save(cx: &Context, form: &Form) -> Result<i64, Failure> {
    let start_at = moments::of(form, "start_at")?;
    let broadcasts = cx.api.broadcasts();
    let stored = match form.number("replaces") {
        Some(id) => Some(broadcasts.show(id).send().await?.into_inner()),
        None => None,
    };
    let asked = asked(form, stored.as_ref(), start_at);
    let made = broadcasts.create(&asked).idempotency_key(form.once()).send().await?.id;
    if let Some(old) = stored.filter(|old| old.status == "draft" && cx.may("broadcasts", "deliver")) {
        // If this fails, both drafts are in the list, and nothing is lost.
        let _ = broadcasts.cancel(old.id).send().await;
    }
    Ok(made)
}

pub(crate) async fn create(cx: Context, form: Form) -> Answer {
    match save(&cx, &form).await {
        Ok(made) => {
            let made = format!("/broadcasts/{made}");
            // Who may only write drafts sees none.
            let next = if cx.opens(&made) { made.as_str() } else { "/broadcasts/new" };
            Ok(view::see_saying(&cx, next, cx.text.t("broadcast-added")))
        }
        Err(failure) => {
            let faults = Faults::of(cx.text, failure, &PLACES)?;
            show(&cx, &form, &faults).await
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_stored_draft_goes_through_its_form_unchanged() {
        let stored = json!({
            "title": "Hello", "mode": "drip", "platform_account_id": null, "operator_id": 7,
            "audience": {
                "tier": "whale", "status": "active", "countries": ["DE", "AT"], "exclude_fan_ids": ["f1"],
                "min_spent_cents": 1250, "last_seen_days": 30,
            },
            "message": { "text": "Hi\nyou", "media_ids": ["1", "2"], "price_cents": 500 },
            "pace": { "per_minute": 30, "per_day": 100 },
            "auto_stop": { "max_sends": 2, "on_reply": true, "revenue_cents": 100 },
            "schedule": { "start_at": 1_900_000_000 },
        });
        let mut detail = stored.clone();
        detail.as_object_mut().unwrap().extend(
            json!({
                "id": 5, "status": "draft", "counters": counters(), "created_at": 0, "updated_at": 0,
                "estimated_finish_at": null, "finish_reason": null, "launched_at": null, "next_send_at": null,
                "pause_reason": null,
            })
            .as_object()
            .unwrap()
            .clone(),
        );
        let detail: BroadcastDetail = serde_json::from_value(detail).unwrap();
        let form = form_of(&detail);
        let start_at = moments::of(&form, "start_at").unwrap();
        let again = serde_json::to_value(asked(&form, Some(&detail), start_at)).unwrap();
        let expected: BroadcastCreate = serde_json::from_value(stored).unwrap();
        assert_eq!(again, serde_json::to_value(expected).unwrap());
    }

    fn counters() -> serde_json::Value {
        json!({
            "failed": 0, "matched": 0, "pending": 0, "purchased": 0, "replied": 0, "screened": {}, "sent": 0,
            "unknown": 0, "waiting": 0,
        })
    }
}
