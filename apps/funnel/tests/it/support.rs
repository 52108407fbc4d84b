use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use actix_web::{get, post, put};
use async_trait::async_trait;
use auth_scopes::permissions::{Write, landings};
use auth_scopes::{AuthenticateError, Caller, KeyId, KeyName, KeyPrefix, Right, Rights, Scope, Scopes};
use deserr::Deserr;
use funnel::Server;
use funnel::config::{Sources, read};
use funnel::overrides::Overrides;
use http_kit::auth::{Authenticator, Authorized};
use http_kit::deprecation::{self, Deprecation};
use http_kit::error::ApiError;
use http_kit::extract::{self, Faults};
use http_kit::idempotency::Idempotent;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{Int, Patch, ShownOnce};
use kernel::{ErrorKind, OwnerId, UnixTime};
use reqwest::{Client, Method, RequestBuilder};
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::{IntoParams, ToSchema};
use validator::{Validate, ValidationError};

use crate::kept::Kept;

/// A running service with additional test operations.
pub(crate) struct Service {
    pub(crate) server: Server,
    pub(crate) client: Client,
    pub(crate) database: Kept,
}

impl Service {
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    pub(crate) async fn with(settings: &[(&str, &str)]) -> Self {
        let database = Kept::create().await;
        seed(database.url()).await;
        let mut environment: HashMap<String, String> = HashMap::from([
            ("FUNNEL_SECRET_KEY".to_owned(), "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=".to_owned()),
            ("FUNNEL_DATA_DIR".to_owned(), database.folder().to_str().unwrap().to_owned()),
            ("FUNNEL_API_ADDR".to_owned(), "127.0.0.1:0".to_owned()),
            ("FUNNEL_EDGE_ADDR".to_owned(), "127.0.0.1:0".to_owned()),
            ("FUNNEL_DASHBOARD_ADDR".to_owned(), "127.0.0.1:0".to_owned()),
            ("FUNNEL_MANAGEMENT_ADDR".to_owned(), "127.0.0.1:0".to_owned()),
        ]);
        let reach = database.reach().settings();
        let settings = reach.iter().chain(settings);
        environment.extend(settings.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let config = read(&Sources { environment, ..Sources::default() }).unwrap();
        let additions = Overrides {
            operations,
            deprecated: DEPRECATED,
            authenticator: Some(Arc::new(NamedCallers)),
            ..Overrides::default()
        };
        let server = Server::start_with(config, additions).await.unwrap();
        Self { server, client: Client::new(), database }
    }

    /// Builds a request of the caller `token`.
    pub(crate) fn request(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        self.anonymous(method, path).bearer_auth(token)
    }

    pub(crate) fn anonymous(&self, method: Method, path: &str) -> RequestBuilder {
        let address = self.server.addresses().api.unwrap();
        self.client.request(method, format!("http://{address}{path}"))
    }

    pub(crate) fn management(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("http://{}{path}", self.server.addresses().management))
    }
}

/// Deprecations of the service under test.
const DEPRECATED: &[Deprecation] = &[
    deprecated(deprecation::Part::Operation("test_links")),
    deprecated(deprecation::Part::Parameter("test_change", "full")),
    deprecated(deprecation::Part::Field("Nothing", "note")),
];

const fn deprecated(part: deprecation::Part) -> Deprecation {
    let (since, sunset) = (UnixTime::from_seconds(1_800_000_000), UnixTime::from_seconds(1_836_000_000));
    Deprecation { part, since, sunset, instead: "nothing takes its place" }
}

async fn seed(url: &str) {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    let rows = "INSERT INTO owners (owner_id, name, plan, created_at) VALUES (1, 'one', 'pro', now()), (2, 'two', 'pro', now())";
    client.batch_execute(rows).await.unwrap();
    drop(client);
    driver.await.unwrap().unwrap();
}

/// Callers named by their token.
struct NamedCallers;

#[async_trait]
impl Authenticator for NamedCallers {
    async fn authenticate(&self, token: &str) -> Result<Caller, AuthenticateError> {
        let views: Rights = [Right::LandingsView, Right::QrView, Right::QrEdit].into_iter().collect();
        let (owner, scopes, rights) = match token {
            "full" => (1, Scopes::ALL, views),
            "other" => (2, Scopes::ALL, views),
            "reader" => (1, Scopes::only(Scope::Read), views),
            "guest" => (1, Scopes::ALL, Rights::NONE),
            _ => return Err(AuthenticateError::Rejected),
        };
        Ok(Caller {
            request_id: None,
            owner: OwnerId::new(owner),
            key_id: KeyId::new(i64::try_from(token.len()).unwrap()),
            prefix: KeyPrefix::parse("a123456789").unwrap(),
            key_name: KeyName::parse(token).unwrap(),
            member: None,
            scopes,
            restriction: None,
            rights,
            expires_at: None,
        })
    }
}

