use std::borrow::Cow;
use std::iter;

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use kernel::{ErrorKind, Location, Step, ValidationErrors};
use serde_json::Value;

/// Records a schema error of `root` in plain words, up to the limit. For a union, records only the errors of the
/// closest alternative.
pub(super) fn note(root: &Value, error: &ValidationError<'_>, errors: &mut ValidationErrors) {
    if errors.is_full() {
        return;
    }
    let at = place(root, error);
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            errors.push(at.at(name), ErrorKind::Missing, "a value is required");
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            for name in unexpected.iter().take(ValidationErrors::MOST + 1) {
                errors.push(at.at(name.as_str()), ErrorKind::ExtraForbidden, "unknown field");
            }
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            match closest(context) {
                Some(branch) => branch.iter().for_each(|error| note(root, error, errors)),
                None => errors.push(at, ErrorKind::Value, "fits none of the allowed forms"),
            }
        }
        ValidationErrorKind::PropertyNames { error } => {
            let (kind, message) = describe(error.kind());
            errors.push(at.at(error.instance().as_str().unwrap_or_default()), kind, message);
        }
        kind => {
            let (kind, message) = describe(kind);
            errors.push(at, kind, message);
        }
    }
}

/// Returns the alternative that the sender most likely meant: of the right type, then with the right tag, then with the
/// fewest errors.
fn closest<'a>(branches: &'a [Vec<ValidationError<'static>>]) -> Option<&'a [ValidationError<'static>]> {
    let depth = |error: &ValidationError<'_>| error.instance_path().iter().count();
    let top = branches.iter().flatten().map(depth).min()?;
    branches
        .iter()
        .min_by_key(|branch| {
            let wrong_null = branch.iter().any(|error| depth(error) == top && only_null(error.kind()));
            let wrong_type = branch
                .iter()
                .any(|error| depth(error) == top && matches!(error.kind(), ValidationErrorKind::Type { .. }));
            let wrong_tag = branch.iter().any(|error| {
                matches!(
                    error.kind(),
                    ValidationErrorKind::Enum { .. } | ValidationErrorKind::Constant { .. }
                )
            });
            (wrong_null, wrong_type, wrong_tag, branch.len())
        })
        .map(Vec::as_slice)
}

fn only_null(kind: &ValidationErrorKind) -> bool {
    matches!(kind, ValidationErrorKind::Type { kind: TypeKind::Single(JsonType::Null) })
}

/// Returns the error type and a message that never repeats the value, which may be a secret.
fn describe(kind: &ValidationErrorKind) -> (ErrorKind, String) {
    use ValidationErrorKind as Kind;
    match kind {
        Kind::Type { kind } => wrong_type(kind),
        Kind::MinLength { limit: 1 } | Kind::MinItems { limit: 1 } | Kind::MinProperties { limit: 1 } => {
            (ErrorKind::TooShort, "must not be empty".to_owned())
        }
        Kind::MinLength { limit } => (ErrorKind::TooShort, format!("must have at least {limit} characters")),
        Kind::MaxLength { limit } => (ErrorKind::TooLong, format!("must have at most {limit} characters")),
        Kind::MinItems { limit } | Kind::MinProperties { limit } => {
            (ErrorKind::TooShort, format!("must have at least {limit} entries"))
        }
        Kind::MaxItems { limit } | Kind::MaxProperties { limit } => {
            (ErrorKind::TooLong, format!("must have at most {limit} entries"))
        }
        Kind::Minimum { limit } => (ErrorKind::GreaterThanEqual, format!("must be at least {limit}")),
        Kind::ExclusiveMinimum { limit } => {
            (ErrorKind::GreaterThanEqual, format!("must be more than {limit}"))
        }
        Kind::Maximum { limit } => (ErrorKind::LessThanEqual, format!("must be at most {limit}")),
        Kind::ExclusiveMaximum { limit } => (ErrorKind::LessThanEqual, format!("must be less than {limit}")),
        Kind::Enum { options } => (ErrorKind::Enum, format!("must be one of: {}", words(options))),
        Kind::Constant { expected_value } => (ErrorKind::Enum, format!("must be {expected_value}")),
        Kind::Pattern { pattern } => (ErrorKind::Pattern, form(pattern)),
        Kind::UniqueItems => (ErrorKind::Duplicate, "no entry may occur twice".to_owned()),
        _ => (ErrorKind::Value, "the value is not allowed here".to_owned()),
    }
}

/// Describes a pattern in words.
fn form(pattern: &str) -> String {
    match pattern {
        "^[A-Za-z]{2}$" => "must be a two-letter country code (ISO 3166), such as DE".to_owned(),
        "^[A-Za-z]{2,3}(-[A-Za-z]{2})?$" | "^([A-Za-z]{2,3}(-[A-Za-z]{2})?)?$" => {
            "must be a language code such as de or pt-BR".to_owned()
        }
        "^[A-Za-z0-9_-]*$" => "must have only letters, digits, underscores and hyphens".to_owned(),
        other => format!("must match {other}"),
    }
}

/// Returns the options, separated by commas, without null.
fn words(options: &Value) -> String {
    let options = options.as_array().into_iter().flatten().filter(|option| !option.is_null());
    let word = |option: &Value| option.as_str().map_or_else(|| option.to_string(), str::to_owned);
    options.map(word).collect::<Vec<_>>().join(", ")
}

fn wrong_type(kind: &TypeKind) -> (ErrorKind, String) {
    let wanted = match kind {
        TypeKind::Single(one) => Some(*one),
        TypeKind::Multiple(several) => several.iter().find(|one| *one != JsonType::Null),
    };
    let (kind, name) = match wanted {
        Some(JsonType::String) => (ErrorKind::StringType, "a string"),
        Some(JsonType::Integer) => (ErrorKind::IntType, "an integer"),
        Some(JsonType::Number) => (ErrorKind::NumberType, "a number"),
        Some(JsonType::Boolean) => (ErrorKind::BoolType, "true or false"),
        Some(JsonType::Array) => (ErrorKind::ListType, "a list"),
        Some(JsonType::Object) => (ErrorKind::ObjectType, "an object"),
        Some(JsonType::Null) | None => (ErrorKind::NullType, "null"),
    };
    (kind, format!("must be {name}"))
}

/// Follows the path along the value itself, because a field may have a name that looks like an index.
fn place(root: &Value, error: &ValidationError<'_>) -> Location {
    let mut at = Location::root();
    let mut here = Some(root);
    for segment in error.instance_path().iter() {
        let step = segment.to_string();
        match (here, step.parse::<usize>()) {
            (Some(Value::Array(entries)), Ok(index)) => {
                at = at.at(index);
                here = entries.get(index);
            }
            (value, _) => {
                at = at.at(step.as_str());
                here = value.and_then(|value| value.get(&step));
            }
        }
    }
    at
}

/// Records an error for each field name that is too long to display.
pub(super) fn note_long_names(value: &Value, errors: &mut ValidationErrors) {
    walk(value, &Trail::Root, &mut |trail, value| {
        let names = value.as_object().into_iter().flatten().map(|(name, _)| name);
        for name in names.filter(|name| is_long(name)) {
            let message = format!("a name has at most {} characters", Step::LONGEST_KEY);
            errors.push(Trail::Key(trail, name).location(), ErrorKind::TooLong, message);
        }
        !errors.is_full()
    });
}

/// Returns the value without fields whose names are too long.
pub(super) fn without_long_names(value: &Value) -> Cow<'_, Value> {
    let none_is_long = walk(value, &Trail::Root, &mut |_, value| {
        !value.as_object().into_iter().flatten().any(|(name, _)| is_long(name))
    });
    if none_is_long { Cow::Borrowed(value) } else { Cow::Owned(short_names(value)) }
}

