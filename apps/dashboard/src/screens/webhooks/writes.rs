//! Changes of webhooks.

use actix_web::web::Path;
use funnel_sdk::types::{WebhookCreate, WebhookFilter, WebhookRedrive, WebhookRotate, WebhookUpdate};
use jiff::Timestamp;
use maud::{Markup, html};

use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Refused;
use crate::form::Form;
use crate::screens::webhooks::{ALL, Said, answer, path, show, show_list};
use crate::screens::{Answer, moments};
use crate::view::{self, Kind};
use crate::words::words;

/// Maps the API's places to fields of a webhook.
const PLACES: [(&str, &str); 3] =
    [("body.url", "url"), ("body.description", "description"), ("body.events", "events")];

/// Reads the events of a form: all, or the ticked ones.
fn events(form: &Form) -> Vec<WebhookFilter> {
    let ticked = form.all("events");
    if ticked.iter().any(|event| event == ALL) { vec![WebhookFilter::All] } else { words(&ticked) }
}

/// Shows a secret, which is possible only once.
fn secret(cx: &Context, back: &str, secret: Option<&str>) -> Markup {
    let text = cx.text;
    html! {
        section.card { div.stack {
            (view::note(Kind::Good, html! { p.strong { (text.t("webhook-secret-title")) } p { (text.t("webhook-secret-words")) } }))
            @if let Some(secret) = secret { (view::copy(text, secret)) }
            div.row { a.button href=(back) { (text.t("webhook-secret-done")) } }
        } }
    }
}

/// Finishes a rejected write: shows the faults and the typed form.
async fn refused(cx: &Context, id: Option<&str>, form: Form, failure: Failure) -> Answer {
    let refused = Refused::of(cx.text, form, failure, &PLACES)?;
    let said = Said { refused: Some(refused), ..Said::default() };
    match id {
        Some(id) => show(cx, id, None, said).await,
        None => show_list(cx, said).await,
    }
}

pub(crate) async fn create(cx: Context, form: Form) -> Answer {
    let asked = WebhookCreate {
        url: form.text("url").trim().into(),
        events: events(&form),
        description: form.optional("description"),
        active: None,
    };
    match cx.api.webhooks().create(&asked).idempotency_key(form.once()).send().await {
        Ok(made) => {
            let words = secret(&cx, &path(&made.id), made.secret.as_ref().map(|secret| secret.expose()));
            show_list(&cx, Said { words, refused: None }).await
        }
        Err(error) => refused(&cx, None, form, error.into()).await,
    }
}

pub(crate) async fn update(cx: Context, id: Path<String>, form: Form) -> Answer {
    let asked = WebhookUpdate {
        url: form.text("url").trim().into(),
        events: events(&form).into(),
        description: form.text("description").trim().into(),
        ..WebhookUpdate::default()
    };
    match cx.api.webhooks().update(&id, &asked).send().await {
        Ok(_) => Ok(view::see_saying(&cx, &path(&id), cx.text.t("said-saved"))),
        Err(error) => refused(&cx, Some(&id), form, error.into()).await,
    }
}

pub(crate) async fn activate(cx: Context, id: Path<String>, form: Form) -> Answer {
    let on = form.ticked("active");
    let asked = WebhookUpdate { active: on.into(), ..WebhookUpdate::default() };
    cx.api.webhooks().update(&id, &asked).send().await?;
    let said = cx.text.t(if on { "webhook-resumed" } else { "webhook-paused" });
    Ok(view::see_saying(&cx, &path(&id), said))
}

pub(crate) async fn delete(cx: Context, id: Path<String>, _: Form) -> Answer {
    cx.api.webhooks().delete(&id).send().await?;
    Ok(view::see_saying(&cx, "/webhooks", cx.text.t("webhook-deleted")))
}

pub(crate) async fn rotate(cx: Context, id: Path<String>, form: Form) -> Answer {
    let asked = WebhookRotate { overlap_seconds: form.number("overlap").unwrap_or_default().into() };
    match cx.api.webhooks().rotate(&id, &asked).send().await {
        Ok(made) => {
            let words = secret(&cx, &path(&id), made.secret.as_ref().map(|secret| secret.expose()));
            show(&cx, &id, None, Said { words, refused: None }).await
        }
        Err(error) => refused(&cx, Some(&id), form, error.into()).await,
    }
}

pub(crate) async fn test(cx: Context, id: Path<String>, _: Form) -> Answer {
    let text = cx.text;
    let tested = cx.api.webhooks().test(&id).send().await?;
    let (kind, key) = if tested.delivered {
        (Kind::Good, "webhook-tested-good")
    } else {
        (Kind::Warn, "webhook-tested-bad")
    };
    let words = view::note(
        kind,
        html! { p.strong { (text.t(key)) } (answer(text, tested.status, Some(&tested.answer))) },
    );
    show(&cx, &id, None, Said { words, refused: None }).await
}

pub(crate) async fn redeliver(cx: Context, at: Path<(String, i64)>, _: Form) -> Answer {
    let (id, delivery) = at.into_inner();
    cx.api.webhook_deliveries().redeliver(&id, delivery).send().await?;
    Ok(view::see_saying(&cx, &path(&id), cx.text.t("webhook-redelivered")))
}

pub(crate) async fn redrive(cx: Context, id: Path<String>, form: Form) -> Answer {
    let since = moments::of(&form, "since").ok().flatten();
    let Some(since) = since.and_then(|second| Timestamp::from_second(second).ok()) else {
        return refused(&cx, Some(&id), form, Failure::UnusableTime("since")).await;
    };
    let driven =
        cx.api.webhook_deliveries().redrive(&id, &WebhookRedrive { since: since.to_string() }).send().await?;
    let said = cx.text.with("redriven", [("n", driven.queued.into())]);
    Ok(view::see_saying(&cx, &path(&id), said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_events_stand_for_those_that_are_ticked_beside_them() {
        for (body, expected) in [
            ("events=key.created&events=key.revoked", &["key.created", "key.revoked"][..]),
            ("events=*&events=key.created", &["*"]),
            ("url=x", &[]),
        ] {
            assert_eq!(events(&Form::parse(body.as_bytes())), expected, "{body}");
        }
    }
}
