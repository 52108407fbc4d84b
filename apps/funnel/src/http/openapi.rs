//! The OpenAPI document: collected from the handlers, completed with what all operations share.

use actix_web::App;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, RefOr, ResponseBuilder, Schema};
use utoipa::{OpenApi as _, ToSchema};
use utoipa_actix_web::AppExt as _;
use utoipa_actix_web::service_config::ServiceConfig;

use api_contract::{CodedError, DetailError, ValidationErrors};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Landing Funnel Administration API",
        description = "Landing pages, smart links, QR codes, statistics and broadcasts of one owner.",
    ),
    components(schemas(CodedError, DetailError, ValidationErrors)),
    security(("bearer" = [])),
)]
struct Base;

/// The whole document. Neither a database nor a socket is needed.
pub fn document() -> OpenApi {
    document_with(|_| {})
}

/// The document of a service with more operations.
pub fn document_with(additional: fn(&mut ServiceConfig<'_>)) -> OpenApi {
    let (_, collected) = App::new()
        .into_utoipa_app()
        .openapi(Base::openapi())
        .service(super::admin::scope(additional))
        .split_for_parts();
    let mut document = collected;
    let bearer =
        HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("al_live_<prefix>_<secret>").build();
    let components = document.components.get_or_insert_default();
    components.security_schemes.insert("bearer".to_owned(), SecurityScheme::Http(bearer).into());
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        name_after_tag(operation);
        add_common_answers(operation);
    }
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete].into_iter().flatten()
}

/// Handlers are named within their noun; the names of operations must be unique in the whole document.
fn name_after_tag(operation: &mut Operation) {
    if let (Some(tag), Some(name)) = (operation.tags.iter().flatten().next(), &operation.operation_id) {
        operation.operation_id = Some(format!("{tag}_{name}"));
    }
}

/// The failures that any operation may answer with. What a handler says itself about a status stays.
fn add_common_answers(operation: &mut Operation) {
    let has_body = operation.request_body.is_some();
    let has_input = has_body || operation.parameters.as_ref().is_some_and(|all| !all.is_empty());
    let common = [
        (true, "401", "The key is missing, unknown, revoked or expired", schema::<DetailError>()),
        (true, "403", "The key lacks the scope or the right", schema::<CodedError>()),
        (has_body, "413", "The body is too large", schema::<CodedError>()),
        (has_body, "415", "The body is of another type", schema::<CodedError>()),
        (has_input, "422", "Every fault of the input", schema::<ValidationErrors>()),
        (true, "429", "Too many requests with this key", schema::<CodedError>()),
        (true, "500", "A failure of the service", schema::<DetailError>()),
        (true, "503", "The service can't reach its database; try again", schema::<CodedError>()),
    ];
    for (_, status, description, schema) in common.into_iter().filter(|(applies, ..)| *applies) {
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let answer = ResponseBuilder::new().description(description).content("application/json", content);
        let answers = &mut operation.responses.responses;
        answers.entry(status.to_owned()).or_insert_with(|| RefOr::T(answer.build()));
    }
}

fn schema<T: ToSchema>() -> RefOr<Schema> {
    RefOr::Ref(utoipa::openapi::Ref::from_schema_name(T::name()))
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_code_is_documented() {
        let document = serde_json::to_value(document()).unwrap();
        let listed = document["components"]["schemas"]["ErrorCode"]["enum"].as_array().unwrap();
        for code in api_contract::ErrorCode::iter() {
            assert!(listed.iter().any(|word| word == code.word()), "{code:?}");
        }
    }
}
