//! Deprecations: marked in the OpenAPI document, and announced in responses (RFC 9745, RFC 8594).

use std::collections::HashMap;
use std::time::{Duration, UNIX_EPOCH};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue, HttpDate};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use kernel::UnixTime;
use serde_json::Value;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, SchemaType};
use utoipa::openapi::{Deprecated, OpenApi, RefOr, Schema};

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// Minimum time between deprecation and sunset, in seconds: six months.
const LEAST: i64 = 183 * 24 * 60 * 60;

/// A deprecated part of the API.
#[derive(Debug, Clone, Copy)]
pub struct Deprecation {
    pub part: Part,
    /// Time of the deprecation.
    pub since: UnixTime,
    /// Earliest time of the removal.
    pub sunset: UnixTime,
    /// Replacement, as the end of a sentence: `use "limit"`.
    pub instead: &'static str,
}

/// A part of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Operation by id. All its responses announce the deprecation.
    Operation(&'static str),
    /// Query parameter by operation id and name. Responses to requests with the parameter announce
    /// the deprecation.
    Parameter(&'static str, &'static str),
    /// Field of a schema. All operations whose bodies may contain the field announce it, because
    /// the service can't know which fields a caller reads.
    Field(&'static str, &'static str),
}

impl Deprecation {
    /// Marks the part in the document; returns whether it exists.
    fn mark(&self, document: &mut OpenApi) -> bool {
        match self.part {
            Part::Operation(id) => operation(document, id).is_some_and(|operation| {
                operation.deprecated = Some(Deprecated::True);
                operation.description = Some(self.described(operation.description.as_deref()));
                true
            }),
            Part::Parameter(id, name) => {
                let all = operation(document, id).and_then(|operation| operation.parameters.as_mut());
                let found = all.into_iter().flatten().find_map(|parameter| match parameter {
                    RefOr::T(parameter) if parameter.name == name => Some(parameter),
                    _ => None,
                });
                found.is_some_and(|parameter| {
                    parameter.deprecated = Some(Deprecated::True);
                    parameter.description = Some(self.described(parameter.description.as_deref()));
                    true
                })
            }
            Part::Field(schema, name) => {
                let schemas = document.components.as_mut().map(|components| &mut components.schemas);
                let found = schemas.and_then(|schemas| field(schemas.get_mut(schema)?, name));
                found.is_some_and(|field| {
                    self.mark_field(field);
                    true
                })
            }
        }
    }

    fn mark_field(&self, field: &mut RefOr<Schema>) {
        match field {
            RefOr::T(Schema::Object(object)) => {
                object.deprecated = Some(Deprecated::True);
                object.description = Some(self.described(object.description.as_deref()));
            }
            RefOr::T(Schema::Array(array)) => {
                array.deprecated = Some(Deprecated::True);
                array.description = Some(self.described(array.description.as_deref()));
            }
            // References and choices can't be marked themselves.
            other => {
                let mark = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
                let mark = mark.deprecated(Some(Deprecated::True));
                let both = AllOfBuilder::new().item(other.clone()).item(mark);
                let both = both.description(Some(self.described(None))).build();
                *other = RefOr::T(Schema::AllOf(both));
            }
        }
    }

    fn described(&self, description: Option<&str>) -> String {
        let (since, sunset) = (date(self.since).to_string(), date(self.sunset).to_string());
        // Extracts the day of an HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT`.
        let day = |date: &str| date.get(5..16).unwrap_or_default().to_owned();
        let said = format!(
            "Deprecated since {}, and may be gone from {}: {}.",
            day(&since),
            day(&sunset),
            self.instead
        );
        [description, Some(&said)].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
    }
}

/// Marks all parts in the document; skips missing ones.
pub fn mark(document: &mut OpenApi, table: &[Deprecation]) {
    for deprecation in table {
        deprecation.mark(document);
    }
}

/// Returns the faults of a table: missing parts and periods that are too short.
pub fn faults(document: &OpenApi, table: &[Deprecation]) -> Vec<String> {
    let mut faults = Vec::new();
    for deprecation in table {
        if !deprecation.mark(&mut document.clone()) {
            faults.push(format!("{:?}: there is no such part", deprecation.part));
        }
        if deprecation.sunset < deprecation.since.plus_seconds(LEAST) {
            faults.push(format!("{:?}: less than six months", deprecation.part));
        }
    }
    faults
}

/// Deprecation notices by operation.
#[derive(Debug, Default)]
pub struct Notices(HashMap<String, Vec<Notice>>);

