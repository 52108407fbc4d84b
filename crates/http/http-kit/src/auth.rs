//! Authentication and authorization of callers.

use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage as _, HttpRequest, HttpResponse, web};
use async_trait::async_trait;
use auth_scopes::permissions::{Requires, RequiresScope};
use auth_scopes::{Authenticate, AuthenticateError, Caller};
use kernel::{Acting, OwnerId};
use serde::Serialize;

use super::cpu_share::{CpuShares, owners_body};
use super::error::{ApiError, AuthFailure};
use super::fallback::KnownPaths;
use super::rate_limit::{RateLimit, Verdict};
use super::request_id::RequestId;

/// The only operation whose authentication failures have a code.
const CODED_PATH: &str = "/api/admin/smart-links";

/// Identifies the caller of a token.
#[async_trait]
pub trait Authenticator: Send + Sync {
    /// MUST fail with `Rejected` for every token that is not currently valid.
    async fn authenticate(&self, token: &str) -> Result<Caller, AuthenticateError>;
}

#[async_trait]
impl Authenticator for Authenticate {
    async fn authenticate(&self, token: &str) -> Result<Caller, AuthenticateError> {
        self.run(token).await
    }
}

/// An authenticated caller of this request.
#[derive(Debug)]
pub struct KnownCaller {
    caller: Caller,
    acting: Acting,
}

impl KnownCaller {
    /// Returns the owner's number, for the log.
    pub fn owner_number(&self) -> i64 {
        self.caller.owner.get()
    }

    /// Returns the public part of the key, for the log.
    pub fn prefix(&self) -> &str {
        self.caller.prefix.as_str()
    }
}

/// Admission to the administration API: key lookup and rate limits.
pub struct Admission {
    pub authenticator: Arc<dyn Authenticator>,
    /// Rate limits of keys and owners in this process.
    pub rate_limit: Arc<RateLimit>,
    /// CPU shares of the owners.
    pub cpu_shares: Arc<CpuShares>,
}

/// Middleware around `/api/admin`. Converts failures to responses, so that outer layers treat them
/// like any response.
pub async fn authenticate(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let verdict = match admit(&request).await {
        Ok(verdict) => verdict,
        Err(error) => return Ok(request.into_response(HttpResponse::from_error(error))),
    };
    let mut answer = match verdict.refusal() {
        Some((whose, retry_after)) => {
            request.into_response(HttpResponse::from_error(ApiError::RateLimited { whose, retry_after }))
        }
        None => match overlooked(&request) {
            Some(error) => request.into_response(HttpResponse::from_error(error)),
            None => in_turn(request, next).await?,
        },
    };
    verdict.write(answer.headers_mut());
    Ok(answer)
}

/// Runs a request, and streams its response, within its owner's CPU share.
async fn in_turn(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let admission = request.app_data::<web::Data<Admission>>();
    let owner = request.extensions().get::<Arc<KnownCaller>>().map(|known| known.caller.owner);
    let Some((tenant, wait)) =
        admission.zip(owner).map(|(admission, owner)| admission.cpu_shares.enter(owner))
    else {
        return next.call(request).await.map(ServiceResponse::map_into_boxed_body);
    };
    if !wait.is_zero() {
        metrics::counter!("requests_delayed_total").increment(1);
        tokio::time::sleep(wait).await;
    }
    let answer = Arc::clone(&tenant).works(next.call(request)).await?;
    Ok(answer.map_into_boxed_body().map_body(|_, body| owners_body(tenant, body)))
}

fn overlooked(request: &ServiceRequest) -> Option<ApiError> {
    let known = request.app_data::<web::Data<KnownPaths>>()?;
    known.overlooked(request.method().as_str(), request.path())
}

