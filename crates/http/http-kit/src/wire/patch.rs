use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::__dev::ComposeSchema;
use utoipa::ToSchema;
use utoipa::openapi::schema::{OneOfBuilder, Type};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};

/// A field of a partial update, which may be left out, set to null or given a value.
///
/// Put the bounds of the value into a separate type, or state the schema's type explicitly: `#[schema(value_type =
/// Option<String>, max_length = 80)]`.
///
/// Add `#[serde(default)]` to a field of this type. Also add `skip_serializing_if = "Patch::is_absent"` if the body is
/// serialized.
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
