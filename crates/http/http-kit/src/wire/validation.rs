//! Validation of input by JSON Schema. Errors of the shape and errors of the caller's rules are reported together, with
//! their locations.

mod mended;
mod schema_errors;

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use jsonschema::{Draft, Validator};
use kernel::{ErrorKind, Location, ValidationErrors};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

/// Cause of invalid input.
#[derive(Debug, thiserror::Error)]
pub enum InvalidBody {
    /// The input has errors.
    #[error(transparent)]
    Invalid(#[from] ValidationErrors),
    /// The schema of the type is invalid.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

/// The schema of a type can't be compiled. This is a bug, which a test of the API document finds.
#[derive(Debug, thiserror::Error)]
#[error("a schema can't be compiled: {0}")]
pub struct SchemaError(String);

/// Parses a JSON body of type `T`. An empty body counts as `{}` if every field is optional.
pub fn read_json<T: ToSchema + DeserializeOwned + 'static>(bytes: &[u8]) -> Result<T, InvalidBody> {
    read_json_by(bytes, |_: T| ValidationErrors::none())
}

/// Parses a JSON body of type `T`. If the shape is invalid, checks `rules` on the valid parts, and returns the errors
/// of both. If the shape is valid, `rules` are not checked.
pub fn read_json_by<T: ToSchema + DeserializeOwned + 'static>(
    bytes: &[u8],
    rules: impl Fn(T) -> ValidationErrors,
) -> Result<T, InvalidBody> {
    let schema = RequestSchema::of::<T>()?;
    if bytes.is_empty() {
        let empty = Value::Object(Map::new());
        if schema.errors(&empty).is_empty() {
            return Ok(typed(empty)?);
        }
        return Err(ValidationErrors::one(Location::root(), ErrorKind::Missing, "a body is required").into());
    }
    let mut value: Value = serde_json::from_slice(bytes).map_err(|error| {
        ValidationErrors::one(Location::root(), ErrorKind::JsonInvalid, error.to_string())
    })?;
    whole_numbers(&mut value);
    Ok(schema.read(value, ValidationErrors::none(), rules)?)
}

/// For values of the wrong type, keeps only the type error.
fn types_alone(errors: &ValidationErrors) -> ValidationErrors {
    let is_type = |kind: ErrorKind| kind.as_str().ends_with("_type");
    let typed: Vec<&Location> =
        errors.iter().filter(|error| is_type(error.kind)).map(|error| &error.location).collect();
    let mut kept = ValidationErrors::none();
    for error in errors.iter().filter(|error| is_type(error.kind) || !typed.contains(&&error.location)) {
        kept.push(error.location.clone(), error.kind, error.message.clone());
    }
    kept
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, ValidationErrors> {
    serde_json::from_value(value)
        .map_err(|error| ValidationErrors::one(Location::root(), ErrorKind::Value, error.to_string()))
}

/// Converts whole floats to integers: JSON Schema accepts 1.0 as an integer, serde does not.
fn whole_numbers(value: &mut Value) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or(f64::NAN);
            if float.fract() == 0.0 && float.abs() <= EXACT {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "whole and within 53 bits, as just checked"
                )]
                let whole = float as i64;
                *value = whole.into();
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(whole_numbers),
        Value::Object(fields) => fields.values_mut().for_each(whole_numbers),
        _ => {}
    }
}

/// Compiled schema of a type.
pub struct RequestSchema {
    document: Value,
    validator: Validator,
}

static SHAPES: LazyLock<RwLock<HashMap<TypeId, Arc<RequestSchema>>>> = LazyLock::new(RwLock::default);

