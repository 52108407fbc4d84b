//! Changes of buttons.

use actix_web::web::Path;
use funnel_sdk::types::{ButtonCreate, ButtonOrder, ButtonUpdate};

use super::draft::schedule_of;
use super::experiments;
use crate::context::Context;
use crate::form::Form;
use crate::screens::Answer;
use crate::screens::editor::{done, refused, when_of};

pub(crate) async fn create(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, segment) = at.into_inner();
    let (from_ts, until_ts) = match schedule_of(&form) {
        Ok(schedule) => schedule,
        Err(failure) => return refused(&cx, &domain, form, failure).await,
    };
    let asked = ButtonCreate {
        label: form.text("label").trim().into(),
        url: form.text("url").trim().into(),
        hidden: Some(form.ticked("hidden")),
        from_ts,
        until_ts,
        ..ButtonCreate::default()
    };
    let asked = cx.api.buttons().create(&domain, &segment, &asked);
    let written = asked.idempotency_key(form.once()).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "button-added").await
}

pub(crate) async fn update(cx: Context, at: Path<(String, String, String)>, form: Form) -> Answer {
    let (domain, segment, button) = at.into_inner();
    let (rule, (from_ts, until_ts)) = match when_of(&form) {
        Ok(when) => when,
        Err(failure) => return refused(&cx, &domain, form, failure).await,
    };
    let mut asked = ButtonUpdate {
        label: form.text("label").trim().into(),
        url: form.text("url").trim().into(),
        hidden: form.ticked("hidden").into(),
        r#match: rule.into(),
        from_ts: from_ts.into(),
        until_ts: until_ts.into(),
        ..ButtonUpdate::default()
    };
    if form.ticked("arms") {
        let list = cx.api.buttons().list(&domain, &segment).send().await?.into_inner().items;
        let stored = list.into_iter().find(|known| known.button_id == button);
        let stored = stored.and_then(|known| known.variants).unwrap_or_default();
        asked.variants = experiments::variants_of(&form, &stored).into();
    }
    let written =
        cx.api.buttons().update(&domain, &segment, &button, &asked).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "saved").await
}

pub(crate) async fn delete(cx: Context, at: Path<(String, String, String)>, form: Form) -> Answer {
    let (domain, segment, button) = at.into_inner();
    let written =
        cx.api.buttons().delete(&domain, &segment, &button).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "button-deleted").await
}

pub(crate) async fn reorder(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, segment) = at.into_inner();
    let asked = ButtonOrder { button_ids: form.list("order") };
    let written =
        cx.api.buttons().reorder(&domain, &segment, &asked).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "").await
}
