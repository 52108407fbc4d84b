//! The OpenAPI document, collected from the handlers and completed with parts that all operations
//! share.

mod events;
mod examples;
#[cfg(test)]
mod tests;

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
use crate::domains::wire::DomainSort;
use crate::overview::wire::OverviewSplit;
use crate::qr::wire::QrPaper;
use crate::stats::wire::{ExperimentGoal, StatsBy};
use crate::vault::wire::ContentOrder;
use crate::words;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Landing Funnel Administration API",
        description = "Landing pages, smart links, QR codes, statistics and broadcasts of one owner.",
    ),
    servers((url = "/", description = "The host that serves this document")),
    components(schemas(
        CodedError, DetailError, ValidationErrors, ContentOrder, DomainSort, ExperimentGoal, OverviewSplit, QrPaper, StatsBy,
    )),
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
const RENAMED: [(&str, &str); 68] = [
    ("AnchorOut", "Anchor"),
    ("AnswerOut", "PlatformAnswer"),
    ("AttributionOut", "Attribution"),
    ("AuditEntryOut", "BroadcastAuditEntry"),
    ("BackgroundOut", "Background"),
    ("BannerOut", "Banner"),
    ("BotFigures", "BotStats"),
    ("BroadcastOut", "Broadcast"),
    ("BulkCopyOut", "BulkCopyReport"),
    ("BundleOut", "ContentBundle"),
    ("ButtonOut", "Button"),
    ("CanvasColorOut", "ChangedCanvasColor"),
    ("CardOut", "ShareCard"),
    ("ChangeOut", "DraftDifference"),
    ("ContentOut", "ContentItem"),
    ("ConversionOut", "Conversion"),
    ("ConversionsOut", "LinkConversions"),
    ("CountryIn", "CountryCode"),
    ("DayFigures", "DayStats"),
    ("DeliveryOut", "PixelDelivery"),
    ("DesignIn", "PageDesignChange"),
    ("DesignOut", "PageDesign"),
    ("DestinationOut", "Destination"),
    ("DiffOut", "DraftDiff"),
    ("DnsRecordOut", "DnsRecord"),
    ("DomainLinksOut", "DomainLinks"),
    ("DomainOut", "Domain"),
    ("DomainSpenderOut", "DomainSpender"),
    ("DryRunItemOut", "DryRunItem"),
    ("DryRunOut", "DryRun"),
    ("ExperimentOut", "ExperimentResult"),
    ("FunnelFiguresOut", "FunnelStats"),
    ("FunnelLinkOut", "FunnelLink"),
    ("FunnelStatsOut", "FunnelStats"),
    ("ImportOut", "ImportReport"),
    ("KeyOut", "ApiKey"),
    ("LandingUiOut", "ChangedLandingUi"),
    ("LinkSpenderOut", "LinkSpender"),
    ("LinkTotalsOut", "LinkTotals"),
    ("MemberOut", "Member"),
    ("OverviewFigures", "OverviewStats"),
    ("OverviewOut", "Overview"),
    ("PixelOut", "Pixel"),
    ("PresetIn", "PresetChange"),
    ("PresetOut", "Preset"),
    ("PreviewOut", "AudiencePreview"),
    ("ProvisionedOut", "Provisioned"),
    ("PublishOut", "Publication"),
    ("QrOut", "QrCode"),
    ("QrPresetOut", "QrPreset"),
    ("RequestOut", "ContentRequest"),
    ("RespondedOut", "AnsweredRequest"),
    ("SaleOut", "ContentSale"),
    ("SegmentOut", "Segment"),
    ("SessionOut", "Session"),
    ("SmartLinkOut", "SmartLink"),
    ("SourceFigures", "TrafficSourceStats"),
    ("SourceOut", "BackgroundUpload"),
    ("SourceStats", "TrafficSourceStats"),
    ("SourcesOut", "BackgroundFiles"),
    ("SplitFigures", "SplitItem"),
    ("ToggledOut", "ToggledLink"),
    ("TrackedLinkOut", "TrackedLink"),
    ("UsageOut", "PlanUsage"),
    ("UsedOut", "UsedOfLimit"),
    ("VendorOut", "VendorCounters"),
    ("VersionOut", "Version"),
    ("WebhookOut", "Webhook"),
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
    components.schemas.extend(words::all().into_iter().map(|(name, schema)| (name.into_owned(), schema)));
    let schemas = components.schemas.clone();
    let examples = Examples::recorded();
    for (path, operation) in
        document.paths.paths.iter_mut().flat_map(|(path, item)| operations(item).map(move |it| (path, it)))
    {
        name_after_tag(operation);
        name_domain(path, operation);
        type_variables(operation);
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

/// Nouns whose `id` in a path is a text; all others have numbers. A key has a number and a prefix.
const TEXT_IDS: [&str; 4] = ["api keys", "sessions", "webhook deliveries", "webhooks"];

/// Declares the types of path variables that handlers read as texts: whatever else the text is, such a thing does not
/// exist.
fn type_variables(operation: &mut Operation) {
    let has_text_id = operation.tags.iter().flatten().any(|tag| TEXT_IDS.contains(&tag.as_str()));
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        if parameter.parameter_in != ParameterIn::Path {
            continue;
        }
        match parameter.name.as_str() {
            "platform" => parameter.schema = Some(schema::<words::Platform>()),
            "link_id" | "content_id" | "request_id" | "delivery_id" => parameter.schema = Some(i64::schema()),
            "id" if !has_text_id => parameter.schema = Some(i64::schema()),
            _ => {}
        }
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
        "platform" => "The ad platform of the pixel",
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