impl RequestSchema {
    /// Returns the schema of `T`, which is compiled once per process.
    pub fn of<T: ToSchema + 'static>() -> Result<Arc<Self>, SchemaError> {
        Self::described(TypeId::of::<T>(), |used| {
            T::schemas(used);
            T::schema()
        })
    }

    /// Not generic, so that it is compiled once for all types.
    fn described(id: TypeId, describe: Describe) -> Result<Arc<Self>, SchemaError> {
        if let Some(shape) = SHAPES.read().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Ok(Arc::clone(shape));
        }
        let shape =
            Arc::new(Self::compile(document(describe).map_err(|error| SchemaError(error.to_string()))?)?);
        SHAPES.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&shape));
        Ok(shape)
    }

    fn compile(document: Value) -> Result<Self, SchemaError> {
        let validator = jsonschema::options().with_draft(Draft::Draft202012).build(&document);
        Ok(Self { validator: validator.map_err(|error| SchemaError(error.to_string()))?, document })
    }

    /// Returns the value as `T`, or all errors: `found`, errors of the shape, and errors of `rules` in the valid parts.
    /// If the shape is valid, `rules` are not checked.
    pub fn read<T: DeserializeOwned>(
        &self,
        value: Value,
        found: ValidationErrors,
        rules: impl Fn(T) -> ValidationErrors,
    ) -> Result<T, ValidationErrors> {
        let mut errors = found;
        errors.absorb(&Location::root(), self.errors(&value));
        if errors.is_empty() {
            return typed(value);
        }
        let known = schema_errors::without_long_names(&value);
        for error in mended::rule_errors(self, &known, &errors, &rules) {
            errors.push(error.location, error.kind, error.message);
        }
        Err(errors)
    }

    /// Returns the errors of `value` against the schema.
    pub fn errors(&self, value: &Value) -> ValidationErrors {
        let mut errors = ValidationErrors::none();
        schema_errors::note_long_names(value, &mut errors);
        // Removes long names first, because the validator would repeat a long name in every error below it.
        let known = match errors.is_empty() {
            true => Cow::Borrowed(value),
            false => schema_errors::without_long_names(value),
        };
        for error in self.validator.iter_errors(&known) {
            schema_errors::note(&known, &error, &mut errors);
        }
        schema_errors::note_nuls(&known, &mut errors);
        types_alone(&errors)
    }

    /// Returns the schema of the field `name`; `None` if there is no such field.
    pub fn field(&self, name: &str) -> Option<&Value> {
        Some(self.resolve(self.resolve(&self.document).get("properties")?.get(name)?))
    }

    /// Returns the schema of an object's field, either a named field or an entry of a map.
    fn property<'a>(&'a self, object: &'a Value, name: &str) -> Option<&'a Value> {
        let object = self.resolve(object);
        let named = object.get("properties").and_then(|fields| fields.get(name));
        named.or_else(|| object.get("additionalProperties"))
    }

    /// Returns the schema of a list's entries.
    pub fn items<'a>(&'a self, list: &'a Value) -> Option<&'a Value> {
        list.get("items").map(|items| self.resolve(items))
    }

    /// Resolves a reference, and returns the non-null alternative of a nullable schema.
    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            return self
                .document
                .pointer(target.trim_start_matches('#'))
                .map_or(schema, |found| self.resolve(found));
        }
        let alternatives = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array);
        let not_null = |one: &&Value| one.get("type").and_then(Value::as_str) != Some("null");
        match alternatives.and_then(|all| all.iter().find(not_null)) {
            Some(one) => self.resolve(one),
            None => schema,
        }
    }
}

/// Function that adds all referenced schemas to the list with their names, and returns the schema itself.
type Describe = fn(&mut Vec<(String, RefOr<Schema>)>) -> RefOr<Schema>;

/// Returns a schema and all referenced schemas as one document.
fn document(describe: Describe) -> Result<Value, serde_json::Error> {
    let mut used = Vec::new();
    let schema = describe(&mut used);
    let mut components = Map::new();
    for (name, schema) in used {
        components.insert(name, serde_json::to_value(schema)?);
    }
    let mut document = serde_json::to_value(schema)?;
    if let Some(root) = document.as_object_mut() {
        root.insert("components".to_owned(), json!({ "schemas": components }));
    }
    bound_integers(&mut document);
    name_no_fields(&mut document);
    Ok(document)
}

/// Adds bounds for integer formats, because JSON Schema does not check formats.
fn bound_integers(schema: &mut Value) {
    match schema {
        Value::Array(entries) => entries.iter_mut().for_each(bound_integers),
        Value::Object(fields) => {
            let bounds = match fields.get("format").and_then(Value::as_str) {
                Some("int32") => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
                Some("int64") => Some((i64::MIN, i64::MAX)),
                _ => None,
            };
            if let Some((low, high)) = bounds {
                fields.entry("minimum").or_insert(low.into());
                fields.entry("maximum").or_insert(high.into());
            }
            fields.values_mut().for_each(bound_integers);
        }
        _ => {}
    }
}

/// Adds empty `properties` to closed objects without fields, so that the validator reports each unknown field by name.
fn name_no_fields(schema: &mut Value) {
    match schema {
        Value::Array(entries) => entries.iter_mut().for_each(name_no_fields),
        Value::Object(fields) => {
            fields.values_mut().for_each(name_no_fields);
            if fields.get("additionalProperties") == Some(&Value::Bool(false)) {
                fields.entry("properties").or_insert_with(|| json!({}));
            }
        }
        _ => {}
    }
}
