use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A field of a body that changes some fields: leaving a field out is not the same as null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patch<T> {
    /// The field is left out, and keeps what is stored.
    #[default]
    Keep,
    /// The field is null: it is emptied, or gets its default.
    Null,
    /// The field is set.
    Set(T),
}

impl<T> Patch<T> {
    /// Whether the field is left out.
    pub fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// The value that is set.
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

/// `None` is null.
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

/// A field that is there and null; one that is not there has its default, [`Patch::Keep`].
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
