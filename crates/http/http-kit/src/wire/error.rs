use kernel::ErrorKind;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::wire::ErrorCode;

/// Error body with a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CodedError {
    /// Code and message.
    pub detail: CodedDetail,
    /// Id of the request, for responses 5xx: quote it to support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// A stable code and a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CodedDetail {
    /// Stable error code; decide on this field.
    pub code: ErrorCode,
    /// Message for people; may change.
    pub message: String,
}

/// Error body without a code: authentication, unknown paths, failures of the service itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DetailError {
    /// A fixed sentence.
    pub detail: String,
    /// Id of the request, for responses 5xx: quote it to support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// Error body with or without a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CodedOrDetailError {
    /// With a code.
    Coded(CodedError),
    /// With a fixed sentence.
    Detail(DetailError),
}

/// Error body with a code, or with a list of errors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CodedOrValidationErrors {
    /// With a code.
    Coded(CodedError),
    /// All errors of the input.
    Validation(ValidationErrors),
}

/// Error body of invalid input: all errors at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ValidationErrors {
    /// One entry for each error.
    pub detail: Vec<ValidationItem>,
}

/// One error of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ValidationItem {
    /// Location: `body`, `query` or `path`, then field names and list indexes down to the value.
    pub loc: Vec<ValidationStep>,
    /// Message for people; may change.
    pub msg: String,
    /// Stable error type, such as `missing` or `too_long`.
    #[serde(rename = "type")]
    #[schema(value_type = FaultType)]
    pub kind: String,
}

/// Type of an error of an input, in the document alone.
#[derive(Debug, Clone, Copy)]
pub enum FaultType {}

impl ToSchema for FaultType {}

impl PartialSchema for FaultType {
    fn schema() -> RefOr<Schema> {
        let words = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(ErrorKind::WORDS.iter().copied()));
        words.description(Some("Type of an error of an input.")).into()
    }
}

/// One step of a location: a field name or a list index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ValidationStep {
    /// The zero-based index in a list.
    Index(usize),
    /// The name of a field.
    Key(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_written_with_words_and_numbers() {
        let item = ValidationItem {
            loc: vec![ValidationStep::Key("body".into()), ValidationStep::Index(2)],
            msg: "too short".into(),
            kind: "too_short".into(),
        };
        let text = serde_json::to_string(&item).unwrap();
        assert_eq!(text, r#"{"loc":["body",2],"msg":"too short","type":"too_short"}"#);
    }
}
