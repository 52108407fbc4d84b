//! The OpenAPI document, collected from the handlers and completed with parts that all operations
//! share.

mod events;
mod examples;

use std::collections::BTreeMap;

use actix_web::http::header;
use actix_web::{App, HttpResponse, web};
use http_kit::deprecation::{self, Deprecation};
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, DetailError, ValidationErrors};
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder, Schema};
use utoipa::{OpenApi as _, PartialSchema as _, ToSchema};
use utoipa_actix_web::AppExt as _;

use self::examples::Examples;
use crate::deprecated::DEPRECATED;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Landing Funnel Administration API",
        description = "Landing pages, smart links, QR codes, statistics and broadcasts of one owner.",
    ),
    servers((url = "/", description = "The host that serves this document")),
    components(schemas(CodedError, DetailError, ValidationErrors)),
    security(("bearer" = [])),
    tags(
        (name = "api keys", description = "API keys with scopes, restrictions and end dates."),
        (name = "audit", description = "Audit log of changes."),
        (name = "members", description = "The people of the team and their rights."),
        (name = "sessions", description = "Dashboard sessions of the calling key."),
        (name = "usage", description = "Usage and limits of the plan."),
        (name = "domains", description = "Domains, their provisioning, and copies of drafts between them."),
        (name = "drafts", description = "The draft of a landing page: differences, preview, publication, versions."),
        (name = "segments", description = "Groups of visitors of a landing page, by conditions."),
        (name = "buttons", description = "Buttons for a segment of visitors."),
        (name = "appearance", description = "The look of a landing page and its background pictures."),
        (name = "banners", description = "The banner of a landing page."),
        (name = "banner presets", description = "Reusable banners for several landing pages."),
        (name = "smart links", description = "Links that split visitors between offers by weight and country."),
        (name = "funnel links", description = "Tracked links of the connected engine, one for each offer and country."),
        (name = "destinations", description = "Health checks of the addresses that pages and links lead to."),
        (name = "pixels", description = "Server-side conversion pixels of a funnel link."),
        (name = "transfer", description = "Export and import of an owner's data."),
        (name = "webhooks", description = "Signed event messages to the owner's servers."),
        (name = "webhook deliveries", description = "Messages sent to a webhook, and its answers."),
        (name = "pixel deliveries", description = "Events sent to a pixel's platform, and its answers."),
        (name = "qr codes", description = "Printed codes with a design, and their scans."),
        (name = "statistics", description = "Visits, clicks, subscriptions, revenue and paying fans."),
        (name = "conversions", description = "Single conversions of fans with their attribution."),
        (name = "content", description = "Content of the vault and its sales."),
        (name = "content requests", description = "Content requests of fans, and the responses."),
        (name = "broadcasts", description = "Messages to an audience, behind a safety gate."),
    ),
)]
struct Base;

/// Schemas renamed since 0.2.0. SDKs provide both names for programs based on the old document.
const RENAMED: [(&str, &str); 6] = [
    ("BotFigures", "BotStats"),
    ("DayFigures", "DayStats"),
    ("FunnelFiguresOut", "FunnelStatsOut"),
    ("OverviewFigures", "OverviewStats"),
    ("SourceFigures", "SourceStats"),
    ("SplitFigures", "SplitItem"),
];

/// Path of the document.
pub const PATH: &str = "/api/openapi.json";

/// Pages about the API.
pub const PAGES: [&str; 2] = [PATH, "/api/docs"];

/// The serialized document. The tree would need ten times the memory.
pub struct Document(web::Bytes);

impl Document {
    /// Serializes a document.
    pub fn of(document: &OpenApi) -> serde_json::Result<Self> {
        Ok(Self(document.to_json()?.into()))
    }
}

/// Responds with the document.
pub async fn show(document: web::Data<Document>) -> HttpResponse {
    HttpResponse::Ok().content_type(header::ContentType::json()).body(document.0.clone())
}

/// Builds the whole document, without a database or a socket.
pub fn document() -> OpenApi {
    document_with(|_| {}, DEPRECATED)
}

/// Builds the document of a service with additional operations and these deprecated parts.
pub fn document_with(additional: fn(&mut Routes<'_, '_>), deprecated: &[Deprecation]) -> OpenApi {
    let (_, collected) = App::new()
        .into_utoipa_app()
        .openapi(Base::openapi())
        .service(utoipa_actix_web::scope(crate::PREFIX).configure(|config| {
            let mut routes = Routes::documented(config);
            crate::nouns(&mut routes);
            additional(&mut routes);
        }))
        .split_for_parts();
    let mut document = collected;
    let bearer =
        HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("al_live_<prefix>_<secret>").build();
    let components = document.components.get_or_insert_default();
    components.security_schemes.insert("bearer".to_owned(), SecurityScheme::Http(bearer).into());
    let schemas = components.schemas.clone();
    let examples = Examples::recorded();
    for (path, operation) in
        document.paths.paths.iter_mut().flat_map(|(path, item)| operations(item).map(move |it| (path, it)))
    {
        name_after_tag(operation);
        name_domain(path, operation);
        ease_body(operation, &schemas);
        add_headers(operation);
        add_common_answers(operation);
        describe_parameters(operation);
        examples.add(operation);
    }
    events::add(&mut document);
    deprecation::mark(&mut document, deprecated);
    name_as_before(&mut document);
    document
}

