//! Handler of the protocol. Every call goes to the public HTTP API with the caller's key.

use std::sync::Arc;
use std::time::SystemTime;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use funnel_sdk::{Client, Error as ApiError};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};

use crate::Access;
use crate::arguments::{asks_for_dry_run, call, shared};
use crate::catalog::{CONFIRMATION, Catalog, Operation, Rights};
use crate::confirmation::{LIFETIME, Refusal, State, Subject};
use crate::resources::{self, Named};
use crate::tools::Toolsets;

/// Bearer token of a request.
#[derive(Clone)]
pub(crate) struct RequestKey(pub(crate) SecretString);

/// Source of the API key.
#[derive(Clone)]
pub(crate) enum Keys {
    Fixed(SecretString),
    /// Each request has its own key.
    OfRequest,
}

/// Toolsets that a connection offers.
#[derive(Debug, Clone)]
pub(crate) enum Offer {
    Fixed(Toolsets),
    /// Each request names the toolsets in its query parameter `toolsets`.
    OfRequest,
}

#[derive(Clone)]
pub(crate) struct Server {
    api: String,
    catalog: Arc<Catalog>,
    access: Access,
    keys: Keys,
    offer: Offer,
}

/// State that a confirmation shows.
struct Shown {
    answer: Value,
    etag: Option<String>,
}

/// A caller's connection to the API.
struct Session {
    client: Client,
    key: SecretString,
}

impl Server {
    pub(crate) fn new(api: String, catalog: Arc<Catalog>, access: Access, keys: Keys, offer: Offer) -> Self {
        Self { api, catalog, access, keys, offer }
    }

    fn toolsets(&self, context: &RequestContext<RoleServer>) -> Result<Toolsets, ErrorData> {
        if let Offer::Fixed(toolsets) = &self.offer {
            return Ok(toolsets.clone());
        }
        let request = context.extensions.get::<http::request::Parts>();
        let query = request.and_then(|request| request.uri.query()).unwrap_or_default();
        let named = query.split('&').find_map(|pair| pair.strip_prefix("toolsets="));
        // Only the comma of a list may be percent-encoded.
        let names = named.map(|names| names.replace("%2C", ",").replace("%2c", ","));
        let toolsets = names.map_or_else(|| Ok(Toolsets::default()), |names| Toolsets::parse(&names));
        toolsets.map_err(|error| ErrorData::invalid_request(error, None))
    }

    fn session(&self, context: &RequestContext<RoleServer>) -> Result<Session, ErrorData> {
        let key = match &self.keys {
            Keys::Fixed(key) => Some(key.clone()),
            Keys::OfRequest => {
                let request = context.extensions.get::<http::request::Parts>();
                request.and_then(|request| request.extensions.get::<RequestKey>()).map(|key| key.0.clone())
            }
        };
        let key = key.ok_or_else(|| ErrorData::invalid_request("the request has no API key", None))?;
        let client = Client::new(self.api.as_str(), key.expose_secret()).map_err(unusable)?;
        Ok(Session { client, key })
    }

    /// Runs a tool. Failures that the assistant can correct are returned as results.
    async fn run(&self, session: &Session, operation: &Operation, arguments: &JsonObject) -> CallToolResult {
        if operation.writes() && self.access == Access::Read {
            return failed(format!("{} changes something, and this server only reads", operation.id));
        }
        let mut call = match call(operation, arguments) {
            Ok(call) => call,
            Err(error) => return failed(error),
        };
        let needs_confirmation = operation.needs_confirmation() && !asks_for_dry_run(arguments);
        if needs_confirmation {
            let shown = match self.shown(session, operation, arguments).await {
                Ok(shown) => shown,
                Err(error) => return refused(&error),
            };
            let subject = Subject { key: &session.key, operation: &operation.id, arguments };
            let state = State::of(&shown.answer, shown.etag.as_deref());
            let Some(given) = arguments.get(CONFIRMATION).and_then(Value::as_str) else {
                let token = subject.token(state, nonce(), now());
                return dry_run(operation, arguments, shown.answer, &token);
            };
            let nonce = match subject.confirmed_by(given, state, now()) {
                Ok(nonce) => nonce,
                Err(refusal) => return failed(not_confirmed(operation, refusal)),
            };
            if operation.takes_key {
                call = call.idempotency_key(format!("mcp-{nonce}"));
            }
            if let (true, Some(etag)) = (operation.takes_etag, shown.etag) {
                call = call.if_match(etag);
            }
        }
        match session.client.send(call).await {
            Ok(answer) if needs_confirmation && answer.headers().contains_key("idempotency-replayed") => {
                failed(format!(
                    "this {CONFIRMATION} was used before, and nothing was done now: leave it out to get another"
                ))
            }
            Ok(answer) => {
                let media = answer.headers().get("content-type").and_then(|value| value.to_str().ok());
                answered(media.unwrap_or_default(), &answer)
            }
            Err(error) => refused(&error),
        }
    }

