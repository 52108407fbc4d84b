use deserr::{DeserializeError, Deserr, IntoValue, Value, ValuePointerRef};
use kernel::ErrorKind;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::__dev::ComposeSchema;
use utoipa::ToSchema;
use utoipa::openapi::schema::{OneOfBuilder, Type};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use validator::ValidateLength;

use crate::extract::Faults;

/// A field of a partial update, which may be left out, set to null or given a value.
///
/// Put the bounds of the value into a separate type, or state the schema's type explicitly: `#[schema(value_type =
/// Option<String>, max_length = 80)]`.
///
/// Add `#[deserr(default)]` to a field of this type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patch<T> {
    /// The field was left out: keep what is stored.
    #[default]
    Absent,
    /// The field is null: clear what is stored, or go back to the default.
    Null,
    /// The field has a value: store it.
    Value(T),
}

impl<T> Patch<T> {
    /// Whether the field was left out.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Returns `None` for an absent field, `Some(None)` for null, and otherwise the value.
    pub fn into_option(self) -> Option<Option<T>> {
        match self {
            Self::Absent => None,
            Self::Null => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }

    /// Borrows the text: `None` for an absent field, `Some(None)` for null, and otherwise the value.
    pub fn as_deref(&self) -> Option<Option<&T::Target>>
    where
        T: std::ops::Deref,
    {
        match self {
            Self::Absent => None,
            Self::Null => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }

    /// Converts the value, if there is one.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => Patch::Value(change(value)),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent | Self::Null => serializer.serialize_none(),
            Self::Value(value) => value.serialize(serializer),
        }
    }
}

impl<T: Deserr<E>, E: DeserializeError> Deserr<E> for Patch<T> {
    fn deserialize_from_value<V: IntoValue>(value: Value<V>, at: ValuePointerRef<'_>) -> Result<Self, E> {
        match value {
            Value::Null => Ok(Self::Null),
            value => T::deserialize_from_value(value, at).map(Self::Value),
        }
    }
}

/// The length of the value, if there is one.
impl<T: ValidateLength<u64>> ValidateLength<u64> for Patch<T> {
    fn length(&self) -> Option<u64> {
        match self {
            Self::Absent | Self::Null => None,
            Self::Value(value) => value.length(),
        }
    }
}

impl<T: ComposeSchema> ComposeSchema for Patch<T> {
    fn compose(generics: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        let null = ObjectBuilder::new().schema_type(Type::Null).build();
        let value = generics.into_iter().next().unwrap_or_else(|| T::compose(Vec::new()));
        OneOfBuilder::new().item(null).item(value).into()
    }
}

impl<T: ToSchema + ComposeSchema> ToSchema for Patch<T> {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
    }
}

/// A value that must not be null, as which an optional field is read: `#[deserr(default, from(Given<String>) =
/// Given::value)]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given<T>(T);

impl<T> Given<T> {
    /// Returns the value of the field.
    pub fn value(self) -> Option<T> {
        Some(self.0)
    }
}

impl<T: Deserr<Faults>> Deserr<Faults> for Given<T> {
    fn deserialize_from_value<V: IntoValue>(
        value: Value<V>,
        at: ValuePointerRef<'_>,
    ) -> Result<Self, Faults> {
        let is_null = matches!(value, Value::Null);
        match T::deserialize_from_value(value, at) {
            // A tree of JSON may be null.
            Ok(_) if is_null => Err(Faults::at(at, ErrorKind::ObjectType, "must be an object")),
            read => read.map(Self),
        }
    }
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema as _;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize, ToSchema)]
    #[serde(deny_unknown_fields)]
    struct Body {
        #[serde(default)]
        name: Patch<String>,
        #[serde(default)]
        #[schema(value_type = Option<String>, max_length = 3)]
        short: Patch<String>,
    }

    #[test]
    fn three_states_are_distinguished() {
        let read = |text| serde_json::from_str::<Body>(text).unwrap().name;
        assert_eq!(read("{}"), Patch::Absent);
        assert_eq!(read(r#"{"name":null}"#), Patch::Null);
        assert_eq!(read(r#"{"name":"x"}"#), Patch::Value("x".to_owned()));
    }

    #[test]
    fn the_schema_is_optional_and_nullable() {
        let schema = serde_json::to_value(Body::schema()).unwrap();
        assert_eq!(schema.get("required"), None);
        assert_eq!(schema["properties"]["name"]["$ref"], "#/components/schemas/Patch_String");
        assert_eq!(schema["properties"]["short"]["type"], serde_json::json!(["string", "null"]));
        let mut used = vec![];
        Body::schemas(&mut used);
        let nullable = serde_json::json!({"oneOf": [{"type": "null"}, {"type": "string"}]});
        assert_eq!(serde_json::to_value(&used[0]).unwrap(), serde_json::json!(["Patch_String", nullable]));
    }
}
