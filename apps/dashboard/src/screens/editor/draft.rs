//! The draft of a page, and form parts that several panels share.

use funnel_sdk::types::{Background, Banner, Button, Conditions, Segment};
use futures_util::future::try_join_all;
use maud::{Markup, html};

use super::conditions;
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::{Faults, Refused, Typed};
use crate::form::Form;
use crate::screens::moments;
use crate::screens::moments::Moment;
use crate::view::{self, enc};

/// The draft of a domain in the editor.
pub(crate) struct Draft {
    pub(crate) domain: String,
    pub(crate) etag: String,
    pub(crate) segments: Vec<Listed>,
    /// The look; `None` if the key may not see it.
    pub(crate) background: Option<Background>,
    /// The banner; `None` if the key may not see it.
    pub(crate) banner: Option<Banner>,
    pub(crate) refused: Option<Refused>,
}

impl Draft {
    fn typed(&self, form: &str) -> Typed<'_> {
        Typed::of(self.refused.as_ref(), form)
    }

    /// Returns the typed value of a field if this form was rejected, else the stored value.
    pub(crate) fn value<'a>(&'a self, form: &str, name: &str, stored: &'a str) -> &'a str {
        self.typed(form).value(name, stored)
    }

    /// Returns whether a box is ticked: as sent if this form was rejected, else as stored.
    pub(crate) fn ticked(&self, form: &str, name: &str, stored: bool) -> bool {
        self.typed(form).ticked(name, stored)
    }

    /// Returns the faults of this form if it was rejected.
    pub(crate) fn faults(&self, form: &str) -> Option<&Faults> {
        self.typed(form).faults()
    }

    /// Returns whether a field of this form has a fault.
    pub(crate) fn is_wrong(&self, form: &str, field: &str) -> bool {
        self.faults(form).is_some_and(|faults| faults.at(field).is_some())
    }

    /// Returns whether this form was rejected.
    pub(crate) fn is_refused(&self, form: &str) -> bool {
        self.typed(form).is_refused()
    }
}

/// A segment with its buttons.
pub(crate) type Listed = (Segment, Vec<Button>);

/// Reads the segments of a draft with their buttons, and the version of the draft.
pub(crate) async fn segments(cx: &Context, domain: &str) -> Result<(String, Vec<Listed>), Failure> {
    let list = cx.api.segments().list(domain).send().await?;
    let etag = list.etag().unwrap_or("*").to_owned();
    let listed = list.into_inner().items.into_iter().map(|segment| async move {
        let buttons = cx.api.buttons().list(domain, &segment.segment_id).send().await?.into_inner().items;
        Ok::<_, Failure>((segment, buttons))
    });
    Ok((etag, try_join_all(listed).await?))
}

/// Start of addresses that stand for funnel links.
const FUNNEL: &str = "funnel:";

/// Returns whether an address stands for a funnel link that is not created yet.
pub(crate) fn is_pending(url: &str, stamped: Option<&str>) -> bool {
    url.starts_with(FUNNEL) && stamped.is_none()
}

/// Returns the buttons that lead to a funnel link that is not created yet, so that a tap leads nowhere.
pub(crate) fn unmade(segments: &[Listed]) -> Vec<&Button> {
    let shown = segments.iter().flat_map(|(_, buttons)| buttons).filter(|button| !button.hidden);
    shown.filter(|button| is_pending(&button.url, button.stamped_url.as_deref())).collect()
}

/// Returns the path of a domain's editor.
pub(crate) fn path(domain: &str) -> String {
    format!("/domains/{}/page", enc(domain))
}

/// Start and end of a schedule, in Unix seconds.
pub(crate) type Schedule = (Option<i64>, Option<i64>);

/// Renders the fields of a schedule.
pub(crate) fn schedule_fields(cx: &Context, draft: &Draft, form: &str, (from, until): Schedule) -> Markup {
    let text = cx.text;
    let scope = format!("{form}-");
    let (stored_from, stored_until) = (moments::field(from), moments::field(until));
    let (starts, ends) =
        (draft.value(form, "from_ts", &stored_from), draft.value(form, "until_ts", &stored_until));
    let faults = draft.faults(form);
    html! {
        details.more open[!starts.is_empty() || !ends.is_empty()] {
            summary { (text.t("schedule")) }
            div.stack {
                div.fields {
                    (moments::input(text, &Moment { scope: &scope, name: "from_ts", label: "from", value: starts, faults, ..Moment::default() }))
                    (moments::input(text, &Moment { scope: &scope, name: "until_ts", label: "until", value: ends, faults, ..Moment::default() }))
                }
                p.hint { (text.t("schedule-hint")) }
            }
        }
    }
}

/// Reads the schedule of a form.
pub(crate) fn schedule_of(form: &Form) -> Result<Schedule, Failure> {
    Ok((moments::of(form, "from_ts")?, moments::of(form, "until_ts")?))
}

/// Renders the fields of a rule: boxes, or the text if boxes can't express the rule.
pub(crate) fn rule_fields(cx: &Context, draft: &Draft, form: &str, rule: Option<&Conditions>) -> Markup {
    let text = cx.text;
    let typed = draft.typed(form).form();
    let stored = conditions::ticked(rule);
    let is_stored = |field: &str, value: &str| {
        stored.iter().flatten().any(|(known, values)| known == field && values.iter().any(|one| one == value))
    };
    let is_ticked = |field: &str, value: &str| match typed {
        Some(typed) => typed.all(field).iter().any(|one| one == value),
        None => is_stored(field, value),
    };
    let json = match (typed, &stored, rule) {
        (Some(typed), ..) => typed.text("match_json").to_owned(),
        (None, None, Some(rule)) => serde_json::to_string_pretty(rule).unwrap_or_default(),
        _ => String::new(),
    };
    let id = format!("{form}-match_json");
    let is_wrong = draft.is_wrong(form, "match_json");
    html! {
        details.more open[stored.is_none() || is_wrong] {
            summary { (text.t("rule-more")) }
            div.stack {
                @if stored.is_some() {
                    @for (field, values) in conditions::choices() {
                        fieldset.stack-s {
                            legend { (text.word("field", field)) }
                            div.row {
                                @for value in values {
                                    label.check { input type="checkbox" name=(field) value=(value) checked[is_ticked(field, value)]; span { (text.word("value", value)) } }
                                }
                            }
                        }
                    }
                }
                div.field {
                    label for=(id) { (text.t("rule-json")) }
                    textarea.input.mono id=(id) name="match_json" translate="no" spellcheck="false" aria-describedby=[view::described(&id, true, typed.is_some())]
                        aria-invalid=[is_wrong.then_some("true")] autofocus[is_wrong] { (json) }
                    p.hint id={ (id) "-hint" } { (text.t("rule-json-hint")) }
                    (view::fault_of(&id, draft.faults(form), "match_json"))
                }
            }
        }
    }
}
