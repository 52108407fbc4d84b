use std::ops::ControlFlow;

use deserr::{DeserializeError, IntoValue, MergeWithError, ValueKind, ValuePointerRef};
use kernel::{ErrorKind, Location, Step, ValidationError, ValidationErrors};
use serde::de::DeserializeOwned;
use serde_json::Value;
use validator::{Validate, ValidationError as ValidatorError, ValidationErrorsKind};

use crate::error::{ApiError, Part};
use crate::wire::ErrorCode;

/// All errors of an input. Some have an error code of their own.
#[derive(Debug, Default)]
pub struct Faults {
    errors: ValidationErrors,
    /// Whether any error has no code.
    plain: bool,
    /// Codes of the other errors, each with a sentence for a response with only that code.
    coded: Vec<(ErrorCode, String)>,
    /// Errors of values whose time has passed, which count beside others only.
    passed: ValidationErrors,
}

impl Faults {
    pub fn none() -> Self {
        Self::default()
    }

    /// Creates one error of the value at `at`.
    pub fn at(at: ValuePointerRef<'_>, kind: ErrorKind, message: impl Into<String>) -> Self {
        ValidationErrors::one(location(at), kind, message).into()
    }

    /// Returns whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Adds the errors of a value at `outer`, without a code.
    pub fn note<T>(&mut self, outer: &Location, result: Result<T, ValidationErrors>) {
        self.plain |= self.errors.take(outer, result).is_none();
    }

    /// Adds errors with this code; `sentence` describes them without their places.
    pub fn coded(&mut self, code: ErrorCode, errors: ValidationErrors, sentence: impl Into<String>) {
        self.errors.absorb(&Location::root(), errors);
        self.coded.push((code, sentence.into()));
    }

    /// Returns the errors without their codes.
    pub fn into_errors(self) -> ValidationErrors {
        self.errors
    }

    /// Returns the errors without their codes.
    pub fn errors(&self) -> &ValidationErrors {
        &self.errors
    }

    /// Returns the response to an invalid input: a code if all errors have the same code, otherwise a list, because a
    /// code can't describe several errors.
    pub fn response(self, part: Part) -> ApiError {
        let Self { mut errors, mut plain, coded, passed } = self;
        if !errors.is_empty() && !passed.is_empty() {
            errors.absorb(&Location::root(), passed);
            plain = true;
        }
        match coded.first() {
            Some((code, _)) if !plain && coded.iter().all(|(other, _)| other == code) => {
                let sentences: Vec<_> = coded.iter().map(|(_, sentence)| sentence.as_str()).collect();
                ApiError::coded(*code, sentences.join("; "))
            }
            _ => ApiError::Invalid { part, errors },
        }
    }

    /// Merges the errors of another part of the input.
    pub fn absorb(&mut self, other: Self) {
        self.errors.absorb(&Location::root(), other.errors);
        self.plain |= other.plain;
        self.coded.extend(other.coded);
        self.passed.absorb(&Location::root(), other.passed);
    }

    /// Leaves out errors at or below the places of the `known` errors, and their codes.
    #[must_use]
    pub(super) fn apart(self, known: &ValidationErrors) -> Self {
        let below = |error: &ValidationError| {
            known.iter().any(|one| error.location.steps().starts_with(one.location.steps()))
        };
        if !self.errors.iter().any(below) {
            return self;
        }
        let mut kept = ValidationErrors::none();
        for error in self.errors.iter().filter(|error| !below(error)) {
            kept.push(error.location.clone(), error.kind, error.message.clone());
        }
        Self { passed: self.passed, ..kept.into() }
    }

    /// Keeps the errors that are also in another list, and drops their codes unless all are.
    #[must_use]
    pub(super) fn also_in(self, others: &ValidationErrors) -> Self {
        let is_common = |error: &ValidationError| {
            others.iter().any(|other| other.location == error.location && other.kind == error.kind)
        };
        if self.errors.iter().all(is_common) {
            return self;
        }
        let mut kept = ValidationErrors::none();
        for error in self.errors.iter().filter(|error| is_common(error)) {
            kept.push(error.location.clone(), error.kind, error.message.clone());
        }
        Self { passed: self.passed, ..kept.into() }
    }

