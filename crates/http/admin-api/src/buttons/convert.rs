use crate::buttons::wire::{ButtonCreate, ButtonOut, ButtonUpdate};
use kernel::{Hostname, Location, ValidationErrors};
use landing_draft::button::{Button, ButtonPatch, NewButton};
use landing_draft::experiment::Variants;
use landing_draft::id::SegmentId;
use landing_draft::rule::Rule;
use landing_draft::schedule::Schedule;
use landing_draft::target::Target;
use landing_draft::text::{Icon, Label};

use crate::convert::field;

use crate::segments::convert::{incomplete, patch, place, schedule_change, tree};

/// Converts a button.
pub fn button_out(domain: &Hostname, tier: SegmentId, position: usize, button: &Button) -> ButtonOut {
    ButtonOut {
        button_id: button.id().to_string(),
        domain: domain.to_string(),
        tier: tier.to_string(),
        position,
        label: button.label().as_str().to_owned(),
        url: button.url().as_typed().to_owned(),
        stamped_url: button.stamped_url().map(str::to_owned),
        icon: button.icon().as_str().to_owned(),
        text_filename: button.label_file().map(|label| label.file.as_str().to_owned()).unwrap_or_default(),
        text_value: button.label().as_str().to_owned(),
        hidden: button.hidden(),
        rule: button.rule().map(|rule| rule.to_json()),
        variants: button.variants().map(|variants| variants.to_json()),
        from_ts: button.schedule().from_ts(),
        until_ts: button.schedule().until_ts(),
    }
}

/// Parses a new button; returns all errors.
pub fn new_button(body: &ButtonCreate) -> Result<NewButton, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let label = field(&mut errors, "label", Label::parse(&body.label));
    let url = field(&mut errors, "url", Target::parse(&body.url));
    let icon = field(&mut errors, "icon", Icon::parse(&body.icon));
    let rule = field(&mut errors, "match", tree(body.rule.as_ref(), Rule::parse));
    let variants = field(&mut errors, "variants", tree(body.variants.as_ref(), Variants::parse));
    let schedule = errors.take(&Location::root(), Schedule::new(body.from_ts, body.until_ts));
    let (hidden, position) = (body.hidden, body.position.map(place));
    errors.into_result()?;
    match (label, url, icon, rule, variants, schedule) {
        (Some(label), Some(url), Some(icon), Some(rule), Some(variants), Some(schedule)) => {
            Ok(NewButton { label, url, icon, hidden, rule, variants, schedule, position })
        }
        _ => Err(incomplete()),
    }
}

/// Parses the change of a button; returns all errors. Excludes `tier`, because only the draft knows
/// whether the segment exists.
pub fn button_patch(body: &ButtonUpdate) -> Result<ButtonPatch, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let patch = ButtonPatch {
        label: body.label.as_ref().and_then(|label| field(&mut errors, "label", Label::parse(label))),
        url: body.url.as_ref().and_then(|url| field(&mut errors, "url", Target::parse(url))),
        icon: body.icon.as_ref().and_then(|icon| field(&mut errors, "icon", Icon::parse(icon))),
        hidden: body.hidden,
        rule: patch(&mut errors, "match", &body.rule, |value| tree(value, Rule::parse)),
        variants: patch(&mut errors, "variants", &body.variants, |value| tree(value, Variants::parse)),
        schedule: schedule_change(body.from_ts, body.until_ts),
        position: body.position.map(place),
        tier: None,
    };
    errors.into_result().map(|()| patch)
}
