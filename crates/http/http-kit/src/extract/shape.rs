use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use jsonschema::{Draft, Validator};
use kernel::{Location, ValidationErrors};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{rules, schema_errors};
use crate::error::ApiError;

/// utoipa drops the extensions of free objects and of references, so these fields are named like their rules.
const NAMED_LIKE_THEIR_RULES: [&str; 8] =
    ["match", "ab", "variants", "design", "audience", "message", "pace", "auto_stop"];

/// The compiled schema of one type.
pub(super) struct RequestSchema {
    document: Value,
    validator: Validator,
}

static SHAPES: LazyLock<RwLock<HashMap<TypeId, Arc<RequestSchema>>>> = LazyLock::new(RwLock::default);

impl RequestSchema {
    /// The shape of `T`, compiled at its first use in the process.
    pub(super) fn of<T: ToSchema + 'static>() -> Result<Arc<Self>, ApiError> {
        let id = TypeId::of::<T>();
        if let Some(shape) = SHAPES.read().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Ok(Arc::clone(shape));
        }
        let shape = Arc::new(Self::compile(document::<T>().map_err(ApiError::internal)?)?);
        SHAPES.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&shape));
        Ok(shape)
    }

    fn compile(document: Value) -> Result<Self, ApiError> {
        let validator = jsonschema::options().with_draft(Draft::Draft202012).build(&document);
        Ok(Self { validator: validator.map_err(|error| ApiError::internal(error.to_string()))?, document })
    }

    /// What `value` has that the schema does not allow, or that breaks a rule that the schema names.
    pub(super) fn errors(&self, value: &Value) -> ValidationErrors {
        let mut errors = ValidationErrors::none();
        schema_errors::note_long_names(value, &mut errors);
        if !errors.is_empty() {
            // The validator would repeat such a name in every error below it.
            return errors;
        }
        for error in self.validator.iter_errors(value) {
            schema_errors::note(value, &error, &mut errors);
        }
        schema_errors::note_nuls(value, &mut errors);
        let (known, mut broken) = (rules::Known::of(&errors), ValidationErrors::none());
        let properties = self.resolve(&self.document).get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            let own_name = NAMED_LIKE_THEIR_RULES.contains(&name.as_str()).then_some(name.as_str());
            let rule = schema.get("x-rule").and_then(Value::as_str).or(own_name);
            if let (Some(rule), Some(field)) = (rule, value.get(name)) {
                rules::note(name, rule, field, &known, &mut broken);
            }
        }
        errors.absorb(&Location::root(), broken);
        errors
    }

    /// The schema of the field `name`, and `None` if there is no such field.
    pub(super) fn field(&self, name: &str) -> Option<&Value> {
        Some(self.resolve(self.resolve(&self.document).get("properties")?.get(name)?))
    }

    /// The schema of the entries of a list.
    pub(super) fn items<'a>(&'a self, list: &'a Value) -> Option<&'a Value> {
        list.get("items").map(|items| self.resolve(items))
    }

    /// Follows references, and steps over the null of a nullable schema.
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

/// The schema of `T` with all it refers to, as one document.
fn document<T: ToSchema>() -> Result<Value, serde_json::Error> {
    let mut used = Vec::new();
    T::schemas(&mut used);
    let mut components = Map::new();
    for (name, schema) in used {
        components.insert(name, serde_json::to_value(schema)?);
    }
    let mut document = serde_json::to_value(T::schema())?;
    if let Some(root) = document.as_object_mut() {
        root.insert("components".to_owned(), json!({ "schemas": components }));
    }
    bound_integers(&mut document);
    name_no_fields(&mut document);
    Ok(document)
}

/// JSON Schema reads `format` as a remark; here a number that does not fit its integer is a error like any other.
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

/// Where a closed object lists its fields, be it none, the validator names every field that is not among them.
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
