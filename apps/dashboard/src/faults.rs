//! What is wrong with a form, reported at the fields that it is about.

use maud::{Markup, html};

use crate::failure::Failure;
use crate::text::Text;

/// Where the API's places and codes are in a form: `body.design.frame.text` or `slug_taken`, and the name of a field.
pub(crate) type Places = [(&'static str, &'static str)];

/// Sentences by the fields that they are about; those of no field are shown above the form.
#[derive(Default)]
pub(crate) struct Faults {
    fields: Vec<(String, Markup)>,
    rest: Vec<String>,
}

impl Faults {
    /// What is wrong with one field.
    pub(crate) fn one(field: &str, words: &str) -> Self {
        Self { fields: vec![(field.to_owned(), html! { (words) })], rest: Vec::new() }
    }

    /// What the API refused, at the fields that it is about. A failure of another kind is given back.
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

    /// In our words where the catalogue has some, for this kind of fault or for the field; in those of the API otherwise.
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

    /// Takes over what another check found at fields that this one knows nothing of.
    pub(crate) fn take(&mut self, others: &Self) {
        for (field, words) in &others.fields {
            if self.at(field).is_none() {
                self.fields.push((field.clone(), words.clone()));
            }
        }
    }

    /// What is wrong with a field.
    pub(crate) fn at(&self, field: &str) -> Option<&Markup> {
        self.fields.iter().find(|(known, _)| known == field).map(|(_, words)| words)
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.rest.is_empty()
    }

    /// What is about no field.
    pub(crate) fn rest(&self) -> &[String] {
        &self.rest
    }

    /// Whether something is marked at a field.
    pub(crate) fn are_marked(&self) -> bool {
        !self.fields.is_empty()
    }
}

/// The field of a place, or of the closest one around it.
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
