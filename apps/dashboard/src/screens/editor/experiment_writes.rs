//! Changes of experiments.

use actix_web::web::Path;
use funnel_sdk::Patch;
use funnel_sdk::types::{SegmentUpdate, SplitTest};

use super::experiments::from_form;
use crate::context::Context;
use crate::form::Form;
use crate::screens::Answer;
use crate::screens::editor::done;

/// Sets or ends the experiment of a segment.
async fn set(cx: &Context, at: Path<(String, String)>, form: Form, ab: Patch<SplitTest>) -> Answer {
    let (domain, segment) = at.into_inner();
    let asked = SegmentUpdate { ab, ..SegmentUpdate::default() };
    let written =
        cx.api.segments().update(&domain, &segment, &asked).if_match(form.text("etag")).send().await;
    done(cx, &domain, form, written, "saved").await
}

pub(crate) async fn save(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let experiment = from_form(&form);
    set(&cx, at, form, experiment.into()).await
}

pub(crate) async fn end(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    set(&cx, at, form, Patch::Null).await
}