    /// Reads the current state that a confirmation of this call shows.
    async fn shown(
        &self,
        session: &Session,
        operation: &Operation,
        arguments: &JsonObject,
    ) -> Result<Shown, ApiError> {
        let nothing = Shown { answer: Value::Null, etag: None };
        let Some(reading) = operation.shown_by().and_then(|id| self.catalog.operation(id)) else {
            return Ok(nothing);
        };
        let Ok(call) = call(reading, &shared(reading, arguments)) else { return Ok(nothing) };
        let answer = session.client.send(call).await?;
        let etag = answer.headers().get("etag").and_then(|value| value.to_str().ok()).map(str::to_owned);
        Ok(Shown { answer: serde_json::from_slice(&answer).unwrap_or_default(), etag })
    }

    async fn resource(&self, session: &Session, named: Named<'_>) -> Result<String, ApiError> {
        match named {
            Named::Guide => Ok(resources::GUIDE.to_owned()),
            Named::Conditions => Ok(resources::CONDITIONS.to_owned()),
            Named::Document => Ok(self.catalog.document().to_owned()),
            Named::Statistics(domain) => {
                let of_domain = JsonObject::from_iter([("domain".to_owned(), domain.into())]);
                Ok(self.named(session, "statistics_show", &of_domain).await?.to_string())
            }
            Named::Draft(domain) => {
                let of_domain = JsonObject::from_iter([("domain".to_owned(), domain.into())]);
                let mut listed = self.named(session, "segments_list", &of_domain).await?;
                let mut segments = Vec::new();
                for segment in listed.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten() {
                    let mut of_segment = of_domain.clone();
                    of_segment
                        .insert("tier".to_owned(), segment.get("segment_id").cloned().unwrap_or_default());
                    let buttons = self.named(session, "buttons_list", &of_segment).await?;
                    segments.push((segment.take(), buttons));
                }
                let changes = self.named(session, "drafts_diff", &of_domain).await?;
                Ok(resources::draft(segments, changes).to_string())
            }
        }
    }

    async fn named(&self, session: &Session, id: &str, arguments: &JsonObject) -> Result<Value, ApiError> {
        match self.catalog.operation(id) {
            Some(operation) => session.ask(operation, arguments).await,
            None => Ok(Value::Null),
        }
    }
}

impl Session {
    async fn ask(&self, operation: &Operation, arguments: &JsonObject) -> Result<Value, ApiError> {
        let Ok(call) = call(operation, arguments) else { return Ok(Value::Null) };
        let answer = self.client.send(call).await?;
        Ok(serde_json::from_slice(&answer).unwrap_or_default())
    }