fn name_as_before(document: &mut OpenApi) {
    let schemas = &mut document.components.get_or_insert_default().schemas;
    for (before, now) in RENAMED {
        let mut alias = Ref::from_schema_name(now);
        alias.description = format!("Deprecated: use `{now}`, which is the same.");
        schemas.insert(before.to_owned(), alias.into());
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete].into_iter().flatten()
}

/// Prefixes operation ids, which are unique only within a noun, with the tag.
fn name_after_tag(operation: &mut Operation) {
    if let (Some(tag), Some(name)) = (operation.tags.iter().flatten().next(), &operation.operation_id) {
        operation.operation_id = Some(format!("{}_{name}", tag.replace(' ', "_")));
    }
}

/// Declares a domain in a path as a string. utoipa omits a single path parameter of an unknown
/// type, and writes a reference for one of several.
fn name_domain(path: &str, operation: &mut Operation) {
    if !path.contains("{domain}") {
        return;
    }
    let domain = ParameterBuilder::new()
        .name("domain")
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .schema(Some(String::schema()))
        .build();
    let parameters = operation.parameters.get_or_insert_default();
    let is_domain = |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(it) if it.name == "domain" && it.parameter_in == ParameterIn::Path);
    match parameters.iter_mut().find(|parameter| is_domain(parameter)) {
        Some(parameter) => *parameter = domain.into(),
        None => parameters.push(domain.into()),
    }
}

/// Makes a body without required fields optional: it counts as `{}`.
fn ease_body(operation: &mut Operation, schemas: &BTreeMap<String, RefOr<Schema>>) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    let Some(RefOr::T(json)) = body.content.get("application/json") else { return };
    if json.schema.as_ref().is_some_and(|schema| requires_nothing(schema, schemas)) {
        body.required = Some(Required::False);
    }
}

fn requires_nothing(schema: &RefOr<Schema>, schemas: &BTreeMap<String, RefOr<Schema>>) -> bool {
    match schema {
        RefOr::Ref(named) => {
            let name = named.ref_location.rsplit('/').next().unwrap_or_default();
            schemas.get(name).is_some_and(|schema| requires_nothing(schema, schemas))
        }
        RefOr::T(Schema::Object(object)) => object.required.is_empty(),
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter().all(|part| requires_nothing(part, schemas)),
        RefOr::T(_) => false,
    }
}

/// Adds the headers that a handler reads, derived from its responses. Only operations with
/// `If-Match` respond with 412, and only those with `Idempotency-Key` with `idempotency_conflict`.
fn add_headers(operation: &mut Operation) {
    let answers = &mut operation.responses.responses;
    let repeatable = answers.get("409").is_some_and(|answer| match answer {
        RefOr::T(answer) => answer.description.contains("idempotency_conflict"),
        RefOr::Ref(_) => false,
    });
    let conditional = answers.contains_key("412");
    let mut headers: Vec<Parameter> = Vec::new();
    if conditional {
        let said = "`ETag` of the resource to change, or `*`. If the resource has another `ETag`, the response is 412";
        headers.push(header("If-Match", said, ObjectBuilder::new()));
    }
    if repeatable {
        let said = "A repeat with the same key, query and body within 24 hours gets the first response";
        // Blanks and tabs around a header value are not part of it (RFC 9110, 5.5), so the pattern limits
        // the inner length.
        let form = ObjectBuilder::new().pattern(Some(r"^[\t ]*[!-~]([ -~]{0,253}[!-~])?[\t ]*$"));
        headers.push(header("Idempotency-Key", said, form));
        let said = "`invalid_request`: invalid `Idempotency-Key`";
        answers.entry("400".to_owned()).or_insert_with(|| answer(said, schema::<CodedError>()));
    }
    if !headers.is_empty() {
        operation.parameters.get_or_insert_default().extend(headers.into_iter().map(RefOr::T));
    }
}

fn describe_parameters(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter
            && parameter.description.is_none()
        {
            parameter.description = described(&parameter.name).map(str::to_owned);
        }
    }
}

