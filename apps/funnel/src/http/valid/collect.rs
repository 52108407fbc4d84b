use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use kernel::{FaultKind, Faults, Location};
use serde_json::Value;

/// Notes what a schema error says about `root`, in our words; alternatives are looked into.
pub(super) fn note(root: &Value, error: &ValidationError<'_>, faults: &mut Faults) {
    let at = place(root, error);
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            faults.push(at.at(name), FaultKind::Missing, "a value is required");
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            for name in unexpected {
                faults.push(at.at(name.as_str()), FaultKind::ExtraForbidden, "there is no such field");
            }
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            match closest(context) {
                Some(branch) => branch.iter().for_each(|error| note(root, error, faults)),
                None => faults.push(at, FaultKind::Value, "fits none of the allowed forms"),
            }
        }
        ValidationErrorKind::PropertyNames { error } => {
            let (kind, message) = describe(error.kind());
            faults.push(at.at(error.instance().as_str().unwrap_or_default()), kind, message);
        }
        kind => {
            let (kind, message) = describe(kind);
            faults.push(at, kind, message);
        }
    }
}

/// The alternative that the sender most likely meant: of the right type, then with the right tag, then the least wrong.
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

/// The stable word and a sentence that never repeats the value, which may be a secret.
fn describe(kind: &ValidationErrorKind) -> (FaultKind, String) {
    use ValidationErrorKind as Kind;
    match kind {
        Kind::Type { kind } => wrong_type(kind),
        Kind::MinLength { limit } => (FaultKind::TooShort, format!("at least {limit} characters")),
        Kind::MaxLength { limit } => (FaultKind::TooLong, format!("at most {limit} characters")),
        Kind::MinItems { limit } | Kind::MinProperties { limit } => {
            (FaultKind::TooShort, format!("at least {limit} entries"))
        }
        Kind::MaxItems { limit } | Kind::MaxProperties { limit } => {
            (FaultKind::TooLong, format!("at most {limit} entries"))
        }
        Kind::Minimum { limit } => (FaultKind::GreaterThanEqual, format!("at least {limit}")),
        Kind::ExclusiveMinimum { limit } => (FaultKind::GreaterThanEqual, format!("more than {limit}")),
        Kind::Maximum { limit } => (FaultKind::LessThanEqual, format!("at most {limit}")),
        Kind::ExclusiveMaximum { limit } => (FaultKind::LessThanEqual, format!("less than {limit}")),
        Kind::Enum { options } => (FaultKind::Enum, format!("one of {options}")),
        Kind::Constant { expected_value } => (FaultKind::Enum, format!("must be {expected_value}")),
        Kind::Pattern { pattern } => (FaultKind::Pattern, format!("must match {pattern}")),
        Kind::UniqueItems => (FaultKind::Duplicate, "no entry may stand twice".to_owned()),
        _ => (FaultKind::Value, "the value is not allowed here".to_owned()),
    }
}

fn wrong_type(kind: &TypeKind) -> (FaultKind, String) {
    let wanted = match kind {
        TypeKind::Single(one) => Some(*one),
        TypeKind::Multiple(several) => several.iter().find(|one| *one != JsonType::Null),
    };
    let (kind, name) = match wanted {
        Some(JsonType::String) => (FaultKind::StringType, "a string"),
        Some(JsonType::Integer) => (FaultKind::IntType, "an integer"),
        Some(JsonType::Number) => (FaultKind::NumberType, "a number"),
        Some(JsonType::Boolean) => (FaultKind::BoolType, "true or false"),
        Some(JsonType::Array) => (FaultKind::ListType, "a list"),
        Some(JsonType::Object) => (FaultKind::ObjectType, "an object"),
        Some(JsonType::Null) | None => (FaultKind::NullType, "null"),
    };
    (kind, format!("must be {name}"))
}

/// Walks along the value itself, because a field may have a name that looks like an index.
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

/// Notes every text that holds a NUL character, which PostgreSQL can't store.
pub(super) fn note_nuls(value: &Value, at: &Location, faults: &mut Faults) {
    const MESSAGE: &str = "NUL characters are not allowed";
    match value {
        Value::String(text) if text.contains('\0') => {
            faults.push(at.clone(), FaultKind::NulCharacter, MESSAGE)
        }
        Value::Array(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                note_nuls(entry, &at.at(index), faults);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                if name.contains('\0') {
                    faults.push(at.at(name.as_str()), FaultKind::NulCharacter, MESSAGE);
                }
                note_nuls(field, &at.at(name.as_str()), faults);
            }
        }
        _ => {}
    }
}