#[derive(Debug, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub(crate) struct Thing {
    #[schema(min_length = 1, max_length = 5)]
    #[validate(length(min = 1, max = 5))]
    name: String,
    #[deserr(default)]
    #[schema(minimum = 0, maximum = 100)]
    #[validate(custom(function = check_weight))]
    weight: Option<f64>,
    #[deserr(default)]
    #[expect(dead_code, reason = "only the form matters")]
    kind: Option<Kind>,
    #[deserr(default)]
    #[schema(max_items = 3)]
    #[validate(length(max = 3))]
    parts: Option<Vec<Part>>,
    #[deserr(default)]
    #[expect(dead_code, reason = "only the form matters")]
    inner: Option<Part>,
    #[deserr(default)]
    #[schema(value_type = Option<String>, pattern = "^[a-z]+$")]
    #[validate(custom(function = check_label))]
    label: Patch<String>,
    #[deserr(default)]
    #[expect(dead_code, reason = "only the form matters")]
    choice: Option<Choice>,
}

fn check_weight(weight: f64) -> Result<(), ValidationError> {
    extract::checked(match weight {
        low if low < 0.0 => Err(extract::wrong(ErrorKind::GreaterThanEqual, "must be at least 0")),
        high if high > 100.0 => Err(extract::wrong(ErrorKind::LessThanEqual, "must be at most 100")),
        _ => Ok(()),
    })
}

fn check_label(label: &Patch<String>) -> Result<(), ValidationError> {
    let is_plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase());
    extract::checked(match label {
        Patch::Value(text) if !is_plain(text) => {
            Err(extract::wrong(ErrorKind::Pattern, "must have only small letters"))
        }
        _ => Ok(()),
    })
}

#[derive(Debug, Clone, Copy, Serialize, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Round,
    Square,
}

#[derive(Debug, Serialize, Deserr, ToSchema)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
struct Part {
    size: i64,
    #[deserr(default)]
    tags: Option<Vec<String>>,
}

#[derive(Debug, Deserr, ToSchema)]
#[deserr(error = Faults, tag = "type", rename_all = lowercase, deny_unknown_fields)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[expect(dead_code, reason = "only the shape matters")]
enum Choice {
    Plain { text: String },
    Price { cents: i64 },
}

#[derive(Debug, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
struct Filter {
    #[deserr(default, from(Option<Int<i64, 1, 200>>) = Int::optional)]
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
    #[deserr(default)]
    full: Option<bool>,
}

#[derive(Debug, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
struct Nothing {
    #[deserr(default)]
    note: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Made {
    number: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<&'static str>,
}

impl ShownOnce for Made {
    type Rest = Made;

    fn rest(&self) -> Made {
        Made { number: self.number, token: None }
    }
}

/// Number of runs of the work behind an idempotency key, and the semaphore that blocks it.
pub(crate) static RUNS: AtomicU32 = AtomicU32::new(0);
pub(crate) static DOOR: Semaphore = Semaphore::const_new(0);

/// Makes a thing.
#[utoipa::path(tag = "test", responses((status = 201, body = Made)))]
#[post("/test/things")]
async fn make(
    who: Authorized<Write, landings::View>,
    once: Idempotent,
    body: extract::Json<Thing>,
) -> Result<ApiResponse, ApiError> {
    once.run(who.owner(), body.hash(), move || async move {
        let number = RUNS.fetch_add(1, Ordering::SeqCst) + 1;
        if body.name == "slow" {
            DOOR.acquire().await.map_err(ApiError::internal)?.forget();
        }
        if body.name == "bad" {
            return Err(ApiError::not_found());
        }
        Ok(ApiResponse::created_once(&Made { number, token: Some("secret") })?.at_revision(7))
    })
    .await
}

/// Changes a thing. The arguments are in the wrong order on purpose.
#[utoipa::path(tag = "test", params(Filter), responses((status = 200, body = Made)))]
#[put("/test/things/{id}")]
async fn change(
    _body: extract::Json<Thing>,
    query: extract::Query<Filter>,
    path: extract::Path<i64>,
    if_match: IfMatch,
    _who: Authorized<Write, landings::View>,
) -> Result<ApiResponse, ApiError> {
    if_match.check(7)?;
    let number =
        u32::try_from(path.into_inner() + query.limit.unwrap_or(0) + i64::from(query.full == Some(true)));
    ApiResponse::ok(&Made { number: number.unwrap(), token: None })
}

/// Needs no body.
#[utoipa::path(tag = "test", responses((status = 200)))]
#[post("/test/nothing")]
async fn nothing(
    _who: Authorized<Write, landings::View>,
    body: extract::Json<Nothing>,
) -> Result<ApiResponse, ApiError> {
    ApiResponse::ok(&body.note)
}

/// Panics.
#[utoipa::path(tag = "test", responses((status = 200)))]
#[get("/test/panic")]
async fn panics() -> Result<ApiResponse, ApiError> {
    panic!("a secret of the handler")
}

/// The database is unavailable.
#[utoipa::path(tag = "test", responses((status = 200)))]
#[get("/test/away")]
async fn away() -> Result<ApiResponse, ApiError> {
    Err(kernel::StoreError::Unavailable("host=secret".into()).into())
}

/// Fails.
#[utoipa::path(tag = "test", responses((status = 200)))]
#[get("/test/fails")]
async fn fails() -> Result<ApiResponse, ApiError> {
    Err(ApiError::internal("table=secret"))
}

/// Answers every key.
#[utoipa::path(tag = "test", responses((status = 200)))]
#[get("/test/links")]
async fn links() -> Result<ApiResponse, ApiError> {
    ApiResponse::ok(&"links")
}

fn operations(config: &mut Routes<'_, '_>) {
    config.service(make).service(change).service(nothing).service(panics).service(away).service(fails);
    config.service(links);
}
