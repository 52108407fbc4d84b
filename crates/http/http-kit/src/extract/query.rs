use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use deserr::Deserr;
use futures_util::future::LocalBoxFuture;
use kernel::{ErrorKind, Location, ValidationErrors};
use offload::offload;
use serde_json::Value;
use utoipa::IntoParams;
use validator::Validate;

use super::coerce::Parameters;
use super::faults::Faults;
use super::mend::read;
use super::{texts, wait_turns};
use crate::error::{ApiError, Part};

/// The query of a request. Unknown names are ignored; a list is a repeated name.
///
/// The fields of `T` check themselves ([`Deserr`]); rules over several fields are those of [`Validate`].
#[derive(Debug)]
pub struct Query<T>(T);

impl<T> Query<T> {
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Query<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Deserr<Faults> + Validate + IntoParams + Send + 'static> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let query = request.query_string().to_owned();
        Box::pin(async move {
            wait_turns(1).await;
            let read = offload(query.len(), move || parse_query::<T>(&query)).await;
            Ok(Self(read.map_err(ApiError::internal)??))
        })
    }
}

/// Returns the filters of a list query: all fields except `limit` and `cursor`. Missing, empty or
/// unknown fields are omitted, and the order does not matter.
pub(crate) fn filters<T: IntoParams + 'static>(query: &str) -> Value {
    // The query extractor itself reports unparsable queries.
    let pairs = web::Query::<Vec<(String, String)>>::from_query(query).map(web::Query::into_inner);
    let mut filters = Parameters::of::<T>().object(&pairs.unwrap_or_default());
    if let Some(fields) = filters.as_object_mut() {
        fields.retain(|name, _| !["limit", "cursor"].contains(&name.as_str()));
    }
    filters
}

/// Parses a query, or fails with all its errors.
///
/// # Errors
/// Fails with the response to an invalid query.
pub fn parse_query<T: Deserr<Faults> + Validate + IntoParams + 'static>(query: &str) -> Result<T, ApiError> {
    let pairs = web::Query::<Vec<(String, String)>>::from_query(query).map_err(|error| {
        ApiError::query(ValidationErrors::one(Location::root(), ErrorKind::Value, error.to_string()))
    })?;
    let parameters = Parameters::of::<T>();
    let (value, mut unfit) = (parameters.object(&pairs), parameters.repeated(&pairs));
    texts::note_nuls(&value, &mut unfit);
    read(value, unfit.into()).map_err(|faults: Faults| faults.response(Part::Query))
}