    /// Goes on until the list of errors is full.
    fn flow(self) -> ControlFlow<Self, Self> {
        if self.errors.is_full() { ControlFlow::Break(self) } else { ControlFlow::Continue(self) }
    }
}

impl From<ValidationErrors> for Faults {
    fn from(errors: ValidationErrors) -> Self {
        Self { plain: !errors.is_empty(), errors, ..Self::none() }
    }
}

/// Start of the message that lists the allowed words.
pub(super) const ONE_OF: &str = "must be one of: ";

/// Converts the path of a value.
pub(crate) fn location(at: ValuePointerRef<'_>) -> Location {
    let mut steps = Vec::new();
    let mut here = &at;
    loop {
        here = match here {
            ValuePointerRef::Origin => break,
            ValuePointerRef::Key { key, prev } => {
                steps.push(Step::from(*key));
                prev
            }
            ValuePointerRef::Index { index, prev } => {
                steps.push(Step::from(*index));
                prev
            }
        };
    }
    steps.into_iter().rev().collect()
}

impl DeserializeError for Faults {
    fn error<V: IntoValue>(
        this: Option<Self>,
        error: deserr::ErrorKind<'_, V>,
        at: ValuePointerRef<'_>,
    ) -> ControlFlow<Self, Self> {
        use deserr::ErrorKind as Kind;
        let mut faults = this.unwrap_or_default();
        let (place, kind, message) = match error {
            Kind::IncorrectValueKind { actual: deserr::Value::Float(number), accepted }
                if number.fract() == 0.0 && wanted(accepted).0 == ErrorKind::IntType =>
            {
                too_large(at)
            }
            Kind::IncorrectValueKind { accepted, .. } => {
                let (kind, name) = wanted(accepted);
                (location(at), kind, format!("must be {name}"))
            }
            Kind::MissingField { field } => {
                (location(at).at(field), ErrorKind::Missing, "a value is required".to_owned())
            }
            Kind::UnknownKey { key, .. } => {
                (location(at).at(key), ErrorKind::ExtraForbidden, "unknown field".to_owned())
            }
            Kind::UnknownValue { accepted, .. } => {
                (location(at), ErrorKind::Enum, format!("{ONE_OF}{}", accepted.join(", ")))
            }
            Kind::BadSequenceLen { expected, .. } => {
                (location(at), ErrorKind::Value, format!("must have {expected} entries"))
            }
            // Numbers that do not fit their type; all other values have messages of ours.
            Kind::Unexpected { msg } if msg.contains("too large") => too_large(at),
            Kind::Unexpected { msg } => (location(at), ErrorKind::Value, msg),
        };
        faults.plain = true;
        faults.errors.push(place, kind, message);
        faults.flow()
    }
}

/// Returns the error of a whole number that does not fit into 64 bits with a sign.
fn too_large(at: ValuePointerRef<'_>) -> (Location, ErrorKind, String) {
    (location(at), ErrorKind::LessThanEqual, format!("must be at most {}", i64::MAX))
}

/// Returns the kind of the error and the name of the wanted type.
fn wanted(accepted: &[ValueKind]) -> (ErrorKind, &'static str) {
    let accepts = |kind| accepted.contains(&kind);
    if accepts(ValueKind::String) {
        (ErrorKind::StringType, "a string")
    } else if accepts(ValueKind::Float) {
        (ErrorKind::NumberType, "a number")
    } else if accepts(ValueKind::Integer) {
        (ErrorKind::IntType, "an integer")
    } else if accepts(ValueKind::Boolean) {
        (ErrorKind::BoolType, "true or false")
    } else if accepts(ValueKind::Sequence) {
        (ErrorKind::ListType, "a list")
    } else if accepts(ValueKind::Map) {
        (ErrorKind::ObjectType, "an object")
    } else {
        (ErrorKind::NullType, "null")
    }
}

