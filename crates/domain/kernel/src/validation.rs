use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ParseError;

/// One step of the path to a value in a body: a field name or a list index.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// The name of a field.
    Key(String),
    /// The zero-based index in a list.
    Index(usize),
}

impl Step {
    /// Maximum length of a field name in an error's path, in characters. Valid field names are shorter. The limit keeps
    /// a caller's overlong field name from being repeated in every error.
    pub const LONGEST_KEY: usize = 128;
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        match key.char_indices().nth(Self::LONGEST_KEY) {
            Some((end, _)) => Self::Key(format!("{}…", key.get(..end).unwrap_or_default())),
            None => Self::Key(key.to_owned()),
        }
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// Path of a value, from the outermost field inwards. Displays as `buttons.0.url`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Location(Vec<Step>);

impl Location {
    /// Path of the whole value: no steps.
    pub fn root() -> Self {
        Self::default()
    }

    /// Extends the path by one step.
    #[must_use]
    pub fn at(&self, step: impl Into<Step>) -> Self {
        let mut steps = self.0.clone();
        steps.push(step.into());
        Self(steps)
    }

    /// Steps of the path, outermost first.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Prepends the path `outer`.
    #[must_use]
    pub fn within(&self, outer: &Location) -> Self {
        Self(outer.0.iter().chain(&self.0).cloned().collect())
    }
}

impl FromIterator<Step> for Location {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, step) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str(".")?;
            }
            match step {
                Step::Key(key) => f.write_str(key)?,
                Step::Index(index) => write!(f, "{index}")?,
            }
        }
        Ok(())
    }
}

crate::words! {
    /// Kind of a validation error, as a stable word that clients may rely on.
    ErrorKind {
        /// A required field is absent.
        Missing = "missing",
        /// Unknown field.
        ExtraForbidden = "extra_forbidden",
        /// Not a string.
        StringType = "string_type",
        /// Not an integer.
        IntType = "int_type",
        /// Not a number.
        NumberType = "number_type",
        /// Not a boolean.
        BoolType = "bool_type",
        /// Not a list.
        ListType = "list_type",
        /// Not an object.
        ObjectType = "object_type",
        /// Null where a value is needed, or a value where null is needed.
        NullType = "null_type",
        /// Fewer characters or entries than allowed.
        TooShort = "too_short",
        /// More characters or entries than allowed.
        TooLong = "too_long",
        /// Below the minimum.
        GreaterThanEqual = "greater_than_equal",
        /// Above the maximum.
        LessThanEqual = "less_than_equal",
        /// Not one of the listed words.
        Enum = "enum",
        /// Wrong format.
        Pattern = "pattern",
        /// The same entry twice.
        Duplicate = "duplicate",
        /// The body is not JSON.
        JsonInvalid = "json_invalid",
        /// NUL character, which no text may contain.
        NulCharacter = "nul_character",
        /// Not a URL of an allowed kind.
        UrlInvalid = "url_invalid",
        /// Not a country code of ISO 3166-1.
        CountryInvalid = "country_invalid",
        /// Not a language code such as `de` or `pt-BR`.
        LanguageInvalid = "language_invalid",
        /// Name that the dictionary of tabs lacks.
        UnknownTab = "unknown_tab",
        /// Name that the dictionary of a tab's functions lacks.
        UnknownFunction = "unknown_function",
        /// A condition over a field that does not exist.
        UnknownField = "unknown_field",
        /// An operator that the field does not take.
        UnknownOp = "unknown_op",
        /// Nested deeper than allowed.
        TooDeep = "too_deep",
        /// More entries than allowed in several places together.
        TooMany = "too_many",
        /// Last entry of a truncated list of errors: further errors exist.
        TooManyErrors = "too_many_faults",
        /// Colour with too little contrast to its background.
        LowContrast = "low_contrast",
        /// Any other value that breaks a rule; the message says which.
        Value = "value_error",
    }
}

/// One error in an input: the path, the kind, and a message for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidationError {
    /// Path of the invalid value inside the input.
    pub location: Location,
    /// Stable kind for clients.
    pub kind: ErrorKind,
    /// Message for people; may change between releases.
    pub message: String,
}

impl ValidationError {
    fn of_too_many() -> Self {
        let message = format!("these are the first {} errors; there are more", ValidationErrors::MOST);
        Self { location: Location::root(), kind: ErrorKind::TooManyErrors, message }
    }
}

/// Errors of an input. An `Err(ValidationErrors)` is never empty.
///
/// The list has at most [`ValidationErrors::MOST`] errors, so that no input causes unbounded work or an unbounded
/// response. A truncated list ends with an extra error of kind [`ErrorKind::TooManyErrors`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<ValidationError>", into = "Vec<ValidationError>")]
pub struct ValidationErrors(Vec<ValidationError>);

impl ValidationErrors {
    /// Maximum number of errors in the list, without the final [`ErrorKind::TooManyErrors`].
    pub const MOST: usize = 1_000;

    /// Creates an empty list of errors.
    pub fn none() -> Self {
        Self::default()
    }

    /// Creates a list with a single error.
    pub fn one(location: Location, kind: ErrorKind, message: impl Into<String>) -> Self {
        let mut errors = Self::none();
        errors.push(location, kind, message);
        errors
    }