    async fn rights(&self, catalog: &Catalog) -> Result<Rights, ErrorData> {
        let Some(operation) = catalog.operation("api_keys_self_show") else {
            return Err(ErrorData::internal_error(
                "the document has no operation for the rights of a key",
                None,
            ));
        };
        let shown = self.ask(operation, &JsonObject::new()).await.map_err(unusable)?;
        Ok(Rights::of(&shown))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("funnel", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(
            "Landing pages, smart links, QR codes, statistics and broadcasts of one owner. Changes of a page are made in a draft; \
             visitors see them after drafts_publish. Amounts are in minor units (cents). A tool that acts on the world or handles a \
             secret first shows what it would do. Other toolsets exist; whoever set up this connection chooses them."
                .to_owned(),
        );
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let toolsets = self.toolsets(&context)?;
        let rights = self.session(&context)?.rights(&self.catalog).await?;
        let writes = self.access == Access::Write;
        Ok(ListToolsResult::with_all_items(self.catalog.tools(&rights, &toolsets, writes)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let toolsets = self.toolsets(&context)?;
        let offered =
            self.catalog.operation(&request.name).filter(|operation| operation.is_offered(&toolsets));
        let Some(operation) = offered else {
            return Err(ErrorData::invalid_params(format!("there is no tool `{}`", request.name), None));
        };
        let session = self.session(&context)?;
        let arguments = request.arguments.unwrap_or_default();
        Ok(self.run(&session, operation, &arguments).await.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let session = self.session(&context)?;
        // A key that may not see domains gets only the documents.
        let domains = self.named(&session, "domains_list", &JsonObject::new()).await.unwrap_or_default();
        Ok(ListResourcesResult::with_all_items(resources::list(&domains)))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let Some(named) = resources::named(&request.uri) else {
            return Err(ErrorData::resource_not_found(format!("there is no resource {}", request.uri), None));
        };
        let text = self.resource(&self.session(&context)?, named).await.map_err(unusable)?;
        let contents = ResourceContents::text(text, request.uri);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

/// Returns the result of a dry run.
fn dry_run(operation: &Operation, arguments: &JsonObject, before: Value, token: &str) -> CallToolResult {
    CallToolResult::structured(json!({
        "dry_run": true,
        "would_call": format!("{} {}", operation.method, operation.path),
        "with": arguments,
        "before": before,
        CONFIRMATION: token,
        "valid_for_seconds": LIFETIME.as_secs(),
        "next": "Nothing was done. To do it, call the tool again with the same arguments and this confirmation_token.",
    }))
}

fn not_confirmed(operation: &Operation, refusal: Refusal) -> String {
    let id = &operation.id;
    match refusal {
        Refusal::Unfit => format!(
            "the {CONFIRMATION} is not one of a dry run of {id} with these arguments in the last {} minutes: leave it out to \
             get one",
            LIFETIME.as_secs() / 60
        ),
        Refusal::Changed => format!(
            "what {id} is about has changed since the {CONFIRMATION} was given, by its use or by somebody else: leave it out to \
             see what is there now"
        ),
    }
}

/// Converts an API response to a result of the protocol.
fn answered(media: &str, body: &[u8]) -> CallToolResult {
    let media = media.split(';').next().unwrap_or_default();
    if media == "image/png" {
        return CallToolResult::success(vec![ContentBlock::image(STANDARD.encode(body), media)]);
    }
    match serde_json::from_slice::<Value>(body) {
        // The protocol requires structured content to be an object.
        Ok(value) if value.is_object() => CallToolResult::structured(value),
        _ if body.is_empty() => CallToolResult::success(vec![ContentBlock::text("Done.")]),
        _ => CallToolResult::success(vec![ContentBlock::text(String::from_utf8_lossy(body))]),
    }
}

fn refused(error: &ApiError) -> CallToolResult {
    let faults: Vec<Value> =
        error.faults().iter().map(|fault| json!({ "path": fault.path, "message": fault.message })).collect();
    CallToolResult::structured_error(json!({
        "code": error.code(),
        "message": error.message(),
        "faults": faults,
        "request_id": error.request_id(),
    }))
}

fn failed(message: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}

fn unusable(error: ApiError) -> ErrorData {
    ErrorData::invalid_request(error.to_string(), None)
}

fn nonce() -> [u8; 16] {
    rand::random()
}

#[expect(
    clippy::disallowed_methods,
    reason = "a client of the API stands alone: it has no clock of the kernel"
)]
fn now() -> SystemTime {
    SystemTime::now()
}