impl MergeWithError<Self> for Faults {
    fn merge(this: Option<Self>, other: Self, _: ValuePointerRef<'_>) -> ControlFlow<Self, Self> {
        let Some(mut faults) = this else { return other.flow() };
        faults.absorb(other);
        faults.flow()
    }
}

/// Codes of the errors of `validator` that [`checked`], [`coded`] and [`passed`] return, and the names of their
/// parameters.
const CHECKED: &str = "checked";
const PASSED: &str = "passed";
const ERRORS: &str = "errors";
const CODE: &str = "code";
const SENTENCE: &str = "sentence";
const FIELD: &str = "field";

/// Returns the errors of a domain constructor in the form of `validator`, for the functions of
/// `#[validate(custom(…))]` and `#[validate(schema(…))]`.
///
/// # Errors
/// Fails if `result` does.
pub fn checked<T>(result: Result<T, ValidationErrors>) -> Result<(), ValidatorError> {
    result.map(drop).map_err(|errors| carrier(CHECKED, &errors))
}

/// Like [`checked`], for errors with an error code of their own. `sentence` is for a response with only the code.
///
/// # Errors
/// Fails if `result` does.
pub fn coded<T>(
    code: ErrorCode,
    sentence: impl Into<String>,
    result: Result<T, ValidationErrors>,
) -> Result<(), ValidatorError> {
    result.map(drop).map_err(|errors| {
        let mut carrier = carrier(CHECKED, &errors);
        carrier.add_param(CODE.into(), &code);
        carrier.add_param(SENTENCE.into(), &sentence.into());
        carrier
    })
}

/// Like [`checked`], for a value that is invalid only because its time has passed. An input without other errors is
/// accepted: it may repeat an earlier request, so the handler first looks for the stored response.
///
/// # Errors
/// Fails if `result` does.
pub fn passed<T>(result: Result<T, ValidationErrors>) -> Result<(), ValidatorError> {
    result.map(drop).map_err(|errors| carrier(PASSED, &errors))
}

/// Places the errors of a field whose name in Rust is not its name in the body.
///
/// # Errors
/// Fails if `result` does.
pub fn named(field: &str, result: Result<(), ValidatorError>) -> Result<(), ValidatorError> {
    result.map_err(|mut error| {
        error.add_param(FIELD.into(), &field);
        error
    })
}

/// Creates the errors of a value as a whole.
pub fn wrong(kind: ErrorKind, message: impl Into<String>) -> ValidationErrors {
    ValidationErrors::one(Location::root(), kind, message)
}

fn carrier(code: &'static str, errors: &ValidationErrors) -> ValidatorError {
    let mut carrier = ValidatorError::new(code);
    carrier.add_param(ERRORS.into(), errors);
    carrier
}

/// Rules that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    All,
    /// Rules of single fields.
    Fields,
}

/// Checks the rules of an input.
pub(super) fn judge<T: Validate>(input: &T, scope: Scope) -> Faults {
    let mut faults = Faults::none();
    if let Err(found) = input.validate() {
        let mut errors = Vec::new();
        collect(&found, &Location::root(), &mut errors);
        // The errors of `validator` have no order.
        errors.sort_by_key(|(place, is_whole, _)| (*is_whole, place.to_string()));
        for (place, is_whole, error) in errors {
            if !is_whole || scope == Scope::All {
                faults.add(error, &place);
            }
        }
    }
    faults
}

/// Collects errors with their places, and whether their rule is about several fields.
fn collect<'a>(
    found: &'a validator::ValidationErrors,
    at: &Location,
    errors: &mut Vec<(Location, bool, &'a ValidatorError)>,
) {
    for (name, kind) in found.errors() {
        let is_whole = name == "__all__";
        let here = if is_whole { at.clone() } else { at.at(name.as_ref()) };
        match kind {
            ValidationErrorsKind::Struct(inner) => collect(inner, &here, errors),
            ValidationErrorsKind::List(entries) => {
                entries.iter().for_each(|(index, inner)| collect(inner, &here.at(*index), errors));
            }
            ValidationErrorsKind::Field(several) => {
                errors.extend(several.iter().map(|error| {
                    let place = parameter::<String>(error, FIELD).map(|field| at.at(field.as_str()));
                    (place.unwrap_or_else(|| here.clone()), is_whole, error)
                }));
            }
        }
    }
}