async fn admit(request: &ServiceRequest) -> Result<Verdict, ApiError> {
    let admission = request
        .app_data::<web::Data<Admission>>()
        .ok_or_else(|| ApiError::internal("no authentication is wired"))?;
    let coded = request.path() == CODED_PATH && request.method() == Method::GET;
    let refuse = |failure| ApiError::Unauthenticated { failure, coded };
    let token =
        bearer(request.headers().get(header::AUTHORIZATION).map(|value| value.as_bytes())).map_err(refuse)?;
    let mut caller = match admission.authenticator.authenticate(token).await {
        Ok(caller) => caller,
        Err(AuthenticateError::Rejected) => return Err(refuse(AuthFailure::Rejected)),
        Err(AuthenticateError::Store(error)) => return Err(error.into()),
        Err(error) => return Err(ApiError::internal(error)),
    };
    let verdict = admission.rate_limit.take(caller.owner, caller.key_id);
    let mut extensions = request.extensions_mut();
    caller.request_id = extensions.get::<RequestId>().map(|id| id.as_str().to_owned());
    let acting = caller.acting();
    extensions.insert(Arc::new(KnownCaller { caller, acting }));
    Ok(verdict)
}

fn bearer(header: Option<&[u8]>) -> Result<&str, AuthFailure> {
    let text =
        std::str::from_utf8(header.ok_or(AuthFailure::Missing)?).map_err(|_| AuthFailure::NotBearer)?;
    let (scheme, token) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    if scheme.eq_ignore_ascii_case("bearer") { Ok(token.trim()) } else { Err(AuthFailure::NotBearer) }
}

/// A caller with any valid key.
#[derive(Debug, Clone)]
pub struct Authenticated(Arc<KnownCaller>);

impl Authenticated {
    /// Returns the caller's tenant.
    pub fn owner(&self) -> OwnerId {
        self.0.caller.owner
    }

    /// Returns the key and its rights.
    pub fn caller(&self) -> &Caller {
        &self.0.caller
    }
}

impl FromRequest for Authenticated {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let caller = request.extensions().get::<Arc<KnownCaller>>().cloned();
        let missing = ApiError::Unauthenticated { failure: AuthFailure::Missing, coded: false };
        ready(caller.map(Self).ok_or(missing))
    }
}

/// A caller whose key has the scope `S` and the right `R`. Checked before any other part of the
/// request.
#[derive(Debug, Clone)]
pub struct Authorized<S, R> {
    caller: Authenticated,
    mark: PhantomData<fn() -> (S, R)>,
}

impl<S, R> Authorized<S, R> {
    /// Returns the caller's tenant.
    pub fn owner(&self) -> OwnerId {
        self.caller.owner()
    }

    /// Returns the actor of the caller's changes.
    pub fn acting(&self) -> &Acting {
        &self.caller.0.acting
    }

    /// Returns the key and its rights.
    pub fn caller(&self) -> &Caller {
        self.caller.caller()
    }
}

/// Scope and right that an operation requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Permission {
    /// Part of the product.
    pub tab: &'static str,
    /// Function, unique within its tab.
    pub function: &'static str,
    /// `read` or `write`.
    pub scope: &'static str,
}

impl<S: RequiresScope, R: Requires> Authorized<S, R> {
    /// Returns the required permission, for the OpenAPI document.
    pub fn permission() -> Permission {
        Permission { tab: R::RIGHT.tab().as_str(), function: R::RIGHT.function(), scope: S::SCOPE.as_str() }
    }
}

impl<S: RequiresScope + 'static, R: Requires + 'static> FromRequest for Authorized<S, R> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let decide = |caller: Authenticated| {
            caller.caller().authorize(S::SCOPE, R::RIGHT)?;
            Ok(Self { caller, mark: PhantomData })
        };
        ready(Authenticated::from_request(request, payload).into_inner().and_then(decide))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_distinguished() {
        assert_eq!(bearer(None), Err(AuthFailure::Missing));
        for other in ["Basic abc", "", "al_live_x", "Bearerabc"] {
            assert_eq!(bearer(Some(other.as_bytes())), Err(AuthFailure::NotBearer), "{other:?}");
        }
        assert_eq!(bearer(Some(b"Bearer abc")), Ok("abc"));
        assert_eq!(bearer(Some(b"bearer  abc ")), Ok("abc"));
        assert_eq!(bearer(Some(b"Bearer")), Ok(""), "no token is a malformed one");
    }
}
