//! A landing in its portable form: what people set, without what follows from it or belongs to one installation.
//!
//! Pictures of labels and the card of the preview are drawn again where it is taken in, stamped addresses belong to the links of
//! the domain that they were made for, and a preset is known by its name. The rest is the stored form.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{CountryCode, ErrorKind, Location, ValidationErrors};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::appearance::Appearance;
use crate::banner::Banner;
use crate::button::Button;
use crate::file::FileName;
use crate::id::Ids;
use crate::landing::{Landing, MAX_BUTTONS, MAX_SEGMENTS};
use crate::reach::Reach;
use crate::rule::Rule;
use crate::segment::Segment;

/// What follows from the rest of a button.
const DERIVED: [&str; 3] = ["stamped_url", "label_file", "live_text"];

const KEYS: [&str; 5] = ["v", "segments", "appearance", "banner", "reach"];

/// A landing that came in its portable form, and the form itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Portable {
    node: Value,
    landing: Landing,
}

impl Portable {
    /// Reads a portable landing, or says all that is wrong with it, each with its place. What is not known is refused.
    ///
    /// ```
    /// use landing_draft::Landing;
    /// use landing_draft::transfer::Portable;
    ///
    /// let landing = Landing::empty();
    /// let portable = Portable::read(landing.to_portable())?;
    /// assert_eq!(*portable.landing(), landing);
    /// # Ok::<(), kernel::ValidationErrors>(())
    /// ```
    pub fn read(node: Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let landing = read(&node, &mut errors);
        errors.into_result()?;
        let landing = landing.ok_or_else(|| fault(&Location::root(), "is not a landing"))?;
        let mut errors = ValidationErrors::none();
        unknown(&node, &landing.to_portable(), &Location::root(), &mut errors);
        errors.into_result().map(|()| Self { node, landing })
    }

    /// The landing.
    pub fn landing(&self) -> &Landing {
        &self.landing
    }

    /// The same with other ids in place of those that are `taken`: at first those that `before` has at the same place, so that
    /// whoever takes the same in twice changes nothing, and then new ones. What refers to an id follows.
    pub fn with_free_ids(
        &self,
        taken: &BTreeSet<String>,
        before: &Landing,
        ids: &Ids,
    ) -> Result<Self, ValidationErrors> {
        if taken.is_empty() {
            return Ok(self.clone());
        }
        let kept: BTreeSet<String> = self.landing.ids().filter(|id| !taken.contains(id)).collect();
        let reused = |id: Option<String>| id.filter(|id| !kept.contains(id) && !taken.contains(id));
        let mut renamed = BTreeMap::new();
        for (place, segment) in self.landing.segments.iter().enumerate() {
            let there = before.segments.get(place);
            if taken.contains(&segment.id.to_string()) {
                let new = reused(there.map(|there| there.id.to_string()));
                renamed.insert(segment.id.to_string(), new.unwrap_or_else(|| ids.segment().to_string()));
            }
            for (place, button) in segment.buttons.iter().enumerate() {
                if taken.contains(&button.id.to_string()) {
                    let there = there.and_then(|segment| segment.buttons.get(place));
                    let new = reused(there.map(|there| there.id.to_string()));
                    renamed.insert(button.id.to_string(), new.unwrap_or_else(|| ids.button().to_string()));
                }
            }
        }
        Self::read(replaced(&self.node, &renamed))
    }
}

impl Landing {
    /// The portable form.
    pub fn to_portable(&self) -> Value {
        // Every part of a landing can be written, because its keys are texts.
        let mut node = serde_json::to_value(self).unwrap_or_default();
        // The stored form leaves out what is stock.
        if let Some(fields) = node.as_object_mut() {
            fields.insert("appearance".to_owned(), self.appearance.to_json());
            fields.insert("banner".to_owned(), self.banner.to_json());
        }
        for segment in entries_mut(&mut node, "segments") {
            for button in entries_mut(segment, "buttons") {
                DERIVED.iter().for_each(|field| drop(remove(button, field)));
            }
        }
        if let Some(banner) = node.get_mut("banner") {
            remove(banner, "preset_id");
        }
        let is_empty = node.get_mut("reach").is_some_and(|reach| {
            remove(reach, "card");
            reach.as_object().is_none_or(serde_json::Map::is_empty)
        });
        if is_empty {
            remove(&mut node, "reach");
        }
        node
    }

