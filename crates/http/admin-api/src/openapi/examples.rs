//! Examples of the document, recorded from the running service by
//! `apps/funnel/tests/it/examples.rs`.

use std::collections::BTreeMap;

use http_kit::wire::ErrorCode;
use serde::Deserialize;
use serde_json::Value;
use strum::IntoEnumIterator as _;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder};
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{Content, RefOr, Response, Schema};

const JSON: &str = "application/json";
/// Media types with examples.
const SHOWN: [&str; 2] = [JSON, "text/csv"];

#[derive(Debug, Deserialize)]
pub(super) struct Examples {
    /// Examples by operation id.
    operations: BTreeMap<String, Example>,
    /// Error bodies by code, or by sentence if they have no code; `validation` for lists of errors.
    errors: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize)]
struct Example {
    parameters: BTreeMap<String, Value>,
    request: Option<Value>,
    /// `None` for a file or a page.
    response: Option<Value>,
}

impl Examples {
    /// Returns the recorded examples. Invalid JSON yields none, which a test excludes.
    pub(super) fn recorded() -> Self {
        let none = || Self { operations: BTreeMap::new(), errors: BTreeMap::new() };
        serde_json::from_str(include_str!("examples.json")).unwrap_or_else(|_| none())
    }

    pub(super) fn add(&self, operation: &mut Operation) {
        let example = operation.operation_id.as_ref().and_then(|id| self.operations.get(id));
        if let Some(example) = example {
            example.add(operation);
        }
        for (status, response) in &mut operation.responses.responses {
            if let (RefOr::T(response), true) = (response, status.starts_with(['4', '5'])) {
                self.add_failure(status, response);
            }
        }
    }

    fn add_failure(&self, status: &str, response: &mut Response) {
        let named = code_in(&response.description);
        let Some(RefOr::T(content)) = response.content.get_mut(JSON) else { return };
        let schema = match &content.schema {
            Some(RefOr::Ref(schema)) => schema.ref_location.rsplit('/').next().unwrap_or_default(),
            _ => return,
        };
        content.example = match schema {
            "DetailError" => self.errors.get(sentence(status, &response.description)).cloned(),
            "ValidationErrors" => self.errors.get("validation").cloned(),
            _ => {
                named.or_else(|| usual_code(status)).and_then(|code| self.errors.get(code.as_str()).cloned())
            }
        };
    }
}

impl Example {
    fn add(&self, operation: &mut Operation) {
        for parameter in operation.parameters.iter_mut().flatten() {
            let RefOr::T(parameter) = parameter else { continue };
            if let Some(value) = self.parameters.get(&parameter.name) {
                let example = typed(value, parameter);
                *parameter = ParameterBuilder::from(parameter.clone()).example(Some(example)).build();
            }
        }
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            show(body.content.iter_mut(), self.request.as_ref());
        }
        let answers = operation.responses.responses.iter_mut().filter(|(status, _)| status.starts_with('2'));
        for (_, answer) in answers {
            if let RefOr::T(answer) = answer {
                show(answer.content.iter_mut(), self.response.as_ref());
            }
        }
    }
}

fn show<'a>(contents: impl Iterator<Item = (&'a String, &'a mut RefOr<Content>)>, example: Option<&Value>) {
    for (media_type, content) in contents {
        if let (RefOr::T(content), true) = (content, SHOWN.contains(&media_type.as_str())) {
            content.example = example.cloned();
        }
    }
}

/// Converts a URL value from text to the schema's type.
fn typed(value: &Value, parameter: &Parameter) -> Value {
    let is_text = match &parameter.schema {
        Some(RefOr::T(Schema::Object(object))) => object.schema_type == SchemaType::Type(Type::String),
        _ => true,
    };
    let parsed = value.as_str().filter(|_| !is_text).and_then(|text| serde_json::from_str(text).ok());
    parsed.unwrap_or_else(|| value.clone())
}

/// Returns the first error code in a description.
fn code_in(description: &str) -> Option<ErrorCode> {
    description
        .split('`')
        .skip(1)
        .step_by(2)
        .find_map(|word| ErrorCode::iter().find(|code| code.as_str() == word))
}

/// Returns the usual code of a failure that any operation may return.
fn usual_code(status: &str) -> Option<ErrorCode> {
    Some(match status {
        "403" => ErrorCode::InsufficientRights,
        "413" => ErrorCode::PayloadTooLarge,
        "415" => ErrorCode::UnsupportedMediaType,
        "429" => ErrorCode::RateLimited,
        "503" => ErrorCode::Unavailable,
        _ => return None,
    })
}

/// Returns the sentence of a failure without a code: from the description, else the usual one of
/// the status.
fn sentence<'a>(status: &str, description: &'a str) -> &'a str {
    match status {
        "401" => "Invalid or missing API key",
        "408" => "Request Timeout",
        "500" => "Internal Server Error",
        _ => description.split('`').nth(1).unwrap_or("Not Found"),
    }
}