    /// Adds an error unless the list is full.
    pub fn push(&mut self, location: Location, kind: ErrorKind, message: impl Into<String>) {
        if !self.is_full() {
            self.note(ValidationError { location, kind, message: message.into() });
        }
    }

    /// Adds the errors of an inner value with the path `outer` in front, until the list is full.
    pub fn absorb(&mut self, outer: &Location, inner: ValidationErrors) {
        for error in inner.0 {
            if self.is_full() {
                return;
            }
            self.note(ValidationError { location: error.location.within(outer), ..error });
        }
    }

    fn note(&mut self, error: ValidationError) {
        self.0.push(if self.0.len() < Self::MOST { error } else { ValidationError::of_too_many() });
    }

    /// Whether the list is full, so that callers can stop looking for errors.
    pub fn is_full(&self) -> bool {
        self.0.len() > Self::MOST
    }

    /// Returns the value of `result`, or adds its errors under the path `outer` and returns `None`.
    pub fn take<T>(&mut self, outer: &Location, result: Result<T, ValidationErrors>) -> Option<T> {
        result.map_err(|inner| self.absorb(outer, inner)).ok()
    }

    /// Returns `Ok` if the list is empty.
    pub fn into_result(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Whether the list has no errors.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the errors in the order of [`push`](Self::push).
    pub fn iter(&self) -> std::slice::Iter<'_, ValidationError> {
        self.0.iter()
    }
}

/// Rejects lists that are longer than any list the service writes.
impl TryFrom<Vec<ValidationError>> for ValidationErrors {
    type Error = ParseError;

    fn try_from(errors: Vec<ValidationError>) -> Result<Self, ParseError> {
        if errors.len() > Self::MOST + 1 {
            return Err(ParseError::needs("a list of at most 1001 errors"));
        }
        Ok(Self(errors))
    }
}

impl From<ValidationErrors> for Vec<ValidationError> {
    fn from(errors: ValidationErrors) -> Self {
        errors.0
    }
}

impl<'a> IntoIterator for &'a ValidationErrors {
    type Item = &'a ValidationError;
    type IntoIter = std::slice::Iter<'a, ValidationError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Writes `buttons.0.url: must be an address`; for the whole value only the message.
impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.location.steps().is_empty() {
            write!(f, "{}: ", self.location)?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for ValidationErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, error) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("; ")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for ValidationErrors {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_faults_are_placed_where_the_inner_value_is() {
        let inner =
            ValidationErrors::one(Location::root().at("values").at(2), ErrorKind::Value, "no such country");
        let mut outer = ValidationErrors::none();
        outer.absorb(&Location::root().at("match"), inner);
        assert_eq!(outer.to_string(), "match.values.2: no such country");
    }

    #[test]
    fn an_error_of_the_whole_value_names_no_place() {
        let errors = ValidationErrors::one(Location::root(), ErrorKind::ObjectType, "must be an object");
        assert_eq!(errors.to_string(), "must be an object");
        let json = serde_json::to_value(&errors).unwrap_or_default();
        let expected =
            serde_json::json!([{ "location": [], "kind": "object_type", "message": "must be an object" }]);
        assert_eq!(json, expected);
    }

    #[test]
    fn a_list_of_faults_ends() {
        let some = |count: usize| {
            let mut errors = ValidationErrors::none();
            for index in 0..count {
                errors.push(Location::root().at(index), ErrorKind::Value, "wrong");
            }
            errors
        };
        let summary = |errors: &ValidationErrors| {
            let last = errors.iter().last().map(|error| (error.location.to_string(), error.kind));
            (errors.iter().count(), last.unwrap(), errors.is_full())
        };
        let too_many = || (ValidationErrors::MOST + 1, (String::new(), ErrorKind::TooManyErrors), true);
        assert_eq!(
            summary(&some(ValidationErrors::MOST)),
            (ValidationErrors::MOST, ("999".to_owned(), ErrorKind::Value), false)
        );
        assert_eq!(summary(&some(ValidationErrors::MOST + 1)), too_many());
        assert_eq!(summary(&some(ValidationErrors::MOST * 3)), too_many());
        for (mine, theirs) in [
            (0, ValidationErrors::MOST * 2),
            (1, ValidationErrors::MOST),
            (ValidationErrors::MOST, 1),
            (ValidationErrors::MOST * 2, 7),
        ] {
            let mut errors = some(mine);
            errors.absorb(&Location::root().at("inner"), some(theirs));
            assert_eq!(summary(&errors), too_many(), "{mine} and {theirs}");
        }
    }

    #[test]
    fn a_long_name_is_cut() {
        let (fits, long) = ("ä".repeat(Step::LONGEST_KEY), "ä".repeat(Step::LONGEST_KEY + 1));
        assert_eq!(Location::root().at(fits.as_str()).to_string(), fits);
        assert_eq!(Location::root().at(long.as_str()).to_string(), format!("{fits}…"));
    }

    #[test]
    fn words_are_unique_snake_case() {
        let mut words: Vec<_> = ErrorKind::ALL.iter().map(|kind| kind.as_str()).collect();
        assert!(words.iter().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_')));
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), ErrorKind::ALL.len());
    }
}