#[derive(Debug, Clone)]
struct Notice {
    /// Query parameter that triggers the notice.
    parameter: Option<&'static str>,
    since: UnixTime,
    sunset: UnixTime,
}

impl Notices {
    /// Builds the notices of a table.
    pub fn of(document: &OpenApi, table: &[Deprecation]) -> serde_json::Result<Self> {
        let mut notices = Self::default();
        if table.is_empty() {
            return Ok(notices);
        }
        let whole = serde_json::to_value(document)?;
        for (path, item) in &document.paths.paths {
            for (method, operation) in methods(item) {
                let body = whole.get("paths").and_then(|paths| paths.get(path)?.get(method.to_lowercase()));
                let of_operation = table.iter().filter_map(|one| one.notice(operation, body?, &whole));
                let of_operation: Vec<Notice> = of_operation.collect();
                if !of_operation.is_empty() {
                    notices.0.insert(format!("{method} {path}"), of_operation);
                }
            }
        }
        Ok(notices)
    }

    /// Returns the earliest times among the notices that apply to a request.
    fn for_request(&self, method: &str, pattern: &str, query: &str) -> Option<(UnixTime, UnixTime)> {
        let known = self.0.get(&format!("{method} {pattern}"))?;
        let given = web::Query::<Vec<(String, String)>>::from_query(query).ok();
        let is_given =
            |name: &str| given.as_ref().is_some_and(|given| given.iter().any(|(known, _)| known == name));
        let applies = || known.iter().filter(|notice| notice.parameter.is_none_or(is_given));
        let since = applies().map(|notice| notice.since).min()?;
        let sunset = applies().map(|notice| notice.sunset).min()?;
        Some((since, sunset))
    }
}

impl Deprecation {
    /// Returns the notice of an operation, if any. `written` is the operation as JSON.
    fn notice(&self, operation: &Operation, written: &Value, document: &Value) -> Option<Notice> {
        let is_named = |id: &str| operation.operation_id.as_deref() == Some(id);
        let parameter = match self.part {
            Part::Operation(id) => is_named(id).then_some(None),
            Part::Parameter(id, name) => is_named(id).then_some(Some(name)),
            Part::Field(schema, _) => holds(document, written, schema).then_some(None),
        };
        parameter.map(|parameter| Notice { parameter, since: self.since, sunset: self.sunset })
    }
}

/// Middleware that announces deprecations in response headers.
pub async fn announce<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(request).await?;
    let request = answer.request();
    let notices = request.app_data::<web::Data<Notices>>().filter(|notices| !notices.0.is_empty());
    let applies = notices.zip(request.match_pattern()).and_then(|(notices, pattern)| {
        notices.for_request(request.method().as_str(), &pattern, request.query_string())
    });
    if let Some((since, sunset)) = applies {
        let texts = [(DEPRECATION, format!("@{}", since.seconds())), (SUNSET, date(sunset).to_string())];
        for (name, text) in texts {
            if let Ok(value) = HeaderValue::try_from(text) {
                answer.headers_mut().insert(name, value);
            }
        }
    }
    Ok(answer)
}

fn date(moment: UnixTime) -> HttpDate {
    let seconds = u64::try_from(moment.seconds()).unwrap_or_default();
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds)).unwrap_or(UNIX_EPOCH).into()
}

fn methods(item: &PathItem) -> impl Iterator<Item = (&'static str, &Operation)> {
    let all = [
        ("GET", &item.get),
        ("PUT", &item.put),
        ("POST", &item.post),
        ("PATCH", &item.patch),
        ("DELETE", &item.delete),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

fn operation<'a>(document: &'a mut OpenApi, id: &str) -> Option<&'a mut Operation> {
    let all = document.paths.paths.values_mut().flat_map(|item| {
        [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete]
            .into_iter()
            .flatten()
    });
    all.into_iter().find(|operation| operation.operation_id.as_deref() == Some(id))
}

/// Returns the field of an object, or of a part of an `allOf`.
fn field<'a>(schema: &'a mut RefOr<Schema>, name: &str) -> Option<&'a mut RefOr<Schema>> {
    match schema {
        RefOr::T(Schema::Object(object)) => object.properties.get_mut(name),
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().find_map(|part| field(part, name)),
        _ => None,
    }
}

