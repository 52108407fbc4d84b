//! Faults of a form, shown at their fields.

use maud::{Markup, html};

use crate::failure::Failure;
use crate::text::Text;

/// Maps places and codes of the API, such as `body.design.frame.text` or `slug_taken`, to field
/// names.
pub(crate) type Places = [(&'static str, &'static str)];

/// Sentences by field; the others are shown above the form.
#[derive(Default)]
pub(crate) struct Faults {
    fields: Vec<(String, Markup)>,
    rest: Vec<String>,
}

impl Faults {
    /// Creates a fault of one field.
    pub(crate) fn one(field: &str, words: &str) -> Self {
        Self { fields: vec![(field.to_owned(), html! { (words) })], rest: Vec::new() }
    }

    /// Maps an API error to the fields of the form. Returns other failures unchanged.
    pub(crate) fn of(text: Text, failure: Failure, places: &Places) -> Result<Self, Failure> {
        let Failure::Api(error) = &failure else { return Err(failure) };
        let code = error.code().unwrap_or_default();
        let by_code = field_of(places, code);
        let Some(sentences) = failure.faults().or_else(|| by_code.map(|_| vec![error.message().to_owned()]))
        else {
            return Err(failure);
        };
        let mut found = Self::default();
        if error.faults().is_empty() {
            match by_code {
                Some(field) => found.add(text, field, code, error.message()),
                None => found.rest = sentences,
            }
            return Ok(found);
        }
        for (fault, sentence) in error.faults().iter().zip(sentences) {
            match field_of(places, &fault.path) {
                Some(field) => found.add(text, field, &fault.kind, &fault.message),
                None => found.rest.push(sentence),
            }
        }
        Ok(found)
    }

    /// Adds a fault with the catalogue's message for its kind or field, or else with the API's
    /// message.
    fn add(&mut self, text: Text, field: &str, kind: &str, message: &str) {
        if self.at(field).is_some() {
            return;
        }
        let key = |name: String| text.known(&name.replace('_', "-"));
        let ours = key(format!("fault-{field}-{kind}")).or_else(|| key(format!("fault-{field}")));
        let words = match ours {
            Some(words) => html! { (words) },
            None => html! { span translate="no" { (message) } },
        };
        self.fields.push((field.to_owned(), words));
    }

    /// Adds the other check's faults of fields that have none here.
    pub(crate) fn take(&mut self, others: &Self) {
        for (field, words) in &others.fields {
            if self.at(field).is_none() {
                self.fields.push((field.clone(), words.clone()));
            }
        }
    }

    /// Returns the fault of a field.
    pub(crate) fn at(&self, field: &str) -> Option<&Markup> {
        self.fields.iter().find(|(known, _)| known == field).map(|(_, words)| words)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.rest.is_empty()
    }

    /// Returns the faults without a field.
    pub(crate) fn rest(&self) -> &[String] {
        &self.rest
    }

    /// Returns whether any field has a fault.
    pub(crate) fn are_marked(&self) -> bool {
        !self.fields.is_empty()
    }
}

/// Returns the field of a place, or of its closest parent.
fn field_of(places: &Places, path: &str) -> Option<&'static str> {
    let holds =
        |place: &str| path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let found = places.iter().filter(|(place, _)| !path.is_empty() && holds(place));
    found.max_by_key(|(place, _)| place.len()).map(|(_, field)| *field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_reported_at_the_closest_field() {
        let places = [("body.design", "design"), ("body.design.logo", "logo"), ("slug_taken", "slug")];
        for (path, expected) in [
            ("body.design.logo.file", Some("logo")),
            ("body.design.logo", Some("logo")),
            ("body.design.logos", Some("design")),
            ("body.designs", None),
            ("slug_taken", Some("slug")),
            ("", None),
        ] {
            assert_eq!(field_of(&places, path), expected, "{path}");
        }
    }
}
