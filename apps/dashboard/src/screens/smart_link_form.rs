//! The form of a smart link: its split, the rules for countries, and its end.

use funnel_sdk::types::{Arms, GeoRule, Policy, SmartLink};
use maud::{Markup, html};

use super::moments;
use super::moments::Moment;
use crate::context::Context;
use crate::faults::{Faults, Refused};
use crate::form::Form;
use crate::view::{self, Input, input};

/// Renders the form of a link with `rows` stored rules for countries.
pub(super) fn form(
    cx: &Context,
    link: &SmartLink,
    rows: usize,
    base: &str,
    refused: Option<&Refused>,
) -> Markup {
    let text = cx.text;
    let policy = &link.policy;
    let faults = refused.map(|refused| &refused.faults);
    html! {
        form.card method="post" action=(base) {
            div.stack {
                h2 { (text.t("policy")) }
                (input(&Input { name: "name", label: &text.t("name"), value: &link.name, required: true, faults, ..Input::default() }))
                p.strong { (text.t("policy-everywhere")) }
                (arms(cx, "base", &policy.arms))
                @for (place, rule) in policy.geo.iter().enumerate() {
                    (geo_row(cx, &format!("geo{place}"), Some(rule), faults))
                }
                // A form adds one rule at most.
                @if policy.geo.len() <= rows {
                    details.more { summary { (text.t("policy-geo-add")) } (geo_row(cx, &format!("geo{}", policy.geo.len()), None, faults)) }
                }
                (ending(cx, link, refused))
                div.row { button.button.primary type="submit" { (text.t("save")) } }
            }
        }
    }
}

/// Renders the fields for the end of the link, and for its target afterwards.
fn ending(cx: &Context, link: &SmartLink, refused: Option<&Refused>) -> Markup {
    let text = cx.text;
    let stored = moments::field(link.expires_at);
    let until = refused.map_or(stored.as_str(), |refused| refused.form.text("expires_at"));
    let faults = refused.map(|refused| &refused.faults);
    let target = link.expired_url.as_deref().unwrap_or_default();
    html! {
        details.more open[!until.is_empty() || !target.is_empty()] {
            summary { (text.t("smart-end")) }
            div.stack {
                (moments::input(text, &Moment { name: "expires_at", label: "until", hint: &text.t("smart-end-hint"), value: until, faults, ..Moment::default() }))
                (input(&Input { name: "expired_url", label: &text.t("smart-expired-url"), hint: &text.t("smart-expired-url-hint"), value: target, kind: "url", faults, ..Input::default() }))
            }
        }
    }
}

fn geo_row(cx: &Context, scope: &str, rule: Option<&GeoRule>, faults: Option<&Faults>) -> Markup {
    let text = cx.text;
    let countries = rule.map_or_else(String::new, |rule| rule.countries.join(", "));
    let stock = Arms::default();
    let id = format!("{scope}-countries");
    html! {
        fieldset.stack {
            (input(&Input { name: &id, label: &text.t("policy-geo"), hint: &text.t("policy-geo-hint"), value: &countries, faults, ..Input::default() }))
            (arms(cx, scope, rule.map_or(&stock, |rule| &rule.arms)))
        }
    }
}

fn arms(cx: &Context, scope: &str, arms: &Arms) -> Markup {
    let text = cx.text;
    let paid = if arms.paid.weight + arms.ftl.weight > 0.0 {
        (arms.paid.weight / (arms.paid.weight + arms.ftl.weight) * 100.0).round()
    } else {
        50.0
    };
    let days = if arms.ftl.trial_days > 0 { arms.ftl.trial_days } else { 7 };
    html! {
        div.stack-s data-shares {
            @for (arm, weight) in [("paid", paid), ("ftl", 100.0 - paid)] {
                div.field {
                    div.spread {
                        label for={ (scope) "-" (arm) } { (text.word("arm", arm)) }
                        output for={ (scope) "-" (arm) } translate="no" { (weight) " %" }
                    }
                    input type="range" id={ (scope) "-" (arm) } name={ (scope) "-" (arm) } min="0" max="100" step="1" value=(weight);
                }
            }
            div.row {
                (view::check(&format!("{scope}-require"), "1", text.t("policy-require"), arms.ftl.require_country_link))
                div.field {
                    label for={ (scope) "-days" } { (text.t("trial-days")) }
                    select.input id={ (scope) "-days" } name={ (scope) "-days" } {
                        @for known in [1, 3, 7, 14, 30, 90, 180, 360] { option value=(known) selected[known == days] translate="no" { (known) } }
                    }
                }
            }
        }
    }
}