fn described(parameter: &str) -> Option<&'static str> {
    Some(match parameter {
        "domain" => "The hostname of a domain of the owner",
        "tier" | "segment_id" => "The id of a segment of the draft",
        "button_id" => "The id of a button of the segment",
        "provider_id" => "The id of a funnel link at the engine",
        "platform" => "`meta` or `tiktok`",
        "link_id" => "The number of a funnel link",
        "fan_id" => "The id of a fan at the engine",
        "content_id" => "The id of an item of content at the engine",
        "request_id" => "The number of a content request",
        "delivery_id" => "The number of a delivery of the webhook",
        "id" => "The number of the resource, as its list shows it",
        _ => return None,
    })
}

fn header(name: &str, said: &str, form: ObjectBuilder) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(said))
        .schema(Some(form.schema_type(Type::String).build()))
        .build()
}

/// Adds the failures that any operation may return. Keeps the handler's own descriptions of a
/// status.
fn add_common_answers(operation: &mut Operation) {
    let has_body = operation.request_body.is_some();
    let has_input = has_body || operation.parameters.as_ref().is_some_and(|all| !all.is_empty());
    let common = [
        (true, "401", "The key is missing, unknown, revoked or expired", schema::<DetailError>()),
        (true, "403", "The key lacks the scope or the right", schema::<CodedError>()),
        (has_body, "408", "The body arrived too slowly, or stopped arriving", schema::<DetailError>()),
        (has_body, "413", "The body is too large", schema::<CodedError>()),
        (has_body, "415", "The body has an unsupported type", schema::<CodedError>()),
        (has_input, "422", "All errors of the input", schema::<ValidationErrors>()),
        (
            true,
            "429",
            "Too many requests with this key, or with all keys of its owner",
            schema::<CodedError>(),
        ),
        (true, "500", "A failure of the service", schema::<DetailError>()),
        (
            true,
            "503",
            "The service can't reach its database, or is overloaded; retry",
            schema::<CodedError>(),
        ),
    ];
    for (_, status, description, schema) in common.into_iter().filter(|(applies, ..)| *applies) {
        let answers = &mut operation.responses.responses;
        answers.entry(status.to_owned()).or_insert_with(|| answer(description, schema));
    }
}

fn answer(description: &str, schema: RefOr<Schema>) -> RefOr<Response> {
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(description).content("application/json", content).build().into()
}