    /// The ids of its segments and buttons.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.segments.iter().flat_map(|segment| {
            let buttons = segment.buttons.iter().map(|button| button.id.to_string());
            std::iter::once(segment.id.to_string()).chain(buttons)
        })
    }

    /// The uploaded files that it names.
    pub fn files(&self) -> BTreeSet<&FileName> {
        let sources = &self.appearance.sources;
        let named = [&sources.mobile, &sources.desktop, &self.reach.picture];
        named.into_iter().flatten().chain(self.banner.content.files()).collect()
    }

    /// Takes over what followed from `before` for buttons that are the same: addresses that were stamped for their slot, and
    /// what was drawn. What was drawn of something else is drawn anew by [`Labels`](crate::labels::Labels).
    pub fn take_derived(&mut self, before: &Landing) {
        let known: BTreeMap<_, _> = before.all_buttons().map(|button| (button.id, button)).collect();
        for button in self.segments.iter_mut().flat_map(|segment| &mut segment.buttons) {
            if let Some(known) = known.get(&button.id) {
                button.stamped_url = known.stamped_url.clone().filter(|_| known.url == button.url);
                button.label_file =
                    known.label_file.clone().filter(|file| file.text == button.label.as_str());
                button.live_text = known.live_text.clone();
            }
        }
        if self.card_look() == before.card_look() {
            self.reach.card = before.reach.card.clone();
        }
    }
}

fn entries_mut<'a>(node: &'a mut Value, field: &str) -> impl Iterator<Item = &'a mut Value> {
    node.get_mut(field).and_then(Value::as_array_mut).into_iter().flatten()
}

fn remove(node: &mut Value, field: &str) -> Option<Value> {
    node.as_object_mut()?.remove(field)
}

fn fault(at: &Location, message: impl Into<String>) -> ValidationErrors {
    ValidationErrors::one(at.clone(), ErrorKind::Value, message)
}

/// Reads each part by itself, so that what is wrong with each is reported.
fn read(node: &Value, errors: &mut ValidationErrors) -> Option<Landing> {
    let root = Location::root();
    let Some(fields) = node.as_object() else {
        errors.push(root, ErrorKind::ObjectType, "must be an object");
        return None;
    };
    for key in fields.keys().filter(|key| !KEYS.contains(&key.as_str())) {
        errors.push(root.at(key.as_str()), ErrorKind::ExtraForbidden, "unknown field");
    }
    if fields.get("v").and_then(Value::as_u64) != Some(1) {
        errors.push(root.at("v"), ErrorKind::Value, "must be 1, the only version");
    }
    let segments = segments(fields.get("segments"), &root.at("segments"), errors);
    let appearance = part(fields, "appearance", errors, Appearance::restore);
    let banner = part(fields, "banner", errors, Banner::restore);
    let reach = part(fields, "reach", errors, Reach::restore);
    if !errors.is_empty() {
        return None;
    }
    match Landing::restore(segments, appearance, banner) {
        Ok(landing) => Some(Landing { reach, ..landing }),
        Err(broken) => {
            errors.push(root.at("segments"), ErrorKind::Value, broken.0);
            None
        }
    }
}

fn part<T: Default>(
    fields: &Map<String, Value>,
    name: &str,
    errors: &mut ValidationErrors,
    read: fn(&Value) -> Result<T, ValidationErrors>,
) -> T {
    let node = fields.get(name).filter(|node| !node.is_null());
    node.and_then(|node| errors.take(&Location::root().at(name), read(node))).unwrap_or_default()
}

fn segments(node: Option<&Value>, at: &Location, errors: &mut ValidationErrors) -> Vec<Segment> {
    let Some(entries) = list(node, at, errors) else { return Vec::new() };
    let buttons = entries.iter().filter_map(|entry| entry.get("buttons")?.as_array()).map(Vec::len);
    let (too_many, most) = if entries.len() > MAX_SEGMENTS {
        (true, format!("{MAX_SEGMENTS} segments"))
    } else {
        (buttons.sum::<usize>() > MAX_BUTTONS, format!("{MAX_BUTTONS} buttons"))
    };
    if too_many {
        errors.push(at.clone(), ErrorKind::TooMany, format!("a domain has at most {most}"));
        return Vec::new();
    }
    let read = |(place, entry)| segment(entry, &at.at(place), errors);
    entries.iter().enumerate().filter_map(read).collect()
}

