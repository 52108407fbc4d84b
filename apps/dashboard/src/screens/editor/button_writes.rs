//! Changes of buttons.

use actix_web::web::Path;
use funnel_sdk::types::{Button, ButtonCreate, ButtonOrder, ButtonUpdate};

use super::draft::schedule_of;
use super::experiments;
use crate::context::{Context, Undo};
use crate::failure::Failure;
use crate::form::Form;
use crate::screens::Answer;
use crate::screens::editor::{done, done_undoable, refused, when_of};
use crate::view::enc;

/// Field with a deleted button, which is created anew with all that it had.
const RESTORE: &str = "restore";

/// Largest deleted button that fits into the cookie of a message, in bytes.
const RESTORED_BYTES: usize = 2_000;

/// Reads a new button, or a deleted one.
fn asked(form: &Form) -> Result<ButtonCreate, Failure> {
    if let Some(deleted) = form.optional(RESTORE) {
        return serde_json::from_str(&deleted).map_err(|_| Failure::NotFound);
    }
    let (from_ts, until_ts) = schedule_of(form)?;
    Ok(ButtonCreate {
        label: form.text("label").trim().into(),
        url: form.text("url").trim().into(),
        hidden: Some(form.ticked("hidden")),
        from_ts,
        until_ts,
        ..ButtonCreate::default()
    })
}

pub(crate) async fn create(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, segment) = at.into_inner();
    let asked = match asked(&form) {
        Ok(asked) => asked,
        Err(failure) => return refused(&cx, &domain, form, failure).await,
    };
    let mut request = cx.api.buttons().create(&domain, &segment, &asked).idempotency_key(form.once());
    // The message with the undo button does not know the draft.
    if let Some(etag) = form.optional("etag") {
        request = request.if_match(etag);
    }
    done(&cx, &domain, form, request.send().await, "button-added").await
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

/// Builds the form that creates a button anew at its place; `None` if it is too large for a message.
fn undo_of(action: String, buttons: Vec<Button>, id: &str) -> Option<Undo> {
    let (place, button) = buttons.into_iter().enumerate().find(|(_, button)| button.button_id == id)?;
    let again = ButtonCreate {
        label: button.label,
        url: button.url,
        icon: Some(button.icon).filter(|icon| !icon.is_empty()),
        hidden: Some(button.hidden),
        r#match: button.r#match,
        variants: button.variants,
        from_ts: button.from_ts,
        until_ts: button.until_ts,
        position: i64::try_from(place).ok(),
    };
    let again = serde_json::to_string(&again).ok().filter(|text| text.len() <= RESTORED_BYTES)?;
    Some(Undo { action, fields: vec![(RESTORE.to_owned(), again)] })
}

pub(crate) async fn delete(cx: Context, at: Path<(String, String, String)>, form: Form) -> Answer {
    let (domain, segment, button) = at.into_inner();
    let buttons = cx.api.buttons().list(&domain, &segment).send().await?.into_inner().items;
    let action = format!("/domains/{}/segments/{}/buttons", enc(&domain), enc(&segment));
    let undo = undo_of(action, buttons, &button);
    let written =
        cx.api.buttons().delete(&domain, &segment, &button).if_match(form.text("etag")).send().await;
    done_undoable(&cx, &domain, form, written, "button-deleted", undo).await
}

pub(crate) async fn reorder(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, segment) = at.into_inner();
    let asked = ButtonOrder { button_ids: form.list("order") };
    let written =
        cx.api.buttons().reorder(&domain, &segment, &asked).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "").await
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_deleted_button_comes_back_as_it_was() {
        let button = |id: &str, label: &str| {
            let rule = json!({ "v": 1, "all": [{ "field": "device", "op": "in", "values": ["mobile"] }] });
            let variant = json!({ "id": "a", "label": "Other" });
            let mut button = Button::default();
            (button.button_id, button.label) = (id.to_owned(), label.to_owned());
            (button.url, button.hidden, button.from_ts) = ("https://example.com/".to_owned(), true, Some(5));
            button.r#match = serde_json::from_value(rule).unwrap();
            button.variants = Some(vec![serde_json::from_value(variant).unwrap()]);
            button
        };
        let undo =
            undo_of("/x".to_owned(), vec![button("btn_1", "One"), button("btn_2", "Two")], "btn_2").unwrap();
        let again = asked(&Form::of(undo.fields)).unwrap();
        assert_eq!(
            (again.label.as_str(), again.position, again.hidden, again.from_ts),
            ("Two", Some(1), Some(true), Some(5))
        );
        assert!(again.r#match.is_some() && again.variants.is_some());
        let large = button("btn_3", &"x".repeat(RESTORED_BYTES));
        assert!(undo_of("/x".to_owned(), vec![large], "btn_3").is_none());
    }
}
