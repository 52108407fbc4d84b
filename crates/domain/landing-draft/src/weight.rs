//! Approximate memory size of a landing. The running time of work on a whole landing is proportional to it.

use std::mem::size_of;

use crate::appearance::{Appearance, Design};
use crate::banner::{Banner, BannerTexts};
use crate::button::{Button, LabelFile};
use crate::experiment::{Variant, Variants};
use crate::landing::Landing;
use crate::reach::Reach;
use crate::rule::Rule;
use crate::segment::Segment;

/// Overhead of an allocation, in bytes.
const ALLOCATION: usize = 16;

impl Landing {
    /// Returns the approximate size in memory, in bytes, from the lengths of lists and texts. Does not inspect the
    /// single values of conditions, so that even large landings are measured quickly.
    pub fn weight(&self) -> usize {
        let segments: usize = self.segments.iter().map(segment).sum();
        size_of::<Self>()
            + appearance(&self.appearance)
            + banner(&self.banner)
            + reach(&self.reach)
            + segments
    }
}

fn text(text: &str) -> usize {
    ALLOCATION + text.len()
}

fn maybe(text: Option<&str>) -> usize {
    text.map_or(0, self::text)
}

fn segment(segment: &Segment) -> usize {
    let countries = segment.countries.len() * size_of::<kernel::CountryCode>();
    let experiment = segment.experiment.as_ref().map_or(0, crate::experiment::Experiment::weight);
    let rule = segment.rule.as_ref().map_or(0, Rule::weight);
    let buttons: usize = segment.buttons.iter().map(button).sum();
    size_of::<Segment>() + text(segment.name.as_str()) + countries + experiment + rule + buttons
}

fn button(button: &Button) -> usize {
    let file = button.label_file.as_ref().map_or(0, |file| text(file.file.as_str()) + text(&file.text));
    let picture = |file: &LabelFile| size_of::<LabelFile>() + text(file.file.as_str()) + text(&file.text);
    let rule = button.rule.as_ref().map_or(0, Rule::weight);
    let variants = button.variants.iter().flat_map(Variants::iter).map(variant).sum::<usize>();
    size_of::<Button>()
        + text(button.label.as_str())
        + text(button.url.as_typed())
        + text(button.icon.as_str())
        + maybe(button.stamped_url.as_deref())
        + maybe(button.live_text.text())
        + file
        + button.variant_files.iter().map(picture).sum::<usize>()
        + rule
        + variants
}

fn variant(variant: &Variant) -> usize {
    size_of::<Variant>()
        + text(variant.id.as_str())
        + maybe(variant.label.as_ref().map(|label| label.as_str()))
        + maybe(variant.url.as_ref().map(|url| url.as_typed()))
        + maybe(variant.icon.as_ref().map(|icon| icon.as_str()))
}

fn appearance(look: &Appearance) -> usize {
    let profile = look.ui.profile.as_ref();
    let document = match &look.design {
        Design::Builtin => 0,
        Design::CustomHtml(html) => text(html.as_str()),
    };
    let profile = maybe(profile.and_then(|profile| profile.bio.as_deref()))
        + maybe(profile.and_then(|profile| profile.status_text.as_deref()));
    document + profile
}

fn reach(reach: &Reach) -> usize {
    let share = reach.share.as_ref();
    let card = reach.card.as_ref().map(|card| &card.look);
    maybe(share.and_then(|share| share.title.as_deref()))
        + maybe(share.and_then(|share| share.description.as_deref()))
        + card.map_or(0, |look| text(&look.title) + text(&look.description))
}

fn banner(banner: &Banner) -> usize {
    let content = &banner.content;
    let variants = content.variants.iter().flatten().map(|variant| texts(&variant.texts));
    let translations = content.translations.values().map(texts);
    text(&content.title)
        + text(&content.body)
        + text(&content.link_text)
        + maybe(content.target_url.as_ref().map(|url| url.as_typed()))
        + translations.chain(variants).sum::<usize>()
}

fn texts(texts: &BannerTexts) -> usize {
    let BannerTexts { title, body, link_text } = texts;
    let texts = [title, body, link_text].into_iter().map(|one| maybe(one.as_deref()));
    // Includes the map key.
    size_of::<BannerTexts>() + ALLOCATION + texts.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::button::ButtonPatch;
    use crate::testing::{landing, leaf, rule};

    #[test]
    fn what_is_long_is_heavy() {
        let (mut small, made) = landing(&[("a", 2)]);
        let before = small.weight();
        assert!((500..10_000).contains(&before), "{before}");
        let id = small.segments[0].buttons[0].id;
        let countries: Vec<String> =
            ('a'..='z').take(26).map(|letter| format!("host-{letter}.example")).collect();
        let rule = rule(Value::from_iter([
            ("v", Value::from(1)),
            ("all", Value::from_iter([leaf("referrer_host", "in", countries.iter().map(String::as_str))])),
        ]));
        let patch = ButtonPatch { rule: Some(Some(rule)), ..ButtonPatch::default() };
        small.update_button(&made[0], &id, patch).unwrap();
        let grown = small.weight() - before;
        let content: usize = countries.iter().map(|host| host.len() + size_of::<String>()).sum();
        assert!((content / 2..content * 2).contains(&grown), "{grown} for {content}");
        let (many, _) = landing(&[("a", 400)]);
        assert!(many.weight() > 100 * before / 2);
    }
}
