use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Field of a partial update. A field that is left out keeps its stored value; null resets the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patch<T> {
    /// The field is left out and keeps its stored value.
    #[default]
    Keep,
    /// The field is null: it becomes empty or gets its default.
    Null,
    /// The field gets this value.
    Set(T),
}

impl<T> Patch<T> {
    /// Whether the field is left out.
    pub fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// Returns the new value, if any.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Null => None,
        }
    }
}

impl<T> From<T> for Patch<T> {
    fn from(value: T) -> Self {
        Self::Set(value)
    }
}

impl From<&str> for Patch<String> {
    fn from(value: &str) -> Self {
        Self::Set(value.to_string())
    }
}

/// Converts `None` to null.
impl<T> From<Option<T>> for Patch<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Set)
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

/// Deserializes a present field, which may be null. For an absent field, serde uses the default,
/// [`Patch::Keep`].
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Default, Serialize, Deserialize)]
    struct Body {
        #[serde(default, skip_serializing_if = "Patch::is_keep")]
        label: Patch<String>,
    }

    #[test]
    fn left_out_null_and_set_are_three_things() {
        for (label, text) in [
            (Patch::Keep, "{}"),
            (Patch::Null, r#"{"label":null}"#),
            ("x".into(), r#"{"label":"x"}"#),
            (Some("x".to_string()).into(), r#"{"label":"x"}"#),
        ] {
            let body = Body { label };
            assert_eq!(serde_json::to_string(&body).unwrap(), text);
            assert_eq!(serde_json::from_str::<Body>(text).unwrap(), body);
        }
    }
}
