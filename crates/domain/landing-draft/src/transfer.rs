//! Portable form of a landing: the settings of its owner, without derived data and data of one installation.
//!
//! The importing service renders the label pictures and the preview card again. Stamped URLs are left out, because they
//! are links of the original domain. Presets are referenced by name. Everything else equals the stored form.

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

/// Derived fields of a button.
const DERIVED: [&str; 4] = ["stamped_url", "label_file", "live_text", "variant_files"];

const KEYS: [&str; 5] = ["v", "segments", "appearance", "banner", "reach"];

/// Parsed portable landing together with its JSON.
#[derive(Debug, Clone, PartialEq)]
pub struct Portable {
    node: Value,
    landing: Landing,
}

impl Portable {
    /// Parses a portable landing. The error lists every invalid field with its path. Unknown fields are rejected.
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

    /// Parsed landing.
    pub fn landing(&self) -> &Landing {
        &self.landing
    }

    /// Replaces the ids in `taken`, and all references to them. The new ids are those at the same positions in
    /// `before`, so that a repeated import changes nothing; if there are none, new ids are generated.
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
    /// Returns the portable form.
    pub fn to_portable(&self) -> Value {
        // Serialization never fails, because all keys of a landing are texts.
        let mut node = serde_json::to_value(self).unwrap_or_default();
        // The stored form omits stock parts.
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

    /// Returns the ids of its segments and buttons.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.segments.iter().flat_map(|segment| {
            let buttons = segment.buttons.iter().map(|button| button.id.to_string());
            std::iter::once(segment.id.to_string()).chain(buttons)
        })
    }

    /// Returns the uploaded files that the landing references.
    pub fn files(&self) -> BTreeSet<&FileName> {
        let sources = &self.appearance.sources;
        let named = [&sources.mobile, &sources.desktop, &self.reach.picture];
        named.into_iter().flatten().chain(self.banner.content.files()).collect()
    }

    /// Copies derived data from `before` to equal buttons: stamped URLs of the same destination, and label pictures of
    /// the same text. [`Labels`](crate::labels::Labels) renders the remaining labels.
    pub fn take_derived(&mut self, before: &Landing) {
        let known: BTreeMap<_, _> = before.all_buttons().map(|button| (button.id, button)).collect();
        for button in self.segments.iter_mut().flat_map(|segment| &mut segment.buttons) {
            if let Some(known) = known.get(&button.id) {
                button.stamped_url = known.stamped_url.clone().filter(|_| known.url == button.url);
                button.label_file =
                    known.label_file.clone().filter(|file| file.text == button.label.as_str());
                button.live_text = known.live_text.clone();
                let texts: BTreeSet<_> = button.variant_labels().collect();
                let files = known.variant_files.iter().filter(|file| texts.contains(file.text.as_str()));
                button.variant_files = files.cloned().collect();
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

/// Reads each part separately, so that the errors of all parts are reported.
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

/// Checks the countries of a rule as an input. Deserialization uses the laxer check of stored rules.
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

/// Deserializes a value with the usual constructors. Errors name the invalid field if possible.
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

/// Adds an error for each field of `node` that is missing in `known`, so that no field is dropped silently. Empty
/// fields are allowed.
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

/// Replaces ids anywhere in the tree, because the owner's own document may contain ids too.
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

/// Replaces ids in a text with one lookup per candidate, so that the running time depends only on the length of the
/// text.
fn renamed_in(text: &str, renamed: &BTreeMap<String, String>) -> String {
    /// Length of `seg` or `btn`, an underscore and 26 characters.
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
