//! Changes of buttons.

use actix_web::web::Path;
use funnel_sdk::types::{ButtonCreate, ButtonOrder, ButtonUpdate};

use super::editor::done;
use super::{Answer, conditions};
use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;

pub(crate) async fn create(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, segment) = at.into_inner();
    let asked = ButtonCreate {
        label: form.text("label").trim().into(),
        url: form.text("url").trim().into(),
        hidden: Some(form.ticked("hidden")),
        ..ButtonCreate::default()
    };
    let written = cx.api.buttons().create(&domain, &segment, &asked).if_match(form.text("etag")).send().await;
    done(&cx, &domain, form, written, "button-added").await
}

pub(crate) async fn update(cx: Context, at: Path<(String, String, String)>, form: Form) -> Answer {
    let (domain, segment, button) = at.into_inner();
    let rule = conditions::from_form(&form).map_err(Failure::Unusable)?;
    let asked = ButtonUpdate {
        label: form.text("label").trim().into(),
        url: form.text("url").trim().into(),
        hidden: form.ticked("hidden").into(),
        r#match: rule.into(),
        ..ButtonUpdate::default()
    };
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