fn short_names(value: &Value) -> Value {
    match value {
        Value::Array(entries) => entries.iter().map(short_names).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !is_long(name));
            Value::Object(fields.map(|(name, field)| (name.clone(), short_names(field))).collect())
        }
        other => other.clone(),
    }
}

fn is_long(name: &str) -> bool {
    name.chars().nth(Step::LONGEST_KEY).is_some()
}

/// Records an error for each text with a NUL character, which PostgreSQL can't store.
pub(super) fn note_nuls(value: &Value, errors: &mut ValidationErrors) {
    const MESSAGE: &str = "NUL characters are not allowed";
    walk(value, &Trail::Root, &mut |trail, value| {
        let is_nul = value.as_str().is_some_and(|text| text.contains('\0'));
        if is_nul || trail.name().is_some_and(|name| name.contains('\0')) {
            errors.push(trail.location(), ErrorKind::NulCharacter, MESSAGE);
        }
        !errors.is_full()
    });
}

/// Visits a value and all its descendants with their paths, while `visit` returns true.
fn walk(value: &Value, trail: &Trail<'_>, visit: &mut impl FnMut(&Trail<'_>, &Value) -> bool) -> bool {
    visit(trail, value)
        && match value {
            Value::Array(entries) => {
                entries.iter().zip(0..).all(|(entry, index)| walk(entry, &Trail::Index(trail, index), visit))
            }
            Value::Object(fields) => {
                fields.iter().all(|(name, field)| walk(field, &Trail::Key(trail, name), visit))
            }
            _ => true,
        }
}

/// Path to a value, kept on the stack, because only few values have an error.
enum Trail<'a> {
    Root,
    Key(&'a Trail<'a>, &'a str),
    Index(&'a Trail<'a>, usize),
}

impl Trail<'_> {
    /// Maximum number of reported steps. No schema or rule is nested more deeply.
    const MOST_STEPS: usize = 32;

    fn name(&self) -> Option<&str> {
        match self {
            Self::Key(_, name) => Some(name),
            Self::Root | Self::Index(..) => None,
        }
    }

    fn location(&self) -> Location {
        let outwards = iter::successors(Some(self), |trail| match trail {
            Self::Root => None,
            Self::Key(outer, _) | Self::Index(outer, _) => Some(outer),
        });
        let trails: Vec<_> = outwards.collect();
        let step = |trail: &&Self| match trail {
            Self::Root => None,
            Self::Key(_, name) => Some(Step::from(*name)),
            Self::Index(_, index) => Some(Step::from(*index)),
        };
        trails.iter().rev().filter_map(step).take(Self::MOST_STEPS).collect()
    }
}