fn schema<T: ToSchema>() -> RefOr<Schema> {
    RefOr::Ref(utoipa::openapi::Ref::from_schema_name(T::name()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};
    use strum::IntoEnumIterator as _;

    use http_kit::error::ApiError;
    use http_kit::fallback::KnownPaths;

    use super::*;

    /// Returns every operation of the document with its name.
    fn operations_of(document: &Value) -> impl Iterator<Item = (String, &Value)> {
        let paths = document["paths"].as_object().unwrap();
        paths.iter().flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter();
            methods.map(move |(method, operation)| (format!("{method} {path}"), operation))
        })
    }

    #[test]
    fn every_operation_describes_its_failures() {
        let document = serde_json::to_value(document()).unwrap();
        for (name, operation) in operations_of(&document) {
            let answers = operation["responses"].as_object().unwrap();
            let mut expected = vec!["401", "403", "429", "500", "503"];
            if operation.get("requestBody").is_some() {
                expected.extend(["408", "413", "415", "422"]);
            }
            for status in expected {
                let schema = &answers[status]["content"]["application/json"]["schema"];
                assert!(schema.is_object(), "{name} does not describe its {status}");
            }
        }
    }

    #[test]
    fn headers_are_reported_where_they_are_looked_at() {
        let document = serde_json::to_value(document()).unwrap();
        let takes = |operation: &Value, header: &str| {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            parameters.filter(|one| one["in"] == "header").any(|one| one["name"] == header)
        };
        let (mut conditional, mut repeatable) = (0, 0);
        for (name, operation) in operations_of(&document) {
            let answers = operation["responses"].as_object().unwrap();
            assert_eq!(takes(operation, "If-Match"), answers.contains_key("412"), "{name}");
            if takes(operation, "Idempotency-Key") {
                assert!(name.starts_with("post ") && answers.contains_key("400"), "{name}");
                repeatable += 1;
            }
            conditional += u32::from(takes(operation, "If-Match"));
        }
        assert!(conditional > 5 && repeatable > 5, "{conditional} {repeatable}");
    }

    #[test]
    fn operations_have_ids_and_words() {
        let document = serde_json::to_value(document()).unwrap();
        let tags = document["tags"].as_array().unwrap();
        let mut ids = BTreeSet::new();
        for (name, operation) in operations_of(&document) {
            let text = |field: &str| operation[field].as_str().unwrap_or_default();
            let id = text("operationId");
            let parts: Vec<_> = id.split('_').collect();
            assert!(parts.len() > 1 && parts.iter().all(|part| is_word(part)), "{name}: {id}");
            assert!(ids.insert(id.to_owned()), "{id} is not unique");
            assert!((1..=8).contains(&text("summary").split_whitespace().count()), "{name}: its summary");
            assert!(!text("description").is_empty(), "{name} has no description");
            assert!(tags.iter().any(|tag| tag["name"] == operation["tags"][0]), "{name}: its tag");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(parameter["description"].is_string(), "{name}: {}", parameter["name"]);
            }
            let is_of_any_key = id == "api_keys_self_show" || id.starts_with("sessions_");
            assert_eq!(operation["x-permission"].is_object(), !is_of_any_key, "{name}");
        }
    }

    fn is_word(text: &str) -> bool {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase())
    }

    /// Validates an example. The document is embedded, so that references resolve.
    fn fits(document: &Value, schema: &Value, example: &Value) -> Result<(), String> {
        let mut whole = json!({ "allOf": [schema] });
        whole["components"] = document["components"].clone();
        let validator = jsonschema::validator_for(&whole).map_err(|error| error.to_string())?;
        validator.validate(example).map_err(|error| error.to_string())
    }

    #[test]
    fn every_body_has_an_example_that_fits_its_schema() {
        let document = serde_json::to_value(document()).unwrap();
        let mut wrong = Vec::new();
        for (name, operation) in operations_of(&document) {
            let request = operation["requestBody"].as_object().map(|body| ("request", body));
            let answers = operation["responses"].as_object().unwrap();
            let answers =
                answers.iter().map(|(status, answer)| (status.as_str(), answer.as_object().unwrap()));
            for (which, body) in request.into_iter().chain(answers) {
                let json = &body.get("content").map_or(&Value::Null, |content| &content["application/json"]);
                if json.is_null() {
                    continue;
                }
                match json.get("example").map(|example| fits(&document, &json["schema"], example)) {
                    None => wrong.push(format!("{name} {which}: there is none")),
                    Some(Err(error)) => wrong.push(format!("{name} {which}: {error}")),
                    Some(Ok(())) => {}
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn the_table_alone_says_what_is_deprecated() {
        assert_eq!(deprecation::faults(&document(), DEPRECATED), [""; 0]);
        let unmarked = serde_json::to_string(&document_with(|_| {}, &[])).unwrap();
        assert!(!unmarked.contains("\"deprecated\":true"));
    }

    /// Collects every property of every schema with its name.
    fn properties<'a>(value: &'a Value, found: &mut Vec<(&'a str, &'a Value)>) {
        match value {
            Value::Object(fields) => {
                for (name, schema) in
                    fields.get("properties").and_then(Value::as_object).into_iter().flatten()
                {
                    found.push((name, schema));
                }
                fields.values().for_each(|field| properties(field, found));
            }
            Value::Array(entries) => entries.iter().for_each(|entry| properties(entry, found)),
            _ => {}
        }
    }

    #[test]
    fn times_of_creation_and_change_are_unix_seconds_in_every_resource() {
        let document = serde_json::to_value(document()).unwrap();
        let mut found = Vec::new();
        properties(&document["components"]["schemas"], &mut found);
        let times = found.into_iter().filter(|(name, _)| ["created_at", "updated_at"].contains(name));
        let mut count = 0;
        for (name, schema) in times {
            assert_eq!((&schema["type"], &schema["format"]), (&json!("integer"), &json!("int64")), "{name}");
            count += 1;
        }
        assert!(count > 10, "{count}");
    }

    #[test]
    fn every_code_is_documented() {
        let document = serde_json::to_value(document()).unwrap();
        let listed = document["components"]["schemas"]["ErrorCode"]["enum"].as_array().unwrap();
        for code in http_kit::wire::ErrorCode::iter() {
            assert!(listed.iter().any(|word| word == code.as_str()), "{code:?}");
        }
    }

    #[test]
    fn a_path_without_variables_goes_before_one_with_some() {
        let known = KnownPaths::of(&document(), &PAGES);
        let path = |path: &str| format!("/api/admin{path}");
        for (method, at, allow) in [
            ("POST", "/qr/presets", Some("GET, HEAD")),
            ("GET", "/qr/presets", None),
            ("POST", "/qr/links.example.com", None),
            ("DELETE", "/api-keys/self", Some("GET, HEAD")),
            ("DELETE", "/api-keys/selfish", None),
            ("PATCH", "/library/notifications/from-domain", Some("POST")),
            ("DELETE", "/buttons/links.example.com/seg/order", Some("PUT")),
            ("DELETE", "/buttons/links.example.com/seg/other", None),
        ] {
            let reported = match known.overlooked(method, &path(at)) {
                Some(ApiError::MethodNotAllowed { allow }) => Some(allow),
                Some(other) => panic!("{other:?}"),
                None => None,
            };
            assert_eq!(reported.as_deref(), allow, "{method} {at}");
        }
    }
}
