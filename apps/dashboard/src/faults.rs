//! Faults of a form, shown at their fields.

use maud::{Markup, html};

use crate::failure::Failure;
use crate::form::Form;
use crate::text::Text;

/// Maps places and codes of the API, such as `body.design.frame.text` or `slug_taken`, to field names. A
/// place in the message of a code follows the code: `invalid_policy.geo.0`.
pub(crate) type Places<'a> = [(&'a str, &'a str)];

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

    /// Creates a fault of the whole form.
    pub(crate) fn whole(words: String) -> Self {
        Self { fields: Vec::new(), rest: vec![words] }
    }

    /// Maps an API error to the fields of the form. Returns other failures unchanged.
    pub(crate) fn of(text: Text, failure: Failure, places: &Places<'_>) -> Result<Self, Failure> {
        let Failure::Api(error) = &failure else { return Self::of_input(text, failure, places) };
        let code = error.code().unwrap_or_default();
        let by_code = field_of(places, code);
        if by_code.is_none() && !failure.is_of_input() {
            return Err(failure);
        }
        let mut found = Self::default();
        if error.faults().is_empty() {
            found.place(text, places, code, error.message());
            match by_code {
                _ if !found.is_empty() => {}
                Some(field) => found.add(text, field, code, error.message()),
                None => found.rest.push(sentence(text, code, error.message())),
            }
            return Ok(found);
        }
        for fault in error.faults() {
            match field_of(places, &fault.path) {
                Some(field) => found.add(text, field, &fault.kind, &fault.message),
                None => found.rest.push(format!(
                    "{}: {}",
                    readable(fault.path.trim_start_matches("body.")),
                    reason(text, &fault.kind, &fault.message)
                )),
            }
        }
        Ok(found)
    }

    /// Places the parts of a message such as `share.title: has more than 70 characters; utm.source: …`, if
    /// any of them has a field.
    fn place(&mut self, text: Text, places: &Places<'_>, code: &str, message: &str) {
        let of = |path: &str| field_of(places, &format!("{code}.{path}"));
        if !parts(message).any(|(path, _)| of(path).is_some()) {
            return;
        }
        for (path, message) in parts(message) {
            match of(path) {
                Some(field) => self.add(text, field, kind_of(message).unwrap_or(code), message),
                None => self.rest.push(format!("{}: {message}", readable(path))),
            }
        }
    }

    /// Maps input that the dashboard itself can't read to its field.
    fn of_input(text: Text, failure: Failure, places: &Places<'_>) -> Result<Self, Failure> {
        match failure {
            Failure::Unusable(key) => Ok(match field_of(places, key) {
                Some(field) => Self::one(field, &text.t(key)),
                None => Self::whole(text.t(key)),
            }),
            Failure::UnusableTime(field) => Ok(Self::one(field, &text.t("unusable-time"))),
            other => Err(other),
        }
    }

    /// Adds a fault with the catalogue's message for its field or kind, or else with the API's
    /// message.
    fn add(&mut self, text: Text, field: &str, kind: &str, message: &str) {
        if self.at(field).is_some() {
            return;
        }
        // The rows of a table share their messages.
        let name: String = field.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        let key = |key: String| text.known(&key.replace(['_', '.'], "-"));
        let of_code = || key(format!("code-{kind}")).map(|_| sentence(text, kind, message));
        let of_field = || key(format!("fault-{name}"));
        let ours = key(format!("fault-{name}-{kind}")).or_else(of_field).or_else(of_code);
        let words = match ours {
            Some(words) => html! { (words) },
            None => html! { span translate="no" { (reason(text, kind, message)) } },
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

/// A rejected form, so that nobody has to type twice.
#[derive(Default)]
pub(crate) struct Refused {
    pub(crate) form: Form,
    pub(crate) faults: Faults,
}

impl Refused {
    /// Maps a failure to the fields of its form. Returns other failures unchanged.
    pub(crate) fn of(text: Text, form: Form, failure: Failure, places: &Places<'_>) -> Result<Self, Failure> {
        Ok(Self { form, faults: Faults::of(text, failure, places)? })
    }
}

/// The content of one form of a screen: as typed if this form was rejected, else as stored. Forms are
/// told apart by their hidden field `form`.
#[derive(Clone, Copy)]
pub(crate) struct Typed<'a>(Option<&'a Refused>);

impl<'a> Typed<'a> {
    pub(crate) fn of(refused: Option<&'a Refused>, form: &str) -> Self {
        Self(refused.filter(|refused| refused.form.text("form") == form))
    }

    /// Returns the value of a field.
    pub(crate) fn value(self, name: &str, stored: &'a str) -> &'a str {
        self.0.map_or(stored, |refused| refused.form.text(name))
    }

    /// Returns whether a box is ticked.
    pub(crate) fn ticked(self, name: &str, stored: bool) -> bool {
        self.0.map_or(stored, |refused| refused.form.ticked(name))
    }

    /// Returns the rejected form.
    pub(crate) fn form(self) -> Option<&'a Form> {
        self.0.map(|refused| &refused.form)
    }

    /// Returns the faults of the rejected form.
    pub(crate) fn faults(self) -> Option<&'a Faults> {
        self.0.map(|refused| &refused.faults)
    }

    pub(crate) fn is_refused(self) -> bool {
        self.0.is_some()
    }
}

