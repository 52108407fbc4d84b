//! The draft of a page, and form parts that several panels share.

use funnel_sdk::types::{Background, Banner, Button, Conditions, Segment};
use maud::{Markup, html};

use super::conditions;
use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;
use crate::screens::moments;
use crate::view::enc;

/// A rejected form, so that nobody has to type twice.
pub(crate) struct Refused {
    pub(crate) form: Form,
    pub(crate) faults: Vec<String>,
}

/// The draft of a domain in the editor.
pub(crate) struct Draft {
    pub(crate) domain: String,
    pub(crate) etag: String,
    pub(crate) segments: Vec<(Segment, Vec<Button>)>,
    pub(crate) background: Background,
    pub(crate) banner: Banner,
    pub(crate) refused: Option<Refused>,
}

impl Draft {
    /// Returns the typed value of a field if this form was rejected, else the stored value.
    pub(crate) fn value<'a>(&'a self, form: &str, name: &str, stored: &'a str) -> &'a str {
        match &self.refused {
            Some(refused) if refused.form.text("form") == form => refused.form.text(name),
            _ => stored,
        }
    }

    /// Returns whether a box is ticked: as sent if this form was rejected, else as stored.
    pub(crate) fn ticked(&self, form: &str, name: &str, stored: bool) -> bool {
        match &self.refused {
            Some(refused) if refused.form.text("form") == form => refused.form.ticked(name),
            _ => stored,
        }
    }

    /// Returns whether this form was rejected.
    pub(crate) fn is_refused(&self, form: &str) -> bool {
        self.refused.as_ref().is_some_and(|refused| refused.form.text("form") == form)
    }
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
    html! {
        details.more open[!starts.is_empty() || !ends.is_empty()] {
            summary { (text.t("schedule")) }
            div.stack {
                div.fields {
                    (moments::input(text, &scope, "from_ts", "from", "", starts))
                    (moments::input(text, &scope, "until_ts", "until", "", ends))
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
pub(crate) fn rule_fields(cx: &Context, scope: &str, rule: Option<&Conditions>) -> Markup {
    let text = cx.text;
    let ticked = conditions::ticked(rule);
    let is_ticked = |field: &str, value: &str| {
        ticked.iter().flatten().any(|(known, values)| known == field && values.iter().any(|one| one == value))
    };
    let stored = match (&ticked, rule) {
        (None, Some(rule)) => serde_json::to_string_pretty(rule).unwrap_or_default(),
        _ => String::new(),
    };
    let id = format!("{scope}match_json");
    html! {
        details.more open[ticked.is_none()] {
            summary { (text.t("rule-more")) }
            div.stack {
                @if ticked.is_some() {
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
                    textarea.input.mono id=(id) name="match_json" translate="no" spellcheck="false" aria-describedby={ (id) "-hint" } { (stored) }
                    p.hint id={ (id) "-hint" } { (text.t("rule-json-hint")) }
                }
            }
        }
    }
}