/// Returns whether a part of the document refers to this schema, directly or indirectly.
fn holds(document: &Value, part: &Value, schema: &str) -> bool {
    let wanted = format!("#/components/schemas/{schema}");
    let (mut seen, mut open) = (Vec::new(), vec![part]);
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get("$ref") {
                    if *reference == wanted {
                        return true;
                    }
                    if !seen.contains(&reference) {
                        seen.push(reference);
                        open.extend(reference.strip_prefix('#').and_then(|path| document.pointer(path)));
                    }
                }
                open.extend(fields.values());
            }
            Value::Array(values) => open.extend(values),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SINCE: UnixTime = UnixTime::from_seconds(1_800_000_000);
    const SUNSET_AT: UnixTime = SINCE.plus_seconds(LEAST);

    const fn of(part: Part) -> Deprecation {
        Deprecation { part, since: SINCE, sunset: SUNSET_AT, instead: "use another" }
    }

    const TABLE: &[Deprecation] = &[
        of(Part::Operation("things_list")),
        of(Part::Parameter("things_show", "full")),
        of(Part::Field("Part", "size")),
        of(Part::Field("Part", "kind")),
    ];

    fn document() -> OpenApi {
        // utoipa parses a reference only with both words.
        let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}"), "description": "", "summary": "" });
        let answers = |name: &str| json!({ "200": { "description": "Fine", "content": { "application/json": { "schema": schema(name) } } } });
        let full =
            json!({ "name": "full", "in": "query", "required": false, "schema": { "type": "boolean" } });
        serde_json::from_value(json!({
            "openapi": "3.1.0", "info": { "title": "Things", "version": "1" },
            "paths": {
                "/things": { "get": { "operationId": "things_list", "description": "All.", "responses": answers("Other") } },
                "/things/{id}": {
                    "get": { "operationId": "things_show", "parameters": [full], "responses": answers("Other") },
                    "put": { "operationId": "things_put", "responses": answers("Whole") },
                },
            },
            "components": { "schemas": {
                "Other": { "type": "object", "properties": { "name": { "type": "string" } } },
                "Whole": { "type": "object", "properties": { "parts": { "type": "array", "items": schema("Part") } } },
                "Part": { "type": "object", "properties": { "size": { "type": "integer" }, "kind": schema("Other") } },
            } },
        }))
        .unwrap()
    }

    #[test]
    fn the_document_marks_what_the_table_names() {
        let mut marked = document();
        mark(&mut marked, TABLE);
        let marked = serde_json::to_value(marked).unwrap();
        for place in [
            "/paths/~1things/get",
            "/paths/~1things~1{id}/get/parameters/0",
            "/components/schemas/Part/properties/size",
            "/components/schemas/Part/properties/kind/allOf/1",
        ] {
            assert_eq!(marked.pointer(place).unwrap()["deprecated"], true, "{place}");
        }
        let described =
            "All.\n\nDeprecated since 15 Jan 2027, and may be gone from 17 Jul 2027: use another.";
        assert_eq!(marked["paths"]["/things"]["get"]["description"], described);
        assert_eq!(marked.to_string().matches("\"deprecated\"").count(), TABLE.len());
    }

    #[test]
    fn who_uses_it_is_notified() {
        let notices = Notices::of(&document(), TABLE).unwrap();
        let described = Some((SINCE, SUNSET_AT));
        for (method, pattern, query, expected) in [
            ("GET", "/things", "", described),
            ("GET", "/things/{id}", "", None),
            ("GET", "/things/{id}", "fuller=true", None),
            ("GET", "/things/{id}", "a=b&full=true", described),
            ("PUT", "/things/{id}", "", described),
            ("POST", "/things", "", None),
        ] {
            assert_eq!(notices.for_request(method, pattern, query), expected, "{method} {pattern}?{query}");
        }
    }

    #[test]
    fn of_several_times_the_first_counts() {
        let (earlier, later) = (UnixTime::from_seconds(1), SUNSET_AT.plus_seconds(1));
        let other = Deprecation { since: earlier, sunset: later, ..of(Part::Operation("things_show")) };
        let notices = Notices::of(&document(), &[other, TABLE[1]]).unwrap();
        assert_eq!(notices.for_request("GET", "/things/{id}", "full"), Some((earlier, SUNSET_AT)));
    }

    #[test]
    fn a_table_that_can_not_be_is_reported() {
        assert_eq!(faults(&document(), TABLE), [""; 0]);
        let parts = [
            Part::Operation("things_dance"),
            Part::Parameter("things_show", "fuller"),
            Part::Parameter("things_dance", "full"),
            Part::Field("Part", "weight"),
            Part::Field("Nothing", "size"),
        ];
        assert_eq!(faults(&document(), &parts.map(of)).len(), parts.len());
        let hasty = Deprecation { sunset: SUNSET_AT.plus_seconds(-1), ..TABLE[0] };
        assert_eq!(faults(&document(), &[hasty]).len(), 1);
    }
}
