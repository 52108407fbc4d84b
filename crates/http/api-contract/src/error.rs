use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ErrorCode;

/// The error body of everything that has a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CodedError {
    /// What went wrong.
    pub detail: CodedDetail,
    /// The id of the request, on 5xx answers: quote it to support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// A code for machines and a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CodedDetail {
    /// The contract.
    pub code: ErrorCode,
    /// A sentence for a person; not a contract.
    pub message: String,
}

/// The error body of what has no code: authentication, unknown paths, failures of the service itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DetailError {
    /// A fixed sentence.
    pub detail: String,
    /// The id of the request, on 5xx answers: quote it to support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// The error body of an answer that has a code for some of its reasons only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CodedOrDetailError {
    /// With a code.
    Coded(CodedError),
    /// With a fixed sentence.
    Detail(DetailError),
}

/// The error body of an answer that has a code for some of its reasons, and a list of errors for the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CodedOrValidationErrors {
    /// With a code.
    Coded(CodedError),
    /// With every error of the input.
    Validation(ValidationErrors),
}

/// The error body of an input that does not fit: every error of it at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ValidationErrors {
    /// One entry a error.
    pub detail: Vec<ValidationItem>,
}

/// One error of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ValidationItem {
    /// Where: `body`, `query` or `path`, then field names and list indexes down to the value.
    pub loc: Vec<ValidationStep>,
    /// A sentence for a person; not a contract.
    pub msg: String,
    /// A stable snake_case word, such as `missing` or `too_long`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// One step of a place: a field's name, or an index of a list.
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