/// Merges the arms of a form into the stored ones; labels can't be edited here.
fn arms_of(form: &Form, scope: &str, stored: &Arms) -> Arms {
    let number = |name: &str| form.number(&format!("{scope}-{name}"));
    let weight = |name: &str| number(name).unwrap_or(50).clamp(0, 100) as f64;
    let label = |label: &str, stock: &str| if label.is_empty() { stock.to_owned() } else { label.to_owned() };
    let mut arms = stored.clone();
    arms.paid.enabled = true;
    arms.paid.weight = weight("paid");
    arms.paid.label = label(&stored.paid.label, "Paid");
    arms.ftl.enabled = true;
    arms.ftl.weight = 100.0 - weight("paid");
    arms.ftl.label = label(&stored.ftl.label, "Free trial");
    arms.ftl.trial_days = number("days").unwrap_or(7);
    arms.ftl.require_country_link = form.ticked(&format!("{scope}-require"));
    arms
}

/// Applies a form to a policy. Removes rows without countries.
pub(super) fn change(policy: &mut Policy, form: &Form) {
    policy.arms = arms_of(form, "base", &policy.arms);
    let rows = policy.geo.len();
    let mut geo = std::mem::take(&mut policy.geo);
    geo.push(GeoRule::default());
    for (place, rule) in geo.into_iter().enumerate().take(rows + 1) {
        let countries = form.list(&format!("geo{place}-countries"));
        if countries.is_empty() {
            continue;
        }
        let mut rule = rule;
        rule.countries = countries.iter().map(|code| code.to_uppercase()).collect();
        rule.arms = arms_of(form, &format!("geo{place}"), &rule.arms);
        policy.geo.push(rule);
    }
}

/// Shows in a link what was typed.
pub(super) fn typed(link: &mut SmartLink, form: &Form) {
    change(&mut link.policy, form);
    link.name = form.text("name").to_owned();
    link.expired_url = form.optional("expired_url");
}

/// Maps the API's places to fields of the form of a link with so many stored rules for countries.
pub(super) fn places(rows: usize) -> Vec<(String, String)> {
    let rules = (0..=rows).flat_map(|row| {
        ["body.policy", "invalid_policy"]
            .map(|start| (format!("{start}.geo.{row}"), format!("geo{row}-countries")))
    });
    let named =
        [("body.name", "name"), ("body.expires_at", "expires_at"), ("body.expired_url", "expired_url")];
    named.map(|(place, field)| (place.to_owned(), field.to_owned())).into_iter().chain(rules).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sliders_are_one_whole() {
        let form = Form::parse(b"base-paid=70&base-ftl=90&base-days=14&base-require=1");
        let arms = arms_of(&form, "base", &Arms::default());
        assert_eq!((arms.paid.weight, arms.ftl.weight, arms.ftl.trial_days), (70.0, 30.0, 14));
        assert!(arms.ftl.require_country_link);
    }

    #[test]
    fn a_typed_rule_for_countries_has_the_place_of_its_fault() {
        let mut policy = Policy::default();
        change(&mut policy, &Form::parse(b"base-paid=50&geo0-countries=Germany&geo0-paid=100"));
        assert_eq!(policy.geo[0].countries, ["GERMANY"]);
        assert_eq!((policy.geo[0].arms.paid.weight, policy.geo[0].arms.ftl.weight), (100.0, 0.0));
        let found = places(1);
        let field =
            |place: &str| found.iter().find(|(known, _)| known == place).map(|(_, field)| field.as_str());
        assert_eq!(field("invalid_policy.geo.0"), Some("geo0-countries"));
        assert_eq!(field("body.policy.geo.1"), Some("geo1-countries"));
        assert_eq!(field("body.policy.geo.2"), None);
    }
}