impl Faults {
    /// Adds an error of `validator` unless it is known: a rule over several fields repeats the errors of one.
    fn add(&mut self, error: &ValidatorError, at: &Location) {
        let found = match error.code.as_ref() {
            CHECKED | PASSED => parameter::<ValidationErrors>(error, ERRORS).unwrap_or_default(),
            "length" => {
                let (kind, message) = bound(error);
                wrong(kind, message)
            }
            _ => wrong(ErrorKind::Value, error.to_string()),
        };
        let mut placed = ValidationErrors::none();
        placed.absorb(at, found);
        let is_known = |error: &ValidationError| {
            self.errors.iter().any(|one| {
                let is_below = error.location.steps().starts_with(one.location.steps());
                let has_length = matches!(one.kind, ErrorKind::TooShort | ErrorKind::TooLong);
                let is_same = one.location == error.location && (has_length || one.kind == error.kind);
                is_same || (is_below && one.kind == ErrorKind::TooLong)
            })
        };
        let mut new = ValidationErrors::none();
        for error in placed.iter().filter(|error| !is_known(error)) {
            new.push(error.location.clone(), error.kind, error.message.clone());
        }
        if new.is_empty() {
            return;
        }
        match parameter(error, CODE).zip(parameter::<String>(error, SENTENCE)) {
            Some((code, sentence)) => self.coded(code, new, sentence),
            None if error.code == PASSED => self.passed.absorb(&Location::root(), new),
            None => self.note(&Location::root(), Err::<(), _>(new)),
        }
    }
}

/// Returns the kind and the message of a violated length. Lists have entries, texts have characters.
fn bound(error: &ValidatorError) -> (ErrorKind, String) {
    let what = match error.params.get("value") {
        Some(Value::Array(_) | Value::Object(_)) => "entries",
        _ => "characters",
    };
    let length = match error.params.get("value") {
        Some(Value::Array(entries)) => entries.len(),
        Some(Value::Object(fields)) => fields.len(),
        Some(Value::String(text)) => text.chars().count(),
        _ => 0,
    };
    let (least, most) = (parameter::<usize>(error, "min"), parameter::<usize>(error, "max"));
    match (least, most) {
        (Some(1), _) if length == 0 => (ErrorKind::TooShort, "must not be empty".to_owned()),
        (Some(least), _) if length < least => {
            (ErrorKind::TooShort, format!("must have at least {least} {what}"))
        }
        (_, most) => (ErrorKind::TooLong, format!("must have at most {} {what}", most.unwrap_or_default())),
    }
}

fn parameter<T: DeserializeOwned>(error: &ValidatorError, name: &str) -> Option<T> {
    error.params.get(name).and_then(|value| T::deserialize(value).ok())
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;

    #[test]
    fn a_code_that_stands_alone_is_the_answer_and_a_list_holds_the_rest() {
        let slug = (Some(ErrorCode::InvalidSlug), "slug");
        let reserved = (Some(ErrorCode::SlugReserved), "slug");
        for (found, expected) in [
            (&[slug][..], (400, "wrong")),
            (&[slug, slug], (400, "wrong; wrong")),
            (&[slug, reserved], (422, "slug: wrong; slug: wrong")),
            (&[slug, (None, "name")], (422, "slug: wrong; name: wrong")),
            (&[(None, "name")], (422, "name: wrong")),
        ] {
            let mut faults = Faults::none();
            for (code, name) in found {
                let errors = ValidationErrors::one(Location::root().at(*name), ErrorKind::Value, "wrong");
                match code {
                    Some(code) => faults.coded(*code, errors, "wrong"),
                    None => faults.note(&Location::root(), Err::<(), _>(errors)),
                }
            }
            let error = faults.response(Part::Body);
            let answer = (error.status_code().as_u16(), error.to_string());
            assert_eq!(answer, (expected.0, expected.1.to_owned()), "{found:?}");
        }
    }
}
