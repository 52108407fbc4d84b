//! Bodies whose fields a domain reads.

/// Defines bodies whose fields a domain reads, so that it reports all errors of form and rules with their paths.
macro_rules! read_by_domain {
    ($($(#[$doc:meta])* $name:ident => $rule:expr,)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Default, serde::Serialize)]
        pub struct $name(pub serde_json::Map<String, serde_json::Value>);

        impl deserr::Deserr<http_kit::extract::Faults> for $name {
            fn deserialize_from_value<V: deserr::IntoValue>(
                value: deserr::Value<V>,
                at: deserr::ValuePointerRef<'_>,
            ) -> Result<Self, http_kit::extract::Faults> {
                http_kit::extract::fields(value, at).map(Self)
            }
        }

        impl validator::Validate for $name {
            fn validate(&self) -> Result<(), validator::ValidationErrors> {
                let rule: fn(&Self) -> Result<(), validator::ValidationError> = $rule;
                rule(self).map_err(|error| {
                    let mut errors = validator::ValidationErrors::new();
                    errors.add("__all__", error);
                    errors
                })
            }
        }
    )*};
}

pub(crate) use read_by_domain;
