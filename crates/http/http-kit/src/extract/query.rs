use std::marker::PhantomData;
use std::ops::Deref;

use crate::wire::validation::RequestSchema;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use kernel::{Clock as _, ErrorKind, Location, ValidationErrors};
use offload::offload;
use runtime::SystemClock;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

use super::rules::{Ruled, RulesOf, judge};
use super::{coerce, wait_turns};
use crate::error::{ApiError, Part};

/// The query of a request, with the shape `T` and the rules `R`. Unknown names are ignored; a list
/// is a repeated name.
///
/// `T` derives `ToSchema` for validation and `IntoParams` for documentation.
#[derive(Debug)]
pub struct Query<T, R>(T, Ruled<R>);

impl<T, R> Query<T, R> {
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T, R> Deref for Query<T, R> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ToSchema + DeserializeOwned + Send + 'static, R: RulesOf<T>> FromRequest for Query<T, R> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let query = request.query_string().to_owned();
        Box::pin(async move {
            wait_turns(1).await;
            let read = offload(query.len(), move || parse_query::<T, R>(&query)).await;
            Ok(Self(read.map_err(ApiError::internal)??, PhantomData))
        })
    }
}

/// Returns the filters of a list query: all fields except `limit` and `cursor`. Missing, empty or
/// unknown fields are omitted, and the order does not matter.
pub(crate) fn filters<T: ToSchema + 'static>(query: &str) -> Result<Value, ApiError> {
    let shape = RequestSchema::of::<T>().map_err(ApiError::internal)?;
    // The query extractor itself reports unparsable queries.
    let pairs = web::Query::<Vec<(String, String)>>::from_query(query).map(web::Query::into_inner);
    let mut filters = coerce::object(&shape, &pairs.unwrap_or_default());
    if let Some(fields) = filters.as_object_mut() {
        fields.retain(|name, _| !["limit", "cursor"].contains(&name.as_str()));
    }
    Ok(filters)
}

pub fn parse_query<T, R>(query: &str) -> Result<T, ApiError>
where
    T: ToSchema + DeserializeOwned + 'static,
    R: RulesOf<T>,
{
    let invalid = |errors| ApiError::Invalid { part: Part::Query, errors };
    let other = |message: String| invalid(ValidationErrors::one(Location::root(), ErrorKind::Value, message));
    let shape = RequestSchema::of::<T>().map_err(ApiError::internal)?;
    let pairs = web::Query::<Vec<(String, String)>>::from_query(query);
    let pairs = pairs.map_err(|error| other(error.to_string()))?.into_inner();
    let (value, repeated) = (coerce::object(&shape, &pairs), coerce::repeated(&shape, &pairs));
    let now = SystemClock.now();
    let rules = |query: T| R::faults(&query, now).into_errors();
    let query = shape.read(value, repeated, rules).map_err(invalid)?;
    judge::<T, R>(&query, now, Part::Query)?;
    Ok(query)
}