/// Codes whose English messages say more than the catalogue can.
const DETAILED: [&str; 5] =
    ["invalid_request", "invalid_policy", "invalid_file", "landing_ui_invalid", "hostname_unproven"];

/// Returns all reasons why the API rejected a call, in the reader's language.
pub(crate) fn told(text: Text, error: &funnel_sdk::Error) -> String {
    if error.faults().is_empty() {
        return sentence(text, error.code().unwrap_or_default(), error.message());
    }
    let one = |fault: &funnel_sdk::Fault| {
        let place = readable(fault.path.trim_start_matches("body."));
        format!("{place}: {}", reason(text, &fault.kind, &fault.message))
    };
    error.faults().iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Returns the sentence for an error code in the reader's language, or else the API's English one.
fn sentence(text: Text, code: &str, message: &str) -> String {
    let ours = text.known(&format!("code-{}", code.replace('_', "-")));
    let is_better = text.is_english() && DETAILED.contains(&code);
    ours.filter(|_| !is_better).unwrap_or_else(|| capital(message))
}

/// Returns the reason of a fault in the reader's language. English readers get the API's message, which
/// is more exact.
fn reason(text: Text, kind: &str, message: &str) -> String {
    if text.is_english() {
        return capital(message);
    }
    let key = format!("kind-{}", kind.replace('_', "-"));
    text.known_with(&key, [("n", first_number(message).into())]).unwrap_or_else(|| capital(message))
}

/// Returns the first number of a message, such as a limit; 0 without one.
fn first_number(message: &str) -> i64 {
    let digits = message.chars().skip_while(|letter| !letter.is_ascii_digit());
    let digits: String = digits.take_while(|letter| letter.is_ascii_digit() || *letter == ',').collect();
    digits.replace(',', "").parse().unwrap_or_default()
}

/// Returns the kind of a fault that is known by its message alone.
fn kind_of(message: &str) -> Option<&'static str> {
    let kinds = [
        ("has more than", "too_long"),
        ("must not contain control", "pattern"),
        ("is not a country", "country_invalid"),
    ];
    kinds.into_iter().find(|(part, _)| message.contains(part)).map(|(_, kind)| kind)
}

fn capital(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns a path of the API in words.
fn readable(path: &str) -> String {
    path.replace(['_', '.'], " ")
}

/// Splits a message such as `share.title: has more than 70 characters; utm.source: …` into paths and
/// reasons.
fn parts(message: &str) -> impl Iterator<Item = (&str, &str)> {
    message.split("; ").map(|part| part.split_once(": ").unwrap_or(("", part)))
}

/// Returns the field of a place, or of its closest parent.
fn field_of<'a>(places: &Places<'a>, path: &str) -> Option<&'a str> {
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

    #[test]
    fn a_fault_is_told_in_the_language_of_its_reader() {
        let [english, german] = ["en", "de"].map(|code| Text::by_code(code).unwrap());
        for (kind, message, in_english, in_german) in [
            (
                "too_long",
                "has more than 60 characters",
                "Has more than 60 characters",
                "Zu lang: höchstens 60.",
            ),
            ("missing", "is required", "Is required", "Bitte fülle das aus."),
            ("kind_of_tomorrow", "is odd", "Is odd", "Is odd"),
        ] {
            assert_eq!(reason(english, kind, message), in_english);
            assert_eq!(reason(german, kind, message), in_german);
        }
        assert_eq!(sentence(english, "slug_taken", "the slug is taken"), english.t("code-slug-taken"));
        assert_eq!(sentence(german, "invalid_policy", "geo.0 is odd"), german.t("code-invalid-policy"));
        assert_eq!(sentence(english, "invalid_policy", "geo.0 is odd"), "Geo.0 is odd");
    }

    #[test]
    fn the_faults_of_one_message_are_told_apart() {
        let found: Vec<_> = parts("share.title: has more than 70 characters; utm.source: is odd").collect();
        assert_eq!(found, [("share.title", "has more than 70 characters"), ("utm.source", "is odd")]);
        assert_eq!(parts("odd").collect::<Vec<_>>(), [("", "odd")]);
    }

    #[test]
    fn each_code_and_kind_of_the_api_has_a_sentence() {
        let document: serde_json::Value =
            serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
        let codes = document["components"]["schemas"]["ErrorCode"]["enum"].as_array().unwrap().clone();
        assert!(!codes.is_empty());
        for text in ["en", "de"].map(|code| Text::by_code(code).unwrap()) {
            for code in &codes {
                let key = format!("code-{}", code.as_str().unwrap().replace('_', "-"));
                assert!(text.known(&key).is_some(), "{key}");
            }
            for kind in KINDS {
                let key = format!("kind-{}", kind.replace('_', "-"));
                assert!(text.known_with(&key, [("n", 1.into())]).is_some(), "{key}");
            }
        }
    }

    /// Kinds of faults that a form can cause.
    const KINDS: [&str; 17] = [
        "missing",
        "int_type",
        "number_type",
        "too_short",
        "too_long",
        "greater_than_equal",
        "less_than_equal",
        "enum",
        "pattern",
        "duplicate",
        "url_invalid",
        "country_invalid",
        "language_invalid",
        "too_many",
        "unknown_field",
        "low_contrast",
        "value_error",
    ];
}