fn segment(node: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Segment> {
    if !node.is_object() {
        errors.push(at.clone(), ErrorKind::ObjectType, "must be an object");
        return None;
    }
    let mut bare = node.clone();
    if let Some(buttons) = bare.get_mut("buttons") {
        *buttons = Value::Array(Vec::new());
    }
    let segment = taken::<Segment>(&bare, at, errors);
    let unknown = segment.iter().flat_map(|segment| segment.countries.iter().enumerate());
    for (index, country) in unknown.filter(|(_, country)| !country.is_country()) {
        let message = CountryCode::refusal(country.as_str());
        errors.push(at.at("countries").at(index), ErrorKind::CountryInvalid, message);
    }
    if segment.is_some() {
        countries_of_rule(&bare, at, errors);
    }
    let place = at.at("buttons");
    let mut buttons = Vec::new();
    for (index, entry) in list(node.get("buttons"), &place, errors)?.iter().enumerate() {
        let button = taken::<Button>(entry, &place.at(index), errors);
        if button.is_some() {
            countries_of_rule(entry, &place.at(index), errors);
        }
        buttons.extend(button);
    }
    Some(Segment { buttons, ..segment? })
}

/// A stored rule may name countries that inputs can't, and a portable landing is an input.
fn countries_of_rule(node: &Value, at: &Location, errors: &mut ValidationErrors) {
    let rule = node.get("match").filter(|rule| !rule.is_null());
    errors.take(&at.at("match"), rule.map(Rule::parse).transpose());
}

fn list<'a>(node: Option<&'a Value>, at: &Location, errors: &mut ValidationErrors) -> Option<&'a Vec<Value>> {
    let entries = node.and_then(Value::as_array);
    if entries.is_none() {
        errors.push(at.clone(), ErrorKind::ListType, "must be a list");
    }
    entries
}

/// A value by its constructors, which are those of every other input. The field that is wrong is named where one is.
fn taken<T: for<'de> Deserialize<'de>>(
    node: &Value,
    at: &Location,
    errors: &mut ValidationErrors,
) -> Option<T> {
    match serde_path_to_error::deserialize(node) {
        Ok(value) => Some(value),
        Err(error) => {
            let place = error.path().iter().fold(at.clone(), |at, step| match step {
                serde_path_to_error::Segment::Map { key } => at.at(key.as_str()),
                serde_path_to_error::Segment::Seq { index } => at.at(*index),
                _ => at,
            });
            errors.push(place, ErrorKind::Value, error.inner().to_string());
            None
        }
    }
}

/// Notes what is in `node` and not in what was read of it: a field is never dropped silently. One that is empty says nothing.
fn unknown(node: &Value, known: &Value, at: &Location, errors: &mut ValidationErrors) {
    match (node, known) {
        (Value::Object(fields), Value::Object(known)) => {
            for (name, value) in fields {
                match known.get(name) {
                    Some(known) => unknown(value, known, &at.at(name.as_str()), errors),
                    None if says_nothing(value) || DERIVED.contains(&name.as_str()) => {}
                    None => errors.push(at.at(name.as_str()), ErrorKind::ExtraForbidden, "unknown field"),
                }
            }
        }
        (Value::Array(entries), Value::Array(known)) => {
            for (place, (entry, known)) in entries.iter().zip(known).enumerate() {
                unknown(entry, known, &at.at(place), errors);
            }
        }
        _ => {}
    }
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(fields) => fields.values().all(says_nothing),
        Value::Array(entries) => entries.is_empty(),
        _ => false,
    }
}

/// The same with other ids, wherever they are: a document of the owner's own may name them too.
fn replaced(node: &Value, renamed: &BTreeMap<String, String>) -> Value {
    match node {
        Value::String(text) => Value::String(renamed_in(text, renamed)),
        Value::Array(entries) => entries.iter().map(|entry| replaced(entry, renamed)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), replaced(value, renamed))).collect()
        }
        other => other.clone(),
    }
}

/// The text with other ids. Each is looked up once where one may be, so the length of the text alone decides how long it takes.
fn renamed_in(text: &str, renamed: &BTreeMap<String, String>) -> String {
    /// `seg` or `btn`, an underscore and 26 characters.
    const LENGTH: usize = 30;
    let (mut new, mut done) = (String::new(), 0);
    for (underscore, _) in text.match_indices('_') {
        let Some(start) = underscore.checked_sub(3).filter(|start| *start >= done) else { continue };
        let end = start + LENGTH;
        if let Some(other) = text.get(start..end).and_then(|id| renamed.get(id)) {
            new.push_str(text.get(done..start).unwrap_or_default());
            new.push_str(other);
            done = end;
        }
    }
    new.push_str(text.get(done..).unwrap_or_default());
    new
}

#[cfg(test)]
mod tests;
